import { basename } from "@std/path/basename";
import type { Confirmation } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { displayOf, viewOf } from "../change.ts";
import type { Change } from "../change.ts";
import { absolutePath, textField, toolFailure } from "../input.ts";
import { rememberWritten, requireRead } from "../seen_files.ts";
import { decodeText, encodeText, lineEnding, withLineEnding } from "../text_file.ts";
import type { Encoding } from "../text_file.ts";
import { shortPath } from "../short_path.ts";

/** A write that has been worked out and not yet done. */
interface Plan {
  real: string;
  change: Change;
  encoding: Encoding;
}

async function planOf(input: JsonObject, context: ToolContext): Promise<Plan> {
  const path = absolutePath(textField(input, "file_path"), context.cwd);
  const content = textField(input, "content");
  const { real, info } = await context.files.examine(path, "write");
  if (!info) return { real, change: { path, before: null, after: content }, encoding: "utf-8" };
  if (info.isDirectory) throw toolFailure(`${path} is a folder, not a file.`, "Give the path of a file.");
  requireRead({ real, info, replaces: true }, context);
  const old = decodeText(await context.files.read(real));
  if (!old) return { real, change: { path, before: "", after: content }, encoding: "utf-8" };
  const after = lineEnding(old.text) === "\r\n" ? withLineEnding(content, "\r\n") : content;
  return { real, change: { path, before: old.text, after }, encoding: old.encoding };
}

/** The change as a person has to see it before it is made. */
export async function confirm(input: JsonObject, context: ToolContext): Promise<Confirmation> {
  const { change } = await planOf(input, context);
  const { diff } = await viewOf(change);
  return {
    kind: "edit",
    title: `Write ${shortPath(change.path, context.cwd)}`,
    file: basename(change.path),
    diff,
    original: change.before,
    modified: change.after,
  };
}

/** Writes the file. */
export async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const { real, change, encoding } = await planOf(input, context);
  const bytes = encodeText(change.after, encoding);
  if (!bytes) throw toolFailure(`${change.path} is not UTF-8 and cannot hold these characters.`);
  const view = await viewOf(change);
  context.signal.throwIfAborted();
  const info = await context.files.write(real, bytes);
  rememberWritten({ real, info, whole: true }, context);
  const isNew = change.before === null;
  const text = isNew
    ? `Successfully created and wrote to new file: ${change.path}.`
    : `Successfully overwrote file: ${change.path}.`;
  return {
    output: [{ kind: "text", text }],
    display: displayOf(change, view),
    linesAdded: view.added,
    linesRemoved: view.removed,
    data: {
      type: isNew ? "create" : "update",
      filePath: change.path,
      content: change.after,
      structuredPatch: view.patch,
      originalFile: change.before,
    },
  };
}
