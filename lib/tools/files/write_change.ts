import { basename } from "../../path/mod.ts";
import type { Confirmation } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { encodeText, type Encoding } from "../../stream/text_file.ts";
import { toolFailure } from "../input.ts";
import { shortPath } from "../short_path.ts";
import { displayOf, type FileChange, type FileChangeView, viewOf } from "./file_change.ts";
import { rememberWritten } from "./seen_files.ts";
import { syntaxWarning } from "./syntax_check.ts";

/** A planned change of one file. */
export interface PlannedChange {
  real: string;
  change: FileChange;
  encoding: Encoding;
}

/** The bytes of a new content. Throws QwenError when the file's encoding has no room for a character. */
export function bytesOf({ path, after }: Pick<FileChange, "path" | "after">, encoding: Encoding): Uint8Array {
  const bytes = encodeText(after, encoding);
  if (!bytes) throw toolFailure(`${path} is not UTF-8 and cannot hold these characters.`);
  return bytes;
}

/** The change to approve; `verb` names it in the title. */
export async function confirmationOf(
  { change }: PlannedChange,
  { verb, context }: { verb: string; context: ToolContext },
): Promise<Confirmation> {
  const { diff } = await viewOf(change);
  return {
    kind: "edit",
    title: `${verb} ${shortPath(change.path, context.cwd)}`,
    file: basename(change.path),
    diff,
    original: change.before,
    modified: change.after,
  };
}

/** What is reported about a change. */
export interface ChangeReport {
  context: ToolContext;
  /** Whether the model knows the whole new content. */
  whole: boolean;
  /** What the model reads; a warning about the syntax follows it. */
  text: string;
  /** What hosts read. */
  data(view: FileChangeView): JsonObject;
}

/** Makes a planned change. */
export async function writeChange(plan: PlannedChange, report: ChangeReport): Promise<ToolOutcome> {
  const { real, change, encoding } = plan;
  const { context, whole, text, data } = report;
  const bytes = bytesOf(change, encoding);
  const view = await viewOf(change);
  context.signal.throwIfAborted();
  const info = await context.files.write(real, bytes);
  rememberWritten({ real, info, whole }, context);
  return {
    output: [{ kind: "text", text: text + await syntaxWarning({ ...change, real }, context) }],
    display: displayOf(change, view),
    linesAdded: view.added,
    linesRemoved: view.removed,
    data: data(view),
  };
}
