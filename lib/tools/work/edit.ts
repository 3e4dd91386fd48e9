import { basename } from "@std/path/basename";
import type { Confirmation } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { displayOf, viewOf } from "../change.ts";
import type { Change } from "../change.ts";
import { absolutePath, textField, toolFailure } from "../input.ts";
import { rememberWritten, requireRead } from "../seen_files.ts";
import { decodeText, encodeText, lineEnding, linesOf, withLineEnding } from "../text_file.ts";
import type { Encoding } from "../text_file.ts";
import { shortPath } from "../short_path.ts";

/** Lines shown around the place that was changed. */
const SNIPPET_LINES = 4;
const MAX_SNIPPET_LINES = 200;
/** The longest file that an edit makes: as much as can be read again. */
const MAX_CHARS = 64 * 1024 * 1024;

/** An edit that has been worked out and not yet done. */
interface Plan {
  real: string;
  change: Change;
  encoding: Encoding;
  /** Where the first change begins in the new text, and how long it is there. */
  at: number;
  length: number;
}

async function planOf(input: JsonObject, context: ToolContext): Promise<Plan> {
  const path = absolutePath(textField(input, "file_path"), context.cwd);
  const oldString = textField(input, "old_string");
  const newString = textField(input, "new_string");
  const { real, info } = await context.files.examine(path, "write");
  if (!info) {
    if (oldString !== "") throw toolFailure(`File not found: ${path}`, "An empty old_string makes a new file.");
    return {
      real,
      change: { path, before: null, after: newString },
      encoding: "utf-8",
      at: 0,
      length: newString.length,
    };
  }
  if (info.isDirectory) throw toolFailure(`${path} is a folder, not a file.`, "Give the path of a file.");
  if (oldString === "" && info.size > 0) {
    throw toolFailure(`Failed to edit, attempted to create a file that already exists: ${path}`);
  }
  requireRead({ real, info, replaces: false }, context);
  const file = decodeText(await context.files.read(real));
  if (!file) throw toolFailure(`Cannot edit binary file: ${path}`);
  const replaced = replace(file.text, { path, oldString, newString, isGlobal: input.replace_all === true });
  return { real, change: { path, before: file.text, after: replaced.text }, encoding: file.encoding, ...replaced };
}

interface Replacement {
  path: string;
  oldString: string;
  newString: string;
  isGlobal: boolean;
}

function replace(text: string, wanted: Replacement): { text: string; at: number; length: number } {
  const { path, isGlobal } = wanted;
  if (wanted.oldString === wanted.newString) {
    throw toolFailure(`No changes to apply to ${path}: old_string and new_string are identical.`);
  }
  // The model writes plain newlines whatever the file has; untouched lines keep what they have.
  const ending = lineEnding(text);
  const sought = text.includes(wanted.oldString) ? wanted.oldString : withLineEnding(wanted.oldString, ending);
  const inserted = withLineEnding(wanted.newString, ending);
  if (sought === "") return { text: inserted, at: 0, length: inserted.length };
  const pieces = text.split(sought);
  const count = pieces.length - 1;
  if (count === 0) {
    throw toolFailure(
      `Failed to edit, 0 occurrences found for old_string in ${path}. No edits made.`,
      "The exact text was not found: check whitespace and indentation, use read_file to verify.",
    );
  }
  if (count > 1 && !isGlobal) {
    throw toolFailure(
      `Failed to edit, old_string occurs ${count} times in ${path} and must occur once. No edits made.`,
      "Add surrounding lines to old_string, or set replace_all to change every occurrence.",
    );
  }
  const size = text.length + count * (inserted.length - sought.length);
  if (size > MAX_CHARS) {
    throw toolFailure(`The edit would make ${path} ${size} characters long, at most ${MAX_CHARS} are allowed.`);
  }
  return { text: pieces.join(inserted), at: pieces[0].length, length: inserted.length };
}

/** The change as a person has to see it before it is made. */
export async function confirm(input: JsonObject, context: ToolContext): Promise<Confirmation> {
  const { change } = await planOf(input, context);
  const { diff } = await viewOf(change);
  return {
    kind: "edit",
    title: `Edit ${shortPath(change.path, context.cwd)}`,
    file: basename(change.path),
    diff,
    original: change.before,
    modified: change.after,
  };
}

/** Makes the change. */
export async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const plan = await planOf(input, context);
  const { change } = plan;
  const bytes = encodeText(change.after, plan.encoding);
  if (!bytes) throw toolFailure(`${change.path} is not UTF-8 and cannot hold these characters.`);
  const view = await viewOf(change);
  context.signal.throwIfAborted();
  const info = await context.files.write(plan.real, bytes);
  const whole = change.before === null || context.memory.seen.get(plan.real)?.whole === true;
  rememberWritten({ real: plan.real, info, whole }, context);
  const text = change.before === null
    ? `Created new file: ${change.path} with provided content.`
    : `The file: ${change.path} has been updated. ${snippet(plan)}`;
  return {
    output: [{ kind: "text", text }],
    display: displayOf(change, view),
    linesAdded: view.added,
    linesRemoved: view.removed,
    data: {
      filePath: change.path,
      oldString: textField(input, "old_string"),
      newString: textField(input, "new_string"),
      originalFile: change.before,
      structuredPatch: view.patch,
      userModified: false,
      replaceAll: input.replace_all === true,
    },
  };
}

function snippet(plan: Plan): string {
  const lines = linesOf(plan.change.after);
  const first = linesOf(plan.change.after.slice(0, plan.at) + "x").length - 1;
  const changed = linesOf(plan.change.after.slice(plan.at, plan.at + plan.length)).length;
  const start = Math.max(0, first - SNIPPET_LINES);
  const end = Math.min(lines.length, first + changed + SNIPPET_LINES, start + MAX_SNIPPET_LINES);
  const shown = lines.slice(start, end).join("\n");
  return `Showing lines ${start + 1}-${end} of ${lines.length} from the edited file:\n\n---\n\n${shown}`;
}
