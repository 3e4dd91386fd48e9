/**
 * What the tests need besides Deno: programs from Debian and services. `setUp` installs the missing programs where it
 * may, which is as root and never by sudo, starts the services, and names the groups of tests that have to be skipped.
 */

/** A program that some tests need. Those tests are skipped where it is missing. */
export interface Requirement {
  /** The Debian package that contains the program. */
  package: string;
  /** A command that succeeds where the program works. */
  probe: readonly [program: string, ...args: string[]];
  /** The tests that need it, as the report names them. */
  group: string;
  /** A server that runs during the tests. */
  service?: Service;
}

/** A server that the tests use. */
export interface Service {
  command: readonly [program: string, ...args: string[]];
  /** The line of its output that tells that it is ready. */
  ready: RegExp;
  /** What the tests find in their environment while it runs. */
  env: Readonly<Record<string, string>>;
}

/** A new group of tests with a requirement is one row. */
export const REQUIREMENTS: readonly Requirement[] = [
  {
    package: "bubblewrap",
    probe: ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"],
    group: "confined commands",
  },
  { package: "strace", probe: ["strace", "-V"], group: "read-only commands beside a real shell" },
  { package: "git", probe: ["git", "--version"], group: "repositories and worktrees" },
  { package: "ripgrep", probe: ["rg", "--version"], group: "searches beside ripgrep" },
  { package: "curl", probe: ["curl", "--version"], group: "install.sh" },
  { package: "rsync", probe: ["rsync", "--version"], group: "rules for rsync" },
  { package: "tree", probe: ["tree", "--version"], group: "rules for tree" },
  { package: "gawk", probe: ["gawk", "--version"], group: "rules for awk" },
  { package: "zip", probe: ["zip", "--version"], group: "rules for zip" },
  { package: "jq", probe: ["jq", "--version"], group: "commands of the documentation" },
  { package: "python3", probe: ["python3", "--version"], group: "Python hosts" },
  { package: "parallel", probe: ["parallel", "--version"], group: "the example with GNU parallel" },
  { package: "zsh", probe: ["zsh", "--version"], group: "completions for zsh" },
  { package: "ruby", probe: ["ruby", "--version"], group: "the syntax of the Homebrew formula" },
  { package: "fish", probe: ["fish", "--version"], group: "completions for fish" },
  { package: "wine", probe: ["wine", "--version"], group: "Windows under wine" },
  { package: "chromium", probe: ["chromium", "--version"], group: "the page in a browser" },
  { package: "nats-server", probe: ["nats-server", "--version"], group: "queues of jobs" },
];

/** A group that could not be run. */
export interface SkippedGroup {
  group: string;
  package: string;
  /** Whether this machine lets us install packages, so that the group should have been run. */
  couldInstall: boolean;
}

/** The parts of the machine that the set-up uses. */
export interface Machine {
  works(probe: readonly string[]): Promise<boolean>;
  mayInstall(): Promise<boolean>;
  /** Installs packages; the caller probes again afterwards. */
  install(packages: readonly string[]): Promise<void>;
}

/** The state after the set-up; disposing it stops the services. */
export interface Setup extends AsyncDisposable {
  skipped: readonly SkippedGroup[];
  env: Readonly<Record<string, string>>;
}

/** Installs what is missing and starts the services. */
export async function setUp(
  requirements: readonly Requirement[] = REQUIREMENTS,
  machine: Machine = debian,
): Promise<Setup> {
  let missing = await failing(requirements, machine);
  const couldInstall = missing.length > 0 && await machine.mayInstall();
  if (couldInstall) {
    await machine.install([...new Set(missing.map((requirement) => requirement.package))]);
    missing = await failing(missing, machine);
  }
  const skipped = missing.map((requirement) => ({
    group: requirement.group,
    package: requirement.package,
    couldInstall,
  }));
  await using services = new AsyncDisposableStack();
  const env: Record<string, string> = {};
  for (const requirement of requirements) {
    if (!requirement.service || missing.includes(requirement)) continue;
    services.use(await startService(requirement.service));
    Object.assign(env, requirement.service.env);
  }
  const running = services.move();
  return { skipped, env, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function failing(requirements: readonly Requirement[], machine: Machine): Promise<Requirement[]> {
  const works = await Promise.all(requirements.map(({ probe }) => machine.works(probe)));
  return requirements.filter((_, index) => !works[index]);
}

const READY_MS = 30_000;

/** Starts a server and waits until it is ready. */
export async function startService(service: Service): Promise<AsyncDisposable> {
  const [program, ...args] = service.command;
  const child = new Deno.Command(program, { args, stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
  const ready = Promise.withResolvers<void>();
  const timer = setTimeout(() => ready.reject(new Error(`${program} was not ready in time`)), READY_MS);
  const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    let text = "";
    for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
      text = (text + piece).slice(-10_000);
      if (service.ready.test(text)) ready.resolve();
    }
  };
  const pipes = Promise.all([read(child.stdout), read(child.stderr)]);
  const stop = async (): Promise<void> => {
    try {
      child.kill("SIGTERM");
    } catch (error) {
      // It has ended by itself.
      if (!(error instanceof TypeError)) throw error;
    }
    await child.status;
    await pipes;
  };
  child.status.then(({ code }) => ready.reject(new Error(`${program} ended with ${code} before it was ready`)));
  try {
    await ready.promise;
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return { [Symbol.asyncDispose]: stop };
}

const INSTALL_MS = 300_000;

const debian: Machine = {
  works: (probe) => succeeds(probe),
  mayInstall: async () => Deno.build.os === "linux" && Deno.uid() === 0 && await succeeds(["apt-get", "--version"]),
  async install(packages): Promise<void> {
    console.error(`Installing for the tests: ${packages.join(", ")}`);
    const install = ["apt-get", "install", "-y", "-qq", "-o", "DPkg::Lock::Timeout=120", ...packages] as const;
    // The list of packages may be missing or out of date.
    if (await succeeds(install) || !await succeeds(["apt-get", "update", "-qq"])) return;
    await succeeds(install);
  },
};

async function succeeds([program, ...args]: readonly string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(program, {
      args,
      env: { DEBIAN_FRONTEND: "noninteractive" },
      stdin: "null",
      stdout: "null",
      stderr: "null",
      signal: AbortSignal.timeout(INSTALL_MS),
    }).output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Tells which groups are skipped, one line each. */
export function skippedLines(skipped: readonly SkippedGroup[]): string[] {
  return skipped.map(({ group, package: name, couldInstall }) =>
    `Skipped: ${group}, because ${name} ${couldInstall ? "could not be installed" : "is not installed"}`
  );
}
