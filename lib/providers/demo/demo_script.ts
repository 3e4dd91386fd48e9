import { isObject, type JsonObject } from "../../model/json.ts";

/** One step of the demo model. */
export type DemoStep =
  | { kind: "call"; tool: string; input: JsonObject; fallback?: { tool: string; input: JsonObject } }
  | { kind: "think"; text: string }
  | { kind: "say"; text: string }
  | { kind: "count"; to: number }
  | { kind: "wait"; seconds: number }
  | { kind: "fail"; message: string };

/** The steps of one answer: the lines up to a line `then`. */
export type DemoRound = DemoStep[];

const MAX_COUNT = 1_000_000;
const MAX_WAIT_SECONDS = 3_600;

/** One path or word: bare, or in quotes or backticks when it holds spaces. */
const WORD = "(?:`([^`]+)`|\"([^\"]+)\"|'([^']+)'|(\\S+))";

type Rule = [pattern: RegExp, make: (words: string[], cwd: string) => DemoStep | null];

/** The rules of the script language; the first one that matches a line applies. */
const RULES: Rule[] = [
  [/^think(?:\s*:\s*|\s+about\s+)(.+)$/i, ([text]) => ({ kind: "think", text })],
  [/^think$/i, () => ({ kind: "think", text: "Let me think about what was asked, one step at a time." })],
  [/^say(?:\s*:\s*|\s+)(.+)$/i, ([text]) => ({ kind: "say", text })],
  [/^count to (\d+)$/i, ([to]) => ({ kind: "count", to: Math.min(Number(to), MAX_COUNT) })],
  [/^wait (\d+)(?: ?s(?:econds?)?)?$/i, ([s]) => ({ kind: "wait", seconds: Math.min(Number(s), MAX_WAIT_SECONDS) })],
  [/^fail(?:\s*:\s*(.+))?$/i, ([text]) => ({ kind: "fail", message: text || "The demo model was asked to fail" })],
  [/^run(?:\s*:\s*|\s+(?=`))(.+)$/i, ([command]) => call("run_shell_command", { command: bare(command) })],
  [
    /^write\s+([^\s:]+|"[^"]+")\s*:\s?(.*)$/is,
    ([path, text], cwd) => call("write_file", { file_path: absolute(bare(path), cwd), content: `${text}\n` }),
  ],
  [
    /^edit\s+([^\s:]+|"[^"]+")\s*:\s*(.+?)\s*=>\s*(.*)$/i,
    ([path, from, to], cwd) => call("edit", { file_path: absolute(bare(path), cwd), old_string: from, new_string: to }),
  ],
  [/^call\s+([\w.-]+)\s*(\{.*\})?$/is, ([tool, json]) => rawCall(tool, json || "{}")],
  [
    new RegExp(`^(?:read|show|open|cat)\\s+(?:(?:the\\s+)?file\\s+)?${WORD}$`, "i"),
    (words, cwd) => call("read_file", { file_path: absolute(one(words), cwd) }),
  ],
  [
    new RegExp(`^(?:list|ls)(?:\\s+(?:the\\s+)?(?:files|folder|directory))?(?:\\s+(?:in|of))?(?:\\s+${WORD})?$`, "i"),
    (words, cwd) => {
      const path = absolute(one(words) || ".", cwd);
      return {
        kind: "call",
        tool: "list_directory",
        input: { path },
        fallback: { tool: "glob", input: { pattern: "*", path } },
      };
    },
  ],
  [new RegExp(`^(?:find|glob)\\s+${WORD}$`, "i"), (words) => call("glob", { pattern: one(words) })],
  [
    new RegExp(`^(?:search|grep)(?:\\s+for)?\\s+${WORD}$`, "i"),
    (words) => call("grep_search", { pattern: one(words) }),
  ],
  [/^fetch\s+(https?:\/\/\S+)$/i, ([url]) => call("web_fetch", { url, prompt: "What does this page say?" })],
];

/** Reads a prompt as a script; no rounds means that the prompt is no script. */
export function readScript(prompt: string, cwd: string): DemoRound[] {
  const rounds: DemoRound[] = [[]];
  const text = prompt.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, "");
  for (const raw of text.split("\n")) {
    const line = raw.trim().replace(/^(?:[-*•]|\d+[.)])\s+/, "").replace(/^please[,\s]+/i, "");
    if (/^then[.:]?$/i.test(line)) {
      rounds.push([]);
      continue;
    }
    const step = readLine(line, cwd);
    if (step) rounds[rounds.length - 1].push(step);
  }
  return rounds.filter((round) => round.length > 0);
}

function readLine(line: string, cwd: string): DemoStep | null {
  for (const [pattern, make] of RULES) {
    const match = pattern.exec(line) ?? pattern.exec(line.replace(/[.!]$/, ""));
    if (match) return make(match.slice(1).map((word) => word ?? ""), cwd);
  }
  return null;
}

function call(tool: string, input: JsonObject): DemoStep {
  return { kind: "call", tool, input };
}

function rawCall(tool: string, json: string): DemoStep {
  try {
    const input: unknown = JSON.parse(json);
    if (isObject(input)) return { kind: "call", tool, input: input as JsonObject };
  } catch {
    // Reported below: the user wrote this JSON and can correct it.
  }
  return { kind: "say", text: `I cannot call ${tool}: what follows its name is not a JSON object.` };
}

function one(words: string[]): string {
  const word = words.find((candidate) => candidate !== "") ?? "";
  // The full stop of a sentence does not belong to the path.
  return /[^./]\.$/.test(word) ? word.slice(0, -1) : word;
}

function bare(word: string): string {
  return /^(["'`]).*\1$/s.test(word) ? word.slice(1, -1) : word;
}

/** File tools need absolute paths; without a known working folder the path stays unchanged. */
function absolute(path: string, cwd: string): string {
  if (cwd === "" || /^(\/|[A-Za-z]:[\\/]|~)/.test(path)) return path;
  const short = path.replace(/^(\.\/)+/, "");
  const root = cwd.replace(/\/+$/, "");
  return short === "." || short === "" ? root || "/" : `${root}/${short}`;
}
