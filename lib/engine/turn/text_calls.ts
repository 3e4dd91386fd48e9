/**
 * Tool calls that a model wrote as text, because its server has no parser for them. They count only at the very end of
 * an answer, at the start of a line and outside of code blocks: everything else is text that talks about calls.
 */
import { isObject, type Json, type Message, textOf } from "../../model/mod.ts";

/** A call that was written as text. */
export interface TextCall {
  tool: string;
  input: Json;
}

/** The calls at the end of an answer and the text before them. `fault` says why calls could not be read. */
export type TextCalls =
  | { text: string; calls: TextCall[]; fault: null }
  | { text: string; calls: []; fault: string };

/** How an answer is read. */
export interface TextCallOptions {
  /** Whether a tool of this name is offered. A code block counts as a call only if it names one. */
  isTool: (name: string) => boolean;
  /** Whether a text is in what the model was given to read: an answer that repeats it quotes, and calls nothing. */
  isQuoted?: (text: string) => boolean;
}

const OPEN = "<tool_call>";
const CLOSE = "</tool_call>";
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w-]*)[ \t]*$/;
/** Lines at which calls may begin. */
const START = /^ {0,3}(?:<tool_call>|<function=|\{)/;
/** Languages of a code block that may hold a call. */
const CALL_LANGUAGES = ["", "json", "tool_call"];

/** The calls at the end of an answer; null when it ends in ordinary text. */
export function readTextCalls(answer: string, options: TextCallOptions): TextCalls | null {
  const text = answer.trimEnd();
  // Most answers have no call: this keeps them at one scan.
  if (!/<tool_call>|<\/tool_call>|<function=|[`~]{3}$/.test(text)) return null;
  for (const start of startsIn(text)) {
    const calls = new CallReader(text.slice(start), options).read();
    if (calls === null) continue;
    if (options.isQuoted?.(text.slice(start))) return null;
    const before = text.slice(0, start).trimEnd();
    return typeof calls === "string" ? { text: before, calls: [], fault: calls } : { text: before, calls, fault: null };
  }
  return null;
}

/**
 * Whether a text is in the messages of the user or in the results of tools. Line breaks, blanks and the line numbers of
 * read_file do not count.
 */
export function isQuotedFrom(messages: readonly Message[], text: string): boolean {
  const sought = squeezed(text);
  return messages.some(({ role, isNote, parts }) => {
    if (role === "assistant" || isNote) return false;
    return parts.some((part) =>
      squeezed(part.kind === "tool_result" ? textOf(part.output) : textOf([part])).includes(sought)
    );
  });
}

function squeezed(text: string): string {
  return text.replace(/^ *\d+\t/gm, "").replace(/\s+/g, "");
}

/** Offsets of lines at which calls may begin: outside of code blocks, or at the head of one. */
function startsIn(text: string): number[] {
  const starts: number[] = [];
  let fence: string | null = null;
  let offset = 0;
  for (const line of text.split("\n")) {
    const marker = FENCE.exec(line)?.[1] ?? /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (marker?.startsWith(fence) && line.trim() === marker) fence = null;
    } else if (marker) {
      fence = marker;
      starts.push(offset);
    } else if (START.test(line)) starts.push(offset);
    offset += line.length + 1;
  }
  return starts;
}

/** Reads a text that must consist of calls alone. */
class CallReader {
  readonly #text: string;
  readonly #options: TextCallOptions;
  #at = 0;

  constructor(text: string, options: TextCallOptions) {
    this.#text = text;
    this.#options = options;
  }

  /** The calls; a reason when the text is meant as a call and cannot be read; null when it is something else. */
  read(): TextCall[] | string | null {
    const calls: TextCall[] = [];
    for (this.#skipSpace(); this.#at < this.#text.length; this.#skipSpace()) {
      const call = this.#next();
      if (call === null || typeof call === "string") return call;
      calls.push(call);
    }
    return calls.length > 0 ? calls : null;
  }

  #next(): TextCall | string | null {
    if (this.#take(OPEN)) return this.#tagged();
    if (this.#isAt("<function=")) return this.#closed(this.#function());
    // Some models leave out the opening tag.
    if (this.#isAt("{")) return this.#unopened();
    return this.#fenced();
  }

  #tagged(): TextCall | string | null {
    this.#skipSpace();
    if (this.#isAt("<function=")) return this.#closed(this.#function());
    if (this.#isAt("{")) {
      const value = this.#json();
      return value === undefined ? this.#broken() : this.#closed(callIn(value));
    }
    return this.#text.endsWith(CLOSE) ? "between the tags there is neither a JSON object nor a function" : null;
  }

  /** A call after which its closing tag may be missing, at the end or before the next call. */
  #closed(call: TextCall | string | null): TextCall | string | null {
    if (call === null || typeof call === "string") return call;
    this.#skipSpace();
    const isComplete = this.#take(CLOSE) || this.#at === this.#text.length || this.#isAt(OPEN) ||
      this.#isAt("<function=");
    return isComplete ? call : null;
  }

  #unopened(): TextCall | string | null {
    const value = this.#json();
    if (value === undefined) return null;
    this.#skipSpace();
    return this.#take(CLOSE) ? callIn(value) : null;
  }

  #fenced(): TextCall | null {
    const line = this.#text.slice(this.#at).split("\n", 1)[0];
    const fence = FENCE.exec(line);
    if (!fence || !CALL_LANGUAGES.includes(fence[2].toLowerCase())) return null;
    this.#at += line.length;
    this.#skipSpace();
    const value = this.#isAt("{") ? this.#json() : undefined;
    this.#skipSpace();
    if (!isObject(value) || !this.#take(fence[1])) return null;
    const call = callIn(value);
    // Any other object is an answer that happens to be JSON.
    const isCall = Object.keys(value).every((key) => ["name", "arguments", "parameters"].includes(key));
    return isCall && typeof call !== "string" && this.#options.isTool(call.tool) ? call : null;
  }

  /** `<function=NAME>` with JSON or parameters in it. */
  #function(): TextCall | string | null {
    const head = /^<function=([^>\s]+)>/.exec(this.#text.slice(this.#at));
    if (!head) return null;
    const start = this.#at + head[0].length;
    const end = /<\/function>(?=\s*(?:<\/tool_call>|<tool_call>|<function=|$))/.exec(this.#text.slice(start));
    if (!end) return this.#broken();
    const body = this.#text.slice(start, start + end.index);
    this.#at = start + end.index + end[0].length;
    if (body.trimStart().startsWith("{")) {
      const input = parsed(body);
      return input === undefined ? "the arguments are not valid JSON" : { tool: head[1], input };
    }
    const input = parametersIn(body);
    return input ? { tool: head[1], input } : "its parameters are not closed";
  }

  /** The JSON object that begins here; undefined when it is not complete or not valid. */
  #json(): Json | undefined {
    const end = objectEnd(this.#text, this.#at);
    if (end === null) return undefined;
    const value = parsed(this.#text.slice(this.#at, end));
    if (value !== undefined) this.#at = end;
    return value;
  }

  #broken(): string {
    const size = this.#text.length;
    return this.#text.endsWith(CLOSE) || this.#text.endsWith("}")
      ? "the JSON in it is not valid"
      : `it ends in the middle, after ${size} characters. Do the work in smaller pieces, with shorter arguments`;
  }

  #isAt(token: string): boolean {
    return this.#text.startsWith(token, this.#at);
  }

  #take(token: string): boolean {
    if (!this.#isAt(token)) return false;
    this.#at += token.length;
    return true;
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && /\s/.test(this.#text[this.#at])) this.#at++;
  }
}

function callIn(value: Json): TextCall | string {
  if (!isObject(value)) return "it is not a JSON object";
  const call = isObject(value.function) ? value.function : value;
  const { name } = call;
  if (typeof name !== "string" || name.trim() === "") return 'the JSON in it has no "name"';
  return { tool: name.trim(), input: (call.arguments ?? call.parameters ?? {}) as Json };
}

/** The parameters of a function; null when something else stands between them. */
function parametersIn(body: string): Record<string, string> | null {
  const input: Record<string, string> = {};
  const parameter = /\s*<parameter=([^>\s]+)>([\s\S]*?)<\/parameter>(?=\s*(?:<parameter=|$))/y;
  let end = 0;
  for (let match = parameter.exec(body); match; match = parameter.exec(body)) {
    input[match[1]] = match[2].replace(/^\n/, "").replace(/\n$/, "");
    end = parameter.lastIndex;
  }
  return body.slice(end).trim() === "" ? input : null;
}

/** The offset after the object that begins at an offset; null when it is not closed. */
function objectEnd(text: string, from: number): number | null {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (isQuoted) {
      if (char === "\\") at++;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return null;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
