import type { FileInfo, SeenFile, ToolContext } from "../model/ports.ts";
import { toolFailure } from "./input.ts";

/** What the session remembers of a file, if the file is still as it was. */
export function seenUnchanged(seen: SeenFile | undefined, info: FileInfo): SeenFile | null {
  return seen && seen.mtimeMs === info.mtimeMs && seen.size === info.size ? seen : null;
}

/** Remembers a file that this session has just written; the model knows what it wrote and what it had read. */
export function rememberWritten(written: { real: string; info: FileInfo; whole: boolean }, context: ToolContext): void {
  const { real, info, whole } = written;
  context.memory.seen.set(real, { mtimeMs: info.mtimeMs, size: info.size, whole });
}

/** What a tool is about to do to a file. */
export interface IntendedChange {
  real: string;
  info: FileInfo;
  /** Whether only a whole reading is enough, as it is for a file that is replaced. */
  replaces: boolean;
}

/** Throws unless the session has read this file and nobody has changed it since. */
export function requireRead(change: IntendedChange, context: ToolContext): void {
  const { real, info, replaces } = change;
  const seen = context.memory.seen.get(real);
  if (!seen) {
    throw toolFailure(
      `File ${real} has not been read in this session.`,
      "Use the read_file tool first, then try again.",
    );
  }
  if (!seenUnchanged(seen, info)) {
    throw toolFailure(
      `File ${real} has been modified since it was last read.`,
      "Use the read_file tool to read it again, then try again.",
    );
  }
  if (replaces && !seen.whole) {
    throw toolFailure(
      `File ${real} has been read only in part, so it must not be replaced as a whole.`,
      "Use the read_file tool for the rest, or change it with edit.",
    );
  }
}
