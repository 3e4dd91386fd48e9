import { findProgram } from "./find_program.ts";
import { after } from "../../model/timer.ts";
import type { Launch } from "./launcher.ts";

/** The programs that make and enter namespaces. */
export interface NamespacePrograms {
  bwrap: string;
  nsenter: string;
  bash: string;
}

/** The programs that make namespaces; null where one of them is not installed. */
export function programsOf(search: { path: string; avoid: readonly string[] }): NamespacePrograms | null {
  const [bwrap, nsenter, bash] = ["bwrap", "nsenter", "bash"].map((name) => findProgram(name, search));
  return bwrap && nsenter && bash ? { bwrap, nsenter, bash } : null;
}

/** What the namespaces of a session are made from. */
export interface NamespaceOptions {
  programs: NamespacePrograms;
  launch: Launch;
  /** Whether commands use the network of this machine. */
  network: boolean;
}

/** The process that keeps the namespaces. */
interface Holder {
  pid: number;
  child: Deno.ChildProcess;
  isAlive: boolean;
  /** Whether it was killed; its end is reported later. */
  isKilled: boolean;
}

/** How long the first process of the namespaces may take to start. */
const START_MS = 20_000;
/** Reads until this program closes the pipe or is killed; as the first process it collects orphans meanwhile. */
const HOLD = "echo ready; while read -r line; do :; done";

/**
 * The network, process and IPC namespaces that the commands of a session share, so that a server that one command
 * starts answers the next one. A first process keeps them; when it ends, the kernel kills all others. It sees all
 * files, but commands run in user namespaces of their own below its namespace and have no rights over it.
 */
export class SessionNamespaces {
  readonly #options: NamespaceOptions;
  #holder: Promise<Holder> | null = null;
  #current: Holder | null = null;

  constructor(options: NamespaceOptions) {
    this.#options = options;
  }

  /** Starts the first process, or a new one after its end. Rejects when it cannot be started. */
  async open(): Promise<void> {
    const last = this.#current;
    if (last && (last.isKilled || !last.isAlive)) {
      this.#current = null;
      this.#holder = this.#startAfter(last);
    }
    this.#holder ??= this.#start();
    try {
      this.#current = await this.#holder;
    } catch (error) {
      this.#holder = null;
      throw error;
    }
  }

  /** The process id of the first process outside the namespaces; null while there is none. */
  get pid(): number | null {
    return this.#current?.isAlive ? this.#current.pid : null;
  }

  /**
   * The command line that enters the namespaces and runs a program there, as root of the session's user namespace. It
   * sees the files of the first process, or those of a mount namespace that is given by a path.
   */
  enter(argv: readonly string[], { mounts }: { mounts?: string } = {}): string[] {
    if (this.pid === null) throw new Error("The namespaces of the session are not open");
    return [
      this.#options.programs.nsenter,
      ...["--target", String(this.pid), "--user", "--pid", "--ipc", "--preserve-credentials"],
      mounts === undefined ? "--mount" : `--mount=${mounts}`,
      ...(this.#options.network ? [] : ["--net"]),
      "--",
      ...argv,
    ];
  }

  /** Whether a process is left that no running command owns. */
  async hasOrphans(): Promise<boolean> {
    const { pid } = this;
    if (pid === null) return false;
    try {
      return (await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`)).trim() !== "";
    } catch {
      // The first process has ended, and all others with it; or Deno does not show /proc.
      return this.pid !== null;
    }
  }

  /** Kills all processes without waiting. */
  kill(): void {
    const current = this.#current;
    if (!current?.isAlive) return;
    current.isKilled = true;
    killFirst(current.pid);
  }

  /** Kills all processes. Resolves when the first one is gone. */
  async close(): Promise<void> {
    const holder = await this.#holder?.catch(() => null);
    this.#holder = this.#current = null;
    if (!holder) return;
    holder.child.ref();
    if (holder.isAlive) killFirst(holder.pid);
    // The kernel reports the end of the first process after that of all others.
    await holder.child.status;
  }

  /** Starts a new first process once the last one and all processes with it are gone. */
  async #startAfter({ child }: Holder): Promise<Holder> {
    child.ref();
    await child.status;
    return await this.#start();
  }

  async #start(): Promise<Holder> {
    const { programs, launch, network } = this.#options;
    const [command, ...args] = launch([
      programs.bwrap,
      ...[
        "--unshare-user",
        "--uid",
        "0",
        "--gid",
        "0",
        "--unshare-pid",
        "--unshare-ipc",
        ...(network ? [] : ["--unshare-net"]),
      ],
      ...["--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL", "--info-fd", "8"],
      ...["--dev-bind", "/", "/", "--proc", "/proc", "--chdir", "/"],
      ...["--", programs.bash, "-p", "-c", HOLD],
      // bubblewrap closes the descriptor after its report, so it cannot be that of stdout itself.
    ], { output: "/dev/stdout" });
    const child = new Deno.Command(command, {
      args,
      cwd: "/",
      env: {},
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const input = child.stdin.getWriter();
    input.closed.catch(() => undefined);
    const pid = await firstPid(child);
    if (pid === null) {
      await input.close().catch(() => undefined);
      killFirst(child.pid);
      await child.status;
      throw new Error("bubblewrap cannot make the namespaces of the session");
    }
    child.unref();
    const holder: Holder = { pid, child, isAlive: true, isKilled: false };
    void child.status.then(async () => {
      holder.isAlive = false;
      await input.close().catch(() => undefined);
    });
    return holder;
  }
}

function killFirst(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Reads what bubblewrap and the first process write until it is ready; null when it ends before. */
async function firstPid(child: Deno.ChildProcess): Promise<number | null> {
  const cancelTimeout = after(START_MS, () => child.kill("SIGKILL"));
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (!text.includes("ready")) {
      const { done, value } = await reader.read();
      if (done) return null;
      text += decoder.decode(value, { stream: true });
    }
    const pid = /"child-pid":\s*(\d+)/.exec(text)?.[1];
    return pid === undefined ? null : Number(pid);
  } finally {
    cancelTimeout();
    await reader.cancel();
  }
}
