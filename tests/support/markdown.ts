/** Reads documents as data: fenced blocks and tables. */

/** A fenced block. */
export interface Block {
  /** The first word behind the fence. */
  language: string;
  /** The words after it. */
  info: string;
  text: string;
  /** Number of the line of the fence, from 1. */
  line: number;
}

/** The fenced blocks of a document, in order. */
export function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [index, line] of document.split("\n").entries()) {
    const fence = /^```(\S*)\s*(.*)$/.exec(line);
    if (!fence) {
      if (open) open.text += `${line}\n`;
    } else if (open) {
      blocks.push(open);
      open = null;
    } else open = { language: fence[1], info: fence[2], text: "", line: index + 1 };
  }
  return blocks;
}

/** The rows of the table whose first heading is this one, without the headings; every cell without its blanks. */
export function tableOf(document: string, heading: string): string[][] {
  const lines = document.split("\n");
  const start = lines.findIndex((line) => line.startsWith("|") && cellsOf(line)[0] === heading);
  if (start < 0) throw new Error(`There is no table that begins with ${heading}`);
  const rows: string[][] = [];
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith("|")) break;
    rows.push(cellsOf(line));
  }
  return rows;
}

function cellsOf(line: string): string[] {
  return line.slice(1, line.lastIndexOf("|")).split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** What stands in backticks. */
export function codeOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
}
