/** Finds the sentences of documents and help pages, so that a test can measure them. */

/** A sentence, and the line of the paragraph that holds it. */
export interface Sentence {
  text: string;
  /** From 1. */
  line: number;
}

/** The facts that a help page adds to the description of a flag. */
const DEFAULTS = / \((default: |one of |also )[^)]*\)$/;

interface Paragraph {
  text: string;
  line: number;
}

/** The sentences of a Markdown document, without code blocks, tables, headings and front matter. */
export function sentencesOf(document: string): Sentence[] {
  return paragraphsOf(document).flatMap(split);
}

/** The sentences of a help page: of its paragraphs, and of the descriptions in its columns without their defaults. */
export function sentencesOfHelp(page: string): Sentence[] {
  const paragraphs: Paragraph[] = [];
  let column = -1;
  for (const [index, line] of page.split("\n").entries()) {
    const entry = /^( +)(\S.*?) {2,}(?=\S)/.exec(line);
    const indent = line.search(/\S/);
    if (indent < 0) column = -1;
    else if (indent === column) append(paragraphs, line.trim());
    else if (entry) {
      column = entry[0].length;
      paragraphs.push({ text: line.slice(column).trim(), line: index + 1 });
    } else {
      column = indent;
      paragraphs.push({ text: line.trim(), line: index + 1 });
    }
  }
  const described = paragraphs.map(({ text, line }) => ({ text: text.replace(DEFAULTS, ""), line }));
  return described.flatMap(split);
}

/** How many words a sentence has. A piece of code counts as one word. */
export function wordsIn(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function paragraphsOf(document: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [index, line] of document.split("\n").entries()) {
    if (line.startsWith("```")) isCode = !isCode;
    const item = /^\s*(?:[-*]|\d+\.) +(.*)$/.exec(line);
    if (isCode || /^(```|\||#|\s*$)/.test(line)) isOpen = false;
    else if (!isOpen || item) {
      paragraphs.push({ text: item ? item[1] : line.trim(), line: index + 1 });
      isOpen = true;
    } else append(paragraphs, line.trim());
  }
  return paragraphs.map(({ text, line }) => ({ text: withoutMarkup(text), line }));
}

function append(paragraphs: Paragraph[], text: string): void {
  const last = paragraphs.at(-1);
  if (last) last.text += ` ${text}`;
}

/** Text as it is read: code is one word, a link is its text. */
function withoutMarkup(text: string): string {
  return text.replace(/`[^`]+`/g, (code) => code.replaceAll(/\s/g, "_").replaceAll(/[.!?]/g, "·"))
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("**", "");
}

function split({ text, line }: Paragraph): Sentence[] {
  return text.split(/(?<=[.!?]["')]?)\s+(?=[\p{Lu}`"(]|--)/u).map((sentence) => ({ text: sentence, line }));
}
