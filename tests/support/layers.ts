/** Which folders of lib/ may import which: the arrows of ARCHITECTURE as data. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  stream: [],
  schema: ["model", "stream"],
  dialects: ["model", "stream", "schema"],
  engine: ["model", "stream"],
  commands: ["model", "stream"],
  providers: ["model", "stream"],
  tools: ["model", "stream"],
  sandbox: ["model", "stream"],
  store: ["model", "stream"],
  serve: ["model", "stream"],
  cli: [
    "model",
    "stream",
    "schema",
    "dialects",
    "engine",
    "commands",
    "providers",
    "tools",
    "sandbox",
    "store",
    "serve",
  ],
};

/** The one folder that knows each package. */
const PACKAGE_HOME: Record<string, readonly string[]> = {
  "@google/genai": ["providers"],
  "@modelcontextprotocol/sdk": ["tools"],
  "@std/cli": ["cli"],
  "@std/jsonc": ["cli", "store"],
  "@std/streams": ["cli", "stream"],
  "@std/text": ["cli", "tools"],
  "@std/yaml": ["tests"],
  "@xterm/headless": ["tests"],
  "ajv": ["schema"],
  "ajv-formats": ["schema"],
  "diff": ["tools", "dialects"],
  "eventsource-parser": ["providers", "stream"],
  "ignore": ["tools", "commands", "sandbox"],
  "openai": ["tests"],
  "re2js": ["schema", "tools"],
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
