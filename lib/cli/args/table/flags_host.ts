import { LISTENING_TRANSPORTS } from "../../../host/transports/mod.ts";
import type { FlagSpec } from "./flag_spec.ts";
import { TOPIC_NAMES } from "../help/topics.ts";

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
    help: "Apply hooks, MCP servers, environment and permissions of the project's settings",
  },
  "pass-env": {
    type: "list",
    group: "Fences",
    metavar: "NAME,…",
    help: "Further variables that shell commands may see",
  },
  ...fence("read", { metavar: "PATH,…", what: "files", verb: "read" }),
  ...fence("write", { metavar: "PATH,…", what: "files", verb: "write" }),
  ...fence("net", { metavar: "HOST,…", what: "hosts", verb: "reach" }),
  "secret": {
    type: "list",
    group: "Fences",
    metavar: "NAME@HOST,…",
    help: "Commands see a placeholder in $NAME; requests to HOST carry the value. See --help sandbox",
  },
  ...fence("run", { metavar: "PROGRAM,…", what: "programs", verb: "start" }),
  ...fence("env", { metavar: "NAME,…", what: "variables", verb: "read" }),
  "audit": {
    type: "string",
    group: "Fences",
    metavar: "FILE",
    help: "Append every decision and tool call to a hash chain; verify it with `qwen audit verify`",
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
  { metavar, what, verb }: { metavar: string; what: string; verb: string },
): Record<`allow-${Kind}` | `deny-${Kind}`, FenceSpec> {
  const spec = (help: string): FenceSpec => ({ type: "list", bare: "*", group: "Fences", metavar, help });
  const both: Record<string, FenceSpec> = {
    [`allow-${kind}`]: spec(`Further ${what} that tools may ${verb}; without a value: all`),
    [`deny-${kind}`]: spec(`The ${what} that tools may not ${verb}; wins over --allow-${kind}`),
  };
  return both;
}

