import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { decodeText } from "../../stream/text_file.ts";
import { absolutePath, optionalText, textField, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { requireRead } from "./seen_files.ts";
import { confirmationOf, type PlannedChange, writeChange } from "./write_change.ts";

const EDIT_MODES = ["replace", "insert", "delete"] as const;
const CELL_TYPES = ["code", "markdown"] as const;

const DESCRIPTION = `Replaces, inserts or deletes one cell of a Jupyter notebook (.ipynb).
Read the notebook with read_file first; it shows the id of each cell.
A new cell goes after the cell of cell_id, or to the beginning. The outputs of a changed code cell are removed.`;

/** Changes one cell of a notebook. */
export const notebookEdit: Tool = {
  name: "notebook_edit",
  description: DESCRIPTION,
  kind: "edit",
  parallel: false,
  aliases: ["NotebookEdit", "NotebookEditTool"],
  fieldAliases: { path: "notebook_path", file_path: "notebook_path", source: "new_source" },
  ruleGroups: ["edit"],
  servesHost: (host) => host !== null,
  worksIn: ({ answers, host }) => answers || host === "claude",
  claude: { name: "NotebookEdit" },
  input: {
    type: "object",
    properties: {
      notebook_path: { type: "string", description: "The absolute path of the notebook." },
      new_source: { type: "string", description: "The new source of the cell." },
      cell_id: { type: "string", description: "The id of the cell, as read_file shows it." },
      cell_type: { type: "string", enum: [...CELL_TYPES], description: "Needed to insert a cell." },
      edit_mode: { type: "string", enum: [...EDIT_MODES], description: "What to do; replace when it is left out." },
    },
    required: ["notebook_path", "new_source"],
  },
  title: (input) => titleOf("Edit the notebook", input.notebook_path),
  needs: (input, context) => [{ kind: "write", path: absolutePath(textField(input, "notebook_path"), context.cwd) }],
  confirm: async (input, context) => confirmationOf((await planOf(input, context)).plan, { verb: "Edit", context }),
  run: (input, context) => withoutProgress(() => run(input, context)),
};

interface CellEdit {
  plan: PlannedChange;
  mode: typeof EDIT_MODES[number];
  cellId: string;
  cellType: string;
  language: string;
}

interface Notebook extends JsonObject {
  cells: JsonObject[];
}

async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const { plan, mode, cellId, cellType, language } = await planOf(input, context);
  const { path, before, after } = plan.change;
  const done = { replace: "Updated", insert: "Inserted", delete: "Deleted" }[mode];
  return await writeChange(plan, {
    context,
    whole: true,
    text: `${done} cell ${cellId} of ${path}.`,
    data: () => ({
      notebook_path: path,
      cell_id: cellId,
      cell_type: cellType,
      language,
      edit_mode: mode,
      new_source: mode === "delete" ? "" : textField(input, "new_source"),
      original_file: before,
      updated_file: after,
    }),
  });
}

async function planOf(input: JsonObject, context: ToolContext): Promise<CellEdit> {
  const path = absolutePath(textField(input, "notebook_path"), context.cwd);
  if (!path.endsWith(".ipynb")) throw toolFailure(`${path} is not a notebook.`, "Use edit for other files.");
  const { real, info } = await context.files.examine(path, "write");
  if (!info) throw toolFailure(`${path} does not exist.`, "Use write_file to create it.");
  requireRead({ real, info, replaces: false }, context);
  const old = decodeText(await context.files.read(real));
  const notebook = old && notebookOf(old.text);
  if (!old || !notebook) throw toolFailure(`${path} is not a Jupyter notebook: it has no list of cells.`);
  const mode = EDIT_MODES.find((known) => known === input.edit_mode) ?? "replace";
  const changed = { ...notebook, cells: [...notebook.cells] };
  const edited = editCells(changed, { input, mode, context });
  const after = JSON.stringify(changed, null, indentOf(old.text)) + (old.text.endsWith("\n") ? "\n" : "");
  return {
    ...edited,
    mode,
    language: languageOf(notebook),
    plan: { real, change: { path, before: old.text, after }, encoding: old.encoding },
  };
}

/** Makes the change in the list of cells. */
function editCells(
  notebook: Notebook,
  { input, mode, context }: { input: JsonObject; mode: CellEdit["mode"]; context: ToolContext },
): { cellId: string; cellType: string } {
  const { cells } = notebook;
  const wanted = optionalText(input, "cell_id");
  const type = CELL_TYPES.find((known) => known === input.cell_type);
  if (mode === "insert") {
    if (!type) throw toolFailure("params/cell_type is needed to insert a cell.");
    const at = wanted === null ? 0 : indexOf(cells, wanted) + 1;
    const cell = newCell(notebook, { type, source: textField(input, "new_source"), id: context.ids.next() });
    cells.splice(at, 0, cell);
    return { cellId: idOf(cell, at), cellType: type };
  }
  if (wanted === null) throw toolFailure(`params/cell_id is needed to ${mode} a cell.`);
  const at = indexOf(cells, wanted);
  const cellId = idOf(cells[at], at);
  if (mode === "delete") {
    const [gone] = cells.splice(at, 1);
    return { cellId, cellType: String(gone.cell_type ?? "code") };
  }
  const cell = replaced(cells[at], { type, source: textField(input, "new_source") });
  cells[at] = cell;
  return { cellId, cellType: String(cell.cell_type) };
}

function newCell(notebook: Notebook, { type, source, id }: { type: string; source: string; id: string }): JsonObject {
  const minor = typeof notebook.nbformat_minor === "number" ? notebook.nbformat_minor : 0;
  const hasIds = (typeof notebook.nbformat === "number" && notebook.nbformat > 4) || minor >= 5;
  return {
    cell_type: type,
    ...(hasIds ? { id: id.replaceAll("-", "").slice(-8) } : {}),
    metadata: {},
    ...(type === "code" ? { execution_count: null, outputs: [] } : {}),
    source: linesOf(source),
  };
}

function replaced(cell: JsonObject, { type, source }: { type: string | undefined; source: string }): JsonObject {
  const { outputs: _outputs, execution_count: _count, ...rest } = cell;
  const kind = type ?? String(cell.cell_type ?? "code");
  const results: JsonObject = kind === "code" ? { execution_count: null, outputs: [] } : {};
  return { ...rest, cell_type: kind, ...results, source: linesOf(source) };
}

/** The id of a cell; old notebooks have none, there the place in the list counts, from 0. */
function idOf(cell: JsonObject, index: number): string {
  return typeof cell.id === "string" ? cell.id : `cell-${index}`;
}

function indexOf(cells: readonly JsonObject[], wanted: string): number {
  const at = cells.findIndex((cell, index) => idOf(cell, index) === wanted || `cell-${index}` === wanted);
  if (at >= 0) return at;
  const known = cells.slice(0, 20).map(idOf).join(", ");
  throw toolFailure(`The notebook has no cell ${wanted}.`, `Its cells are: ${known}${cells.length > 20 ? ", …" : ""}.`);
}

/** The source of a cell as notebooks keep it: a list of lines with their ends. */
function linesOf(source: string): string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function notebookOf(text: string): Notebook | null {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isObject(value) && Array.isArray(value.cells) && value.cells.every(isObject) ? value as Notebook : null;
}

/** The indentation of a JSON text. */
function indentOf(text: string): string {
  return /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? " ";
}

function languageOf({ metadata }: Notebook): string {
  const info = isObject(metadata) ? metadata.language_info : undefined;
  return isObject(info) && typeof info.name === "string" ? info.name : "python";
}
