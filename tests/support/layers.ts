/** Which folders of lib/ may import which: the arrows of ARCHITECTURE as data. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  path: [],
  stream: [],
  schema: ["model", "path", "stream"],
  search: ["model", "path", "stream"],
  config: ["model", "path", "stream"],
  dialects: ["model", "path", "stream", "schema"],
  engine: ["model", "path", "stream"],
  commands: ["model", "path", "stream", "search"],
  providers: ["model", "path", "stream"],
  tools: ["model", "path", "stream", "schema", "search"],
  mcp: ["model", "path", "stream"],
  sandbox: ["model", "path", "stream", "search"],
  store: ["model", "path", "stream"],
  telemetry: ["model", "path", "stream"],
  host: ["model", "path", "stream"],
  fleet: ["model", "path", "stream"],
  page: ["model", "path", "stream"],
  terminal: ["model", "path", "stream"],
  cli: [
    "model",
    "path",
    "stream",
    "schema",
    "search",
    "config",
    "dialects",
    "engine",
    "commands",
    "providers",
    "tools",
    "mcp",
    "sandbox",
    "store",
    "telemetry",
    "host",
    "fleet",
    "page",
    "terminal",
  ],
};

/** The one folder that knows each package. */
export const PACKAGE_HOME: Record<string, readonly string[]> = {
  "@agentclientprotocol/sdk": ["dialects"],
  "@google/genai": ["providers"],
  "@modelcontextprotocol/client": ["mcp"],
  "@modelcontextprotocol/server": ["mcp"],
  "@nats-io/jetstream": ["fleet"],
  "@nats-io/jwt": ["tests"],
  "@nats-io/kv": ["fleet"],
  "@nats-io/transport-node": ["fleet"],
  "@std/jsonc": ["config"],
  "@std/path": ["path"],
  "@std/streams": ["stream"],
  "@std/text": ["stream"],
  "@std/toml": ["commands", "tools"],
  "@std/yaml": ["stream", "tools"],
  "@sveltejs/acorn-typescript": ["tools"],
  "@xterm/headless": ["tests"],
  "@xterm/xterm": ["page"],
  "acorn": ["tools"],
  "ajv": ["schema"],
  "ajv-formats": ["schema"],
  "diff": ["tools"],
  "eventsource-parser": ["stream"],
  "htmlparser2": ["tools"],
  "axe-core": ["tests"],
  "openai": ["tests"],
  "playwright-core": ["tests"],
  "re2js": ["stream"],
  "unpdf": ["tools"],
};

/** Why a file in lib/ may not import a module, or null when it may. */
export function forbiddenImport(file: string, specifier: string): string | null {
  const from = /\/lib\/([a-z]+)\//.exec(file)?.[1];
  if (!from) return null;
  if (specifier.startsWith(".")) {
    const target = new URL(specifier, `file://${file}`).pathname;
    const to = /\/lib\/([a-z]+)\//.exec(target)?.[1];
    if (to === from || (to && MAY_IMPORT[from]?.includes(to))) return null;
    if (!to && /\/(schemas\/[a-z_/]+\.gen\.(js|ts)|schemas\/.+\.json|deno\.json)$/.test(target)) return null;
    return `lib/${from} may not import ${to ? `lib/${to}` : target.split("/").pop()}: imports go one way`;
  }
  const name = Object.keys(PACKAGE_HOME).find((known) => specifier === known || specifier.startsWith(`${known}/`));
  if (name && !PACKAGE_HOME[name].includes(from)) {
    return `lib/${from} may not know ${name}: only ${PACKAGE_HOME[name].join(" and ")} does`;
  }
  return null;
}
