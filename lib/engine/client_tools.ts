import { type ClientToolResult, type Problem, problem, type ToolCall } from "../model/mod.ts";

interface Waiting {
  open: Set<string>;
  results: ClientToolResult[];
  done: (results: ClientToolResult[]) => void;
}

/** Calls that the client itself runs: a turn waits here until each of them has its result. */
export class ClientTools {
  #waiting: Waiting | undefined;

  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Rejects with `signal.reason` when aborted. */
  wait(calls: readonly ToolCall[], signal: AbortSignal): Promise<ClientToolResult[]> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ClientToolResult[]>();
    const onAbort = (): void => {
      this.#waiting = undefined;
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    this.#waiting = {
      open: new Set(calls.map((call) => call.callId)),
      results: [],
      done: (results) => {
        signal.removeEventListener("abort", onAbort);
        resolve(results);
      },
    };
    return promise;
  }

  /** Takes results; says what is wrong with them when nobody waits for one. */
  take(results: readonly ClientToolResult[]): Problem | null {
    const waiting = this.#waiting;
    const stray = results.find((result) => !waiting?.open.has(result.callId));
    if (!waiting || stray) {
      return problem("protocol_error", `No tool call ${JSON.stringify(stray?.callId ?? "")} is waiting for a result`, {
        param: "tool_call_id",
        detail: "unknown_tool_call",
        hint: "Answer each call of the paused turn once.",
      });
    }
    for (const result of results) {
      waiting.open.delete(result.callId);
      waiting.results.push(result);
    }
    if (waiting.open.size > 0) return null;
    this.#waiting = undefined;
    waiting.done(waiting.results);
    return null;
  }
}
