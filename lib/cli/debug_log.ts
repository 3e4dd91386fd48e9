import { type Event, fail, reasonOf } from "../model/mod.ts";

/** The values of `--debug` and `--debug-file`. */
export interface DebugOptions {
  /** Prefixes of event names, separated by commas; `*` is all. */
  areas: string;
  /** The file that lines are appended to; null is stderr. */
  file: string | null;
}

/** The events of a run, line by line. */
export interface DebugLog {
  watch(event: Event): void;
  close(): void;
}

const MAX_CHARS = 500;

/**
 * Opens the log: every event except increments of an answer is one line with the seconds since the start, the event's
 * name and its fields, truncated where they are long. Throws a QwenError when the file cannot be written.
 */
export function openDebugLog(
  options: DebugOptions,
  around: { note: (text: string) => void; now: () => number },
): DebugLog {
  const file = options.file === null ? null : openFile(options.file);
  const areas = options.areas.split(",").map((area) => area.trim()).filter((area) => area !== "");
  const isAll = areas.length === 0 || areas.includes("*");
  const startedAt = around.now();
  const write = (line: string): void => {
    if (file) writeLine(file, line);
    else around.note(`qwen: ${line}`);
  };
  return {
    watch(event): void {
      if (event.type === "part.delta" || !(isAll || areas.some((area) => event.type.startsWith(area)))) return;
      const { sessionId: _, seq: _seq, at: _at, cause: _cause, agent, type, ...facts } = event;
      const text = JSON.stringify(agent === null ? facts : { agent, ...facts });
      const shown = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
      write(`${((around.now() - startedAt) / 1000).toFixed(3)} ${type} ${shown}`);
    },
    close: () => file?.close(),
  };
}

function openFile(path: string): Deno.FsFile {
  try {
    return Deno.openSync(path, { append: true, create: true, mode: 0o600 });
  } catch (error) {
    throw fail("config_invalid", `--debug-file cannot write ${path}: ${reasonOf(error)}`, { cause: error });
  }
}

function writeLine(file: Deno.FsFile, line: string): void {
  const bytes = new TextEncoder().encode(`${line}\n`);
  try {
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  } catch {
    // A full disk must not end the run that is being debugged.
  }
}
