/**
 * Proof that the sandbox holds: a probe runs inside and tries to read, write and connect outside, and to see other
 * processes. Its effects are measured outside the sandbox; what the probe says counts only against the sandbox.
 */
import { after } from "../../model/timer.ts";
import { lstatOrNull } from "../files/paths/stat_or_null.ts";

/** What the probe found. */
export interface ProbeResult {
  /** The probe ran, and could do what commands must be able to do. */
  works: boolean;
  /** It could neither read nor write outside. */
  filesystem: boolean;
  /** It could not connect to this machine. */
  network: boolean;
  /** It could not see other processes. */
  processes: boolean;
  /** Its output, for diagnosis. */
  detail: string;
}

/** How the probe is run. */
export interface ProbeOptions {
  /** Prepares the sandbox. */
  ready?: () => Promise<void>;
  /** The command line that runs a command inside the sandbox. */
  wrap: (argv: readonly string[]) => readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** Returns a folder outside the workspace that the probe must not see, and makes it if necessary. */
  outside: () => string;
  /** A folder in which the probe must not create files, such as the user's home; null when there is none. */
  home: string | null;
  /** Whether commands of this profile can write in /tmp. */
  canWriteTemporary: boolean;
}

/** Long enough for a busy machine: without a verdict, commands are not confined. */
const TIMEOUT_MS = 30_000;
const PID_NAMESPACE = "/proc/self/ns/pid";

/** Uses only builtins of bash, and becomes its last program: start-up waits for it, and each fork takes a while. */
const SCRIPT = `
echo runs
exec 2>/dev/null
echo x > "\${TMPDIR:-/tmp}/.qwen-probe-$4" && echo scratch
read -r sentinel < "$1/sentinel" && echo "$sentinel"
echo x > "$1/written"
[ -n "$2" ] && echo x > "$2/.qwen-probe-$4"
{ echo connected; } 3<> "/dev/tcp/127.0.0.1/$3"
exec readlink ${PID_NAMESPACE}
`;

/** Runs the probe. Never throws: where the probe cannot run there is no sandbox. */
export async function probe(options: ProbeOptions): Promise<ProbeResult> {
  try {
    await options.ready?.();
    return await runProbe(options);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { works: false, filesystem: false, network: false, processes: false, detail };
  }
}

/** The result for a sandbox with two profiles. The network of a read-only command is closed in any case. */
export function bothProfiles(workspace: ProbeResult, readOnly: ProbeResult): ProbeResult {
  return {
    works: workspace.works && readOnly.works,
    filesystem: workspace.filesystem && readOnly.filesystem && (readOnly.network || !readOnly.works),
    network: workspace.network,
    processes: workspace.processes && readOnly.processes,
    detail: workspace.works ? readOnly.detail : workspace.detail,
  };
}

/** Whether the probe could not leave the sandbox. */
export function holds({ works, filesystem, processes, network }: ProbeResult, hasNetwork: boolean): boolean {
  return works && filesystem && processes && (network || hasNetwork);
}

/** What the probe could do, for people. */
export function escapes({ filesystem, network, processes }: ProbeResult): string {
  const holes = [
    ...(filesystem ? [] : ["it wrote or read outside the workspace"]),
    ...(network ? [] : ["it reached the network"]),
    ...(processes ? [] : ["it saw other processes"]),
  ];
  return holes.join(", ");
}

async function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  const outside = options.outside();
  const id = crypto.randomUUID();
  const sentinel = `seen-${id}`;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connections = countConnections(listener);
  try {
    // Synchronous up to the start of the probe, which then runs beside the start-up of this program.
    Deno.writeTextFileSync(`${outside}/sentinel`, `${sentinel}\n`);
    const port = String(listener.addr.port);
    const argv = options.wrap(["bash", "-c", SCRIPT, "probe", outside, options.home ?? "", port, id]);
    const [output, ownPids] = await Promise.all([outputOf(argv, options), ownPidNamespace(options)]);
    const lines = output.split("\n");
    const pids = lines.find((line) => line.startsWith("pid:")) ?? "";
    const traces = [`${outside}/written`, ...(options.home === null ? [] : [`${options.home}/.qwen-probe-${id}`])];
    const written = traces.filter(wasWritten);
    return {
      works: lines.includes("runs") && lines.includes("scratch") === options.canWriteTemporary,
      filesystem: !output.includes(sentinel) && written.length === 0,
      network: connections.count === 0 && !lines.includes("connected"),
      processes: pids !== "" && ownPids !== "" && pids !== ownPids,
      detail: output.slice(0, 500),
    };
  } finally {
    listener.close();
    await connections.closed;
  }
}

function countConnections(listener: Deno.TcpListener): { count: number; closed: Promise<void> } {
  const connections = { count: 0, closed: Promise.resolve() };
  const accept = async (): Promise<void> => {
    for await (const connection of listener) {
      connections.count++;
      connection.close();
    }
  };
  connections.closed = accept();
  return connections;
}

/** Whether the probe has written a file; removes it. */
function wasWritten(path: string): boolean {
  if (lstatOrNull(path) === null) return false;
  Deno.removeSync(path);
  return true;
}

/** The PID namespace of this process, which the probe must not share. */
async function ownPidNamespace(options: ProbeOptions): Promise<string> {
  try {
    return Deno.readLinkSync(PID_NAMESPACE);
  } catch (error) {
    // This system has no such namespaces, so the probe shares everything with others.
    if (error instanceof Deno.errors.NotFound) return "";
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    // Deno shows /proc only to programs with all permissions; otherwise a child has to look.
    return (await outputOf(["readlink", PID_NAMESPACE], options)).trim();
  }
}

async function outputOf(argv: readonly string[], options: ProbeOptions): Promise<string> {
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
  const cancelTimeout = after(TIMEOUT_MS, () => child.kill("SIGKILL"));
  const { stdout, stderr } = await child.output();
  cancelTimeout();
  const decoder = new TextDecoder();
  return decoder.decode(stdout) + decoder.decode(stderr);
}
