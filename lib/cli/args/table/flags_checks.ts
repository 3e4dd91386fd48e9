import type { FlagSpec } from "./flag_spec.ts";

/** Flags that decide when the work is done and accepted. */
export const CHECK_FLAGS = {
  "verify": {
    type: "string",
    group: "Limits",
    metavar: "COMMAND",
    help: "Run a command each time the model says it is done; its failure goes back to the model (exit 57)",
  },
  "verify-attempts": {
    type: "integer",
    min: 1,
    max: 100,
    group: "Limits",
    metavar: "N",
    default: "3",
    help: "How often --verify may fail before the run does",
  },
  "fail-on-denied": {
    type: "boolean",
    group: "Limits",
    help: "Fail when a call was denied and no later one made up for it (exit 58)",
  },
  "park": {
    type: "string",
    group: "Limits",
    metavar: "FILE",
    help: "Write a question that nobody answers to FILE and end (exit 59); `qwen answer FILE` goes on",
  },
  "best-of": {
    type: "integer",
    min: 1,
    max: 64,
    group: "Limits",
    metavar: "N",
    help: "Make N attempts, each in a git worktree, and apply the best; needs --select (exit 57 if none is accepted)",
  },
  "select": {
    type: "string",
    group: "Limits",
    metavar: "COMMAND",
    help: "Judges each attempt of --best-of: exit 0 accepts it, the lowest number on the last line wins",
  },
} as const satisfies Record<string, FlagSpec>;
