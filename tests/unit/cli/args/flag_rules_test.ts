import { assertEquals, assertRejects } from "@std/assert";
import { type FlagContext, parseFlags } from "../../../../lib/cli/args/flags.ts";
import type { FileText } from "../../../../lib/config/value_file.ts";
import { exitStatus, QwenError } from "../../../../lib/model/problem.ts";

const FILES: Record<string, FileText> = {
  "bad.json": { kind: "text", text: "secret" },
  "folder": { kind: "not_regular", message: "it is a folder" },
};

const context: FlagContext = {
  isTerminal: false,
  readFile: (path) => Promise.resolve(FILES[path] ?? { kind: "missing", message: "there is no such file" }),
};

const SESSION = "123e4567-e89b-42d3-a456-426614174000";

const usage = (message: string): [number, string] => [1, message];
const config = (message: string): [number, string] => [52, message];

const REFUSED: { argv: string[]; error: [number, string]; isTerminal?: boolean }[] = [
  {
    argv: ["-p", "a", "b"],
    error: usage("Cannot use both a positional prompt and the --prompt (-p) flag together"),
  },
  {
    argv: ["-p", "a", "-i", "b"],
    error: usage("Cannot use both --prompt (-p) and --prompt-interactive (-i) together"),
  },
  { argv: ["a", "--prompt-file", "b"], error: usage("Cannot use --prompt-file together with another prompt") },
  {
    argv: ["-y", "--approval-mode", "plan"],
    error: usage("Cannot use both --yolo (-y) and --approval-mode together. Use --approval-mode=yolo instead."),
  },
  {
    argv: ["a", "--include-partial-messages"],
    error: usage("--include-partial-messages requires --output-format stream-json"),
  },
  {
    argv: ["a", "-o", "json", "--include-partial-messages"],
    error: usage("--include-partial-messages requires --output-format stream-json"),
  },
  {
    argv: ["--input-format", "stream-json", "-o", "text"],
    error: usage("--input-format stream-json requires --output-format stream-json"),
  },
  {
    argv: ["-c", "-r", "x"],
    error: usage(
      "Cannot use both --continue and --resume together. Use --continue to resume the latest session, or --resume <sessionId> to resume a specific session.",
    ),
  },
  {
    argv: ["-c", "--session-id", SESSION],
    error: usage(
      "Cannot use --session-id with --continue or --resume. Use --session-id to start a new session with a specific ID, or use --continue/--resume to resume an existing session.",
    ),
  },
  { argv: ["a", "--fork-session"], error: usage("--fork-session must be used with --resume or --continue.") },
  {
    argv: ["a", "--session-id", "abc"],
    error: usage(
      'Invalid --session-id: "abc". Must be a valid UUID (e.g., "123e4567-e89b-12d3-a456-426614174000").',
    ),
  },
  {
    argv: ["a", "--json-fd", "3", "--json-file", "x"],
    error: usage("--json-fd and --json-file are mutually exclusive. Use one or the other."),
  },
  {
    argv: ["--json-schema", "{}", "-i", "a"],
    error: usage(
      "--json-schema cannot be used with --prompt-interactive (-i); structured output only terminates the non-interactive flow.",
    ),
  },
  {
    argv: ["--json-schema", "{}", "--input-format", "stream-json"],
    error: usage(
      '--json-schema cannot be used with --input-format stream-json; the "first structured_output call ends the session" contract is incompatible with the long-lived stream-json input protocol.',
    ),
  },
  {
    argv: ["--json-schema", "{}", "--acp"],
    error: usage(
      "--json-schema cannot be used with --acp; structured output is only honoured by the headless non-interactive flow.",
    ),
  },
  {
    argv: ["--json-schema", "{}"],
    isTerminal: true,
    error: usage(
      "--json-schema only applies to non-interactive mode; pass a prompt via -p, as a positional argument, or piped via stdin.",
    ),
  },
  {
    argv: ["-i", "a"],
    error: usage("Error: The --prompt-interactive flag cannot be used when input is piped from stdin."),
  },
  { argv: ["--acp", "-p", "hi"], error: usage("--acp takes no prompt: the editor sends the prompts.") },
  { argv: ["--acp", "--dialect", "chat"], error: usage("--acp cannot be used with --dialect chat") },
  {
    argv: ["--resume"],
    error: usage("--resume needs a session id or a title where nobody can choose one from a list."),
  },
  {
    argv: ["a", "-o", "stream-chunk-json", "--dialect", "qwen"],
    error: usage("--output-format stream-chunk-json belongs to the chat dialect, not to qwen"),
  },
  { argv: ["--modle", "x"], error: usage("Unknown argument: modle") },
  { argv: ["--no-model", "x"], error: usage("Unknown argument: no-model") },
  { argv: ["--nod", "x"], error: usage("Unknown argument: nod") },
  { argv: ["-z", "x"], error: usage("Unknown argument: z") },
  { argv: ["--model"], error: usage("Not enough arguments following: model") },
  { argv: ["--model", "--yolo"], error: usage("Not enough arguments following: model") },
  { argv: ["--yolo=maybe"], error: usage('--yolo is true or false, not "maybe"') },
  {
    argv: ["a", "-o", "xml"],
    error: usage(
      'Invalid values:\n  Argument: output-format, Given: "xml", Choices: "text", "json", "stream-json", "stream-chunk-json"',
    ),
  },
  {
    argv: ["schema", "chta"],
    error: usage(
      'Invalid values:\n  Argument: DIALECT|batch|settings, Given: "chta", Choices: "chat", "qwen", "claude", "state", "acp", "batch", "settings"',
    ),
  },
  {
    argv: ["--provider", "demo", "sesions"],
    error: usage(
      'There is no subcommand "sesions". Did you mean qwen sessions? To send these words to the model, use -p.',
    ),
  },
  ...([
    [["sesion"], "sessions"],
    [["dcotro"], "doctor"],
    [["--provider", "demo", "polcy", "chekc"], "policy"],
    [["vlaidat"], "validate"],
    [["modls"], "models"],
    [["hlep"], "help"],
    [["--model", "m", "complations", "bash"], "completions"],
  ] as const).map(([argv, meant]) => ({
    argv: [...argv],
    error: usage(
      `There is no subcommand ${JSON.stringify(argv.findLast((word) => !/^(bash|chekc)$/.test(word)))}. ` +
        `Did you mean qwen ${meant}? To send these words to the model, use -p.`,
    ),
  })),
  { argv: ["audit", "verify"], error: usage("qwen audit needs FILE") },
  { argv: ["hello", "--from", "chat"], error: usage("--from belongs to qwen translate") },
  {
    argv: ["a", "--max-session-turns", "many"],
    error: config("Invalid maxSessionTurns: must be an integer, got NaN"),
  },
  {
    argv: ["a", "--max-wall-time", "0"],
    error: usage('--max-wall-time: Invalid duration "0": it must be at least 1 s'),
  },
  {
    argv: ["a", "--max-wall-time", "soon"],
    error: usage(
      '--max-wall-time: Invalid duration "soon": write a number with ms, s, m or h, such as 90, 30s, 5m or 1.5h',
    ),
  },
  {
    argv: ["a", "--max-tool-calls", "1.5"],
    error: usage("--max-tool-calls must be an integer between -1 and 1000000; got 1.5."),
  },
  {
    argv: ["a", "--max-subagent-depth", "101"],
    error: usage("--max-subagent-depth must be an integer between 1 and 100; got 101."),
  },
  { argv: ["a", "--fallback-model=a,b,c,d"], error: usage("--fallback-model takes at most 3 values; got 4.") },
  {
    argv: ["a", "--mcp-config", '{"mcpServers":{"a":1}}'],
    error: config(
      "Invalid MCP configuration provided via --mcp-config: Invalid MCP server configuration format. Expected an object with server names as keys.",
    ),
  },
  {
    argv: ["a", "--system-prompt=@none"],
    error: config('--system-prompt could not read "none": there is no such file'),
  },
];

for (const { argv, error: [exit, message], isTerminal = false } of REFUSED) {
  Deno.test(`parseFlags refuses ${argv.join(" ") || "nothing"}${isTerminal ? " on a terminal" : ""}`, async () => {
    const error = await assertRejects(() => parseFlags(argv, { ...context, isTerminal }), QwenError);
    assertEquals([exitStatus(error.problem.code), error.message], [exit, message]);
  });
}
