import { toolFailure } from "../input.ts";
import { lineAt } from "./edit_faults.ts";
import { findMatch, type Place } from "./text_match.ts";

/** A part of a patch that changes one place. */
export interface PatchHunk {
  /** The line after `@@`, below which the place is; empty when there is none. */
  header: string;
  old: string[];
  new: string[];
}

/** The change of one file. */
export type FilePatch =
  | { kind: "add"; path: string; content: string }
  | { kind: "delete"; path: string }
  /** `moveTo` is the new path of a file that is moved. */
  | { kind: "update"; path: string; moveTo: string | null; hunks: PatchHunk[] };

const FILE_LINE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE_LINE = /^\*\*\* Move to: (.+)$/;

/** The paths that a patch names, those of moved files included. Never throws. */
export function patchPaths(patch: string): string[] {
  return patch.split(/\r?\n/).flatMap((line) => (FILE_LINE.exec(line)?.[2] ?? MOVE_LINE.exec(line)?.[1])?.trim() ?? []);
}

/** The changes of a patch. Throws QwenError when it cannot be read or cannot be done. */
export function parsePatch(patch: string): FilePatch[] {
  const lines = patch.replaceAll("\r\n", "\n").split("\n");
  const start = lines.indexOf("*** Begin Patch");
  const end = lines.findLastIndex((line) => line.trimEnd() === "*** End Patch");
  if (start < 0 || end < start) {
    throw toolFailure('The patch must begin with "*** Begin Patch" and end with "*** End Patch".');
  }
  const files: FilePatch[] = [];
  for (const line of lines.slice(start + 1, end)) {
    const head = FILE_LINE.exec(line);
    if (head) files.push(newFile(head[1], head[2].trim()));
    else takeLine(line, files.at(-1));
  }
  if (files.length === 0) {
    throw toolFailure('The patch names no file: write "*** Update File: PATH" or "*** Add File: PATH".');
  }
  return files;
}

function newFile(action: string, path: string): FilePatch {
  if (action === "Delete") return { kind: "delete", path };
  return action === "Add" ? { kind: "add", path, content: "" } : { kind: "update", path, moveTo: null, hunks: [] };
}

function takeLine(line: string, file: FilePatch | undefined): void {
  const target = MOVE_LINE.exec(line)?.[1].trim();
  if (target !== undefined) return takeMove(target, file);
  if (!file) {
    if (line.trim() !== "") {
      throw toolFailure(`The patch has a line before its first file: ${JSON.stringify(line.slice(0, 100))}.`);
    }
    return;
  }
  if (file.kind === "delete") {
    if (line.trim() !== "") {
      throw toolFailure(`The patch has lines under the deletion of ${file.path}: leave them out.`);
    }
    return;
  }
  if (file.kind === "add") {
    if (line.startsWith("+")) file.content += `${line.slice(1)}\n`;
    else if (line.trim() !== "") throw toolFailure(`Lines of the new file ${file.path} must begin with +.`);
    return;
  }
  if (line.startsWith("@@")) file.hunks.push({ header: line.slice(2).replace(/@@\s*$/, "").trim(), old: [], new: [] });
  else if (line !== "*** End of File") takeHunkLine(line, file);
}

function takeMove(target: string, file: FilePatch | undefined): void {
  if (file?.kind !== "update" || file.moveTo !== null || file.hunks.length > 0) {
    throw toolFailure(`"*** Move to: ${target}" must follow the line "*** Update File: PATH".`);
  }
  file.moveTo = target;
}

function takeHunkLine(line: string, file: Extract<FilePatch, { kind: "update" }>): void {
  let hunk = file.hunks.at(-1);
  if (!hunk) file.hunks.push(hunk = { header: "", old: [], new: [] });
  const text = line.slice(1);
  if (line.startsWith("-")) hunk.old.push(text);
  else if (line.startsWith("+")) hunk.new.push(text);
  else if (line.startsWith(" ") || line === "") {
    hunk.old.push(text);
    hunk.new.push(text);
  } else {
    throw toolFailure(
      `A line of the patch for ${file.path} begins with neither a blank, - nor +: ${
        JSON.stringify(line.slice(0, 100))
      }.`,
    );
  }
}

/** A text after all hunks. Each is found below the one before. Throws QwenError when one does not fit. */
export function patched(text: string, { path, hunks }: { path: string; hunks: readonly PatchHunk[] }): string {
  let after = text;
  let from = 0;
  for (const [index, hunk] of hunks.entries()) {
    const place = placeOf(after, { hunk, from, label: `hunk ${index + 1} of ${path}` });
    after = after.slice(0, place.start) + place.replacement + after.slice(place.end);
    from = place.start + place.replacement.length;
  }
  return after;
}

function placeOf(text: string, { hunk, from, label }: { hunk: PatchHunk; from: number; label: string }): Place {
  // Blank lines at the end belong to the layout of the patch.
  const old = trimmedEnd(hunk.old, hunk.new);
  const below = hunk.header === "" ? from : Math.max(from, lineEndOf(text, { line: hunk.header, from, label }));
  if (old.old.length === 0) return insertion(text, { at: hunk.header === "" ? text.length : below, lines: hunk.new });
  const match = findMatch(text.slice(below), { old: old.old.join("\n"), new: old.new.join("\n") });
  if (!match) {
    throw toolFailure(
      `${label} does not fit: its lines are not in the file${below > 0 ? ` below line ${lineAt(text, below)}` : ""}. ` +
        `It begins with ${JSON.stringify(hunk.old[0] ?? "")}. Nothing was changed.`,
      "Read the file again and copy the lines as they are.",
    );
  }
  const places = match.places.map(({ start, end, ...rest }) => ({ start: start + below, end: end + below, ...rest }));
  if (places.length > 1 && hunk.header === "") {
    const lines = places.slice(0, 10).map(({ start }) => lineAt(text, start)).join(", ");
    throw toolFailure(
      `${label} fits ${places.length} times, at lines ${lines}. Nothing was changed.`,
      "Add lines around it, or name the function after @@.",
    );
  }
  return places[0];
}

function trimmedEnd(old: readonly string[], now: readonly string[]): { old: string[]; new: string[] } {
  const trimmed = { old: [...old], new: [...now] };
  while (trimmed.old.length > 1 && trimmed.old.at(-1) === "" && trimmed.new.at(-1) === "") {
    trimmed.old.pop();
    trimmed.new.pop();
  }
  return trimmed;
}

/** The offset after the first line, below an offset, that contains a text. */
function lineEndOf(text: string, { line, from, label }: { line: string; from: number; label: string }): number {
  const at = text.indexOf(line, from) >= 0 ? text.indexOf(line, from) : text.indexOf(line);
  if (at < 0) {
    throw toolFailure(`${label} does not fit: no line of the file has ${JSON.stringify(line)}. Nothing was changed.`);
  }
  // The line itself may be the first line of the hunk.
  return text.lastIndexOf("\n", at) + 1;
}

function insertion(text: string, { at, lines }: { at: number; lines: readonly string[] }): Place {
  const end = at >= text.length ? text.length : text.indexOf("\n", at) + 1 || text.length;
  const needsBreak = end > 0 && text[end - 1] !== "\n" ? "\n" : "";
  return { start: end, end, replacement: `${needsBreak}${lines.join("\n")}\n` };
}
