import { isAbsolute, isInside } from "../../path/mod.ts";
import { fail, type Json, type JsonObject, type PermissionUpdate, type Query } from "../../model/mod.ts";
import { tellDirectories } from "../hooks/session_hooks.ts";
import { estimateTokens } from "../turn/history/token_count.ts";
import type { Emitter } from "./event_queue.ts";
import { callForHost } from "./requests/host_tool_calls.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionRuntime } from "./session_runtime.ts";
import type { SessionState } from "./session_state.ts";

/** The session that a query is about, and on whose behalf. */
export interface QueryScope {
  parts: SessionParts;
  state: SessionState;
  runtime: SessionRuntime;
  emitter: Emitter;
  /** Aborted when the host withdraws its query. */
  signal: AbortSignal;
}

type QueryOf<Subject extends Query["subject"]> = Extract<Query, { subject: Subject }>;

/** Answers a query of the host about the session. Throws QwenError when there is no answer. */
export async function answerQuery(query: Query, scope: QueryScope): Promise<Json> {
  const { parts, state, runtime } = scope;
  const { identity, model, store, host } = parts;
  const stored = await store.query(query);
  if (stored !== undefined) return stored;
  switch (query.subject) {
    case "session":
      return toJson(runtime.info());
    case "tools":
      return runtime.registry.names();
    case "models":
      return toJson(model.choices);
    case "commands":
      return toJson(host.commands?.list("headless") ?? []);
    case "agents":
      return state.agents.map(({ name, description }) => ({ name, description }));
    case "mcp":
      return toJson(host.servers?.list() ?? []);
    case "version":
      return { version: identity.version };
    case "context":
      return contextUsage(scope);
    case "may_use":
      return { isAllowed: state.mode !== "default" && runtime.registry.find(query.tool) !== undefined };
    case "mcp_message":
      return await mcpMessage(query, parts);
    case "resource":
      if (!host.servers) throw fail("mcp_unavailable", `There is no MCP server ${query.server}`);
      return await host.servers.readResource(query.server, query.uri);
    case "hooks":
      return toJson(runtime.hooks.list());
    case "permissions":
      return permissions(scope);
    case "settings":
      return settings(scope);
    case "suggest_files":
      return await host.commands?.suggestFiles(query.text, scope.signal) ?? [];
    case "call_tool":
      return await callForHost(query, scope);
    case "add_root":
      return await addRoot(query, scope);
    case "file":
      return await fileAnswer(query, parts);
    case "spending":
      return spending(scope);
    case "export":
      return exported(query, scope);
    case "rename":
      return rename(query, scope);
    case "title":
      return await sessionTitle(query, scope);
    case "task":
      return await taskAnswer(query, runtime);
    default:
      throw fail("protocol_error", `This session has no answer about ${query.subject}`, {
        detail: "unsupported_request",
      });
  }
}

function exported({ format }: QueryOf<"export">, { parts, state, runtime }: QueryScope): JsonObject {
  const { identity: { sessionId }, host: { commands }, world: { clock } } = parts;
  if (!commands) throw fail("protocol_error", "This session cannot be exported", { detail: "unsupported_request" });
  const { messages: history } = runtime.history;
  const content = commands.exportHistory(format, { sessionId, model: state.model, at: clock.now(), history });
  return { format, content };
}

function settings({ parts: { host }, state }: QueryScope): JsonObject {
  return {
    effective: host.commandContext?.settings() ?? {},
    sources: toJson(host.commandContext?.settingSources() ?? []),
    applied: { model: state.model, effort: state.effort },
  };
}

/** Passes a message of the host on; the answer of a server is part of the reply. */
async function mcpMessage({ server, message }: QueryOf<"mcp_message">, { host }: SessionParts): Promise<JsonObject> {
  const answer = await host.servers?.deliver(server, message);
  return answer ? { mcp_response: answer } : {};
}

const TITLE_SYSTEM = "You write titles of conversations. Answer with a title of at most seven words for the text that \
follows, in its language, without quotes and without a full stop. Answer with nothing else.";
const MAX_TITLE_CHARS = 100;

