import { basename, extname } from "../../path/mod.ts";
import { isObject } from "../../model/json.ts";
import type { ToolContext } from "../../model/ports.ts";
import type { FileChange } from "./file_change.ts";

/** A syntax error, with the line where it is known. */
interface SyntaxFault {
  line: number | null;
  message: string;
}

/** Larger files are not checked: the check must not be felt. */
const MAX_CHARS = 1_000_000;
const MAX_MESSAGE_CHARS = 200;
const PYTHON_TIMEOUT_MS = 5_000;

type Parse = (text: string) => SyntaxFault | null | Promise<SyntaxFault | null>;

const PARSERS: Readonly<Record<string, Parse>> = {
  ".json": json,
  ".yaml": yaml,
  ".yml": yaml,
  ".toml": toml,
  ".js": (text) => script(text, ["plain", "tags"]),
  ".mjs": (text) => script(text, ["plain", "tags"]),
  ".cjs": (text) => script(text, ["plain", "tags"]),
  ".jsx": (text) => script(text, ["tags"]),
  ".ts": (text) => script(text, ["types"]),
  ".mts": (text) => script(text, ["types"]),
  ".cts": (text) => script(text, ["types"]),
  ".tsx": (text) => script(text, ["tags"]),
};

/** Files that are JSON with comments in spite of their name. */
const COMMENTED_JSON = /^(?:[tj]sconfig.*|devcontainer|settings|launch|tasks|extensions)\.json$/;

/** A warning about a changed file that is not valid in its format; empty when it is valid or its format is unknown. */
export async function syntaxWarning(change: FileChange & { real: string }, context: ToolContext): Promise<string> {
  const { before, after, path, real } = change;
  const extension = extname(path).toLowerCase();
  if (after.length > MAX_CHARS || after.trim() === "" || COMMENTED_JSON.test(basename(path))) return "";
  if (extension === ".py") return warningOf(await python(real, context), { wasBroken: false });
  const parse = PARSERS[extension];
  const fault = parse ? await parse(after) : null;
  if (!fault) return "";
  const wasBroken = before !== null && before.trim() !== "" && await parse(before) !== null;
  return warningOf(fault, { wasBroken });
}

function warningOf(fault: SyntaxFault | null, { wasBroken }: { wasBroken: boolean }): string {
  if (!fault) return "";
  const where = fault.line === null ? "" : ` at line ${fault.line}`;
  const since = wasBroken ? " It had one before this change as well." : "";
  const message = fault.message.split("\n", 1)[0].slice(0, MAX_MESSAGE_CHARS);
  return `\n\nWarning: the file now has a syntax error${where}: ${message}.${since}`;
}

async function json(text: string): Promise<SyntaxFault | null> {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const message = messageOf(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    const line = position === undefined
      ? await jsonFaultLine(text)
      : text.slice(0, Number(position)).split("\n").length;
    return { line, message: message.replace(/ in JSON at position.*$|, [."].* is not valid JSON$/s, "") };
  }
}

/** The line of an error that the JSON parser does not place. */
async function jsonFaultLine(text: string): Promise<number | null> {
  const { parseExpressionAt } = await import("acorn");
  try {
    parseExpressionAt(text, 0, { ecmaVersion: "latest", locations: true });
    return null;
  } catch (error) {
    return lineOf(error);
  }
}

async function yaml(text: string): Promise<SyntaxFault | null> {
  const { parseAll } = await import("@std/yaml");
  try {
    parseAll(text);
    return null;
  } catch (error) {
    const message = messageOf(error);
    // Tags are a matter of the program that reads the file.
    if (/tag/i.test(message)) return null;
    const line = /at line (\d+)/.exec(message)?.[1];
    return { line: line === undefined ? null : Number(line), message: message.replace(/ at line \d+[^:]*:?$/, "") };
  }
}

async function toml(text: string): Promise<SyntaxFault | null> {
  const { parse } = await import("@std/toml");
  try {
    parse(text);
    return null;
  } catch (error) {
    const message = messageOf(error);
    const line = /line (\d+)/.exec(message)?.[1];
    return { line: line === undefined ? null : Number(line), message };
  }
}

/** What a script may contain beside plain JavaScript: types, or types and JSX. */
type Syntax = "plain" | "types" | "tags";

async function script(text: string, syntaxes: readonly Syntax[]): Promise<SyntaxFault | null> {
  const { Parser } = await import("acorn");
  const { tsPlugin } = await import("@sveltejs/acorn-typescript");
  const readers = {
    plain: Parser,
    types: Parser.extend(tsPlugin()),
    tags: Parser.extend(tsPlugin({ jsx: {} })),
  };
  const options = {
    ecmaVersion: "latest",
    locations: true,
    allowHashBang: true,
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
  } as const;
  let fault: SyntaxFault | null = null;
  // A file may be a module or a script: one reading is enough.
  for (const syntax of syntaxes) {
    for (const sourceType of ["module", "script"] as const) {
      try {
        readers[syntax].parse(text, { ...options, sourceType });
        return null;
      } catch (error) {
        fault ??= { line: lineOf(error), message: messageOf(error).replace(/ \(\d+:\d+\)$/, "") };
      }
    }
  }
  return fault;
}

function lineOf(error: unknown): number | null {
  const location: unknown = error instanceof Error && "loc" in error ? error.loc : null;
  return isObject(location) && typeof location.line === "number" ? location.line : null;
}

const PYTHON = `import ast, sys
try:
    ast.parse(open(sys.argv[1], "rb").read())
except SyntaxError as error:
    print("%s\\t%s" % (error.lineno or "", error.msg))
except ValueError:
    pass`;

/** Asks Python itself, isolated from the workspace. It parses the file and runs nothing of it. */
async function python(real: string, context: ToolContext): Promise<SyntaxFault | null> {
  try {
    await context.shell.ready?.("read-only");
    const run = context.shell.run({
      // A launcher such as pyenv's may not work in the sandbox: the first python3 that starts is asked.
      command: `type -aP python3 | while read -r python; do "$python" -I -c "" 2>/dev/null && ` +
        `exec "$python" -I -c ${quoted(PYTHON)} ${quoted(real)}; done`,
      cwd: context.cwd,
      timeoutMs: PYTHON_TIMEOUT_MS,
      profile: "read-only",
      signal: context.signal,
    });
    const decoder = new TextDecoder();
    let output = "";
    for await (const { channel, bytes } of run.output) {
      if (channel === "stdout") output += decoder.decode(bytes, { stream: true });
    }
    const { code } = await run.status;
    const [, line, message] = /^(\d*)\t(.+)/.exec(output) ?? [];
    return code === 0 && message ? { line: line === "" ? null : Number(line), message } : null;
  } catch (error) {
    if (context.signal.aborted) throw error;
    // Without a shell or a sandbox there is no check, which is only a help.
    return null;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
