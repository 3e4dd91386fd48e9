import { assertEquals, assertRejects } from "@std/assert";
import { type FlagContext, type ParsedFlags, parseFlags, requestedOutputFormat } from "../../../lib/cli/flags.ts";
import type { FileText } from "../../../lib/cli/value_file.ts";
import { QwenError } from "../../../lib/model/problem.ts";

const FILES: Record<string, FileText> = {
  "schema.json": { kind: "text", text: '{"type":"object"}' },
  "system.md": { kind: "text", text: "Be brief.\n" },
  "mcp.json": { kind: "text", text: '{ // comment\n"mcpServers":{"b":{"url":"http://x"}}}' },
  "bad.json": { kind: "text", text: "secret" },
  "folder": { kind: "not_regular", message: "it is a folder" },
};

const context: FlagContext = {
  isTerminal: false,
  readFile: (path) => Promise.resolve(FILES[path] ?? { kind: "missing", message: "there is no such file" }),
};

const parsed = (facts: Partial<ParsedFlags>): ParsedFlags => ({
  flags: {},
  positionals: [],
  subcommand: null,
  notices: [],
  host: null,
  ...facts,
});

const SESSION = "123e4567-e89b-42d3-a456-426614174000";

const ACCEPTED: Record<string, { argv: string[]; expected: ParsedFlags }> = {
  "a positional prompt": { argv: ["fix", "the", "bug"], expected: parsed({ positionals: ["fix", "the", "bug"] }) },
  "both ways of giving a value": {
    argv: ["--model", "a", "--output-format=json", "-p", "hi"],
    expected: parsed({ flags: { model: "a", outputFormat: "json", prompt: "hi" } }),
  },
  "short flags, joined and with values": {
    argv: ["-ym", "a", "-ojson", "-p=hi"],
    expected: parsed({ flags: { yolo: true, model: "a", outputFormat: "json", prompt: "hi" } }),
  },
  "camelCase and foreign spellings": {
    argv: ["--maxTurns=3", "--allowedTools=Read,Bash(git a, b)", "--disallowedTools", "Write", "--addDir=x"],
    expected: parsed({
      flags: {
        maxSessionTurns: 3,
        allowedTools: ["Read", "Bash(git a, b)"],
        excludeTools: ["Write"],
        includeDirectories: ["x"],
      },
    }),
  },
  "negation": {
    argv: ["--no-chat-recording", "--no-auth", "--no-sandbox", "--yolo=false", "x"],
    expected: parsed({
      flags: { chatRecording: false, auth: false, sandbox: "off", yolo: false },
      positionals: ["x"],
    }),
  },
  "values that begin with a dash": {
    argv: ["--max-session-turns", "-1", "--model=-x", "-p", "- first\n- second"],
    expected: parsed({ flags: { maxSessionTurns: -1, model: "-x", prompt: "- first\n- second" } }),
  },
  "greedy lists": {
    argv: ["--core-tools", "a", "b, c", "--exclude-tools", "d", "-p", "hi"],
    expected: parsed({ flags: { coreTools: ["a", "b", "c"], excludeTools: ["d"], prompt: "hi" } }),
  },
  "repeated lists": {
    argv: ["--add-dir=a", "--add-dir=b", "hi"],
    expected: parsed({ flags: { includeDirectories: ["a", "b"] }, positionals: ["hi"] }),
  },
  "optional values": {
    argv: ["--sandbox", "--worktree", "--debug", "-r", "my title"],
    expected: parsed({ flags: { sandbox: "required", worktree: "", debug: "*", resume: "my title" } }),
  },
  "a bare -p before a positional prompt": {
    argv: ["-p", "--output-format", "json", "hello"],
    expected: parsed({ flags: { prompt: "", outputFormat: "json" }, positionals: ["hello"] }),
  },
  "-p with a dash beside it": {
    argv: ["-p", "sum up", "-"],
    expected: parsed({ flags: { prompt: "sum up" }, positionals: ["-"] }),
  },
  "the end of flags and empty words": {
    argv: ["", "--", "--not-a-flag", "", "-x"],
    expected: parsed({ positionals: ["--not-a-flag", "-x"] }),
  },
  "durations": {
    argv: ["--max-wall-time", "1.5h", "--timeout-idle=250ms", "--stdin-timeout=90", "hi"],
    expected: parsed({
      flags: { maxWallTime: 5_400_000, timeoutIdle: 250, stdinTimeout: 90_000 },
      positionals: ["hi"],
    }),
  },
  "values from files": {
    argv: ["--json-schema", "@schema.json", "--system-prompt=@system.md", "--append-system-prompt=@@me", "hi"],
    expected: parsed({
      flags: { jsonSchema: { type: "object" }, systemPrompt: "Be brief.\n", appendSystemPrompt: "@me" },
      positionals: ["hi"],
    }),
  },
  "MCP servers inline and from a file, together": {
    argv: ["--mcp-config", '{"a":{"command":"x"}}', "--mcp-config=mcp.json", "hi"],
    expected: parsed({ flags: { mcpConfig: { a: { command: "x" }, b: { url: "http://x" } } }, positionals: ["hi"] }),
  },
  "fences in Deno's syntax": {
    argv: ["--allow-read=/a,/b", "--allow-net", "--deny-write=/c", "hi"],
    expected: parsed({ flags: { allowRead: ["/a", "/b"], allowNet: ["*"], denyWrite: ["/c"] }, positionals: ["hi"] }),
  },
  "a subcommand": {
    argv: ["schema", "chat", "out"],
    expected: parsed({ subcommand: { name: "schema", words: ["chat", "out"] } }),
  },
  "a subcommand with flags of its own": {
    argv: ["translate", "--from", "qwen", "--to=chat"],
    expected: parsed({ flags: { from: "qwen", to: "chat" }, subcommand: { name: "translate", words: [] } }),
  },
  "prose that begins like a subcommand": {
    argv: ["translate", "this", "to", "French"],
    expected: parsed({ positionals: ["translate", "this", "to", "French"] }),
  },
  "help with a topic": { argv: ["--help", "exit-codes"], expected: parsed({ flags: { help: "exit-codes" } }) },
  "help of a subcommand": {
    argv: ["serve", "--help"],
    expected: parsed({ flags: { help: "" }, subcommand: { name: "serve", words: [] } }),
  },
  "-v and --version": {
    argv: ["-v", "--version"],
    expected: parsed({ flags: { protocolVersion: true, version: true } }),
  },
  "a budget that is not kept, with a note": {
    argv: ["--max-budget-usd", "1.5", "hi"],
    expected: parsed({
      flags: { maxBudgetUsd: 1.5 },
      positionals: ["hi"],
      notices: [{
        code: "no_effect",
        text: "--max-budget-usd is not enforced: prices are not known here. Use --max-total-tokens.",
      }],
    }),
  },
  "stream-json input alone, which means stream-json output": {
    argv: ["--input-format", "stream-json", "--include-partial-messages"],
    expected: parsed({ flags: { inputFormat: "stream-json", includePartialMessages: true } }),
  },
  "unknown flags of a host, with their values": {
    argv: ["--input-format=stream-json", "--new-thing", "value", "--newer=1", "--dialect", "chat"],
    expected: parsed({
      flags: { inputFormat: "stream-json", dialect: "chat" },
      notices: [
        { code: "unknown_flag", text: "Ignored the unknown flag --new-thing" },
        { code: "unknown_flag", text: "Ignored the unknown flag --newer" },
      ],
    }),
  },
  "everything the TypeScript SDK of qwen-code passes": {
    argv: [
      ..."--input-format stream-json --output-format stream-json --channel=SDK --model m".split(" "),
      ..."--system-prompt s --append-system-prompt t --approval-mode auto-edit --max-session-turns -1".split(" "),
      "--core-tools",
      "a,b",
      "--exclude-tools",
      "Bash(rm *),c",
      ..."--allowed-tools d --auth-type openai --include-partial-messages --session-id".split(" "),
      SESSION,
      ..."--max-tool-calls 5 --max-subagent-depth 2 --include-directories x,y --extensions e".split(" "),
      ..."--allowed-mcp-server-names s1,s2 --fallback-model f1,f2 --proxy http://p --sandbox --safe-mode".split(" "),
      ..."--insecure --worktree --disabled-slash-commands a,b".split(" "),
    ],
    expected: parsed({
      host: "qwen",
      flags: {
        inputFormat: "stream-json",
        outputFormat: "stream-json",
        channel: "SDK",
        model: "m",
        systemPrompt: "s",
        appendSystemPrompt: "t",
        approvalMode: "auto-edit",
        maxSessionTurns: -1,
        coreTools: ["a", "b"],
        excludeTools: ["Bash(rm *)", "c"],
        allowedTools: ["d"],
        provider: "openai",
        includePartialMessages: true,
        sessionId: SESSION,
        maxToolCalls: 5,
        maxSubagentDepth: 2,
        includeDirectories: ["x", "y"],
        extensions: ["e"],
        allowedMcpServerNames: ["s1", "s2"],
        fallbackModel: ["f1", "f2"],
        proxy: "http://p",
        sandbox: "required",
        safeMode: true,
        insecure: true,
        worktree: "",
        disabledSlashCommands: ["a", "b"],
      },
    }),
  },
  "a resumed and forked session of the SDK": {
    argv: [
      ..."--input-format stream-json --output-format stream-json --channel=SDK --resume".split(" "),
      SESSION,
      "--fork-session",
    ],
    expected: parsed({
      host: "qwen",
      flags: {
        inputFormat: "stream-json",
        outputFormat: "stream-json",
        channel: "SDK",
        resume: SESSION,
        forkSession: true,
      },
    }),
  },
  "everything the agent SDKs of Claude pass": {
    argv: [
      ..."--output-format stream-json --verbose --input-format stream-json --model=M --fallback-model=a,b".split(" "),
      ..."--max-turns=3 --task-budget=100 --permission-mode=acceptEdits".split(" "),
      ..."--allow-dangerously-skip-permissions --permission-prompt-tool=stdio --permission-prompts=none".split(" "),
      "--allowedTools=a,Bash(git *)",
      ..."--disallowedTools=c --tools= --include-partial-messages --include-hook-events".split(" "),
      ..."--replay-user-messages --continue --fork-session --resume-session-at=U --resume-drops-turn=V".split(" "),
      ..."--no-session-persistence --session-mirror --add-dir=D --add-dir=E --project-config-root=R".split(" "),
      "--setting-sources",
      "",
      "--settings",
      '{"sandbox":{"enabled":true}}',
      "--managed-settings",
      "{}",
      "--mcp-config",
      '{"mcpServers":{"n":{"type":"sdk","name":"n"}}}',
      ..."--strict-mcp-config --agent=N --json-schema={} --system-prompt S --append-system-prompt T".split(" "),
      ..."--thinking=adaptive --thinking-display=omitted --max-thinking-tokens=5 --effort=high --betas=b".split(" "),
      ..."--plugin-dir=P --plugin-dir-no-mcp=Q --await-initialize --debug --debug-file=F".split(" "),
      "",
    ],
    expected: parsed({
      host: "claude",
      flags: {
        outputFormat: "stream-json",
        verbose: true,
        inputFormat: "stream-json",
        model: "M",
        fallbackModel: ["a", "b"],
        maxSessionTurns: 3,
        maxTotalTokens: 100,
        approvalMode: "auto-edit",
        allowDangerouslySkipPermissions: true,
        permissionPromptTool: "stdio",
        permissionPrompts: "none",
        allowedTools: ["a", "Bash(git *)"],
        excludeTools: ["c"],
        tools: [],
        includePartialMessages: true,
        includeHookEvents: true,
        replayUserMessages: true,
        continue: true,
        forkSession: true,
        resumeSessionAt: "U",
        resumeDropsTurn: "V",
        chatRecording: false,
        sessionMirror: true,
        includeDirectories: ["D", "E"],
        projectConfigRoot: "R",
        settingSources: [],
        settings: { sandbox: { enabled: true } },
        managedSettings: {},
        mcpConfig: { n: { type: "sdk", name: "n" } },
        strictMcpConfig: true,
        agent: "N",
        jsonSchema: {},
        systemPrompt: "S",
        appendSystemPrompt: "T",
        thinking: "adaptive",
        thinkingDisplay: "omitted",
        maxThinkingTokens: 5,
        effort: "high",
        betas: ["b"],
        pluginDir: ["P"],
        pluginDirNoMcp: ["Q"],
        awaitInitialize: true,
        debug: "*",
        debugFile: "F",
      },
    }),
  },
  "permission words of Claude": {
    argv: ["--permission-mode", "dontAsk", "x"],
    expected: parsed({ flags: { approvalMode: "default", permissionPrompts: "none" }, positionals: ["x"] }),
  },
};

