/**
 * Proof that the walls hold: a canary runs inside them and tries to read, to write and to connect outside, and to see
 * the processes of others. What it could do is measured on our side of the wall, not believed.
 */
import { after } from "../model/timer.ts";

/** What the canary found. */
export interface ProbeResult {
  /** The canary ran, and what it is meant to be able to do works. */
  works: boolean;
  /** It could neither read nor write outside. */
  filesystem: boolean;
  /** It could not connect to this machine. */
  network: boolean;
  /** It could not see other processes. */
  processes: boolean;
  /** What it said, for diagnosis. */
  detail: string;
}

/** How the canary is run. */
export interface ProbeOptions {
  /** Puts a command into the walls. */
  wrap: (argv: readonly string[]) => readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** Tells of a folder outside the workspace that the canary must not see; it may have to be made. */
  outside: () => string;
  /** A folder where nothing may be made, such as the user's; null where every folder of that kind may be written. */
  home: string | null;
}

const TIMEOUT_MS = 5_000;

const CANARY = `
printf 'runs\\n'
(printf x > /tmp/.canary-$4) 2>/dev/null && printf 'scratch\\n'
(cat "$1/sentinel") 2>/dev/null
(printf x > "$1/written") 2>/dev/null
[ -n "$2" ] && (printf x > "$2/.qwen-canary-$4") 2>/dev/null
(exec 3<>"/dev/tcp/127.0.0.1/$3") 2>/dev/null && printf 'connected\\n'
printf 'pid:%s\\n' "$(readlink /proc/self/ns/pid)"
`;

/** Runs the canary. Never throws: a canary that cannot run is a wall that is not there. */
export async function probe(options: ProbeOptions): Promise<ProbeResult> {
  try {
    return await letOut(options);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { works: false, filesystem: false, network: false, processes: false, detail };
  }
}

async function letOut(options: ProbeOptions): Promise<ProbeResult> {
  const outside = options.outside();
  const id = crypto.randomUUID();
  const sentinel = `seen-${id}`;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let connections = 0;
  const counting = (async (): Promise<void> => {
    for await (const connection of listener) {
      connections++;
      connection.close();
    }
  })().catch(() => {/* The listener was closed. */});
  try {
    await Deno.writeTextFile(`${outside}/sentinel`, sentinel);
    const port = (listener.addr as Deno.NetAddr).port;
    const canary = ["bash", "-c", CANARY, "canary", outside, options.home ?? "", String(port), id];
    const [inside, ownPids] = await Promise.all([say(options.wrap(canary), options), ownNamespace(options)]);
    const lines = inside.split("\n");
    const pid = lines.find((line) => line.startsWith("pid:"))?.slice(4) ?? "";
    const traces = [
      `${outside}/written`,
      ...(options.home === null ? [] : [`${options.home}/.qwen-canary-${id}`]),
    ];
    let wrote = false;
    for (const trace of traces) wrote = await Deno.remove(trace).then(() => true, () => wrote);
    return {
      works: lines.includes("runs") && lines.includes("scratch"),
      filesystem: !inside.includes(sentinel) && !wrote,
      network: connections === 0 && !lines.includes("connected"),
      processes: pid !== "" && ownPids.trim() !== "" && pid !== ownPids.trim(),
      detail: inside.slice(0, 500),
    };
  } finally {
    listener.close();
    await counting;
  }
}

/** The namespace of our own processes, which the canary must not share. */
async function ownNamespace(options: ProbeOptions): Promise<string> {
  const link = "/proc/self/ns/pid";
  // Without all rights Deno does not show /proc: then a child has to look.
  return await Deno.readLink(link).catch(() => say(["readlink", link], options));
}

async function say(argv: readonly string[], options: ProbeOptions): Promise<string> {
  const [program, ...args] = argv;
  const child = new Deno.Command(program, {
    args,
    cwd: options.cwd,
    env: { ...options.env },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const callOff = after(TIMEOUT_MS, () => child.kill("SIGKILL"));
  const { stdout, stderr } = await child.output();
  callOff();
  const decoder = new TextDecoder();
  return decoder.decode(stdout) + decoder.decode(stderr);
}
