import type { Command, Outcome } from "../model/mod.ts";
import type { Voice } from "./outbox.ts";
import type { ToolRunner } from "./tool_runner.ts";

/** Runs a tool that a client asks for by itself; what it says is the answer. */
export async function runToolRequest(
  { callId, tool, input }: Extract<Command, { type: "tool_request" }>,
  { runner, voice, abort }: { runner: ToolRunner; voice: Voice; abort: AbortController },
): Promise<Outcome> {
  const call = { kind: "tool_call", callId, tool, input } as const;
  const interrupt = (reason: Error): void => abort.abort(reason);
  const { results, limit } = await runner.run([call], { voice, signal: abort.signal, interrupt });
  if (limit) return { kind: "limit", problem: limit, text: "" };
  abort.signal.throwIfAborted();
  const parts = results.flatMap((result) => result.output);
  const text = parts.map((part) => part.kind === "text" ? part.text : "").join("");
  return { kind: "done", text, stop: { reason: "end", raw: null } };
}
