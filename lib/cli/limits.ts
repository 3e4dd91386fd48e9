/** Longest line that is read. */
export const MAX_INPUT_LINE_BYTES = 32 * 1024 * 1024;
/** Longest line with the result of a tool. */
export const MAX_RESULT_LINE_BYTES = 1_000_000;
/** Longest line that is written to a client without a limit of its own. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024;
/** Deepest nesting of a line that is read. */
export const MAX_DEPTH = 200;
