import { type ClientToolResult, type Problem, problem, type ToolCall } from "../../../model/mod.ts";

interface Waiting {
  open: Set<string>;
  results: ClientToolResult[];
  done: () => void;
}

/** Calls that the client runs itself: a turn waits here until each of them has its result. */
export class ClientTools {
  #waiting: Waiting | undefined;

  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Resolves with all results or, when aborted, at once with those that have arrived. */
  wait(calls: readonly ToolCall[], signal: AbortSignal): Promise<ClientToolResult[]> {
    if (signal.aborted) return Promise.resolve([]);
    const { promise, resolve } = Promise.withResolvers<ClientToolResult[]>();
    const results: ClientToolResult[] = [];
    const onAbort = (): void => {
      this.#waiting = undefined;
      resolve(results);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    this.#waiting = {
      open: new Set(calls.map((call) => call.callId)),
      results,
      done: () => {
        signal.removeEventListener("abort", onAbort);
        resolve(results);
      },
    };
    return promise;
  }

  /** Takes results; returns a problem when no call waits for one of them. */
  take(results: readonly ClientToolResult[]): Problem | null {
    const waiting = this.#waiting;
    const open = new Set(waiting?.open);
    const stray = results.find((result) => !open.delete(result.callId));
    if (!waiting || stray) {
      return problem("protocol_error", `No tool call ${JSON.stringify(stray?.callId ?? "")} is waiting for a result`, {
        param: "tool_call_id",
        detail: "unknown_tool_call",
        hint: "Answer each call of the paused turn once.",
      });
    }
    waiting.results.push(...results);
    waiting.open = open;
    if (open.size > 0) return null;
    this.#waiting = undefined;
    waiting.done();
    return null;
  }
}
