/** Listings of settings, rules and hooks in the format of Claude's SDKs. */
import { isObject, type Json } from "../../../model/json.ts";

const SETTING_SOURCES: Readonly<Record<string, string>> = {
  system: "policySettings",
  user: "userSettings",
  project: "projectSettings",
  flag: "flagSettings",
};

const RULE_SOURCES: Readonly<Record<string, string>> = { ...SETTING_SOURCES, flag: "cliArg", session: "session" };

const EDITABILITY: Readonly<Record<string, string>> = {
  userSettings: "persistent",
  projectSettings: "persistent",
  cliArg: "session",
  session: "session",
};

/** The merged settings, those of each source, and those in effect. */
export function settings(value: Record<string, unknown>): object {
  const sources = Array.isArray(value.sources) ? value.sources.filter(isObject) : [];
  return {
    effective: withTheirNames(value.effective),
    sources: sources.map((source) => ({
      source: SETTING_SOURCES[String(source.origin)] ?? "flagSettings",
      settings: withTheirNames(source.settings),
    })),
    applied: value.applied ?? {},
  };
}

/** Their `model` is only a name; our other settings of models go under `modelSettings`. */
function withTheirNames(value: unknown): object {
  if (!isObject(value)) return {};
  const { model, ...rest } = value;
  if (!isObject(model)) return value;
  const { name, ...more } = model;
  return {
    ...rest,
    ...(name === undefined ? {} : { model: name }),
    ...(Object.keys(more).length === 0 ? {} : { modelSettings: more }),
  };
}

/** Rules and folders, each with its source. */
export function permissionRules(value: Record<string, unknown>): object {
  const rules = Array.isArray(value.rules) ? value.rules.filter(isObject) : [];
  const directories = Array.isArray(value.directories) ? value.directories.filter(isObject) : [];
  return {
    rules: rules.map(({ behavior, rule, origin }) => {
      const source = RULE_SOURCES[String(origin)] ?? "session";
      return { behavior, source, rule, editability: EDITABILITY[source] ?? "readonly" };
    }),
    workspaceDirectories: directories.map(({ path, origin }) => ({
      path,
      source: RULE_SOURCES[String(origin)] ?? "session",
    })),
    originalCwd: value.cwd ?? "",
    managedOnly: false,
  };
}

/** Hook events in the order of a session, and whether their hooks take a matcher. */
const HOOK_EVENTS: Readonly<Record<string, { summary: string; takesMatcher: boolean }>> = {
  SessionStart: { summary: "A session starts", takesMatcher: true },
  UserPromptSubmit: { summary: "The user sends a prompt", takesMatcher: false },
  UserPromptExpansion: { summary: "A command becomes a prompt", takesMatcher: true },
  PreToolUse: { summary: "Before a tool runs", takesMatcher: true },
  PermissionRequest: { summary: "A tool needs permission", takesMatcher: true },
  PermissionDenied: { summary: "A tool was refused", takesMatcher: true },
  PostToolUse: { summary: "After a tool has run", takesMatcher: true },
  PostToolUseFailure: { summary: "After a tool has failed", takesMatcher: true },
  PostToolBatch: { summary: "After all tools of an answer", takesMatcher: false },
  Notification: { summary: "Somebody should look", takesMatcher: true },
  Elicitation: { summary: "An MCP server asks a person", takesMatcher: true },
  ElicitationResult: { summary: "A person has answered an MCP server", takesMatcher: true },
  SubagentStart: { summary: "A sub-agent starts", takesMatcher: true },
  SubagentStop: { summary: "A sub-agent is done", takesMatcher: true },
  PreCompact: { summary: "Before the conversation is shortened", takesMatcher: true },
  PostCompact: { summary: "After the conversation was shortened", takesMatcher: true },
  PreModelSwitch: { summary: "Before another model is taken", takesMatcher: true },
  PostModelSwitch: { summary: "After another model was taken", takesMatcher: true },
  DirectoryAdded: { summary: "A working folder was added", takesMatcher: false },
  Stop: { summary: "The answer is complete", takesMatcher: false },
  StopFailure: { summary: "The turn has failed", takesMatcher: true },
  SessionEnd: { summary: "The session ends", takesMatcher: true },
};

/** All active hooks, by event. */
export function hooksListing(value: Json): object {
  const listed: unknown[] = Array.isArray(value) ? value : [];
  const armed = listed.filter(isObject);
  const order = Object.keys(HOOK_EVENTS);
  const placeOf = (event: unknown): number => {
    const place = order.indexOf(String(event));
    return place < 0 ? order.length : place;
  };
  const hooks = armed.toSorted((a, b) => placeOf(a.event) - placeOf(b.event));
  const events = [...new Set(hooks.map(({ event }) => String(event)))];
  return {
    events: events.map((name) => ({
      ...catalogRow(name),
      hookCount: hooks.filter(({ event }) => event === name).length,
    })),
    hooks: hooks.map(hookRow),
    eventCatalog: order.map(catalogRow),
    policy: {
      disabledByPolicy: false,
      managedOnly: false,
      pluginOnly: false,
      allDisabled: false,
      policyHookCount: 0,
    },
  };
}

function catalogRow(name: string): object {
  const known = Object.hasOwn(HOOK_EVENTS, name) ? HOOK_EVENTS[name] : { summary: "", takesMatcher: true };
  return { name, summary: known.summary, supportsMatcher: known.takesMatcher };
}

function hookRow(hook: Record<string, unknown>): object {
  const name = String(hook.name);
  const isCallback = name.startsWith("callback:");
  const isAddress = /^https?:/.test(name);
  return {
    event: hook.event,
    matcher: hook.matcher ?? "",
    source: isCallback ? "sessionHook" : "userSettings",
    sourceLabel: isCallback ? "The host" : "Settings",
    type: isCallback ? "callback" : isAddress ? "http" : "command",
    displayText: name,
    commandText: name,
    contentLabel: isCallback ? "Callback" : isAddress ? "URL" : "Command",
  };
}
