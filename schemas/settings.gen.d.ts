// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * The settings file. Unknown keys are kept and warned about.
 */
export interface Settings {
  model?: {
    name?: string;
    baseUrl?: string;
    reasoningEffort?: "low" | "medium" | "high" | "xhigh" | "max";
    maxSessionTurns?: number;
    maxWallTimeSeconds?: number;
    maxToolCalls?: number;
    maxSubagentDepth?: number;
    generationConfig?: GenerationConfig;
    /**
     * Most tokens for a prompt; -1 is no limit.
     */
    maxTotalTokens?: number;
    [k: string]: unknown | undefined;
  };
  /**
   * Models by protocol.
   */
  modelProviders?: {
    [k: string]: ModelEntry[] | undefined;
  };
  modelFallbacks?: string[];
  ui?: {
    theme?: string;
    [k: string]: unknown | undefined;
  };
  /**
   * How long and how much is kept. Sessions stay unless a limit is given.
   */
  cleanup?: {
    sessionDays?: number;
    sessionMegabytes?: number;
    spillDays?: number;
    spillMegabytes?: number;
  };
  /**
   * The search service of the tool web_search: an address, or a tool of an MCP server.
   */
  webSearch?: {
    url?: string;
    mcp?: string;
    [k: string]: unknown | undefined;
  };
  /**
   * Prices by model in USD per million tokens.
   */
  modelPrices?: {
    [k: string]:
      | {
          input: number;
          output: number;
          cachedInput?: number;
          [k: string]: unknown | undefined;
        }
      | undefined;
  };
  visionModel?: string;
  security?: {
    auth?: {
      selectedType?: string;
      enforcedType?: string;
      useExternal?: boolean;
      apiKey?: string;
      baseUrl?: string;
      [k: string]: unknown | undefined;
    };
    [k: string]: unknown | undefined;
  };
  /**
   * Rules such as `Bash(git *)`.
   */
  permissions?: {
    allow?: string[];
    ask?: string[];
    deny?: string[];
    /**
     * Calls and what the rules must say of them; checked when the settings are used.
     */
    examples?: {
      tool: string;
      input: {
        [k: string]: unknown | undefined;
      };
      expect: "allow" | "ask" | "deny";
    }[];
    [k: string]: unknown | undefined;
  };
  tools?: {
    /**
     * How much runs without asking.
     */
    approvalMode?: "plan" | "default" | "auto-edit" | "auto" | "yolo";
    core?: string[];
    allowed?: string[];
    exclude?: string[];
    disabled?: string[];
    listDirectory?: {
      enabled?: boolean;
      [k: string]: unknown | undefined;
    };
    shell?: {
      defaultTimeoutMs?: number;
      [k: string]: unknown | undefined;
    };
    /**
     * Whether searches use ripgrep where it is installed
     */
    useRipgrep?: boolean;
    /**
     * Whether shell commands are confined.
     */
    sandbox?: "required" | "auto" | "off" | true | false;
    [k: string]: unknown | undefined;
  };
  mcpServers?: {
    [k: string]: McpServer | undefined;
  };
  mcp?: {
    allowed?: string[];
    /**
     * Most bytes of definitions of MCP tools in a request; more are found by tool_search
     */
    toolBudgetBytes?: number;
    excluded?: string[];
    [k: string]: unknown | undefined;
  };
  hooks?: {
    /**
     * False runs no hooks.
     */
    enabled?: boolean;
    /**
     * Names of hooks that are not run.
     */
    disabled?: string[];
    /**
     * Has no effect here.
     */
    notifications?: boolean;
    [k: string]: HookGroup[] | boolean | string[] | undefined;
  };
  disableAllHooks?: boolean;
  stopHookBlockingCap?: number;
  context?: {
    fileName?: string | string[];
    includeDirectories?: string[];
    loadFromIncludeDirectories?: boolean;
    autoCompactThreshold?: number;
    [k: string]: unknown | undefined;
  };
  output?: {
    format?: "text" | "json" | "stream-json" | "stream-chunk-json";
    [k: string]: unknown | undefined;
  };
  general?: {
    chatRecording?: boolean;
    [k: string]: unknown | undefined;
  };
  advanced?: {
    runtimeOutputDir?: string;
    excludedEnvVars?: string[];
    [k: string]: unknown | undefined;
  };
  env?: {
    [k: string]: string | undefined;
  };
  proxy?: string;
  /**
   * A command that must pass before a prompt counts as done, as with --verify.
   */
  verify?: string;
  slashCommands?: {
    disabled?: string[];
    [k: string]: unknown | undefined;
  };
  $version?: number;
  $schema?: string;
  /**
   * What tools may reach, in the syntax of the flags of the same names.
   */
  fences?: {
    allowRead?: string[];
    allowWrite?: string[];
    allowNet?: string[];
    allowRun?: string[];
    allowEnv?: string[];
    denyRead?: string[];
    denyWrite?: string[];
    denyNet?: string[];
    denyRun?: string[];
    denyEnv?: string[];
    passEnv?: string[];
    [k: string]: unknown | undefined;
  };
  [k: string]: unknown | undefined;
}
/**
 * How the provider is asked.
 *
 * This interface was referenced by `Settings`'s JSON-Schema
 * via the `definition` "GenerationConfig".
 */
