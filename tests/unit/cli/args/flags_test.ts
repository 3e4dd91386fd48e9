import { assertEquals, assertRejects } from "@std/assert";
import { type FlagContext, type ParsedFlags, parseFlags } from "../../../../lib/cli/args/flags.ts";
import type { FileText } from "../../../../lib/config/value_file.ts";
import { QwenError } from "../../../../lib/model/problem.ts";

const FILES: Record<string, FileText> = {
  "schema.json": { kind: "text", text: '{"type":"object"}' },
  "system.md": { kind: "text", text: "Be brief.\n" },
  "mcp.json": { kind: "text", text: '{ // comment\n"mcpServers":{"b":{"url":"http://x"}}}' },
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
    argv: ["-sym", "a", "-ojson", "-p=hi"],
    expected: parsed({
      flags: { sandbox: "required", yolo: true, model: "a", outputFormat: "json", prompt: "hi" },
    }),
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
    argv: ["--noChatRecording", "--no-auth", "--no-sandbox", "--yolo=false", "x"],
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
      flags: { jsonSchema: "@schema.json", systemPrompt: "Be brief.\n", appendSystemPrompt: "@me" },
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
  "a subcommand after flags": {
    argv: ["--provider", "demo", "policy", "check"],
    expected: parsed({ flags: { provider: "demo" }, subcommand: { name: "policy", words: ["check"] } }),
  },
  "a subcommand's name as the prompt of a flag": {
    argv: ["-p", "policy"],
    expected: parsed({ flags: { prompt: "policy" } }),
  },
  "prose that begins like a subcommand": {
    argv: ["translate", "this", "to", "French"],
    expected: parsed({ positionals: ["translate", "this", "to", "French"] }),
  },
  "words that resemble a subcommand by two letters, before words that it does not take": {
    argv: ["polite", "answer", "please"],
    expected: parsed({ positionals: ["polite", "answer", "please"] }),
  },
  "a sentence in quotes that begins with a mistyped subcommand": {
    argv: ["sesions are slow"],
    expected: parsed({ positionals: ["sesions are slow"] }),
  },
  "help with a topic": { argv: ["--help", "exit-codes"], expected: parsed({ flags: { help: "exit-codes" } }) },
  "help of a subcommand": {
    argv: ["serve", "--help"],
    expected: parsed({ flags: { help: "" }, subcommand: { name: "serve", words: [] } }),
  },
  "-v, which client SDKs send for --version": {
    argv: ["-v"],
    expected: parsed({ flags: { protocolVersion: true, version: true } }),
  },
  "a budget in dollars": {
    argv: ["--max-budget-usd", "1.5", "hi"],
    expected: parsed({ flags: { maxBudgetUsd: 1.5 }, positionals: ["hi"] }),
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
        jsonSchema: "{}",
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
  "permission modes of Claude": {
    argv: ["--permission-mode", "dontAsk", "x"],
    expected: parsed({ flags: { approvalMode: "default", permissionPrompts: "none" }, positionals: ["x"] }),
  },
};

for (const [what, { argv, expected }] of Object.entries(ACCEPTED)) {
  Deno.test(`parseFlags understands ${what}`, async () => {
    assertEquals(await parseFlags(argv, context), expected);
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

Deno.test("parseFlags understands a subcommand with flags of its own", async () => {
  const { flags, subcommand } = await parseFlags(["translate", "--from", "qwen", "--to=chat"], context);
  assertEquals({ ...flags }, { from: "qwen", to: "chat" });
  assertEquals(subcommand, { name: "translate", words: [] });
});
