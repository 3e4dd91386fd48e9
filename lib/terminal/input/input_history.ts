import { dirname } from "../../path/mod.ts";

/** The most lines that are kept and read. */
const MAX_LINES = 1_000;
const MAX_BYTES = 4 * 1_048_576;
/** Longer texts, such as a pasted file, are not worth recalling. */
const MAX_CHARS = 20_000;

/** The lines that were typed in a project, in a file of their own. A file that cannot be used is no failure. */
export class InputHistory {
  readonly #path: string | null;
  readonly lines: readonly string[];

  private constructor(path: string | null, lines: readonly string[]) {
    this.#path = path;
    this.lines = lines;
  }

  /** Reads the history; null keeps none. */
  static async open(path: string | null): Promise<InputHistory> {
    if (path === null) return new InputHistory(null, []);
    try {
      const { size } = await Deno.stat(path);
      const text = size > MAX_BYTES ? "" : await Deno.readTextFile(path);
      const lines = linesOf(text);
      if (lines.length > 2 * MAX_LINES || size > MAX_BYTES) await rewrite(path, lines.slice(-MAX_LINES));
      return new InputHistory(path, lines.slice(-MAX_LINES));
    } catch {
      // There is none yet, or it cannot be read.
      return new InputHistory(path, []);
    }
  }

  /** Adds a line. */
  async add(line: string): Promise<void> {
    if (this.#path === null || line.trim() === "" || line.length > MAX_CHARS) return;
    try {
      await Deno.mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await Deno.writeTextFile(this.#path, `${JSON.stringify(line)}\n`, { append: true, mode: 0o600 });
    } catch {
      // A folder that cannot be written to only costs the history.
    }
  }
}

async function rewrite(path: string, lines: readonly string[]): Promise<void> {
  await Deno.writeTextFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((row): string[] => {
    if (row === "") return [];
    try {
      const line: unknown = JSON.parse(row);
      return typeof line === "string" ? [line] : [];
    } catch {
      // A line that was cut off by the end of a process.
      return [];
    }
  });
}
