import { type Ask, fail, type Json } from "../../../model/mod.ts";
import { elicitWithHooks } from "../../hooks/elicitation_hooks.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import type { Asks } from "./asks.ts";
import type { Emitter } from "../event_queue.ts";
import type { AskClient, HostLink } from "../session_parts.ts";

/** How long a client may take to read or write a file, or to start a command. */
const CLIENT_WORK_MS = 60_000;

/** Connects MCP servers to the host: each message is a question to it. */
export function linkToHost({ asks, hooks, emitter }: { asks: Asks; hooks: Hooks; emitter: Emitter }): HostLink {
  const value = async (ask: Ask, signal: AbortSignal): Promise<Json> => {
    const { answer } = await asks.ask(ask, { emitter, signal, timeoutMs: null });
    if (answer.kind === "value") return answer.value;
    throw fail("mcp_unavailable", answer.kind === "allow" ? "The host gave no answer" : answer.message);
  };
  return {
    askHost: (question, signal) => value({ kind: "mcp", ...question }, signal),
    elicit: async (question, signal) => {
      const ask = (): Promise<Json> => value({ kind: "elicitation", ...question }, signal);
      return await elicitWithHooks(question, { hooks, emitter, signal, ask });
    },
  };
}

/** Leaves work to the client: each piece is a question to it, which ends with the turn unless it outlives it. */
export function linkToClient(
  { asks, emitter, turn }: { asks: Asks; emitter: Emitter; turn: () => AbortSignal | null },
): AskClient {
  return async (call, { outlivesTurn = false } = {}) => {
    const signal = (outlivesTurn ? null : turn()) ?? new AbortController().signal;
    signal.throwIfAborted();
    const timeoutMs = call.action === "wait_for_terminal" ? null : CLIENT_WORK_MS;
    const { answer } = await asks.ask({ kind: "client_call", call }, { emitter, signal, timeoutMs });
    signal.throwIfAborted();
    if (answer.kind === "value") return answer.value;
    throw fail("tool_failed", answer.kind === "allow" ? "The client gave no answer" : answer.message);
  };
}