/** Lets the model write a title. */
async function sessionTitle(query: QueryOf<"title">, scope: QueryScope): Promise<JsonObject> {
  const { runtime, signal } = scope;
  const text = await runtime.ask({ system: TITLE_SYSTEM, text: query.description, model: null }, signal);
  const title = text.trim().split("\n")[0].replace(/^["'`]+|["'`.]+$/g, "").slice(0, MAX_TITLE_CHARS);
  if (title === "") {
    throw fail("provider_error", "The model wrote no title", { hint: "Try again, or name it yourself." });
  }
  if (query.persist) rename({ subject: "rename", title, sessionId: null }, scope);
  return { title };
}

function rename({ title, sessionId }: QueryOf<"rename">, { parts: { store, world }, state }: QueryScope): JsonObject {
  if (sessionId !== null && sessionId !== state.sessionId) {
    throw fail("protocol_error", `The session ${sessionId} is over: this one is ${state.sessionId}`);
  }
  const payload = { customTitle: title, titleSource: "manual" };
  store.journal?.append({ type: "note", subtype: "custom_title", payload, at: world.clock.now() });
  return {};
}

async function contextUsage({ state, runtime }: QueryScope): Promise<JsonObject> {
  const messages = estimateTokens(runtime.history.messages);
  const systemPrompt = Math.ceil((await runtime.model.system()).length / 4);
  const specs = runtime.registry.specs(undefined);
  const tools = specs.map(({ name, description, input }) => ({
    name,
    tokens: Math.ceil((name.length + description.length + JSON.stringify(input).length) / 4),
  }));
  const builtIn = tools.filter((tool) => !tool.name.startsWith("mcp__"));
  const mcp = tools.filter((tool) => tool.name.startsWith("mcp__"));
  return {
    model: state.model,
    contextWindow: runtime.model.contextWindow,
    systemPrompt,
    messages,
    builtInTools: builtIn,
    mcpTools: mcp,
    totalTokens: systemPrompt + messages + tools.reduce((sum, tool) => sum + tool.tokens, 0),
  };
}

function spending({ parts, state, runtime }: QueryScope): JsonObject {
  const { models, linesAdded, linesRemoved } = runtime.tally.snapshot();
  return {
    models: toJson(models),
    linesAdded,
    linesRemoved,
    apiDurationMs: runtime.tally.latencyMs,
    durationMs: parts.world.clock.now() - state.startedAt,
    contextWindow: runtime.model.contextWindow,
    costs: runtime.costs(),
  };
}

/** Rules and folders, each with its origin. */
function permissions({ parts, state }: QueryScope): JsonObject {
  const { identity: { cwd, roots }, host: { commandContext } } = parts;
  const lists = commandContext?.rules();
  const rules = (["allow", "ask", "deny"] as const).flatMap((behavior) =>
    (lists?.[behavior] ?? []).map((rule) => ({
      behavior,
      rule,
      origin: commandContext?.ruleOrigin(behavior, rule) ?? "session",
    }))
  );
  const folders = state.roots.filter((root) => root !== cwd);
  const directories = folders.map((path) => ({ path, origin: roots.includes(path) ? "flag" : "session" }));
  return { rules, directories, cwd };
}

const MAX_FILE_BYTES = 10 * 1024 * 1024;

async function fileAnswer(
  query: QueryOf<"file">,
  { identity: { cwd }, tools: { files } }: SessionParts,
): Promise<Json> {
  const path = await files.resolve(absolute(query.path, cwd), "read");
  const info = await files.stat(path);
  if (!info?.isFile) throw fail("protocol_error", `There is no file ${query.path}`, { detail: "no_such_file" });
  const maxBytes = Math.min(query.maxBytes ?? MAX_FILE_BYTES, MAX_FILE_BYTES);
  const bytes = (await files.read(path, { maxBytes })).subarray(0, maxBytes);
  const text = query.encoding === "base64" ? bytes.toBase64() : new TextDecoder().decode(bytes);
  const isLossy = query.encoding !== "base64" && text.includes("\ufffd");
  return { path, text, encoding: query.encoding, isCut: info.size > bytes.length, isLossy };
}

/** Makes a folder below the workspace one of its roots. Throws QwenError when that is refused. */
async function addRoot(query: QueryOf<"add_root">, scope: QueryScope): Promise<JsonObject> {
  const { parts, state, runtime, emitter } = scope;
  const { identity, tools: { files }, host } = parts;
  const real = await files.resolve(absolute(query.directory, identity.cwd), "read");
  const refuse = (reason: string): Error => fail("config_invalid", `Cannot add ${query.directory}: ${reason}`);
  if (!(await files.stat(real))?.isDirectory) throw refuse("it is not a folder");
  // A folder of the command line may not exist.
  const realOf = (root: string): Promise<string> => files.resolve(root, "read").catch(() => root);
  const known = await Promise.all(state.roots.map(realOf));
  if (known.includes(real)) throw refuse("it is a working folder already");
  const launched = await Promise.all(identity.roots.map(realOf));
  if (!launched.some((root) => real !== root && isInside(real, root))) {
    throw refuse("it lies outside the folders that the program was started with");
  }
  const update: PermissionUpdate = { type: "directories", change: "add", directories: [real] };
  runtime.permissions.apply(update);
  tellDirectories(runtime.hooks, update, { emitter, source: "register_repo_root" });
  if (query.rereads) await Promise.all([host.commandContext?.memory.refresh(), host.commands?.refresh()]);
  return { directory: real };
}

async function taskAnswer(query: QueryOf<"task">, runtime: SessionRuntime): Promise<Json> {
  const job = runtime.memory.jobs.get(query.taskId);
  if (query.action === "background") {
    return [...runtime.memory.jobs.values()].map(({ id, command }) => ({ id, command }));
  }
  if (!job) {
    throw fail("protocol_error", `There is no task ${JSON.stringify(query.taskId)}`, { detail: "unknown_task" });
  }
  if (query.action === "stop") await job.stop();
  return { id: job.id, isRunning: job.isRunning, output: job.output() };
}

function absolute(path: string, cwd: string): string {
  return isAbsolute(path) ? path : `${cwd}/${path}`;
}

/** Converts plain data whose type does not say that it is JSON. */
function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}
