import type { PatternNode } from "./syntax.ts";

/** Texts of which every match contains at least one. */
export interface RequiredLiterals {
  texts: readonly string[];
  /** Whether a match is exactly one of these texts, so that finding one is finding a match. */
  isExact: boolean;
}

/** Shorter literals are found in nearly every line and save no time. */
const MIN_CHARS = 3;
const MAX_TEXTS = 32;

/** The best literals for a quick search before the real one; null when the pattern has none. */
export function requiredLiterals(node: PatternNode): RequiredLiterals | null {
  const found = literalsOf(node);
  if (found.length === 0 || found.some((text) => [...text].length < MIN_CHARS)) return null;
  return { texts: found, isExact: isExact(node) };
}

/** Alternatives of which one occurs in every match; empty when none is known. */
function literalsOf(node: PatternNode): string[] {
  switch (node.kind) {
    case "char":
      return node.literal === null ? [] : [node.literal];
    case "alt": {
      const options = node.nodes.map(literalsOf);
      const all = options.flat();
      return options.some((texts) => texts.length === 0) || all.length > MAX_TEXTS ? [] : all;
    }
    case "repeat":
      return node.min === 0 ? [] : literalsOf(node.node);
    case "seq":
      return bestOf(runsOf(node.nodes));
    case "assert":
      return [];
  }
}

/** Neighbouring single literals are joined; everything else stands alone. */
function runsOf(nodes: readonly PatternNode[]): string[][] {
  const runs: string[][] = [];
  let text = "";
  const flush = (): void => {
    if (text !== "") runs.push([text]);
    text = "";
  };
  for (const node of flat(nodes)) {
    if (node.kind === "char" && node.literal !== null) {
      text += node.literal;
      continue;
    }
    if (node.kind === "assert") continue;
    flush();
    const found = literalsOf(node);
    if (found.length > 0) runs.push(found);
  }
  flush();
  return runs;
}

function flat(nodes: readonly PatternNode[]): PatternNode[] {
  return nodes.flatMap((node) => node.kind === "seq" ? flat(node.nodes) : [node]);
}

/** The run whose shortest text is longest. */
function bestOf(runs: readonly string[][]): string[] {
  const worth = (texts: readonly string[]): number => Math.min(...texts.map((text) => text.length)) - texts.length / 10;
  return runs.reduce<string[]>((best, run) => best.length === 0 || worth(run) > worth(best) ? run : best, []);
}

function isExact(node: PatternNode): boolean {
  switch (node.kind) {
    case "char":
      return node.literal !== null;
    case "seq":
      return node.nodes.length > 0 && node.nodes.every((child) => child.kind !== "alt" && isExact(child));
    case "alt":
      return node.nodes.every(isExact);
    default:
      return false;
  }
}
