import { isObject } from "../../model/mod.ts";
import type { Line, Talk, Transcript } from "./exchange.ts";

/** One rule of a dialect's contract. */
export interface Rule {
  /** What has to hold, as a short sentence. */
  name: string;
  /** What was seen instead; null where the rule is kept. */
  difference(transcript: Transcript): string | null;
}

/** The contract of a dialect: a conversation, and the rules that its lines keep. */
export interface Contract {
  /** The arguments that choose the dialect. */
  args: readonly string[];
  /** The schema of its lines. */
  schema: string;
  /** Talks to the executable; `cwd` is its working folder. Throws Stuck where an answer does not come. */
  converse(exchange: Talk, cwd: string): Promise<void>;
  rules: readonly Rule[];
}

/** The prompt that is answered with one line of text, and that text. */
export const GREETING = { prompt: "say Good morning.", answer: "Good morning." };
/** The prompt by which the demo model writes a file. */
export const WRITING = { prompt: "write note.txt: hi", file: "note.txt" };
/** The prompt that takes longer than any check. */
export const WAITING = "wait 60";
/** A line that no dialect can read. */
export const BROKEN_LINE = '{"type":';

/** The value at a path of names, or undefined. */
export function at(line: unknown, ...path: (string | number)[]): unknown {
  let value: unknown = line;
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isObject(value) ? value[step] : undefined;
  }
  return value;
}

/** A rule about the number of lines of a kind. */
export function exactly(count: number, rule: { name: string; of: (line: Line) => boolean }): Rule {
  return {
    name: rule.name,
    difference: ({ lines }) => {
      const found = lines.filter(rule.of).length;
      return found === count ? null : `${found} instead of ${count}`;
    },
  };
}

/** A rule that some line keeps. */
export function some(name: string, fits: (line: Line, transcript: Transcript) => boolean): Rule {
  return {
    name,
    difference: (transcript) => transcript.lines.some((line) => fits(line, transcript)) ? null : "no such line",
  };
}

/** A rule that every line keeps; the first that does not is shown. */
export function every(name: string, fits: (line: Line, transcript: Transcript) => boolean): Rule {
  return {
    name,
    difference: (transcript) => shown(transcript.lines.find((line) => !fits(line, transcript))),
  };
}

/** The beginning of a line, for a person. */
export function shown(line: unknown): string | null {
  if (line === undefined) return null;
  const text = JSON.stringify(line);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
