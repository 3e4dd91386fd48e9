import { RUN_MARKER } from "../child_environment.ts";

/** Waits for the end of the pipe; without a farewell this program was killed, and its children are ended. */
const SCRIPT = `
while read -r line; do [ "$line" = done ] && exit 0; done
cd /proc || exit 0
for round in 1 2 3; do
  for file in $(grep -lzxFs -- "$1" [0-9]*/environ); do kill -9 "\${file%%/*}" 2>/dev/null; done
done
`;

/**
 * Ends the children of a run that no sandbox contains (hooks, MCP servers, unconfined commands) when this program is
 * killed and cannot end them itself.
 */
export class RunGuardian {
  readonly #runId: string;
  #child: Deno.ChildProcess | null = null;
  #isClosed = false;

  constructor(runId: string) {
    this.#runId = runId;
  }

  /** Starts the guardian before the first such child. Does nothing where it cannot run. */
  start(): void {
    if (this.#child || this.#isClosed || Deno.build.os !== "linux") return;
    try {
      this.#child = new Deno.Command("sh", {
        args: ["-c", SCRIPT, "guardian", `${RUN_MARKER}=${this.#runId}`],
        cwd: "/",
        env: { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin" },
        clearEnv: true,
        stdin: "piped",
        stdout: "null",
        stderr: "null",
        detached: true,
      }).spawn();
      this.#child.unref();
    } catch {
      // Without a shell children live until they notice the end of their pipes.
    }
  }

  /** Says farewell: the children were ended. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#child;
    this.#child = null;
    if (!child) return;
    child.ref();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("done\n")).catch(() => undefined);
    await writer.close().catch(() => undefined);
    await child.status;
  }
}
