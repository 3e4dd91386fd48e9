import type { FlagSpec } from "./flag_spec.ts";

/** Flags that confine the tools. */
export const FENCE_FLAGS = {
  "sandbox": {
    type: "optional",
    bare: "required",
    next: false,
    choices: ["required", "auto", "off"],
    same: { true: "required", false: "off", docker: "required", podman: "required", "sandbox-exec": "required" },
    short: "s",
    group: "Fences",
    metavar: "WHEN",
    default: "auto",
    env: "QWEN_SANDBOX",
    help: "Confine the shell: required (also the bare flag; no shell without it), auto, off",
  },
  "trust-project": {
    type: "boolean",
    group: "Fences",
    help: "Obey hooks, MCP servers, environment and grants of the project's own settings",
  },
  "pass-env": {
    type: "list",
    group: "Fences",
    metavar: "NAME,…",
    help: "Variables that shell commands may see besides the harmless ones",
  },
  ...fence("read", "PATH,…", "files that tools may read"),
  ...fence("write", "PATH,…", "files that tools may write"),
  ...fence("net", "HOST,…", "hosts that tools may reach"),
  ...fence("run", "PROGRAM,…", "programs that tools may start"),
  ...fence("env", "NAME,…", "variables that tools may read"),
  "audit": {
    type: "string",
    group: "Fences",
    metavar: "FILE",
    help: "Append every decision and tool call to a hash chain; check it by `qwen audit verify`",
  },
  "bare": {
    type: "boolean",
    group: "Fences",
    env: "QWEN_CODE_SIMPLE",
    help: "No settings, context files, hooks or MCP; few tools",
  },
  "safe-mode": {
    type: "boolean",
    group: "Fences",
    env: "QWEN_CODE_SAFE_MODE",
    help: "No context files, hooks, settings MCP servers or settings permissions",
  },
} as const satisfies Record<string, FlagSpec>;

type FenceSpec = { type: "list"; bare: "*"; group: "Fences"; metavar: string; help: string };

function fence<Kind extends string>(
  kind: Kind,
  metavar: string,
  what: string,
): Record<`allow-${Kind}` | `deny-${Kind}`, FenceSpec> {
  const spec = (help: string): FenceSpec => ({ type: "list", bare: "*", group: "Fences", metavar, help });
  const both: Record<string, FenceSpec> = {
    [`allow-${kind}`]: spec(`Further ${what}; alone: all of them`),
    [`deny-${kind}`]: spec(`Take back ${what}; wins over --allow-${kind}`),
  };
  return both;
}

