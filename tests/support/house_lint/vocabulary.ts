/** The rule on words: the trade's word for each thing, and one thing for each word. */

/** Retired words and the words that replace them, as parts of names and in prose. */
const RETIRED: Readonly<Record<string, string>> = {
  "workshop": "SessionRuntime",
  "crew": "SubAgents",
  "hire": "start",
  "hired": "started",
  "hires": "starts",
  "desk": "context or registry",
  "voice": "Emitter",
  "breath": "batch",
  "exhale": "flush",
  "spoken": "encoded",
  "speech": "encoder",
  "stillborn": "start-up error",
  "alarms": "Signals",
  "rung": "fired",
  "escapee": "orphaned process",
  "escapees": "orphaned processes",
  "glance": "DirectoryListing",
  "quietly": "withoutProgress",
  "untraced": "withoutStackTrace",
  "errand": "host tool call",
  "errands": "host tool calls",
  "asides": "notices or pending requests",
  "doubts": "configuration warnings",
  "deeds": "policy subjects",
  "walls": "sandbox",
  "canary": "probe",
  "concessions": "unsupported parameters",
  "mourned": "reported",
};

/** Retired names and turns of phrase of several words. */
const RETIRED_PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bwords of (?=[^.]{0,20}(dialect|protocol|host|client|qwen|claude|chat))/gi, "protocol or message format"],
  [/\blet go\b/gi, "disconnected"],
  [/\bto be had\b/gi, "available"],
  [/\bstand-ins?\b|[sS]tandIns?(?![a-z])|\bstand_ins?\b/g, "placeholder"],
  [/\blayFoundation\b/g, "loadConfig"],
  [/\bagree\(/g, "detectAndOpen"],
];

/** Refuses retired words in names, texts and comments. */
export const noRetiredWords: Deno.lint.Rule = {
  create(context): Deno.lint.LintVisitor {
    // This file and its test name the words.
    if (context.filename.includes("house_lint")) return {};
    return {
      Program(): void {
        for (const { word, index, instead } of retiredWords(context.sourceCode.text)) {
          context.report({
            range: [index, index + word.length],
            message: `"${word}" is a retired word: use ${instead}`,
          });
        }
      },
    };
  },
};

/** A retired word in a text. */
export interface RetiredWord {
  word: string;
  index: number;
  instead: string;
}

/** The retired words of a text. */
export function* retiredWords(text: string): Generator<RetiredWord> {
  // A name in camel case or snake case is several words.
  for (const { 0: word, index } of text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)) {
    const name = word.toLowerCase();
    if (Object.hasOwn(RETIRED, name)) yield { word, index, instead: RETIRED[name] };
  }
  for (const [phrase, instead] of RETIRED_PHRASES) {
    for (const { 0: word, index } of text.matchAll(phrase)) yield { word: word.trim(), index, instead };
  }
}
