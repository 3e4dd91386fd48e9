import type { Display } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";

/** The content of a file before and after a change. */
export interface FileChange {
  path: string;
  /** Null when there was no file. */
  before: string | null;
  after: string;
}

/** A change in the forms that hosts render. */
export interface FileChangeView {
  diff: string;
  patch: JsonObject[];
  added: number;
  removed: number;
}

const CONTEXT_LINES = 3;
/** When comparing takes longer, the change is shown as one replacement. */
const DIFF_TIMEOUT_MS = 500;

/** The unified diff of a change and its hunks. */
export async function viewOf(change: FileChange): Promise<FileChangeView> {
  const { formatPatch, structuredPatch } = await import("diff");
  const before = change.before ?? "";
  const options = { context: CONTEXT_LINES, timeout: DIFF_TIMEOUT_MS };
  const patch = structuredPatch(change.path, change.path, before, change.after, "Current", "Proposed", options) ??
    wholeReplacement(change.path, { before, after: change.after });
  let added = 0;
  let removed = 0;
  for (const hunk of patch.hunks) {
    for (const line of hunk.lines) {
      if (line.startsWith("+")) added++;
      else if (line.startsWith("-")) removed++;
    }
  }
  return { diff: formatPatch(patch), patch: patch.hunks.map((hunk) => ({ ...hunk })), added, removed };
}

/** A change as user interfaces display it. */
export function displayOf(change: FileChange, view: FileChangeView): Display {
  return {
    kind: "diff",
    file: change.path,
    diff: view.diff,
    original: change.before,
    modified: change.after,
    added: view.added,
    removed: view.removed,
  };
}

type Patch = NonNullable<ReturnType<typeof import("diff")["structuredPatch"]>>;

function wholeReplacement(path: string, { before, after }: { before: string; after: string }): Patch {
  const old = before === "" ? [] : before.split("\n");
  const now = after === "" ? [] : after.split("\n");
  return {
    oldFileName: path,
    newFileName: path,
    oldHeader: "Current",
    newHeader: "Proposed",
    index: undefined,
    hunks: [{
      oldStart: 1,
      oldLines: old.length,
      newStart: 1,
      newLines: now.length,
      lines: [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)],
    }],
  };
}
