import { basename } from "../../path/mod.ts";
import type { Confirmation } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ContentChange, FileInfo, Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { decodeText, type Encoding, lineEnding, withLineEnding } from "../../stream/text_file.ts";
import { absolutePath, textField, titleOf, toolFailure } from "../input.ts";
import { shortPath } from "../short_path.ts";
import { withoutProgress } from "../without_progress.ts";
import { displayOf, type FileChange, viewOf } from "./file_change.ts";
import { type FilePatch, parsePatch, patched, patchPaths } from "./patch_text.ts";
import { rememberWritten } from "./seen_files.ts";
import { syntaxWarning } from "./syntax_check.ts";
import { bytesOf } from "./write_change.ts";

const DESCRIPTION = `Changes files with a patch, all of it or nothing:
*** Begin Patch
*** Update File: src/a.py
*** Move to: src/c.py
@@ def total(items):
     rest = 0
-    return sum(items)
+    return sum(items) + rest
*** Add File: src/b.py
+print("new")
*** Delete File: src/old.py
*** End Patch
Context lines begin with a blank. The line after @@ names the function or class around the change. Move to is for \
files that get a new path.`;

/** Applies a patch, for models that were trained on this format. */
export const applyPatch: Tool = {
  name: "apply_patch",
  description: DESCRIPTION,
  kind: "edit",
  parallel: false,
  aliases: ["ApplyPatch"],
  ruleGroups: ["edit"],
  fieldAliases: { input: "patch", patch_text: "patch", diff: "patch" },
  input: {
    type: "object",
    properties: { patch: { type: "string", description: "The patch." } },
    required: ["patch"],
  },
  title: (input) => titleOf("Patch", typeof input.patch === "string" ? patchPaths(input.patch).join(", ") : ""),
  needs: (input, context) =>
    patchPaths(textField(input, "patch")).map((path) => ({ kind: "write", path: absolutePath(path, context.cwd) })),
  confirm,
  run: (input, context) => withoutProgress(() => run(input, context)),
};

/** The planned change of one file, in the order of the patch. */
interface PatchPlan extends FileChange {
  what: "Added" | "Updated" | "Deleted" | "Moved";
  /** Where the result stands. */
  real: string;
  /** The old path of a moved file, and its real path. */
  from: { path: string; real: string } | null;
  /** The new content; null for a deleted file. */
  content: Uint8Array | null;
}

async function plansOf(input: JsonObject, context: ToolContext): Promise<PatchPlan[]> {
  const plans: PatchPlan[] = [];
  for (const file of parsePatch(textField(input, "patch"))) plans.push(await planOf(file, context));
  const touched = plans.flatMap(({ real, from }) => from ? [real, from.real] : [real]);
  if (new Set(touched).size < touched.length) {
    throw toolFailure("The patch names a file twice: put its changes under one heading.");
  }
  return plans;
}

async function planOf(file: FilePatch, context: ToolContext): Promise<PatchPlan> {
  const path = absolutePath(file.path, context.cwd);
  const { real, info } = await context.files.examine(path, "write");
  if (file.kind === "add") {
    if (info) throw toolFailure(`Cannot add ${path}: the file exists.`, "Change it with *** Update File.");
    const change = { path, before: null, after: file.content };
    return { what: "Added", ...change, real, from: null, content: bytesOf(change, "utf-8") };
  }
  if (!info?.isFile) {
    throw toolFailure(
      `File not found: ${path}`,
      file.kind === "delete" ? "Check the path with glob." : "Create it with *** Add File.",
    );
  }
  const bytes = await context.files.read(real);
  const old = decodeText(bytes);
  if (file.kind === "delete") {
    return { what: "Deleted", path, before: old?.text ?? "", after: "", real, from: null, content: null };
  }
  const after = updated(old, { path, hunks: file.hunks });
  const content = after === null ? bytes : bytesOf({ path, after }, old?.encoding ?? "utf-8");
  const texts = { before: old?.text ?? "", after: after ?? old?.text ?? "" };
  if (file.moveTo === null) return { what: "Updated", path, ...texts, real, from: null, content };
  const target = await freePlace(file.moveTo, context);
  return { what: "Moved", ...target, ...texts, from: { path, real }, content };
}

