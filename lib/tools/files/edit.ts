import { isObject, type JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { decodeText, lineEnding, linesOf, withLineEnding } from "../../stream/text_file.ts";
import { absolutePath, FILE_PATH_ALIASES, textField, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { ambiguous, notFound } from "./edit_faults.ts";
import { requireRead } from "./seen_files.ts";
import { findMatch, type MatchWay } from "./text_match.ts";
import { confirmationOf, type PlannedChange, writeChange } from "./write_change.ts";

const DESCRIPTION = `Replaces text in a file. Read the file with read_file first.
old_string must be the text of the file without line numbers and must occur only once: include enough surrounding \
lines. With replace_all, every occurrence is replaced. An empty old_string creates a new file with new_string.
Give edits for several changes of one file: they are made in order, all or none.`;

/** Context lines around the changed text. */
const SNIPPET_LINES = 4;
const MAX_SNIPPET_LINES = 200;
/** The most places of one call that are shown. */
const MAX_SNIPPETS = 5;
/** The longest file that an edit may produce. */
const MAX_CHARS = 64 * 1024 * 1024;

/** Replaces text in one file. */
export const edit: Tool = {
  name: "edit",
  description: DESCRIPTION,
  kind: "edit",
  parallel: false,
  aliases: ["Edit", "EditTool", "MultiEdit", "replace"],
  callNames: ["edit_file", "str_replace", "string_replace", "search_replace", "multi_edit", "update_file"],
  insteadOf: [
    "apply_patch",
    "applypatch",
    "apply_diff",
    "replace_in_file",
    "str_replace_editor",
    "str_replace_based_edit_tool",
  ],
  fieldAliases: {
    ...FILE_PATH_ALIASES,
    ...{ old_str: "old_string", oldString: "old_string", old_text: "old_string" },
    ...{ new_str: "new_string", newString: "new_string", new_text: "new_string" },
    replaceAll: "replace_all",
  },
  claude: { name: "Edit" },
  input: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "The absolute path of the file." },
      old_string: { type: "string", description: "The text to replace." },
      new_string: { type: "string", description: "The replacement text." },
      replace_all: { type: "boolean", description: "Replace every occurrence." },
      edits: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: {
            old_string: { type: "string" },
            new_string: { type: "string" },
            replace_all: { type: "boolean" },
          },
          required: ["old_string", "new_string"],
        },
        description: "Several changes, in place of old_string and new_string.",
      },
    },
    required: ["file_path"],
  },
  title: (input) => titleOf("Edit", input.file_path),
  needs: (input, context) => [{ kind: "write", path: absolutePath(textField(input, "file_path"), context.cwd) }],
  confirm: async (input, context) => confirmationOf(await planOf(input, context), { verb: "Edit", context }),
  run: (input, context) => withoutProgress(() => run(input, context)),
};

/** One change that a call asks for. */
interface Change {
  oldString: string;
  newString: string;
  isGlobal: boolean;
  /** The name of its old text in messages. */
  label: string;
}

/** A change that was made to the text: where it stands now, and how its place was found. */
interface MadeChange {
  at: number;
  length: number;
  way: MatchWay;
}

/** A planned edit. */
interface EditPlan extends PlannedChange {
  made: MadeChange[];
}

/** The changes of a call. */
function changesOf(input: JsonObject): Change[] {
  if (!Array.isArray(input.edits)) {
    const [oldString, newString] = [textField(input, "old_string"), textField(input, "new_string")];
    return [{ oldString, newString, isGlobal: input.replace_all === true, label: "old_string" }];
  }
  if (input.old_string !== undefined || input.new_string !== undefined) {
    throw toolFailure("Give either edits, or old_string and new_string.");
  }
  return input.edits.map((entry, index) => {
    if (!isObject(entry)) throw toolFailure(`params/edits/${index} must be object`);
    const change = entry as JsonObject;
    return {
      oldString: textField(change, "old_string"),
      newString: textField(change, "new_string"),
      isGlobal: change.replace_all === true,
      label: `edits[${index}].old_string`,
    };
  });
}

async function planOf(input: JsonObject, context: ToolContext): Promise<EditPlan> {
  const path = absolutePath(textField(input, "file_path"), context.cwd);
  const changes = changesOf(input);
  const [first] = changes;
  const { real, info } = await context.files.examine(path, "write");
  if (!info) {
    if (first.oldString !== "") throw toolFailure(`File not found: ${path}`, "An empty old_string creates a new file.");
    const after = applied(first.newString, { path, changes: changes.slice(1) });
    const made = [{ at: 0, length: after.text.length, way: "exact" as const }];
    return { real, change: { path, before: null, after: after.text }, encoding: "utf-8", made };
  }
  if (info.isDirectory) throw toolFailure(`${path} is a folder, not a file.`, "Give the path of a file.");
  if (first.oldString === "" && info.size > 0) {
    throw toolFailure(`Failed to edit, attempted to create a file that already exists: ${path}`);
  }
  requireRead({ real, info, replaces: false }, context);
  const file = decodeText(await context.files.read(real));
  if (!file) throw toolFailure(`Cannot edit binary file: ${path}`);
  const { text, made } = applied(file.text, { path, changes });
  return { real, change: { path, before: file.text, after: text }, encoding: file.encoding, made };
}

