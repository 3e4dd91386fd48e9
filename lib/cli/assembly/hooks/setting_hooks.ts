import type { Settings } from "../../../config/settings/settings.ts";
import { hookInput, hookOutput, PLAIN_HOOK_PROTOCOL } from "../../../dialects/agent/hook_messages.ts";
import type { ConfiguredHook, HookContext, HookRun } from "../../../engine/hooks/hooks.ts";
import { isObject, type JsonObject } from "../../../model/mod.ts";
import { runCommandHook } from "../../../sandbox/process/command_hook.ts";
import { parsed, postHook } from "./http_hook.ts";
import { askPromptHook } from "./prompt_hook.ts";

/** The surroundings of the hooks of the settings. */
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
/** A smaller number is more likely meant as seconds. */
const SUSPICIOUS_TIMEOUT_MS = 500;
const BLOCKED = 2;
/** Keys beside the events, as in settings of qwen-code. */
const RESERVED: ReadonlySet<string> = new Set(["enabled", "disabled", "notifications"]);

/** Makes the hooks of the settings. The settings contain none of untrusted projects. */
export function settingHooks(settings: Settings, options: SettingHookOptions): ConfiguredHook[] {
  const byEvent = settings.get("hooks");
  if (!byEvent || settings.get("disableAllHooks") || byEvent.enabled === false) return [];
  const disabled = new Set(Array.isArray(byEvent.disabled) ? byEvent.disabled : []);
  const configured: ConfiguredHook[] = [];
  for (const [event, groups] of Object.entries(byEvent)) {
    if (RESERVED.has(event)) continue;
    for (const group of Array.isArray(groups) ? groups : []) {
      if (!isObject(group) || !Array.isArray(group.hooks)) continue;
      const matcher = typeof group.matcher === "string" ? group.matcher : null;
      for (const hook of group.hooks) {
        const one = isObject(hook) ? configuredHook(hook, { ...options, event, matcher }) : null;
        if (one && !disabled.has(one.name) && !(isObject(hook) && disabled.has(String(hook.name)))) {
          configured.push(one);
        }
      }
    }
  }
  return configured;
}

function configuredHook(hook: Record<string, unknown>, setting: HookSetting): ConfiguredHook | null {
  if (hook.type === "http" && typeof hook.url === "string" && URL.canParse(hook.url)) {
    return httpHook({ ...hook, url: hook.url }, setting);
  }
  if (hook.type === "command" && typeof hook.command === "string" && hook.command.trim() !== "") {
    return commandHook({ ...hook, command: hook.command }, setting);
  }
  if (hook.type === "prompt" && typeof hook.prompt === "string" && hook.prompt.trim() !== "") {
    return promptHook({ ...hook, prompt: hook.prompt }, setting);
  }
  const { event, note } = setting;
  const lacks: Record<string, string> = { command: "command", http: "address", prompt: "prompt" };
  const lack = typeof hook.type === "string" && Object.hasOwn(lacks, hook.type) ? lacks[hook.type] : null;
  const reason = lack ? `it has no ${lack}` : "only commands, http addresses and prompts are";
  note(`qwen: a ${event} hook of type ${JSON.stringify(hook.type)} is not run: ${reason}`);
  return null;
}

function commandHook(hook: Record<string, unknown> & { command: string }, setting: HookSetting): ConfiguredHook {
  const { event, matcher, note, cwd, environment } = setting;
  const timeoutMs = timeoutOf(hook.timeout, 1);
  if (timeoutMs < SUSPICIOUS_TIMEOUT_MS) {
    note(`qwen: the timeout ${timeoutMs} of a ${event} hook is in milliseconds`);
  }
  const { command } = hook;
  return {
    ...{ event, matcher, timeoutMs },
    name: shortened(command),
    isDetached: hook.async === true,
    isOnce: hook.once === true,
    run: (payload, context) => runHook({ command, env: textsIn(hook.env), cwd, environment }, { payload, ...context }),
  };
}

/** Timeouts of servers are in seconds, those of commands in milliseconds. */
function httpHook(hook: Record<string, unknown> & { url: string }, { event, matcher }: HookSetting): ConfiguredHook {
  return {
    ...{ event, matcher, timeoutMs: timeoutOf(hook.timeout, 1_000) },
    name: shortened(hook.url),
    isDetached: hook.async === true,
    isOnce: hook.once === true,
    run: async (payload, { signal }) => {
      return await postHook({ url: hook.url, headers: textsIn(hook.headers) }, { payload, signal });
    },
  };
}

/** Lets the model decide. Timeouts are in seconds, as for servers. */
function promptHook(hook: Record<string, unknown> & { prompt: string }, setting: HookSetting): ConfiguredHook {
  const { event, matcher } = setting;
  const { prompt } = hook;
  const model = typeof hook.model === "string" && hook.model !== "" ? hook.model : null;
  return {
    ...{ event, matcher, timeoutMs: timeoutOf(hook.timeout, 1_000) },
    name: shortened(`prompt: ${prompt}`),
    isDetached: hook.async === true,
    isOnce: hook.once === true,
    run: async (payload, context) => {
      const continues = hook.continueOnBlock === true;
      return await askPromptHook({ prompt, model, continues }, { payload, context });
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
  { payload, signal, onOutput }: { payload: JsonObject } & Pick<HookContext, "signal" | "onOutput">,
): Promise<HookRun> {
  const { command, cwd } = hook;
  const env = { ...hook.environment, QWEN_PROJECT_DIR: cwd, CLAUDE_PROJECT_DIR: cwd, ...hook.env };
  const input = JSON.stringify(hookInput(payload, PLAIN_HOOK_PROTOCOL));
  const { code, stdout, stderr, isFlooded } = await runCommandHook({ command, cwd, env }, {
    ...{ input, signal, onOutput },
  });
  const output = stdout.trim();
  const head = { output: output === "" ? stderr.trim() : output, stderr: stderr.trim(), exitCode: code };
  if (isFlooded) return { ...head, end: { kind: "answered", value: "more output than is read" } };
  if (code === BLOCKED) {
    return { ...head, end: { kind: "blocked", reason: stderr.trim() || output || "A hook refused it." } };
  }
  if (code !== 0) {
    const how = code === null ? "it was ended by a signal" : `it exited with ${code}`;
    const why = stderr.trim().slice(0, 500);
    return { ...head, end: { kind: "failed", message: why === "" ? how : `${how}: ${why}` } };
  }
  if (!output.startsWith("{")) return { ...head, end: { kind: "text", text: output } };
  return {
    ...head,
    end: { kind: "answered", value: hookOutput(parsed(output), { tool: payload.tool, protocol: PLAIN_HOOK_PROTOCOL }) },
  };
}
