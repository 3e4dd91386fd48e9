/** Most sessions of one process. */
export const MAX_SESSIONS = 256;
/** Longest line that is read. */
export const MAX_INPUT_LINE_BYTES = 32 * 1024 * 1024;
/** Longest line that is written: below the 1 MiB at which client SDKs give up on a line. */
export const MAX_LINE_BYTES = 1_000_000;
/** Deepest nesting of a line that is read. */
export const MAX_DEPTH = 200;
