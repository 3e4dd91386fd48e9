/**
 * The published SDKs of qwen-code and Claude Code, as their users install them. They are large and carry programs of
 * their own, so npm puts them into a cache folder outside the project: neither the lock file nor an installation of
 * ours contains them. The first run installs, later ones find them; runs beside each other wait for the first.
 */

/** Where the clients are. */
export interface SdkClients {
  /** A Node that both SDKs run on. */
  node: string;
  /** The folder whose `node_modules` holds the SDKs. */
  folder: string;
}

const PACKAGES: Readonly<Record<string, string>> = {
  "@agentclientprotocol/claude-agent-acp": "0.99.1",
  "@anthropic-ai/claude-agent-sdk": "0.3.325",
  "@anthropic-ai/claude-code": "1.0.40",
  "@qwen-code/sdk": "0.1.14",
  "ai-sdk-provider-claude-code": "4.1.0",
  "zod": "4.6.7",
};
const NODE_VERSION = "22.23.3";
const MIN_NODE_MAJOR = 22;
const INSTALL_MS = 240_000;

/** The client of editors' protocol for the command line, on its own: few tests need it. */
const ACPX: Readonly<Record<string, string>> = { "acpx": "0.19.1" };

/** The public conformance suite of MCP. */
const CONFORMANCE: Readonly<Record<string, string>> = { "@modelcontextprotocol/conformance": "0.2.0-alpha.12" };

let clients: Promise<SdkClients> | undefined;
let acpx: Promise<SdkClients> | undefined;
let conformance: Promise<SdkClients> | undefined;

/** Finds the SDKs, or installs them; rejects with the reason where that fails. */
export function sdkClients(): Promise<SdkClients> {
  return clients ??= prepare(PACKAGES);
}

/** Finds acpx, or installs it; rejects with the reason where that fails. */
export function acpxClient(): Promise<SdkClients> {
  return acpx ??= prepare(ACPX);
}

/** Finds the conformance suite of MCP, or installs it; rejects with the reason where that fails. */
export function conformanceSuite(): Promise<SdkClients> {
  return conformance ??= prepare(CONFORMANCE);
}

async function prepare(wanted: Readonly<Record<string, string>>): Promise<SdkClients> {
  const packages = { ...wanted };
  const ownNode = await recentNode();
  const nodePackage = `node-${Deno.build.os === "windows" ? "win" : Deno.build.os}-${nodeArchitecture()}`;
  if (ownNode === null) packages[nodePackage] = NODE_VERSION;
  const folder = `${cacheFolder()}/qwen-sdk-clients/${await digest(JSON.stringify(packages))}`;
  const node = ownNode ?? `${folder}/node_modules/${nodePackage}/bin/node`;
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(`${folder}/lock`, { create: true, write: true });
  await lock.lock(true);
  if (!await isFile(`${folder}/complete`)) await install(folder, packages);
  return { node, folder };
}

async function install(folder: string, packages: Readonly<Record<string, string>>): Promise<void> {
  const manifest = { name: "qwen-sdk-clients", private: true, dependencies: packages };
  await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify(manifest));
  const args = [
    "install",
    "--omit=optional",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--fetch-retries=1",
    "--loglevel=error",
  ];
  let said: string;
  try {
    const { success, stderr } = await new Deno.Command("npm", {
      args,
      cwd: folder,
      stdin: "null",
      stdout: "null",
      stderr: "piped",
      signal: AbortSignal.timeout(INSTALL_MS),
    }).output();
    if (success) return await Deno.writeTextFile(`${folder}/complete`, "");
    said = new TextDecoder().decode(stderr).trim().split("\n").slice(-5).join("\n");
  } catch (error) {
    said = error instanceof Error ? error.message : String(error);
  }
  throw new Error(
    `The client SDKs could not be installed by npm, so the program was not tested with them: ${said}\n` +
      "Run the tests again where npm reaches its registry.",
  );
}

function cacheFolder(): string {
  return Deno.env.get("XDG_CACHE_HOME") || Deno.env.get("TMPDIR")?.replace(/\/$/, "") || "/tmp";
}

function nodeArchitecture(): string {
  return Deno.build.arch === "aarch64" ? "arm64" : "x64";
}

/** The path of the Node on PATH, when it is recent enough for both SDKs. */
async function recentNode(): Promise<string | null> {
  try {
    const { stdout } = await new Deno.Command("node", {
      args: ["-p", "process.versions.node + ' ' + process.execPath"],
      stdin: "null",
      stderr: "null",
    }).output();
    const [version, path] = new TextDecoder().decode(stdout).trim().split(/ (.*)/);
    return Number.parseInt(version) >= MIN_NODE_MAJOR ? path : null;
  } catch {
    // There is no Node on this machine; npm brings one.
    return null;
  }
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(bytes).toHex().slice(0, 12);
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
