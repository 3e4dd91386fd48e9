import type { FileInfo, SeenFile, ToolContext } from "../../model/ports.ts";
import { toolFailure } from "../input.ts";

/** The session's record of a file, or null when the file has changed since. */
export function seenUnchanged(seen: SeenFile | undefined, info: FileInfo): SeenFile | null {
  return seen && seen.mtimeMs === info.mtimeMs && seen.size === info.size ? seen : null;
}

/** Records a file that this session has just written. */
export function rememberWritten(written: { real: string; info: FileInfo; whole: boolean }, context: ToolContext): void {
  const { real, info, whole } = written;
  context.memory.seen.set(real, { mtimeMs: info.mtimeMs, size: info.size, whole });
}

/** A change that a tool is about to make. */
export interface IntendedChange {
  real: string;
  info: FileInfo;
  /** Whether the whole file is replaced, so that all of it must have been read. */
  replaces: boolean;
}

/** Throws unless the session has read this file and it has not changed since. */
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
