import type { AskClient, SessionShell } from "../../../engine/session/session_parts.ts";
import { type Clock, isObject, type Json, type ShellRequest, type ShellRun } from "../../../model/mod.ts";

type Status = Awaited<ShellRun["status"]>;

const MAX_OUTPUT_BYTES = 1_048_576;
const POLL_MS = 500;
const KILLED: Status = { code: null, signal: "SIGKILL", timedOut: false };

/** A shell whose commands run in terminals of the client. They are released afterwards, and killed by a cancel. */
export function clientShell(shell: SessionShell, around: { ask: AskClient; clock: Clock }): SessionShell {
  const running = new Set<ClientRun>();
  return {
    ...shell,
    run: (request) => {
      const run = new ClientRun(request, around);
      running.add(run);
      run.status.finally(() => running.delete(run)).catch(() => {/* Thrown to the caller. */});
      return run;
    },
    kill: () => {
      for (const run of running) run.abandon();
      shell.kill();
    },
    close: async () => {
      for (const run of running) run.abandon();
      await shell.close();
    },
  };
}

/** A command in a terminal of the client. */
class ClientRun implements ShellRun {
  /** The process belongs to the client, which does not name it. */
  readonly pid = 0;
  readonly status: Promise<Status>;
  readonly #request: ShellRequest;
  readonly #ask: AskClient;
  readonly #clock: Clock;
  readonly #ended = Promise.withResolvers<Status>();
  readonly #text = Promise.withResolvers<string>();
  #terminalId: string | null = null;
  #isReleased = false;
  #isAbandoned = false;

  constructor(request: ShellRequest, { ask, clock }: { ask: AskClient; clock: Clock }) {
    this.#request = request;
    this.#ask = ask;
    this.#clock = clock;
    this.status = this.#ended.promise;
    this.status.catch(() => {/* Thrown to the caller. */});
    this.#text.promise.catch(() => {/* Thrown to the caller. */});
    request.signal.addEventListener("abort", () => this.abandon(), { once: true });
    void this.#run();
  }

  get output(): ShellRun["output"] {
    return this.#request.background ? this.#follow() : this.#whole();
  }

  async stop(): Promise<void> {
    this.abandon();
    await this.status.catch(() => {/* It could not be started. */});
  }

  /** Kills the command without waiting for the client. */
  abandon(): void {
    this.#isAbandoned = true;
    const terminalId = this.#terminalId;
    if (terminalId !== null && !this.#isReleased) {
      this.#isReleased = true;
      this.#tell({ action: "kill_terminal", terminalId });
      this.#tell({ action: "release_terminal", terminalId });
    }
    this.#text.resolve("");
    this.#ended.resolve(KILLED);
  }

  async #run(): Promise<void> {
    const { command, cwd, timeoutMs, callId } = this.#request;
    try {
      const started = await this.#ask({
        action: "start_terminal",
        command: "bash",
        args: ["-c", command],
        cwd,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        callId: callId ?? null,
      }, { outlivesTurn: true });
      this.#terminalId = textOf(started, "terminalId");
      if (this.#isAbandoned) return this.abandon();
      let timedOut = false;
      const cancel = Number.isFinite(timeoutMs)
        ? this.#clock.after(timeoutMs, () => {
          timedOut = true;
          this.#tell({ action: "kill_terminal", terminalId: this.#terminalId ?? "" });
        })
        : () => {};
      const exit = await this.#ask({ action: "wait_for_terminal", terminalId: this.#terminalId }, {
        outlivesTurn: true,
      });
      cancel();
      if (this.#isAbandoned) return;
      this.#text.resolve(await this.#printed());
      this.#release();
      this.#ended.resolve({ ...statusOf(exit), timedOut });
    } catch (error) {
      this.#release();
      this.#text.reject(error);
      this.#ended.reject(error);
    }
  }

  async *#whole(): AsyncGenerator<{ channel: "stdout"; bytes: Uint8Array }> {
    const text = await this.#text.promise;
    if (text !== "") yield { channel: "stdout", bytes: new TextEncoder().encode(text) };
  }

  /** What a command in the background prints, while it runs. */
  async *#follow(): AsyncGenerator<{ channel: "stdout"; bytes: Uint8Array }> {
    let seen = "";
    for (let isOver = false; !isOver;) {
      const sleep = this.#clock.sleep(POLL_MS, new AbortController().signal).then(() => null);
      const last = await Promise.race([this.#text.promise, sleep]);
      isOver = last !== null;
      const text = last ?? (this.#terminalId === null || this.#isReleased ? seen : await this.#printed());
      const news = text.startsWith(seen) ? text.slice(seen.length) : text;
      if (text !== "") seen = text;
      if (news !== "") yield { channel: "stdout", bytes: new TextEncoder().encode(news) };
    }
  }

  async #printed(): Promise<string> {
    const answer = await this.#ask({ action: "terminal_output", terminalId: this.#terminalId ?? "" }, {
      outlivesTurn: true,
    });
    return textOf(answer, "output");
  }

  #release(): void {
    if (this.#isReleased || this.#terminalId === null) return;
    this.#isReleased = true;
    this.#tell({ action: "release_terminal", terminalId: this.#terminalId });
  }

  /** Asks for something whose answer changes nothing. */
  #tell(call: Parameters<AskClient>[0]): void {
    this.#ask(call, { outlivesTurn: true }).catch(() => {/* The client has closed it, or is gone. */});
  }
}

function textOf(answer: Json, field: string): string {
  const value: unknown = isObject(answer) ? answer[field] : undefined;
  return typeof value === "string" ? value : "";
}

function statusOf(exit: Json): Omit<Status, "timedOut"> {
  const { exitCode, signal }: Record<string, unknown> = isObject(exit) ? exit : {};
  return {
    code: typeof exitCode === "number" ? exitCode : null,
    signal: typeof signal === "string" ? signal : null,
  };
}