/** Flags of hosts that drive the program and of the server. */
export const HOST_FLAGS = {
  "server-mode": {
    type: "choice",
    choices: ["stdin", "tcp", "unix", "pipe", "ws"],
    group: "Hosts and servers",
    metavar: "HOW",
    help: "Serve clients over this transport; the same as `qwen serve`",
  },
  "tcp-port": {
    type: "integer",
    min: 0,
    max: 65535,
    group: "Hosts and servers",
    metavar: "N",
    default: "7777",
    help: "Port of the tcp and ws transports; 0 takes a free one",
  },
  "host": {
    type: "string",
    group: "Hosts and servers",
    metavar: "ADDRESS",
    default: "127.0.0.1",
    help: "Address to listen on; anything but loopback needs a token",
  },
  "socket-path": {
    type: "string",
    group: "Hosts and servers",
    metavar: "PATH",
    help: "Path of the unix transport, made with mode 0600",
  },
  "pipe-path": {
    type: "string",
    group: "Hosts and servers",
    metavar: "PATH",
    help: "Named pipes PATH.in and PATH.out of the pipe transport",
  },
  "token-file": {
    type: "string",
    group: "Hosts and servers",
    metavar: "FILE",
    default: "~/.qwen/serve-token",
    help: "The token that clients must send first; made when absent",
  },
  "auth": {
    type: "boolean",
    group: "Hosts and servers",
    default: "on for tcp and ws",
    help: "Ask clients for the token; --no-auth is for loopback only",
  },
  "heartbeat-interval": {
    type: "duration",
    group: "Hosts and servers",
    metavar: "TIME",
    default: "15s for clients of a server, else none",
    help: "Say this often that the session lives, where the dialect has a word for it",
  },
  "max-clients": {
    type: "integer",
    min: 1,
    max: 10000,
    group: "Hosts and servers",
    metavar: "N",
    default: "256",
    help: "The most clients that a server serves at once",
  },
  "max-sessions": {
    type: "integer",
    min: 1,
    max: 100000,
    group: "Hosts and servers",
    metavar: "N",
    default: "1024",
    help: "The most sessions that a server keeps; the one that was left longest ago makes room",
  },
  "client-idle": {
    type: "duration",
    group: "Hosts and servers",
    metavar: "TIME",
    default: "30m",
    help: "Let a client of a server go that says nothing for so long while nothing runs",
  },
  "session-linger": {
    type: "duration",
    group: "Hosts and servers",
    metavar: "TIME",
    default: "10m",
    help: "How long a server keeps a session that nobody listens to for a client that comes back",
  },
  "replay-user-messages": {
    type: "boolean",
    group: "Hosts and servers",
    host: true,
    help: "Echo each user message as it is taken up",
  },
  "include-hook-events": {
    type: "boolean",
    group: "Hosts and servers",
    host: true,
    help: "Print hook events",
  },
  "await-initialize": {
    type: "boolean",
    group: "Hosts and servers",
    host: true,
    inert: true,
    help: "The model is asked nothing before the first prompt",
  },
  "setting-sources": {
    type: "list",
    choices: ["user", "project", "local"],
    group: "Hosts and servers",
    metavar: "NAME,…",
    host: true,
    help: "Which settings files are read; an empty value reads none",
  },
  "settings": {
    type: "json",
    from: "path",
    config: true,
    group: "Hosts and servers",
    metavar: "JSON|FILE",
    host: true,
    help: "Further settings, above the user's and the project's",
  },
  "managed-settings": {
    type: "json",
    from: "path",
    config: true,
    group: "Hosts and servers",
    metavar: "JSON|FILE",
    host: true,
    help: "Settings that nothing overrides",
  },
  "session-mirror": {
    type: "boolean",
    group: "Hosts and servers",
    host: true,
    inert: true,
    help: "Sessions are kept on disk only",
  },
  "channel": {
    type: "choice",
    choices: ["VSCode", "ACP", "SDK", "CI", "desktop", "daemon"],
    group: "Hosts and servers",
    metavar: "NAME",
    host: true,
    help: "Who drives the program; SDK selects the qwen dialect before the first line",
  },
} as const satisfies Record<string, FlagSpec>;

/** Flags that explain what the program does. */
export const DIAGNOSIS_FLAGS = {
  "help": {
    type: "optional",
    bare: "",
    next: true,
    short: "h",
    group: "Diagnosis",
    metavar: "TOPIC",
    help: "This text, or a topic: exit-codes, flags, dialects, serve, settings, environment",
  },
  "version": { type: "boolean", group: "Diagnosis", help: "The version of this program" },
  "protocol-version": {
    type: "boolean",
    short: "v",
    group: "Diagnosis",
    help: "The protocol version that client SDKs ask for, then that of this program",
  },
  "debug": {
    type: "optional",
    bare: "*",
    next: false,
    short: "d",
    group: "Diagnosis",
    metavar: "AREA",
    env: "DEBUG",
    help: "Tell on stderr what happens inside; AREA is the beginning of events' names, such as tool or turn,hook",
  },
  "debug-file": { type: "string", group: "Diagnosis", metavar: "FILE", help: "Append it to a file instead" },
} as const satisfies Record<string, FlagSpec>;

