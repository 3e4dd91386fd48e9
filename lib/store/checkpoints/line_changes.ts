/** The numbers of lines that a change adds and removes. */
export interface LineChanges {
  insertions: number;
  deletions: number;
}

// With more changed lines the shortest edit is not computed: every line between the common ends counts as changed.
const MAX_EDITS = 2_000;

/** Counts the lines to add and remove to turn one text into another. */
export function lineChanges(from: string, to: string): LineChanges {
  const before = linesOf(from);
  const after = linesOf(to);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start && end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) end++;
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  const edits = shortestEdit(old, fresh);
  if (edits === null) return { insertions: fresh.length, deletions: old.length };
  const insertions = (edits + fresh.length - old.length) / 2;
  return { insertions, deletions: edits - insertions };
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The length of the shortest edit by Myers' greedy algorithm, or null when it is too long. */
function shortestEdit(a: readonly string[], b: readonly string[]): number | null {
  const max = Math.min(a.length + b.length, MAX_EDITS);
  const furthest = new Int32Array(2 * max + 3);
  for (let edits = 0; edits <= max; edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = diagonal + max + 1;
      const goesDown = diagonal === -edits || (diagonal !== edits && furthest[at - 1] < furthest[at + 1]);
      let x = goesDown ? furthest[at + 1] : furthest[at - 1] + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      furthest[at] = x;
      if (x >= a.length && x - diagonal >= b.length) return edits;
    }
  }
  return null;
}