for (const [what, { argv, expected }] of Object.entries(ACCEPTED)) {
  Deno.test(`parseFlags understands ${what}`, async () => {
    assertEquals(await parseFlags(argv, context), expected);
  });
}

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
  {
    argv: ["-i", "a"],
    isTerminal: true,
    error: usage("--prompt-interactive (-i) needs an interactive screen, and this program has none."),
  },
  { argv: ["--acp"], error: usage("--acp: the Agent Client Protocol is not spoken here.") },
  {
    argv: ["--resume"],
    error: usage("--resume needs a session id or a title: there is no screen to choose from."),
  },
  { argv: ["--modle", "x"], error: usage("Unknown argument: modle") },
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
      'Invalid values:\n  Argument: DIALECT, Given: "chta", Choices: "chat", "qwen", "claude", "state", "settings"',
    ),
  },
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
  { argv: ["a", "--json-schema="], error: config("--json-schema cannot be empty.") },
  { argv: ["a", "--json-schema", "[]"], error: config("--json-schema must be a JSON object describing a schema.") },
  {
    argv: ["a", "--json-schema", "@none"],
    error: config('--json-schema could not read "none": there is no such file'),
  },
  { argv: ["a", "--json-schema", "@folder"], error: config('--json-schema "@folder" must be a regular file.') },
  {
    argv: ["a", "--json-schema", "@bad.json"],
    error: config('--json-schema content of "bad.json" is not valid JSON.'),
  },
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
    assertEquals([error.problem.code === "config_invalid" ? 52 : 1, error.message], [exit, message]);
  });
}

Deno.test("parseFlags names the nearest known flag", async () => {
  const error = await assertRejects(() => parseFlags(["--outputFromat=json"], context), QwenError);
  assertEquals(error.problem, {
    code: "usage_error",
    message: "Unknown argument: outputFromat",
    retryable: false,
    param: "--outputFromat",
    hint: "Did you mean --output-format? See --help flags for all of them.",
  });
});

Deno.test("requestedOutputFormat finds the format of a command line that is otherwise wrong", () => {
  const found = [
    ["-o", "json", "--nonsense"],
    ["--output-format=stream-json"],
    ["--input-format", "stream-json", "--nonsense"],
    ["hello"],
    ["--", "-o", "json"],
  ].map(requestedOutputFormat);
  assertEquals(found, ["json", "stream-json", "stream-json", undefined, undefined]);
});
