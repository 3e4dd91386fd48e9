import { loadSettings, qwenHome } from "../../../config/settings/settings.ts";
import { type Message, textOf } from "../../../model/mod.ts";
import { fail, reasonOf } from "../../../model/problem.ts";
import { currentFolder } from "../../../path/mod.ts";
import { findSession, projectSessions, type SessionSummary, summarize } from "../../../store/lookup.ts";
import { loadSession } from "../../../store/resume.ts";
import { importSession, removeSession } from "../../../store/session_files.ts";
import type { StorePaths } from "../../../store/store_paths.ts";
import { oneLine, plain } from "../../../terminal/plain_text.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { settingChoices } from "../../assembly/config/setting_choices.ts";
import { type Pipes, printText } from "../../process/pipes.ts";
import { defineSubcommand } from "../subcommand.ts";

/** `qwen sessions`: lists, shows, removes, exports and imports the saved sessions of this folder. */
export const sessions = defineSubcommand({
  name: "sessions",
  help: "List the saved sessions of this folder, newest first; show, rm, export or import one",
  words: [
    { name: "list|show|rm|export|import", choices: ["list", "show", "rm", "export", "import"], optional: true },
    { name: "ID|FILE", optional: true },
    { name: "FILE", optional: true },
  ],
  flags: {
    "json": { type: "boolean", help: "Print JSON lines" },
  },
  async run(words, context): Promise<number> {
    return await runSessions(words, context);
  },
});

const MAX_SESSIONS = 100;
const MAX_CHARS = 60;

interface SessionsContext {
  flags: Flags & { json?: boolean };
  pipes: Pipes;
}

interface Scope {
  paths: StorePaths;
  pipes: Pipes;
  isJson: boolean;
}

/** Does what `qwen sessions` was asked for. Throws `session_not_found` for an id that is not saved here. */
async function runSessions(words: readonly string[], { flags, pipes }: SessionsContext): Promise<number> {
  const [action = "list", target, file] = words;
  const env = (name: string): string | undefined => Deno.env.get(name);
  const cwd = currentFolder();
  const { settings } = await loadSettings({ cwd, env, ...settingChoices(flags) });
  const base = env("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? qwenHome(env);
  const isJson = flags.json === true || (flags.outputFormat !== undefined && flags.outputFormat !== "text");
  const scope: Scope = { paths: { base, cwd }, pipes, isJson };
  if (action === "list") await list(scope);
  else if (target === undefined) {
    throw fail("usage_error", `qwen sessions ${action} needs ${action === "import" ? "a FILE" : "an ID"}`, {
      hint: "`qwen sessions` lists the ids.",
    });
  } else if (action === "show") await show(target, scope);
  else if (action === "rm") await remove(target, scope);
  else if (action === "export") await exportTo(target, { ...scope, file });
  else await importFrom(target, scope);
  return 0;
}

async function list({ paths, pipes, isJson }: Scope): Promise<void> {
  const entries = await projectSessions(paths, MAX_SESSIONS);
  if (entries.length === 0 && !isJson) pipes.note("No session of this folder is saved.");
  for (const entry of entries) {
    const summary = await summarize(entry);
    await printText(isJson ? JSON.stringify(recordOf(summary)) : lineOf(summary), pipes);
  }
}

async function show(wanted: string, { paths, pipes, isJson }: Scope): Promise<void> {
  const entry = await findSession(paths, wanted);
  const { messages, model, usage } = await loadSession(entry.path, { sessionId: entry.sessionId });
  const summary = await summarize(entry);
  if (isJson) {
    const record = { ...recordOf(summary), model, total_tokens: usage.totalTokens, messages };
    await printText(JSON.stringify(record), pipes);
    return;
  }
  const head = [lineOf(summary), `${messages.length} messages, ${usage.totalTokens} tokens, ${model ?? "no model"}`];
  await printText([...head, ...messages.flatMap(messageLines)].join("\n"), pipes);
}

function messageLines({ role, parts }: Message): string[] {
  const calls = parts.flatMap((part) => {
    if (part.kind === "tool_call") return [`[${part.tool} ${oneLine(JSON.stringify(part.input), 200)}]`];
    return part.kind === "tool_result" ? [`[${part.tool}: ${part.isError ? "failed" : "done"}]`] : [];
  });
  const text = plain(textOf(parts)).trimEnd();
  const lines = [...(text === "" ? [] : [text]), ...calls.map(plain)];
  return lines.length === 0 ? [] : ["", `${role}:`, ...lines];
}

async function remove(wanted: string, { paths, pipes, isJson }: Scope): Promise<void> {
  const entry = await findSession(paths, wanted);
  await removeSession(entry);
  const { sessionId } = entry;
  await printText(isJson ? JSON.stringify({ session_id: sessionId, removed: true }) : `Removed ${sessionId}.`, pipes);
}

async function exportTo(wanted: string, { paths, pipes, isJson, file }: Scope & { file?: string }): Promise<void> {
  const { path, sessionId } = await findSession(paths, wanted);
  const text = await Deno.readTextFile(path);
  if (file === undefined) {
    await printText(text.trimEnd(), pipes);
    return;
  }
  try {
    await Deno.writeTextFile(file, text, { mode: 0o600 });
  } catch (error) {
    throw fail("input_error", `Cannot write ${file}: ${reasonOf(error)}`);
  }
  await printText(
    isJson ? JSON.stringify({ session_id: sessionId, file }) : `Exported ${sessionId} to ${file}.`,
    pipes,
  );
}

async function importFrom(file: string, { paths, pipes, isJson }: Scope): Promise<void> {
  const sessionId = await importSession(file, paths);
  await printText(isJson ? JSON.stringify({ session_id: sessionId }) : `Imported ${sessionId}.`, pipes);
}

function recordOf({ sessionId, mtimeMs, size, title, prompt, path }: SessionSummary): object {
  return { session_id: sessionId, modified: new Date(mtimeMs).toISOString(), bytes: size, title, prompt, path };
}

function lineOf({ sessionId, mtimeMs, title, prompt }: SessionSummary): string {
  const when = new Date(mtimeMs).toISOString().slice(0, 16).replace("T", " ");
  const text = plain(title ?? prompt).replace(/\s+/g, " ").trim();
  return `${sessionId}  ${when}  ${text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text}`;
}
