import { projectSessions, type SessionSummary, summarize } from "../store/lookup.ts";
import { plain } from "./plain_text.ts";
import { printText } from "./print_text.ts";
import { loadSettings, qwenHome, settingChoices } from "./settings.ts";
import type { SubcommandContext } from "./subcommands.ts";

const MAX_SESSIONS = 100;
const MAX_CHARS = 60;

/** `qwen sessions`: the saved sessions of this folder, newest first, for `--resume`; JSON lines where those are asked for. */
export async function sessionsCommand(
  _words: readonly string[],
  { parsed, pipes }: SubcommandContext,
): Promise<number> {
  const { flags } = parsed;
  const env = (name: string): string | undefined => Deno.env.get(name);
  const cwd = Deno.cwd();
  const { settings } = await loadSettings({ cwd, env, ...settingChoices(flags) });
  const base = env("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? qwenHome(env);
  const isJson = flags.outputFormat !== undefined && flags.outputFormat !== "text";
  const entries = await projectSessions({ base, cwd }, MAX_SESSIONS);
  if (entries.length === 0 && !isJson) pipes.note("No session of this folder is saved.");
  for (const entry of entries) {
    const summary = await summarize(entry);
    await printText(isJson ? JSON.stringify(recordOf(summary)) : lineOf(summary), pipes);
  }
  return 0;
}

function recordOf({ sessionId, mtimeMs, size, title, prompt, path }: SessionSummary): object {
  return { session_id: sessionId, modified: new Date(mtimeMs).toISOString(), bytes: size, title, prompt, path };
}

function lineOf({ sessionId, mtimeMs, title, prompt }: SessionSummary): string {
  const when = new Date(mtimeMs).toISOString().slice(0, 16).replace("T", " ");
  const text = plain(title ?? prompt).replace(/\s+/g, " ").trim();
  return `${sessionId}  ${when}  ${text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text}`;
}
