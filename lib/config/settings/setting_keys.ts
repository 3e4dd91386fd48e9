import type { JsonObject } from "../../model/json.ts";

/**
 * What an untrusted project may do with a key. `ignore`: nothing. `add`: add entries to a list of prohibitions.
 * `shrink`: lower a limit (-1 is no limit). `stricter`: move towards the front of the choices. `narrow`: leave out
 * entries of a list of permissions.
 */
export type ProjectRight = "ignore" | "add" | "shrink" | "stricter" | "narrow";

/** How a later trusted source combines with an earlier one. */
export type Merge = "replace" | "union" | "concat" | "shallow";

/** One row of the table of settings. */
export interface SettingSpec {
  type: "string" | "boolean" | "integer" | "number" | "list" | "object" | "choice" | "strings" | "rows";
  help: string;
  choices?: readonly string[];
  min?: number;
  /** The default; an untrusted project may not go beyond it. */
  assumed?: number | string;
  /** `replace` by default. */
  merge?: Merge;
  /** `ignore` by default. */
  project?: ProjectRight;
}

/** Every setting that this program reads, by its path. */
const SETTINGS = {
  "model.name": { type: "string", help: "The model" },
  "model.baseUrl": { type: "string", help: "The provider's server" },
  "model.reasoningEffort": {
    type: "choice",
    choices: ["low", "medium", "high", "xhigh", "max"],
    help: "How much the model thinks",
  },
  "model.maxSessionTurns": { type: "integer", min: -1, project: "shrink", help: "Most rounds with the model" },
  "model.maxWallTimeSeconds": { type: "number", min: -1, project: "shrink", help: "Most seconds for a prompt" },
  "model.maxToolCalls": { type: "integer", min: -1, project: "shrink", help: "Most tool calls for a prompt" },
  "model.maxTotalTokens": { type: "integer", min: -1, project: "shrink", help: "Most tokens for a prompt" },
  "model.maxSubagentDepth": {
    type: "integer",
    min: 1,
    project: "shrink",
    assumed: 5,
    help: "How deep sub-agents nest",
  },
  "model.generationConfig": {
    type: "object",
    help: "samplingParams, extra_body, customHeaders, timeout, maxRetries, …",
  },
  "modelProviders": { type: "object", help: "Models by provider: id, envKey, baseUrl, contextWindowSize" },
  "modelPrices": {
    type: "object",
    merge: "shallow",
    help: "Prices by model in USD per million tokens: input, output, cachedInput",
  },
  "cleanup.sessionDays": { type: "integer", min: 1, help: "Remove saved sessions that are older than this" },
  "cleanup.sessionMegabytes": { type: "integer", min: 1, help: "Remove the oldest saved sessions beyond this size" },
  "cleanup.spillDays": { type: "integer", min: 1, help: "Remove the files of long lines after this many days (7)" },
  "cleanup.spillMegabytes": { type: "integer", min: 1, help: "Remove the oldest of them beyond this size (1000)" },
  "webSearch": {
    type: "object",
    help: 'The search service of web_search: {"url"}, or {"mcp": "SERVER/TOOL"}',
  },
  "modelFallbacks": { type: "strings", help: "Models to use when the first is overloaded" },
  "security.auth.selectedType": { type: "string", help: "The provider" },
  "security.auth.enforcedType": { type: "string", help: "The only provider allowed" },
  "security.auth.apiKey": { type: "string", help: "The API key" },
  "security.auth.baseUrl": { type: "string", help: "The provider's server" },
  "permissions.allow": { type: "list", merge: "union", help: "Rules that allow without a question" },
  "permissions.ask": { type: "list", merge: "union", project: "add", help: "Rules that always ask" },
  "permissions.deny": { type: "list", merge: "union", project: "add", help: "Rules that forbid" },
  "permissions.examples": { type: "rows", merge: "concat", help: "Calls and the decision that the rules must make" },
  "tools.approvalMode": {
    type: "choice",
    choices: ["plan", "default", "auto-edit", "auto", "yolo"],
    project: "stricter",
    assumed: "auto",
    help: "Which calls run without a question",
  },
  "tools.core": { type: "list", project: "narrow", help: "Offer only these built-in tools" },
  "tools.allowed": { type: "list", merge: "union", help: "The same as permissions.allow" },
  "tools.exclude": { type: "list", merge: "union", project: "add", help: "The same as permissions.deny" },
  "tools.disabled": { type: "list", merge: "union", project: "add", help: "Tools that are not offered" },
  "tools.useRipgrep": { type: "boolean", help: "Whether searches use ripgrep where it is installed" },
  "tools.sandbox": {
    type: "choice",
    choices: ["required", "auto", "off"],
    project: "stricter",
    assumed: "auto",
    help: "Whether shell commands are confined",
  },
  "tools.shell.defaultTimeoutMs": {
    type: "integer",
    min: 1,
    project: "shrink",
    assumed: 120_000,
    help: "Time limit of a shell command whose call names none",
  },
  "fences.allowRead": { type: "list", merge: "union", help: "See --allow-read" },
  "fences.allowWrite": { type: "list", merge: "union", help: "See --allow-write" },
  "fences.allowNet": { type: "list", merge: "union", help: "See --allow-net" },
  "fences.allowRun": { type: "list", merge: "union", help: "See --allow-run" },
  "fences.allowEnv": { type: "list", merge: "union", help: "See --allow-env" },
  "fences.denyRead": { type: "list", merge: "union", project: "add", help: "See --deny-read" },
  "fences.denyWrite": { type: "list", merge: "union", project: "add", help: "See --deny-write" },
  "fences.denyNet": { type: "list", merge: "union", project: "add", help: "See --deny-net" },
  "fences.denyRun": { type: "list", merge: "union", project: "add", help: "See --deny-run" },
  "fences.denyEnv": { type: "list", merge: "union", project: "add", help: "See --deny-env" },
  "fences.passEnv": { type: "list", merge: "union", help: "See --pass-env" },
  "mcpServers": { type: "object", merge: "shallow", help: "MCP servers by name" },
  "mcp.allowed": { type: "list", merge: "concat", project: "narrow", help: "Start only these MCP servers" },
  "mcp.toolBudgetBytes": {
    type: "integer",
    min: 0,
    project: "shrink",
    assumed: 40_000,
    help: "Most bytes of definitions of MCP tools in a request; more are found by tool_search",
  },
  "mcp.excluded": { type: "list", merge: "concat", project: "add", help: "MCP servers that are not started" },
  "hooks": { type: "object", merge: "concat", help: "Commands that run at events, by event" },
  "disableAllHooks": { type: "boolean", help: "Run no hooks" },
  "context.fileName": { type: "strings", help: "Names of context files (QWEN.md, AGENTS.md, CLAUDE.md, GEMINI.md)" },
  "context.includeDirectories": { type: "list", merge: "concat", help: "Further folders to work in" },
  "context.autoCompactThreshold": {
    type: "number",
    min: 0,
    help: "Share of the context window at which the conversation is compressed",
  },
  "output.format": {
    type: "choice",
    choices: ["text", "json", "stream-json", "stream-chunk-json"],
    help: "How stdout is written",
  },
  "general.chatRecording": { type: "boolean", help: "Save sessions" },
  "advanced.runtimeOutputDir": { type: "string", help: "Where sessions are saved" },
  "ui.theme": { type: "string", help: "Colours of a conversation at the terminal: dark, light or mono" },
  "slashCommands.disabled": { type: "list", merge: "union", project: "add", help: "Slash commands that are refused" },
  "env": { type: "object", merge: "shallow", help: "Variables to set when the environment does not" },
  "verify": { type: "string", help: "See --verify; a project's own needs --trust-project" },
  "proxy": { type: "string", help: "Proxy for the provider" },
} as const satisfies Record<string, SettingSpec>;

