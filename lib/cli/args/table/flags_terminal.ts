import type { FlagSpec } from "./flag_spec.ts";

/** Flags for a person at the terminal. */
export const TERMINAL_FLAGS = {
  "prompt-interactive": {
    type: "string",
    short: "i",
    group: "Prompt and output",
    metavar: "TEXT",
    help: "Start a conversation at the terminal with this prompt",
  },
  "plain": {
    type: "boolean",
    also: ["screen-reader"],
    group: "Prompt and output",
    help: "At a terminal: redraw nothing, and use words instead of symbols",
  },
  "ask": {
    type: "boolean",
    group: "Tools and permissions",
    default: "on",
    help: "Ask the person at the terminal; --no-ask is the same as --permission-prompts none",
  },
} as const satisfies Record<string, FlagSpec>;