/** Flags of hosts that drive the program and of the server. */
export const HOST_FLAGS = {
  "acp": {
    type: "boolean",
    also: ["experimental-acp"],
    group: "Hosts and servers",
    host: true,
    help: "Serve an editor over stdin and stdout by the Agent Client Protocol; see docs/editors.md",
  },
  "server-mode": {
    type: "choice",
    choices: ["stdin", ...LISTENING_TRANSPORTS.map(({ name }) => name)],
    group: "Hosts and servers",
    metavar: "HOW",
    help: "Serve clients over this transport; the same as `qwen serve`",
  },
  "web": {
    type: "boolean",
    group: "Hosts and servers",
    help: "Serve a page for the browser and its WebSocket on one port; the ready line has its address",
  },
  "tls-cert": {
    type: "string",
    group: "Hosts and servers",
    metavar: "FILE",
    help: "Certificate chain (PEM) with which tcp, ws and the page are encrypted; needs --tls-key",
  },
  "tls-key": {
    type: "string",
    group: "Hosts and servers",
    metavar: "FILE",
    help: "Private key (PEM) of --tls-cert",
  },
  "tcp-port": {
    type: "integer",
    min: 0,
    max: 65535,
    group: "Hosts and servers",
    metavar: "N",
    default: "7777",
    help: "Port of the tcp and ws transports; 0 chooses a free one",
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
    help: "Socket of the unix transport, created with mode 0600",
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
    help: "The token that clients must send first; created when absent",
  },
  "auth": {
    type: "boolean",
    group: "Hosts and servers",
    default: "on for tcp and ws",
    help: "Require the token from clients; --no-auth is for loopback only",
  },
  "json-file": {
    type: "string",
    group: "Prompt and output",
    metavar: "FILE",
    help: "Also write the records of stream-json to a file, whatever stdout shows",
  },
  "json-fd": {
    type: "integer",
    min: 0,
    group: "Prompt and output",
    metavar: "N",
    help: "The same to an open file descriptor, 3 or higher",
  },
  "attach": {
    type: "string",
    group: "Hosts and servers",
    metavar: "SESSION",
    help: "The same as `qwen attach SESSION`: join a live session of a server",
  },
  "new": {
    type: "boolean",
    group: "Hosts and servers",
    help: "With `qwen attach`, or alone: open a new session of a server instead of joining one",
  },
  "manager": {
    type: "boolean",
    group: "Hosts and servers",
    help: "The same as `qwen sessions`: list the saved sessions of this folder",
  },
  "heartbeat-interval": {
    type: "duration",
    group: "Hosts and servers",
    metavar: "TIME",
    default: "15s for clients of a server, else none",
    help: "How often to send a heartbeat, in dialects that have one",
  },
  "metrics": {
    type: "string",
    group: "Hosts and servers",
    metavar: "[HOST:]PORT",
    help: "Serve figures for Prometheus at /metrics, on loopback unless HOST is given",
  },
  "max-clients": {
    type: "integer",
    min: 1,
    max: 10000,
    group: "Hosts and servers",
    metavar: "N",
    default: "256",
    help: "Most clients of a server at once",
  },
  "max-sessions": {
    type: "integer",
    min: 1,
    max: 100000,
    group: "Hosts and servers",
    metavar: "N",
    default: "1024",
    help: "Most sessions that a server keeps; the longest unused one is dropped first",
  },
  "client-idle": {
    type: "duration",
    group: "Hosts and servers",
    metavar: "TIME",
    default: "30m",
    help: "Disconnect a client that sends nothing for this long while nothing runs",
  },
  "session-linger": {
    type: "duration",
    group: "Hosts and servers",
    metavar: "TIME",
    default: "10m",
    help: "How long a server keeps a session without clients",
  },
  "replay-user-messages": {
    type: "boolean",
    group: "Hosts and servers",
    host: true,
    help: "Echo each user message when its turn starts",
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
    help: "Nothing is sent to the model before the first prompt",
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
    help: "Sessions are saved on disk only",
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
    help: `This text, or a topic: ${TOPIC_NAMES.join(", ")}`,
  },
  "version": { type: "boolean", short: "V", group: "Diagnosis", help: "The version of this program" },
  "quiet": {
    type: "boolean",
    short: "q",
    group: "Diagnosis",
    help: "Write only the answer and errors: no progress, warnings or questions",
  },
  "protocol-version": {
    type: "boolean",
    short: "v",
    group: "Diagnosis",
    help: "The protocol version for client SDKs, then the version of this program",
  },
  "debug": {
    type: "optional",
    bare: "*",
    next: false,
    short: "d",
    group: "Diagnosis",
    metavar: "AREA",
    env: "DEBUG",
    help: "Log events to stderr; AREA filters by the start of their names, such as tool or turn,hook",
  },
  "debug-file": { type: "string", group: "Diagnosis", metavar: "FILE", help: "Append the debug log to a file instead" },
  "telemetry-otlp-endpoint": {
    type: "string",
    group: "Diagnosis",
    metavar: "URL",
    env: "OTEL_EXPORTER_OTLP_ENDPOINT",
    host: true,
    help: "Send OpenTelemetry spans to this collector (OTLP over HTTP, JSON)",
  },
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
  "print": inertFlag({ type: "boolean", met: true, help: "Every run is headless" }),
  "verbose": inertFlag({ type: "boolean", met: true, help: "stream-json is always complete" }),
  "extensions": inertFlag({ type: "list", short: "e", metavar: "NAME,…", help: "There are no extensions" }),
  "list-extensions": inertFlag({ type: "boolean", short: "l", help: "There are no extensions" }),
  "input-file": inertFlag({ type: "string", metavar: "FILE", help: "Only for an interactive screen" }),
  "openai-logging": inertFlag({ type: "boolean", help: "Use --record" }),
  "openai-logging-dir": inertFlag({ type: "string", metavar: "DIR", help: "Use --record" }),
  "sandbox-image": inertFlag({
    type: "string",
    metavar: "IMAGE",
    env: "QWEN_SANDBOX_IMAGE",
    help: "Commands are confined without containers",
  }),
  "sandbox-session-id": inertFlag({ type: "string", met: true, metavar: "UUID", hidden: true, help: "Internal" }),
  "project-config-root": inertFlag({ type: "string", metavar: "DIR", help: "Settings come from the working folder" }),
  "betas": inertFlag({ type: "list", metavar: "NAME,…", help: "There are no betas" }),
  "plugin-dir": inertFlag({ type: "list", metavar: "DIR", help: "There are no plugins" }),
  "plugin-dir-no-mcp": inertFlag({ type: "list", metavar: "DIR", help: "There are no plugins" }),
  "output-style": inertFlag({ type: "string", metavar: "NAME", help: "There is one style" }),
  "experimental-lsp": inertFlag({ type: "boolean", help: "There is no language server" }),
  "experimental-skills": inertFlag({ type: "boolean", met: true, help: "Skills are always available" }),
  "restore-ask-user-question": inertFlag({ type: "boolean", met: true, help: "Questions are always available" }),
  "telemetry": inertFlag({ type: "boolean", help: "Use --telemetry-otlp-endpoint" }),
  "telemetry-target": inertFlag({ type: "string", metavar: "NAME", help: "See --telemetry" }),
  "telemetry-otlp-protocol": inertFlag({ type: "string", metavar: "NAME", help: "See --telemetry" }),
  "telemetry-log-prompts": inertFlag({ type: "boolean", help: "See --telemetry" }),
  "telemetry-outfile": inertFlag({ type: "string", metavar: "FILE", help: "See --telemetry" }),
} as const satisfies Record<string, FlagSpec>;