/** The path of a setting. */
export type SettingKey = keyof typeof SETTINGS;

/** The type of a setting's value. */
export type SettingValue<Key extends SettingKey> = (typeof SETTINGS)[Key] extends { choices: readonly (infer C)[] } ? C
  : (typeof SETTINGS)[Key] extends { type: "string" } ? string
  : (typeof SETTINGS)[Key] extends { type: "boolean" } ? boolean
  : (typeof SETTINGS)[Key] extends { type: "integer" | "number" } ? number
  : (typeof SETTINGS)[Key] extends { type: "list" | "strings" } ? string[]
  : (typeof SETTINGS)[Key] extends { type: "rows" } ? JsonObject[]
  : JsonObject;

/** All paths, in the order of the table. */
export function settingKeys(): SettingKey[] {
  return Object.keys(SETTINGS).filter(isSettingKey);
}

/** Whether a path is a setting of ours. */
export function isSettingKey(path: string): path is SettingKey {
  return Object.hasOwn(SETTINGS, path);
}

/** The row of a setting. */
export function settingSpec(key: SettingKey): SettingSpec {
  return SETTINGS[key];
}

/** Paths that other programs read in the same file; they and everything below them are skipped without a warning. */
export const FOREIGN_PATHS: readonly string[] = [
  "$schema",
  "$version",
  "advanced",
  "agents",
  "channels",
  "codingPlan",
  "compactionModel",
  "context.loadFromIncludeDirectories",
  "experimental",
  "extensions",
  "fastModel",
  "general",
  "ide",
  "mcp.toolIdleTimeoutMs",
  "memory",
  "model.skipLoopDetection",
  "permissions.autoMode",
  "privacy",
  "providerProtocol",
  "security.auth.useExternal",
  "security.folderTrust",
  "skills",
  "stopHookBlockingCap",
  "telemetry",
  "tools.listDirectory",
  "tools.shell",
  "tools.toolSearch",
  "tools.truncateToolOutputLines",
  "tools.truncateToolOutputThreshold",
  "tools.visible",
  "ui",
  "visionModel",
  "webSearch",
];

/** Old or other names of settings. */
export const RENAMED: Readonly<Record<string, SettingKey>> = {
  "approvalMode": "tools.approvalMode",
  "allowedTools": "tools.allowed",
  "contextFileName": "context.fileName",
  "coreTools": "tools.core",
  "excludeTools": "tools.exclude",
  "includeDirectories": "context.includeDirectories",
  "maxSessionTurns": "model.maxSessionTurns",
  "permissions.additionalDirectories": "context.includeDirectories",
  "permissions.defaultMode": "tools.approvalMode",
  "sandbox": "tools.sandbox",
  "selectedAuthType": "security.auth.selectedType",
};
