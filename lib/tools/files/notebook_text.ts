import { isObject } from "../../model/json.ts";
import { plainOutput } from "../plain_output.ts";

/** The most characters of one output that are shown. */
const MAX_OUTPUT_CHARS = 4_000;

/** The cells of a Jupyter notebook as text, with the text of their outputs; null when it is not a notebook. */
export function notebookText(json: string): string | null {
  const notebook = parsed(json);
  if (!isObject(notebook) || !Array.isArray(notebook.cells)) return null;
  const cells = notebook.cells.filter(isObject).map((cell, index) => {
    const kind = typeof cell.cell_type === "string" ? cell.cell_type : "cell";
    const outputs = Array.isArray(cell.outputs) ? cell.outputs.filter(isObject).map(outputText) : [];
    const id = typeof cell.id === "string" ? cell.id : `cell-${index}`;
    return [
      `[cell ${index + 1}: ${kind}, id ${id}]`,
      joined(cell.source),
      ...outputs.map((text) => `[output]\n${text}`),
    ]
      .join("\n");
  });
  return cells.length === 0 ? "(a notebook without cells)\n" : `${cells.join("\n\n")}\n`;
}

function outputText(output: Record<string, unknown>): string {
  if (output.output_type === "stream") return short(joined(output.text));
  if (output.output_type === "error") {
    return short([`${output.ename}: ${output.evalue}`, ...list(output.traceback)].join("\n"));
  }
  const data = isObject(output.data) ? output.data : {};
  const shown = Object.keys(data).map((type) =>
    type === "text/plain" ? short(joined(data[type])) : `(${type}, ${joined(data[type]).length} characters, not shown)`
  );
  return shown.length === 0 ? "(empty)" : shown.join("\n");
}

function short(text: string): string {
  const clean = plainOutput(text).trimEnd();
  if (clean.length <= MAX_OUTPUT_CHARS) return clean;
  return `${clean.slice(0, MAX_OUTPUT_CHARS)}\n[... ${clean.length - MAX_OUTPUT_CHARS} characters left out ...]`;
}

/** The source of a cell is a text or a list of lines that keep their ends. */
function joined(value: unknown): string {
  return typeof value === "string" ? value : list(value).join("");
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((line) => typeof line === "string") : [];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
