import { type Ask, deferred, fail, type Json } from "../model/mod.ts";
import type { Asks } from "./asks.ts";
import type { Voice } from "./outbox.ts";
import type { HostLink } from "./session_parts.ts";
import type { Workshop } from "./workshop.ts";

/** How MCP servers reach the host: each message is a question to it. */
export function linkToHost(around: { asks: Asks; workshop: Workshop; voice: Voice }): HostLink {
  const { asks, workshop, voice } = around;
  const value = async (ask: Ask, signal: AbortSignal): Promise<Json> => {
    const { answer } = await asks.ask(ask, { voice, signal, timeoutMs: null });
    if (answer.kind === "value") return answer.value;
    throw fail("mcp_unavailable", answer.kind === "allow" ? "The host gave no answer" : answer.message);
  };
  return {
    askHost: (question, signal) => value({ kind: "mcp", ...question }, signal),
    elicit: async (question, signal) => {
      const { elicitWithHooks }: typeof import("./elicitation_hooks.ts") = await import(
        deferred("./elicitation_hooks.ts")
      );
      const ask = (): Promise<Json> => value({ kind: "elicitation", ...question }, signal);
      return await elicitWithHooks(question, { hooks: workshop.hooks, voice, signal, ask });
    },
  };
}
