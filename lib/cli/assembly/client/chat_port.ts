import { join } from "../../../path/mod.ts";
import { isSettingKey, settingKeys, settingSpec } from "../../../config/settings/setting_keys.ts";
import { writeSettings } from "../../../config/settings/write_setting.ts";
import { textOf } from "../../../model/mod.ts";
import { findSession, projectSessions, summarize } from "../../../store/lookup.ts";
import { loadSession } from "../../../store/resume.ts";
import { projectFolder, type StorePaths } from "../../../store/store_paths.ts";
import type { ChatPort, SettingChoice } from "../../../terminal/chat/chat_port.ts";
import { ruleText } from "../../../terminal/chat/questions.ts";
import { THEMES } from "../../../terminal/draw/palette.ts";
import { oneLine } from "../../../terminal/plain_text.ts";
import { chooseProvider } from "../../choose_provider.ts";
import type { RunConfig } from "../config/load_config.ts";

const MAX_SESSIONS = 50;
/** How many messages of a session that is continued are shown. */
const MAX_RECALLED = 6;

/** What a conversation at the terminal needs of the configuration and the store. */
export function chatPort(config: RunConfig): ChatPort {
  const paths = storePaths(config);
  return {
    keepRules: (rules) => keepRules(config.cwd, rules.map(ruleText)),
    sessions: async () => {
      const entries = await projectSessions(paths, MAX_SESSIONS);
      const found = await Promise.all(entries.map((entry) => summarize(entry)));
      return found.map(({ sessionId, title, prompt, mtimeMs }) => ({
        value: sessionId,
        label: oneLine(title ?? prompt, 60) || sessionId,
        detail: new Date(mtimeMs).toISOString().slice(0, 16).replace("T", " "),
      }));
    },
    recall: async (sessionId) => {
      const entry = await findSession(paths, sessionId).catch(() => null);
      if (!entry) return null;
      const { messages } = await loadSession(entry.path, { sessionId: entry.sessionId });
      return messages.map(({ role, parts }) => ({ role, text: textOf(parts) }))
        .filter(({ role, text }) => role !== "tool" && text.trim() !== "").slice(-MAX_RECALLED);
    },
    branch: () => branchOf(config.cwd),
    chooseProvider: async (asker) => {
      const title = "Which provider should later conversations use?";
      return (await chooseProvider({ asker, title, env: config.loaded.env }))?.provider ?? null;
    },
    settings: () => settingChoices(config),
    keepSetting: (path, value) => keepSetting(config, { path, value }),
    privacy: () => privacyFacts(config),
  };
}

/** The settings with a list of values, and their values in force. */
function settingChoices({ settings }: RunConfig): SettingChoice[] {
  return settingKeys().flatMap((key): SettingChoice[] => {
    const { type, choices, help } = settingSpec(key);
    const values = type === "boolean" ? ["true", "false"] : key === "ui.theme" ? THEMES : choices;
    if (!values) return [];
    const value = settings.get(key);
    return [{ key, value: value === undefined ? null : String(value), choices: values, help }];
  });
}

async function keepSetting(
  { home }: RunConfig,
  { path, value }: { path: string; value: string },
): Promise<string> {
  const file = join(home, "settings.json");
  const isSwitch = isSettingKey(path) && settingSpec(path).type === "boolean";
  await writeSettings(file, [{ path: path.split("."), change: () => isSwitch ? value === "true" : value }]);
  return file;
}

function privacyFacts(config: RunConfig): ReturnType<ChatPort["privacy"]> {
  const { provider, baseUrl } = config.selection;
  const history = inputHistoryFile(config);
  const kept = history === null
    ? "No session is saved: general.chatRecording is off."
    : `Sessions and typed lines are saved in ${projectFolder(storePaths(config))}.`;
  return [
    {
      value: "sent",
      label: "What is sent",
      detail: `Prompts, files that tools read and results of tools go to ${baseUrl || `the provider ${provider}`}.`,
    },
    { value: "kept", label: "What is kept", detail: kept },
    {
      value: "reported",
      label: "What is reported",
      detail: "Nothing is reported to anyone, unless you name a collector for telemetry.",
    },
  ];
}

/** The file with the lines that were typed in this folder. */
export function inputHistoryFile(config: RunConfig): string | null {
  const { flags, settings } = config;
  const isKept = flags.chatRecording ?? settings.get("general.chatRecording") ?? true;
  return isKept ? `${projectFolder(storePaths(config))}/input_history.jsonl` : null;
}

function storePaths({ env, settings, home, cwd }: RunConfig): StorePaths {
  return { base: env("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? home, cwd };
}

/** Adds rules to the project's settings; returns the file. */
export async function keepRules(cwd: string, rules: readonly string[]): Promise<string> {
  const file = join(cwd, ".qwen", "settings.json");
  await writeSettings(file, [{
    path: ["permissions", "allow"],
    change: (before) => [...new Set([...(Array.isArray(before) ? before : []), ...rules])],
  }]);
  return file;
}

/** The branch of the repository that a folder is in, read without git. */
async function branchOf(folder: string): Promise<string | null> {
  for (let at = folder;;) {
    const head = await headOf(`${at}/.git`);
    if (head !== null) return /^ref: refs\/heads\/(.+)/.exec(head)?.[1].trim() ?? head.slice(0, 7);
    const above = at.slice(0, at.lastIndexOf("/"));
    if (above === at || above === "") return null;
    at = above;
  }
}

async function headOf(git: string): Promise<string | null> {
  try {
    const { isDirectory } = await Deno.stat(git);
    if (isDirectory) return await Deno.readTextFile(`${git}/HEAD`);
    // A worktree has a file that names its folder.
    const folder = /^gitdir: (.+)/.exec(await Deno.readTextFile(git))?.[1].trim();
    return folder === undefined ? null : await Deno.readTextFile(`${folder}/HEAD`);
  } catch {
    // There is no repository in this folder.
    return null;
  }
}