/** A text after all changes. Throws when one of them cannot be made. */
function applied(
  before: string,
  { path, changes }: { path: string; changes: readonly Change[] },
): { text: string; made: MadeChange[] } {
  let text = before;
  let made: MadeChange[] = [];
  for (const change of changes) {
    const replaced = replace(text, { ...change, path });
    // Earlier changes behind this one move with it.
    made = made.map((other) => other.at > replaced.made.at ? { ...other, at: other.at + replaced.grown } : other);
    made.push(replaced.made);
    text = replaced.text;
  }
  return { text, made };
}

function replace(text: string, wanted: Change & { path: string }): { text: string; made: MadeChange; grown: number } {
  const { path, isGlobal, label, oldString, newString } = wanted;
  if (oldString === newString) {
    throw toolFailure(`No changes to apply to ${path}: ${label} and new_string are identical.`);
  }
  // Models write plain newlines whatever the file uses; unchanged lines keep their line endings.
  const ending = lineEnding(text);
  const own = { old: text.includes(oldString) ? oldString : withLineEnding(oldString, ending) };
  const inserted = withLineEnding(newString, ending);
  if (own.old === "") {
    return { text: inserted, made: { at: 0, length: inserted.length, way: "exact" }, grown: inserted.length };
  }
  const match = findMatch(text, { ...own, new: inserted });
  if (!match) throw notFound(text, { path, sought: withLineEnding(own.old, ending), label });
  const { places, way } = match;
  if (places.length > 1 && !(isGlobal && way === "exact")) throw ambiguous(text, { path, label, ...match });
  const size = places.reduce(
    (sum, { start, end, replacement }) => sum + replacement.length - (end - start),
    text.length,
  );
  if (size > MAX_CHARS) {
    throw toolFailure(`The edit would make ${path} ${size} characters long, at most ${MAX_CHARS} are allowed.`);
  }
  let after = "";
  let from = 0;
  for (const { start, end, replacement } of places) {
    after += text.slice(from, start) + replacement;
    from = end;
  }
  const [first] = places;
  const made = { at: first.start, length: first.replacement.length, way };
  return { text: after + text.slice(from), made, grown: size - text.length };
}

/** Applies the edit. */
async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const plan = await planOf(input, context);
  const { path, before } = plan.change;
  return await writeChange(plan, {
    context,
    whole: before === null || context.memory.seen.get(plan.real)?.whole === true,
    text: before === null
      ? `Created new file: ${path} with provided content.`
      : `The file: ${path} has been updated. ${waysOf(plan.made)}${snippets(plan)}`,
    data: ({ patch }) => ({
      filePath: path,
      ...(Array.isArray(input.edits)
        ? { edits: input.edits }
        : { oldString: textField(input, "old_string"), newString: textField(input, "new_string") }),
      originalFile: before,
      structuredPatch: patch,
      userModified: false,
      replaceAll: input.replace_all === true,
    }),
  });
}

/** How the places were found, where the text did not match exactly. */
const WAYS: Readonly<Record<MatchWay, string>> = {
  exact: "",
  line_ends: "old_string was found with other blanks at line ends. ",
  indentation: "old_string was found with another indentation; new_string was indented like the file. ",
  quotes: "old_string was found with other quotes, dashes or blanks. ",
};

function waysOf(made: readonly MadeChange[]): string {
  return [...new Set(made.map(({ way }) => WAYS[way]))].join("");
}

/** The changed places with their line numbers. */
function snippets({ change, made }: EditPlan): string {
  const lines = linesOf(change.after);
  const ranges: { start: number; end: number }[] = [];
  for (const { at, length } of made.toSorted((a, b) => a.at - b.at)) {
    const first = linesOf(change.after.slice(0, at) + "x").length - 1;
    const changed = linesOf(change.after.slice(at, at + length)).length;
    const start = Math.max(0, first - SNIPPET_LINES);
    const end = Math.min(lines.length, first + changed + SNIPPET_LINES, start + MAX_SNIPPET_LINES);
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  const shown = ranges.slice(0, MAX_SNIPPETS).map(({ start, end }) => {
    const numbered = lines.slice(start, end).map((line, index) => `${start + index + 1}\t${line.replace(/\r$/, "")}`);
    return `Showing lines ${start + 1}-${end} of ${lines.length} from the edited file:\n\n---\n\n${
      numbered.join("\n")
    }`;
  });
  return shown.join("\n\n");
}