/** The text after all hunks; null for a file that is only moved, which may be binary. */
function updated(
  old: { text: string; encoding: Encoding } | null,
  { path, hunks }: { path: string; hunks: Extract<FilePatch, { kind: "update" }>["hunks"] },
): string | null {
  if (hunks.length === 0) return null;
  if (!old) throw toolFailure(`Cannot edit binary file: ${path}`);
  // A file with mixed line endings gets those of most of its lines.
  return withLineEnding(patched(withLineEnding(old.text, "\n"), { path, hunks }), lineEnding(old.text));
}

async function freePlace(moveTo: string, context: ToolContext): Promise<{ path: string; real: string }> {
  const path = absolutePath(moveTo, context.cwd);
  const { real, info } = await context.files.examine(path, "write");
  if (info) {
    throw toolFailure(`Cannot move a file to ${path}: it exists.`, "Take another name, or delete that file first.");
  }
  return { path, real };
}

/** The changes to approve. */
async function confirm(input: JsonObject, context: ToolContext): Promise<Confirmation> {
  const plans = await plansOf(input, context);
  const views = await Promise.all(plans.map(viewOf));
  const [first] = plans;
  return {
    kind: "edit",
    title: `Patch ${plans.map((plan) => nameOf(plan, context)).join(", ")}`,
    file: basename(first.path),
    diff: views.map(({ diff }) => diff).join("\n"),
    original: first.before,
    modified: first.after,
  };
}

/** Applies the patch. */
async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const plans = await plansOf(input, context);
  const views = await Promise.all(plans.map(viewOf));
  context.signal.throwIfAborted();
  const infos = await context.files.change(changesOf(plans));
  const lines: string[] = [];
  for (const [index, plan] of plans.entries()) {
    const { added, removed } = views[index];
    remember(plan, { info: infos[index], context });
    const warning = plan.content === null ? "" : await syntaxWarning(plan, context);
    lines.push(`${plan.what} ${nameOf(plan, context)} (+${added} -${removed})${warning}`);
  }
  return {
    output: [{ kind: "text", text: lines.join("\n") }],
    display: plans.length === 1
      ? displayOf(plans[0], views[0])
      : { kind: "text", text: views.map(({ diff }) => diff).join("\n") },
    linesAdded: views.reduce((sum, { added }) => sum + added, 0),
    linesRemoved: views.reduce((sum, { removed }) => sum + removed, 0),
    data: { filePaths: plans.map(({ path }) => path), structuredPatch: views.flatMap(({ patch }) => patch) },
  };
}

function nameOf({ path, from }: PatchPlan, { cwd }: ToolContext): string {
  return from ? `${shortPath(from.path, cwd)} to ${shortPath(path, cwd)}` : shortPath(path, cwd);
}

/** The new contents in the order of the plans, then the old places of moved files. */
function changesOf(plans: readonly PatchPlan[]): ContentChange[] {
  const moved = plans.flatMap(({ from }) => from ? [from] : []);
  return [
    // A deleted file is named as in the patch: a link must not lead to the deletion of its target.
    ...plans.map(({ path, real, from, content }) => ({
      path: content === null ? path : real,
      content,
      ...(from ? { like: from.real } : {}),
    })),
    ...moved.map(({ path }) => ({ path, content: null })),
  ];
}

function remember(
  { real, from, before }: PatchPlan,
  { info, context }: { info: FileInfo | null; context: ToolContext },
): void {
  if (from) context.memory.seen.delete(from.real);
  if (info) rememberWritten({ real, info, whole: before === null }, context);
  else context.memory.seen.delete(real);
}
