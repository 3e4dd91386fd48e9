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

interface HookSetting extends SettingHookOptions {
  event: string;
  matcher: string | null;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 3_600_000;
/** Below this a number is more likely to be meant as seconds. */
const SUSPICIOUS_TIMEOUT_MS = 500;
const BLOCKED = 2;

/** The hooks of the settings. Untrusted projects have no say in them: the settings leave theirs out. */
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

function armedHook(hook: Record<string, unknown>, around: HookSetting): ArmedHook | null {
  if (hook.type === "http" && typeof hook.url === "string" && URL.canParse(hook.url)) {
    return httpHook({ ...hook, url: hook.url }, around);
  }
  if (hook.type === "command" && typeof hook.command === "string" && hook.command.trim() !== "") {
    return commandHook({ ...hook, command: hook.command }, around);
  }
  if (hook.type === "prompt" && typeof hook.prompt === "string" && hook.prompt.trim() !== "") {
    return promptHook({ ...hook, prompt: hook.prompt }, around);
  }
  const { event, note } = around;
  const lacks: Record<string, string> = { command: "command", http: "address", prompt: "prompt" };
  const lack = typeof hook.type === "string" && Object.hasOwn(lacks, hook.type) ? lacks[hook.type] : null;
  const reason = lack ? `it has no ${lack}` : "only commands, http addresses and prompts are";
  note(`qwen: a ${event} hook of type ${JSON.stringify(hook.type)} is not run: ${reason}`);
  return null;
}

function commandHook(hook: Record<string, unknown> & { command: string }, around: HookSetting): ArmedHook {
  const { event, matcher, note, cwd, environment } = around;
  const timeoutMs = timeoutOf(hook.timeout, 1);
  if (timeoutMs < SUSPICIOUS_TIMEOUT_MS) {
    note(`qwen: the timeout ${timeoutMs} of a ${event} hook is in milliseconds`);
  }
  const { command } = hook;
  return {
    ...{ event, matcher, timeoutMs },
    name: shortened(command),
    isDetached: hook.async === true,
    run: (payload, { signal }) => runHook({ command, env: textsIn(hook.env), cwd, environment }, { payload, signal }),
  };
}

/** Time limits of servers are given in seconds, those of commands in milliseconds. */
function httpHook(hook: Record<string, unknown> & { url: string }, { event, matcher }: HookSetting): ArmedHook {
  return {
    ...{ event, matcher, timeoutMs: timeoutOf(hook.timeout, 1_000) },
    name: shortened(hook.url),
    isDetached: hook.async === true,
    run: async (payload, { signal }) => {
      const { postHook }: typeof import("./http_hook.ts") = await import(deferred("./http_hook.ts"));
      return await postHook({ url: hook.url, headers: textsIn(hook.headers) }, { payload, signal });
    },
  };
}

/** The model decides; time limits are given in seconds, as for servers. */
function promptHook(hook: Record<string, unknown> & { prompt: string }, around: HookSetting): ArmedHook {
  const { event, matcher } = around;
  const { prompt } = hook;
  const model = typeof hook.model === "string" && hook.model !== "" ? hook.model : null;
  return {
    ...{ event, matcher, timeoutMs: timeoutOf(hook.timeout, 1_000) },
    name: shortened(`prompt: ${prompt}`),
    isDetached: hook.async === true,
    run: async (payload, around) => {
      const { askPromptHook }: typeof import("./prompt_hook.ts") = await import(deferred("./prompt_hook.ts"));
      const continues = hook.continueOnBlock === true;
      return await askPromptHook({ prompt, model, continues }, { payload, around });
    },
  };
}

function timeoutOf(value: unknown, unitMs: number): number {
  return typeof value === "number" && value > 0 ? Math.min(value * unitMs, MAX_TIMEOUT_MS) : DEFAULT_TIMEOUT_MS;
}

function textsIn(value: unknown): Record<string, string> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

async function runHook(
  hook: { command: string; env: Record<string, string>; cwd: string; environment: Readonly<Record<string, string>> },
  { payload, signal }: { payload: JsonObject; signal: AbortSignal },
): Promise<HookRun> {
  const [{ runCommandHook }, { hookInput, PLAIN_TERMS }, { hookOutput }, { parsed }]: [
    typeof import("../sandbox/command_hook.ts"),
    typeof import("../dialects/agent/hook_words.ts"),
    typeof import("../dialects/agent/hook_output.ts"),
    typeof import("./http_hook.ts"),
  ] = await Promise.all([
    import(deferred("../sandbox/command_hook.ts")),
    import(deferred("../dialects/agent/hook_words.ts")),
    import(deferred("../dialects/agent/hook_output.ts")),
    import(deferred("./http_hook.ts")),
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
