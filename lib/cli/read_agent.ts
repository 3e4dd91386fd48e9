import { type AgentSpec, deferred, fail } from "../model/mod.ts";

const MAX_BYTES = 256 * 1024;

/** The agents of `--agents`. Throws a QwenError for one without a prompt. */
export async function flagAgents(value: object): Promise<AgentSpec[]> {
  const { agentSpecs }: typeof import("../dialects/agent/requests.ts") = await import(
    deferred("../dialects/agent/requests.ts")
  );
  const agents = agentSpecs(value, { ownTool: (name) => name });
  const missing = Object.keys(value).filter((name) => !agents.some((agent) => agent.name === name));
  if (missing.length === 0) return agents;
  throw fail("config_invalid", `--agents: ${missing.join(", ")} must have a text "prompt"`, {
    hint: '{"reviewer":{"description":"Reviews changes","prompt":"You review…"}}',
  });
}

/** One agent, or why there is none. */
export async function readAgent(path: string): Promise<AgentSpec | string> {
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) return "it is no regular file";
    if (size > MAX_BYTES) return `it is larger than ${MAX_BYTES / 1024} KiB`;
    return parseAgent(await Deno.readTextFile(path), path.slice(path.lastIndexOf("/") + 1, -".md".length));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reads the text of an agent's file: front matter between `---` lines, then its prompt. Returns what is wrong with it. */
export function parseAgent(text: string, fileName: string): AgentSpec | string {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!match) return "it does not begin with front matter between --- lines";
  const prompt = text.slice(match[0].length).trim();
  if (prompt === "") return "it has no prompt after its front matter";
  const facts = frontMatter(match[1]);
  const one = (name: string): string | undefined => facts.get(name)?.join(" ").trim() || undefined;
  const spec: AgentSpec = { name: one("name") ?? fileName, description: one("description") ?? "", prompt };
  const tools = namesOf(facts.get("tools"));
  if (tools && tools.length > 0) spec.tools = tools;
  const denied = namesOf(facts.get("disallowedtools"));
  if (denied) spec.deniedTools = denied;
  const model = one("model");
  if (model) spec.model = model;
  const maxTurns = Number(one("maxturns") ?? one("max_turns") ?? Number.NaN);
  if (Number.isSafeInteger(maxTurns) && maxTurns > 0) spec.maxTurns = maxTurns;
  if (one("background") === "true") spec.background = true;
  return spec;
}

/** The small part of YAML that such files use: `name: value`, lists in either form, and folded texts. */
function frontMatter(text: string): Map<string, string[]> {
  const facts = new Map<string, string[]>();
  let values: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const head = /^([A-Za-z][\w-]*):[ \t]*(.*?)[ \t]*$/.exec(line);
    if (head) {
      const [, name, value] = head;
      values = value === "" || /^[|>][+-]?$/.test(value) ? [] : [unquoted(value)];
      facts.set(name.toLowerCase(), values);
    } else if (/^\s*-\s+/.test(line)) values.push(unquoted(line.replace(/^\s*-\s+/, "").trim()));
    else if (/^\s+\S/.test(line)) values.push(line.trim());
  }
  return facts;
}

function unquoted(value: string): string {
  return value.replace(/^(["'])(.*)\1$/, "$2");
}

function namesOf(values: string[] | undefined): string[] | null {
  if (!values) return null;
  const names = values.flatMap((value) => value.replace(/^\[(.*)\]$/, "$1").split(/,(?![^(]*\))/));
  return names.map((name) => unquoted(name.trim())).filter((name) => name !== "");
}
