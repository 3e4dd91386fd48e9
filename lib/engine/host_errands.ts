import { fail, type Json, type JsonObject, type PermissionUpdate, type Query, type ServerInfo } from "../model/mod.ts";
import { tellDirectories } from "./directory_hooks.ts";
import type { QueryScope } from "./queries.ts";

const MIN_CALL_MS = 1_000;
const MAX_CALL_MS = 600_000;
// A run that has lost its input waits for what it was asked; a server that never answers must not hold it.
const DEFAULT_CALL_MS = 120_000;

type QueryOf<Subject extends Query["subject"]> = Extract<Query, { subject: Subject }>;

/** Calls a tool of an MCP server for the host. Throws QwenError where the tool did not run. */
export async function callForHost(query: QueryOf<"call_tool">, scope: QueryScope): Promise<Json> {
  const { parts } = scope;
  if (query.expiresAt !== null && parts.clock.now() >= query.expiresAt) {
    throw fail("protocol_error", "The call came after its deadline and was not made", { detail: "expired" });
  }
  const { servers } = parts;
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
  const callOff = parts.clock.after(ms, () => limit.abort(late));
  const signal = AbortSignal.any([scope.signal, limit.signal]);
  try {
    return query.isChecked
      ? await callChecked(query, { ...scope, signal })
      : { result: await servers.call(query.tool, { input: query.input, signal }) };
  } finally {
    callOff();
  }
}

function hasTool({ name, tools }: ServerInfo, tool: string): boolean {
  return tools?.some((own) => `mcp__${name}__${own.name}`.replace(/[^a-zA-Z0-9_-]/g, "_") === tool) ?? false;
}

/** The call as one of the model: under its rules, mode and hooks. */
async function callChecked(query: QueryOf<"call_tool">, scope: QueryScope): Promise<Json> {
  const { workshop, parts, voice, signal } = scope;
  workshop.refreshServerTools();
  const { toolbox } = workshop;
  if (toolbox.isWithheld(query.tool)) throw fail("tool_failed", "The tool did not run: the rules forbid it");
  if (!query.tool.startsWith("mcp__") || !toolbox.find(query.tool)) {
    throw fail("mcp_unavailable", `No connected MCP server has a tool ${JSON.stringify(query.tool)}`);
  }
  const call = { kind: "tool_call", callId: parts.ids.next(), tool: query.tool, input: query.input } as const;
  const { denial, output, isError, data } = await (await workshop.runner()).runAside(call, { voice, signal });
  if (denial) throw fail("tool_failed", `The tool did not run: ${denial.message}`);
  signal.throwIfAborted();
  return JSON.parse(JSON.stringify({ output, isError, ...data }));
}

/** Makes a folder below the workspace one of its roots. Throws QwenError where it may not be. */
export async function addRoot(query: QueryOf<"add_root">, scope: QueryScope): Promise<JsonObject> {
  const { parts, state, workshop, voice } = scope;
  const { files, cwd, policy, desk } = parts;
  const directory = query.directory.startsWith("/") ? query.directory : `${cwd}/${query.directory}`;
  const real = await files.resolve(directory, "read");
  const refuse = (reason: string): Error => fail("config_invalid", `Cannot add ${query.directory}: ${reason}`);
  if (!(await files.stat(real))?.isDirectory) throw refuse("it is not a folder");
  // A folder of the command line may not be there.
  const realOf = (root: string): Promise<string> => files.resolve(root, "read").catch(() => root);
  const known = await Promise.all(state.roots.map(realOf));
  if (known.includes(real)) throw refuse("it is a working folder already");
  const launched = await Promise.all(parts.roots.map(realOf));
  if (!launched.some((root) => real.startsWith(`${root}/`))) {
    throw refuse("it lies outside the folders that the program was started with");
  }
  const update: PermissionUpdate = { type: "directories", change: "add", directories: [real] };
  policy.update(update);
  state.changeRoots({ change: "add", directories: [real] });
  tellDirectories(workshop.hooks, update, { voice, source: "register_repo_root" });
  if (query.rereads) await Promise.all([desk?.memory.refresh(), parts.commands?.refresh()]);
  return { directory: real };
}