/** Flags of single subcommands. */
export const SUBCOMMAND_FLAGS = {
  "from": {
    type: "choice",
    choices: ["chat", "qwen", "claude", "state"],
    of: ["translate"],
    group: "Subcommands",
    metavar: "DIALECT",
    help: "translate: the dialect of the lines on stdin",
  },
  "to": {
    type: "choice",
    choices: ["chat", "qwen", "claude", "state"],
    of: ["translate"],
    group: "Subcommands",
    metavar: "DIALECT",
    help: "translate: the dialect to write",
  },
  "direction": {
    type: "choice",
    choices: ["in", "out"],
    of: ["validate"],
    group: "Subcommands",
    metavar: "in|out",
    default: "out",
    help: "validate: lines that clients send, or lines that they read",
  },
  "all": { type: "boolean", of: ["validate"], group: "Subcommands", help: "validate: go on after the first fault" },
  "offline": { type: "boolean", of: ["doctor"], group: "Subcommands", help: "doctor: do not ask the model" },
} as const satisfies Record<string, FlagSpec>;

const inertFlag = <const Spec extends object>(
  spec: Spec,
): Spec & { group: "Accepted for compatibility"; inert: true } => ({
  ...spec,
  group: "Accepted for compatibility",
  inert: true,
});

/** Flags that existing callers pass and that change nothing here. */
export const COMPATIBILITY_FLAGS = {
  "print": inertFlag({ type: "boolean", help: "Every run is headless" }),
  "verbose": inertFlag({ type: "boolean", help: "stream-json is always complete" }),
  "extensions": inertFlag({ type: "list", short: "e", metavar: "NAME,…", help: "There are no extensions" }),
  "list-extensions": inertFlag({ type: "boolean", short: "l", help: "There are no extensions" }),
  "json-fd": inertFlag({ type: "integer", metavar: "N", help: "Only for an interactive screen" }),
  "json-file": inertFlag({ type: "string", metavar: "FILE", help: "Only for an interactive screen" }),
  "input-file": inertFlag({ type: "string", metavar: "FILE", help: "Only for an interactive screen" }),
  "openai-logging": inertFlag({ type: "boolean", help: "Use --record" }),
  "openai-logging-dir": inertFlag({ type: "string", metavar: "DIR", help: "Use --record" }),
  "sandbox-image": inertFlag({
    type: "string",
    metavar: "IMAGE",
    env: "QWEN_SANDBOX_IMAGE",
    help: "Commands are confined without containers",
  }),
  "sandbox-session-id": inertFlag({ type: "string", metavar: "UUID", hidden: true, help: "Internal" }),
  "project-config-root": inertFlag({ type: "string", metavar: "DIR", help: "Settings come from the working folder" }),
  "betas": inertFlag({ type: "list", metavar: "NAME,…", help: "There are no betas" }),
  "plugin-dir": inertFlag({ type: "list", metavar: "DIR", help: "There are no plugins" }),
  "plugin-dir-no-mcp": inertFlag({ type: "list", metavar: "DIR", help: "There are no plugins" }),
  "screen-reader": inertFlag({ type: "boolean", help: "There is no screen to read" }),
  "output-style": inertFlag({ type: "string", metavar: "NAME", help: "There is one style" }),
  "experimental-lsp": inertFlag({ type: "boolean", help: "There is no language server" }),
  "experimental-skills": inertFlag({ type: "boolean", help: "There are no skills" }),
  "restore-ask-user-question": inertFlag({ type: "boolean", help: "Questions are always there" }),
  "telemetry": inertFlag({ type: "boolean", help: "Nothing is ever reported to anyone" }),
  "telemetry-target": inertFlag({ type: "string", metavar: "NAME", help: "See --telemetry" }),
  "telemetry-otlp-endpoint": inertFlag({ type: "string", metavar: "URL", help: "See --telemetry" }),
  "telemetry-otlp-protocol": inertFlag({ type: "string", metavar: "NAME", help: "See --telemetry" }),
  "telemetry-log-prompts": inertFlag({ type: "boolean", help: "See --telemetry" }),
  "telemetry-outfile": inertFlag({ type: "string", metavar: "FILE", help: "See --telemetry" }),
  "prompt-interactive": {
    type: "string",
    short: "i",
    group: "Accepted for compatibility",
    metavar: "TEXT",
    hidden: true,
    help: "Refused: there is no interactive screen",
  },
  "acp": {
    type: "boolean",
    also: ["experimental-acp"],
    group: "Accepted for compatibility",
    hidden: true,
    help: "Refused: the Agent Client Protocol is not spoken",
  },
} as const satisfies Record<string, FlagSpec>;
