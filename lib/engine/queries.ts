import { deferred, fail, type Json, type JsonObject, type Query } from "../model/mod.ts";
import type { Voice } from "./outbox.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";
import { estimateTokens } from "./token_count.ts";
import type { Workshop } from "./workshop.ts";

/** What queries look at. */
export interface QueryScope {
  parts: SessionParts;
  state: SessionState;
  workshop: Workshop;
  voice: Voice;
  /** Aborted when the host takes its question back. */
  signal: AbortSignal;
}

/** Answers a question of the host about the session. Throws QwenError when there is no answer. */
export async function answerQuery(query: Query, scope: QueryScope): Promise<Json> {
  const { parts, state, workshop } = scope;
  const outside = await parts.query(query);
  if (outside !== undefined) return outside;
  switch (query.subject) {
    case "session":
      return toJson(workshop.info());
    case "tools":
      return workshop.toolbox.names();
    case "models":
      return toJson(parts.models);
    case "commands":
      return toJson(parts.commands?.list("headless") ?? []);
    case "agents":
      return state.agents.map(({ name, description }) => ({ name, description }));
    case "mcp":
      return toJson(parts.servers?.list() ?? []);
    case "version":
      return { version: parts.version };
    case "context":
      return contextUsage(scope);
    case "may_use":
      return { isAllowed: state.mode !== "default" && workshop.toolbox.find(query.tool) !== undefined };
    case "mcp_message":
      parts.servers?.deliver(query.server, query.message);
      return {};
    case "resource":
      if (!parts.servers) throw fail("mcp_unavailable", `There is no MCP server ${query.server}`);
      return await parts.servers.readResource(query.server, query.uri);
    case "hooks":
      return toJson(workshop.hooks.list());
    case "permissions":
      return permissions(scope);
    case "settings":
      return {
        effective: parts.desk?.settings() ?? {},
        sources: toJson(parts.desk?.settingSources() ?? []),
        applied: { model: state.model, effort: state.effort },
      };
    case "suggest_files":
      return await parts.commands?.suggestFiles(query.text, scope.signal) ?? [];
    case "call_tool":
      return await (await errands()).callForHost(query, scope);
    case "add_root":
      return await (await errands()).addRoot(query, scope);
    case "file":
      return await fileAnswer(query, parts);
    case "spending":
      return spending(scope);
    case "rename": {
      if (query.sessionId !== null && query.sessionId !== state.sessionId) {
        throw fail("protocol_error", `The session ${query.sessionId} is over: this one is ${state.sessionId}`);
      }
      const payload = { customTitle: query.title, titleSource: "manual" };
      parts.journal?.append({ type: "note", subtype: "custom_title", payload, at: parts.clock.now() });
      return {};
    }
    case "task":
      return await taskAnswer(query, workshop);
    default:
      throw fail("protocol_error", `This session has no answer about ${query.subject}`, {
        detail: "unsupported_request",
      });
  }
}

async function errands(): Promise<typeof import("./host_errands.ts")> {
  return await import(deferred("./host_errands.ts"));
}

function contextUsage({ state, workshop }: QueryScope): JsonObject {
  const messages = estimateTokens(workshop.history.messages);
  const systemPrompt = Math.ceil(workshop.system().length / 4);
  const specs = workshop.toolbox.specs(undefined);
  const tools = specs.map(({ name, description, input }) => ({
    name,
    tokens: Math.ceil((name.length + description.length + JSON.stringify(input).length) / 4),
  }));
  const builtIn = tools.filter((tool) => !tool.name.startsWith("mcp__"));
  const mcp = tools.filter((tool) => tool.name.startsWith("mcp__"));
  return {
    model: state.model,
    contextWindow: workshop.contextWindow,
    systemPrompt,
    messages,
    builtInTools: builtIn,
    mcpTools: mcp,
    totalTokens: systemPrompt + messages + tools.reduce((sum, tool) => sum + tool.tokens, 0),
  };
}

function spending({ parts, state, workshop }: QueryScope): JsonObject {
  const { models, linesAdded, linesRemoved } = workshop.tally.snapshot();
  return {
    models: toJson(models),
    linesAdded,
    linesRemoved,
    apiDurationMs: workshop.tally.latencyMs,
    durationMs: parts.clock.now() - state.startedAt,
    contextWindow: workshop.contextWindow,
  };
}

/** Rules and folders, each with where it comes from. */
function permissions({ parts, state }: QueryScope): JsonObject {
  const { desk, cwd, roots } = parts;
  const lists = desk?.rules();
  const rules = (["allow", "ask", "deny"] as const).flatMap((behavior) =>
    (lists?.[behavior] ?? []).map((rule) => ({
      behavior,
      rule,
      origin: desk?.ruleOrigin(behavior, rule) ?? "session",
    }))
  );
  const folders = state.roots.filter((root) => root !== cwd);
  const directories = folders.map((path) => ({ path, origin: roots.includes(path) ? "flag" : "session" }));
  return { rules, directories, cwd };
}

const MAX_FILE_BYTES = 10 * 1024 * 1024;

async function fileAnswer(query: Extract<Query, { subject: "file" }>, { files, cwd }: SessionParts): Promise<Json> {
  const path = await files.resolve(query.path.startsWith("/") ? query.path : `${cwd}/${query.path}`, "read");
  const info = await files.stat(path);
  if (!info?.isFile) throw fail("protocol_error", `There is no file ${query.path}`, { detail: "no_such_file" });
  const maxBytes = Math.min(query.maxBytes ?? MAX_FILE_BYTES, MAX_FILE_BYTES);
  const bytes = (await files.read(path, { maxBytes })).subarray(0, maxBytes);
  const text = query.encoding === "base64" ? bytes.toBase64() : new TextDecoder().decode(bytes);
  const isLossy = query.encoding !== "base64" && text.includes("\ufffd");
  return { path, text, encoding: query.encoding, isCut: info.size > bytes.length, isLossy };
}

async function taskAnswer(query: Extract<Query, { subject: "task" }>, workshop: Workshop): Promise<Json> {
  const job = workshop.memory.jobs.get(query.taskId);
  if (query.action === "background") {
    return [...workshop.memory.jobs.values()].map(({ id, command }) => ({ id, command }));
  }
  if (!job) {
    throw fail("protocol_error", `There is no task ${JSON.stringify(query.taskId)}`, { detail: "unknown_task" });
  }
  if (query.action === "stop") await job.stop();
  return { id: job.id, isRunning: job.isRunning, output: job.output() };
}

/** A value of ours is plain data; its type just does not say so. */
function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}
