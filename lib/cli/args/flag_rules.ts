import { fail, type QwenError } from "../../model/problem.ts";
import type { Flags } from "./table/flag_table.ts";

/** What the rules depend on. */
export interface Circumstances {
  flags: Flags;
  /** Words that are neither flags nor their values. */
  positionals: readonly string[];
  /** Whether stdin is a terminal. */
  isTerminal: boolean;
  /** Whether clients connect to a server, which streams records unless told otherwise. */
  isServer: boolean;
  /** Whose SDK drives the program, as far as the command line and the environment tell. */
  host: "claude" | "qwen" | null;
}

interface CombinationRule {
  broken(of: Circumstances): boolean;
  message: string | ((of: Circumstances) => string);
  hint?: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(-agent-[\w.-]+)?$/i;

const reads = (flags: Flags): boolean => flags.inputFormat !== undefined && flags.inputFormat !== "text";
const streams = (flags: Flags): boolean =>
  flags.outputFormat === undefined
    ? reads(flags)
    : flags.outputFormat === "stream-json" || flags.outputFormat === "stream-chunk-json";
/** A lone dash beside a prompt means stdin; it is not a second prompt. */
const hasWords = (positionals: readonly string[]): boolean => positionals.some((word) => word !== "-");
const resumes = (flags: Flags): boolean => flags.continue === true || flags.resume !== undefined;

/** Combinations that are refused, in the order in which they are checked. */
const RULES: readonly CombinationRule[] = [
  {
    broken: ({ flags, positionals }) => Boolean(flags.prompt) && hasWords(positionals),
    message: "Cannot use both a positional prompt and the --prompt (-p) flag together",
  },
  {
    broken: ({ flags }) => Boolean(flags.prompt) && flags.promptInteractive !== undefined,
    message: "Cannot use both --prompt (-p) and --prompt-interactive (-i) together",
  },
  {
    broken: ({ flags, positionals }) =>
      flags.promptFile !== undefined && (Boolean(flags.prompt) || hasWords(positionals)),
    message: "Cannot use --prompt-file together with another prompt",
  },
  {
    broken: ({ flags }) => flags.yolo === true && flags.approvalMode !== undefined,
    message: "Cannot use both --yolo (-y) and --approval-mode together. Use --approval-mode=yolo instead.",
  },
  {
    broken: ({ flags, isServer }) => flags.includePartialMessages === true && !isServer && !streams(flags),
    message: "--include-partial-messages requires --output-format stream-json",
  },
  {
    broken: ({ flags }) => reads(flags) && !streams(flags),
    message: "--input-format stream-json requires --output-format stream-json",
  },
  {
    broken: ({ flags }) => flags.continue === true && flags.resume !== undefined,
    message:
      "Cannot use both --continue and --resume together. Use --continue to resume the latest session, or --resume <sessionId> to resume a specific session.",
  },
  {
    broken: ({ flags }) => flags.sessionId !== undefined && resumes(flags),
    message:
      "Cannot use --session-id with --continue or --resume. Use --session-id to start a new session with a specific ID, or use --continue/--resume to resume an existing session.",
  },
  {
    broken: ({ flags }) => flags.forkSession === true && !resumes(flags),
    message: "--fork-session must be used with --resume or --continue.",
  },
  {
    broken: ({ flags }) => flags.sessionId !== undefined && !UUID.test(flags.sessionId),
    message: ({ flags }) =>
      `Invalid --session-id: "${flags.sessionId}". Must be a valid UUID (e.g., "123e4567-e89b-12d3-a456-426614174000").`,
  },
  {
    broken: ({ flags }) => flags.jsonFd !== undefined && flags.jsonFile !== undefined,
    message: "--json-fd and --json-file are mutually exclusive. Use one or the other.",
  },
  {
    broken: ({ flags, isServer }) => (flags.jsonFd !== undefined || flags.jsonFile !== undefined) && isServer,
    message: "--json-fd and --json-file record one run: they cannot be used with a server.",
  },
  {
    broken: ({ flags }) => flags.jsonSchema !== undefined && flags.promptInteractive !== undefined,
    message:
      "--json-schema cannot be used with --prompt-interactive (-i); structured output only terminates the non-interactive flow.",
  },
  {
    broken: ({ flags }) => flags.jsonSchema !== undefined && flags.acp === true,
    message:
      "--json-schema cannot be used with --acp; structured output is only honoured by the headless non-interactive flow.",
  },
  {
    // Claude's clients pass the schema of the session this way; there it holds for each prompt.
    broken: ({ flags, host }) => flags.jsonSchema !== undefined && reads(flags) && host !== "claude",
    message:
      '--json-schema cannot be used with --input-format stream-json; the "first structured_output call ends the session" contract is incompatible with the long-lived stream-json input protocol.',
  },
  {
    broken: ({ flags, positionals, isTerminal }) =>
      flags.jsonSchema !== undefined && isTerminal && !flags.prompt && flags.promptFile === undefined &&
      positionals.length === 0 && !reads(flags),
    message:
      "--json-schema only applies to non-interactive mode; pass a prompt via -p, as a positional argument, or piped via stdin.",
  },
  {
    broken: ({ flags, isTerminal }) => flags.promptInteractive !== undefined && !isTerminal,
    message: "Error: The --prompt-interactive flag cannot be used when input is piped from stdin.",
  },
  {
    broken: ({ flags, positionals }) =>
      flags.acp === true && (flags.prompt !== undefined || flags.promptFile !== undefined || hasWords(positionals)),
    message: "--acp takes no prompt: the editor sends the prompts.",
    hint: "Leave out the prompt, or leave out --acp.",
  },
  {
    broken: ({ flags }) => flags.acp === true && flags.dialect !== undefined && flags.dialect !== "acp",
    message: ({ flags }) => `--acp cannot be used with --dialect ${flags.dialect}`,
  },
  {
    broken: ({ flags, positionals, isTerminal }) =>
      flags.resume === "" && (!isTerminal || Boolean(flags.prompt) || hasWords(positionals)),
    message: "--resume needs a session id or a title where nobody can choose one from a list.",
    hint: "`qwen sessions` lists those of this folder; --continue continues the newest.",
  },
  {
    broken: ({ flags }) => flags.bestOf !== undefined && !flags.select?.trim(),
    message: "--best-of needs --select, the command that judges each attempt.",
    hint: 'Write --best-of 3 --select "npm test".',
  },
  {
    broken: ({ flags }) => flags.select !== undefined && flags.bestOf === undefined,
    message: "--select judges the attempts of --best-of, which is missing.",
  },
  {
    broken: ({ flags, isServer }) => flags.bestOf !== undefined && (reads(flags) || isServer),
    message: "--best-of works on one prompt of the command line: it cannot be used with --input-format or a server.",
  },
  {
    broken: ({ flags }) => flags.bestOf !== undefined && (resumes(flags) || flags.worktree !== undefined),
    message:
      "--best-of starts new sessions in worktrees of its own: it cannot be used with --resume, --continue or --worktree.",
  },
  {
    broken: ({ flags }) => flags.park !== undefined && flags.chatRecording === false,
    message: "--park needs a saved session: it cannot be used with --no-session-persistence.",
  },
  {
    broken: ({ flags, isServer }) => flags.park !== undefined && (isServer || flags.bestOf !== undefined),
    message: "--park keeps the question of one session: it cannot be used with a server or --best-of.",
  },
  {
    broken: ({ flags }) => flags.record !== undefined && flags.replay !== undefined,
    message: "Cannot use both --record and --replay together",
  },
  {
    broken: ({ flags }) => flags.keyFile !== undefined && flags.keyFd !== undefined,
    message: "Cannot use both --key-file and --key-fd together",
  },
  {
    broken: ({ flags }) => flags.systemPrompt !== undefined && flags.systemPromptFile !== undefined,
    message: "Cannot use both --system-prompt and --system-prompt-file together",
  },
  {
    broken: ({ flags }) =>
      flags.outputFormat === "stream-chunk-json" && flags.dialect !== undefined &&
      flags.dialect !== "auto" && flags.dialect !== "chat",
    message: ({ flags }) => `--output-format stream-chunk-json belongs to the chat dialect, not to ${flags.dialect}`,
    hint: "Leave out --dialect, or use --output-format stream-json with --include-partial-messages.",
  },
  {
    broken: ({ flags }) => flags.dialect === "state" && flags.outputFormat === "json",
    message: "--dialect state has no json format: it is a stream of lines",
    hint: "Use --output-format stream-json or leave it out.",
  },
];

/** The first rule that a command line breaks, as the error to throw. */
export function brokenRule(of: Circumstances): QwenError | null {
  const rule = RULES.find((candidate) => candidate.broken(of));
  if (!rule) return null;
  const message = typeof rule.message === "string" ? rule.message : rule.message(of);
  return fail("usage_error", message, rule.hint ? { hint: rule.hint } : {});
}
