import type { ArmedHook, HookRun } from "../engine/hooks.ts";
import { deferred, isObject, type JsonObject } from "../model/mod.ts";
import type { Settings } from "./settings.ts";

/** What hooks of the settings are run with. */
export interface SettingHookOptions {
  cwd: string;
  /** The environment of children, without secrets. */
  environment: Readonly<Record<string, string>>;
  note: (text: string) => void;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 3_600_000;
/** Below this a number is more likely to be meant as seconds. */
const SUSPICIOUS_TIMEOUT_MS = 500;
const BLOCKED = 2;

/** The command hooks of the settings. Untrusted projects have no say in them: the settings leave theirs out. */
export function settingHooks(settings: Settings, options: SettingHookOptions): ArmedHook[] {
  const byEvent = settings.get("hooks");
  if (!byEvent || settings.get("disableAllHooks")) return [];
  const armed: ArmedHook[] = [];
  for (const [event, groups] of Object.entries(byEvent)) {
    for (const group of Array.isArray(groups) ? groups : []) {
      if (!isObject(group) || !Array.isArray(group.hooks)) continue;
      const matcher = typeof group.matcher === "string" ? group.matcher : null;
      for (const hook of group.hooks) {
        const one = isObject(hook) ? armedHook(hook, { ...options, event, matcher }) : null;
        if (one) armed.push(one);
      }
    }
  }
  return armed;
}

function armedHook(
  hook: Record<string, unknown>,
  around: SettingHookOptions & { event: string; matcher: string | null },
): ArmedHook | null {
  const { event, matcher, note } = around;
  if (hook.type !== "command" || typeof hook.command !== "string" || hook.command.trim() === "") {
    note(`qwen: a ${event} hook of type ${JSON.stringify(hook.type)} is not run: only commands are`);
    return null;
  }
  const timeoutMs = typeof hook.timeout === "number" && hook.timeout > 0
    ? Math.min(hook.timeout, MAX_TIMEOUT_MS)
    : DEFAULT_TIMEOUT_MS;
  if (timeoutMs < SUSPICIOUS_TIMEOUT_MS) {
    note(`qwen: the timeout ${timeoutMs} of a ${event} hook is in milliseconds`);
  }
  const { command } = hook;
  const env = isObject(hook.env) ? hook.env as Record<string, string> : {};
  return {
    event,
    matcher,
    name: command.length > 100 ? `${command.slice(0, 99)}…` : command,
    timeoutMs,
    isDetached: hook.async === true,
    run: (payload, signal) =>
      runHook({ command, env, cwd: around.cwd, environment: around.environment }, { payload, signal }),
  };
}

async function runHook(
  hook: { command: string; env: Record<string, string>; cwd: string; environment: Readonly<Record<string, string>> },
  { payload, signal }: { payload: JsonObject; signal: AbortSignal },
): Promise<HookRun> {
  const [{ runCommandHook }, { hookInput, hookOutput, PLAIN_TERMS }]: [
    typeof import("../sandbox/command_hook.ts"),
    typeof import("../dialects/agent/hook_words.ts"),
  ] = await Promise.all([
    import(deferred("../sandbox/command_hook.ts")),
    import(deferred("../dialects/agent/hook_words.ts")),
  ]);
  const { command, cwd } = hook;
  const env = { ...hook.environment, QWEN_PROJECT_DIR: cwd, CLAUDE_PROJECT_DIR: cwd, ...hook.env };
  const input = JSON.stringify(hookInput(payload, PLAIN_TERMS));
  const { code, stdout, stderr, isFlooded } = await runCommandHook({ command, cwd, env }, { input, signal });
  const output = stdout.trim();
  const head = { output: output === "" ? stderr.trim() : output, exitCode: code };
  if (isFlooded) return { ...head, end: { kind: "said", value: "more output than is read" } };
  if (code === BLOCKED) {
    return { ...head, end: { kind: "blocked", reason: stderr.trim() || output || "A hook refused it." } };
  }
  if (code !== 0) {
    const how = code === null ? "it was ended by a signal" : `it exited with ${code}`;
    const why = stderr.trim().slice(0, 500);
    return { ...head, end: { kind: "failed", message: why === "" ? how : `${how}: ${why}` } };
  }
  if (!output.startsWith("{")) return { ...head, end: { kind: "text", text: output } };
  return { ...head, end: { kind: "said", value: hookOutput(parsed(output), payload.tool, PLAIN_TERMS) } };
}

/** The JSON of a text; the text itself when it is none, which no hook may answer. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
