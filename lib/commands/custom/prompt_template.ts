/** A piece of a template. Templates are parsed before arguments are filled in, so an argument cannot add a piece. */
export type Segment =
  | { kind: "text"; text: string }
  /** All arguments. */
  | { kind: "args" }
  /** One argument, counted from 1. */
  | { kind: "arg"; number: number }
  /** `@{path}`: the content of a file. */
  | { kind: "file"; path: Segment[] }
  /** `!{command}`: the output of a shell command. */
  | { kind: "shell"; command: Segment[] };

const OPENING = /([@!])\{|\{\{args\}\}|\$ARGUMENTS\b|\$([1-9])(?!\d)/g;

/** Splits a template into segments. A block whose brace is never closed is text. */
export function parseTemplate(template: string): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  const text = (end: number): void => {
    if (end > from) segments.push({ kind: "text", text: template.slice(from, end) });
  };
  const opening = new RegExp(OPENING);
  for (let match = opening.exec(template); match; match = opening.exec(template)) {
    const [found, sigil, number] = match;
    const close = sigil ? closingBrace(template, match.index + 2) : match.index + found.length - 1;
    if (close < 0) continue;
    text(match.index);
    if (sigil) segments.push(block(sigil, template.slice(match.index + 2, close).trim()));
    else if (number) segments.push({ kind: "arg", number: Number(number) });
    else segments.push({ kind: "args" });
    from = close + 1;
    opening.lastIndex = from;
  }
  text(template.length);
  return segments;
}

/** Whether a template runs shell commands. */
export function hasShellBlocks(segments: readonly Segment[]): boolean {
  return segments.some((segment) => segment.kind === "shell");
}

/** Whether a template has a placeholder for its arguments. */
export function takesArguments(segments: readonly Segment[]): boolean {
  return segments.some((segment) => {
    if (segment.kind === "shell") return takesArguments(segment.command);
    if (segment.kind === "file") return takesArguments(segment.path);
    return segment.kind === "args" || segment.kind === "arg";
  });
}

/** Splits an argument text into words; quotes group words and are removed. */
export function splitArguments(args: string): string[] {
  const words = args.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

/** Fills arguments into pieces without blocks of their own; `quote` makes each value safe for its place. */
export function fillArguments(
  segments: readonly Segment[],
  args: string,
  { quote = (value) => value }: { quote?: (value: string) => string } = {},
): string {
  const words = splitArguments(args);
  let text = "";
  for (const segment of segments) {
    if (segment.kind === "text") text += segment.text;
    else if (segment.kind === "args") text += quote(args);
    else if (segment.kind === "arg") text += quote(words[segment.number - 1] ?? "");
  }
  return text;
}

/** Quotes a value as one word of a shell command. */
export function shellQuote(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

function block(sigil: string, inner: string): Segment {
  if (sigil === "@") return { kind: "file", path: argumentPieces(inner, IN_PATH) };
  return { kind: "shell", command: argumentPieces(inner, IN_SHELL) };
}

const IN_PATH = /\{\{args\}\}|\$ARGUMENTS\b|\$([1-9])(?!\d)/g;

/** In a shell command `$1` belongs to the shell, as in `awk '{print $1}'`. */
const IN_SHELL = /\{\{args\}\}|\$ARGUMENTS\b/g;

function argumentPieces(text: string, pattern: RegExp): Segment[] {
  const pieces: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) pieces.push({ kind: "text", text: text.slice(from, match.index) });
    pieces.push(match[1] ? { kind: "arg", number: Number(match[1]) } : { kind: "args" });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ kind: "text", text: text.slice(from) });
  return pieces;
}

function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    if (text[index] === "{") depth++;
    else if (text[index] === "}" && --depth === 0) return index;
  }
  return -1;
}
