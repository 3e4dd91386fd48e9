import {
  type CommandOf,
  fail,
  type Json,
  type Outcome,
  type ServerInfo,
  type ToolCallQuery,
} from "../../../model/mod.ts";
import type { ToolRunner } from "../../tools/tool_runner.ts";
import type { Emitter } from "../event_queue.ts";
import type { QueryScope } from "../queries.ts";

const MIN_CALL_MS = 1_000;
const MAX_CALL_MS = 600_000;
// A run whose input has ended waits for its open requests; a server that never answers must not block it.
const DEFAULT_CALL_MS = 120_000;

/** Runs a tool that a client calls itself; its output is the answer. */
export async function runToolRequest(
  { callId, tool, input }: CommandOf<"tool_request">,
  { runner, emitter, abort }: { runner: ToolRunner; emitter: Emitter; abort: AbortController },
): Promise<Outcome> {
  const call = { kind: "tool_call", callId, tool, input } as const;
  const interrupt = (reason: Error): void => abort.abort(reason);
  const { results, limit } = await runner.run([call], { emitter, signal: abort.signal, interrupt });
  if (limit) return { kind: "limit", problem: limit, text: "" };
  abort.signal.throwIfAborted();
  const parts = results.flatMap((result) => result.output);
  const text = parts.map((part) => part.kind === "text" ? part.text : "").join("");
  return { kind: "done", text, stop: { reason: "end", raw: null } };
}

/** Calls a tool of an MCP server for the host. Throws QwenError where the tool did not run. */
export async function callForHost(query: ToolCallQuery, scope: QueryScope): Promise<Json> {
  const { host: { servers }, world: { clock } } = scope.parts;
  if (query.expiresAt !== null && clock.now() >= query.expiresAt) {
    throw fail("protocol_error", "The call came after its deadline and was not made", { detail: "expired" });
  }
  if (!servers) throw fail("mcp_unavailable", "There are no MCP servers in this run");
  await servers.ready();
  const server = servers.list().find((info) => info.source === "host" && hasTool(info, query.tool));
  if (server) {
    throw fail("mcp_unavailable", `${query.tool} belongs to "${server.name}", a server of the host`, {
      hint: "The host can call it by itself.",
    });
  }
  const limit = new AbortController();
  const ms = Math.min(Math.max(query.timeoutMs ?? DEFAULT_CALL_MS, MIN_CALL_MS), MAX_CALL_MS);
  const late = fail("mcp_unavailable", `${query.tool} did not answer within ${ms} milliseconds`);
  const cancel = clock.after(ms, () => limit.abort(late));
  const signal = AbortSignal.any([scope.signal, limit.signal]);
  try {
    return query.isChecked
      ? await callChecked(query, { ...scope, signal })
      : { result: await servers.call(query.tool, { input: query.input, signal }) };
  } finally {
    cancel();
  }
}

function hasTool({ name, tools }: ServerInfo, tool: string): boolean {
  return tools?.some((own) => `mcp__${name}__${own.name}`.replace(/[^a-zA-Z0-9_-]/g, "_") === tool) ?? false;
}

/** Runs the call like one of the model: under its rules, mode and hooks. */
async function callChecked(query: ToolCallQuery, scope: QueryScope): Promise<Json> {
  const { runtime, parts, emitter, signal } = scope;
  runtime.refreshServerTools();
  const { registry, runner } = runtime;
  if (registry.isWithheld(query.tool)) throw fail("tool_failed", "The tool did not run: the rules forbid it");
  if (!query.tool.startsWith("mcp__") || !registry.find(query.tool)) {
    throw fail("mcp_unavailable", `No connected MCP server has a tool ${JSON.stringify(query.tool)}`);
  }
  const call = { kind: "tool_call", callId: parts.world.ids.next(), tool: query.tool, input: query.input } as const;
  const { denial, output, isError, data } = await runner.runForHost(call, { emitter, signal });
  if (denial) throw fail("tool_failed", `The tool did not run: ${denial.message}`);
  signal.throwIfAborted();
  return JSON.parse(JSON.stringify({ output, isError, ...data }));
}