export interface GenerationConfig {
  /**
   * Milliseconds until the first byte of an answer.
   */
  timeout?: number;
  maxRetries?: number;
  retryInitialDelayMs?: number;
  retryMaxDelayMs?: number;
  samplingParams?: {
    [k: string]: unknown | undefined;
  };
  extra_body?: {
    [k: string]: unknown | undefined;
  };
  customHeaders?: {
    [k: string]: string | undefined;
  };
  contextWindowSize?: number;
  /**
   * How much the model thinks; false is not at all.
   */
  reasoning?:
    | false
    | {
        effort?: "low" | "medium" | "high" | "xhigh" | "max";
        budget_tokens?: number;
        [k: string]: unknown | undefined;
      };
  [k: string]: unknown | undefined;
}
/**
 * A model that can be chosen.
 *
 * This interface was referenced by `Settings`'s JSON-Schema
 * via the `definition` "ModelEntry".
 */
export interface ModelEntry {
  id: string;
  name?: string;
  description?: string;
  envKey?: string;
  baseUrl?: string;
  generationConfig?: GenerationConfig;
  [k: string]: unknown | undefined;
}
/**
 * How an MCP server is reached: by a command, by `url` (SSE) or by `httpUrl`.
 *
 * This interface was referenced by `Settings`'s JSON-Schema
 * via the `definition` "McpServer".
 */
export interface McpServer {
  type?: "stdio" | "sse" | "http" | "sdk";
  command?: string;
  args?: string[];
  env?: {
    [k: string]: string | undefined;
  };
  cwd?: string;
  url?: string;
  httpUrl?: string;
  headers?: {
    [k: string]: string | undefined;
  };
  /**
   * Milliseconds for a call.
   */
  timeout?: number;
  /**
   * Milliseconds for the start.
   */
  discoveryTimeoutMs?: number;
  /**
   * Calls need no approval.
   */
  trust?: boolean;
  /**
   * The run fails when this server cannot be started.
   */
  required?: boolean;
  description?: string;
  includeTools?: string[];
  excludeTools?: string[];
  /**
   * Milliseconds for a call.
   */
  callTimeoutMs?: number;
  /**
   * Milliseconds for the start.
   */
  startTimeoutMs?: number;
  /**
   * The newest revision to offer.
   */
  protocolVersion?: string;
  /**
   * Refused: there is no such transport.
   */
  tcp?: {
    [k: string]: unknown | undefined;
  };
  /**
   * How a person logs in.
   */
  oauth?: {
    clientId?: unknown;
    clientSecret?: unknown;
    clientMetadataUrl?: unknown;
    scopes?: unknown;
    redirectPort?: unknown;
    [k: string]: unknown | undefined;
  };
  [k: string]: unknown | undefined;
}
/**
 * Hooks for the tools that a pattern names.
 *
 * This interface was referenced by `Settings`'s JSON-Schema
 * via the `definition` "HookGroup".
 */
export interface HookGroup {
  matcher?: string;
  hooks: Hook[];
  [k: string]: unknown | undefined;
}
/**
 * A command that is run, or a server that is told, at an event.
 *
 * This interface was referenced by `Settings`'s JSON-Schema
 * via the `definition` "Hook".
 */
export interface Hook {
  type: "command" | "http" | "prompt";
  command?: string;
  url?: string;
  /**
   * What the model is asked; $ARGUMENTS stands for what happens, as JSON.
   */
  prompt?: string;
  /**
   * The model that decides on a prompt; the session's own unless named.
   */
  model?: string;
  /**
   * Whether the turn goes on after a refusal by a prompt.
   */
  continueOnBlock?: boolean;
  /**
   * Milliseconds for a command, seconds for a server and for a prompt.
   */
  timeout?: number;
  env?: {
    [k: string]: string | undefined;
  };
  async?: boolean;
  /**
   * Runs once in a session.
   */
  once?: {
    [k: string]: unknown | undefined;
  };
  /**
   * Headers of an HTTP hook.
   */
  headers?: {
    [k: string]: unknown | undefined;
  };
  /**
   * What hooks.disabled names.
   */
  name?: {
    [k: string]: unknown | undefined;
  };
  [k: string]: unknown | undefined;
}

/** A fault of a value. */
export interface Fault {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Whether a value is valid; its faults are in `errors`. */
export declare const validate: ((value: unknown) => value is Settings) & { errors?: Fault[] | null };
