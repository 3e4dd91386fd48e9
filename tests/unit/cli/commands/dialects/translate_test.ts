import { assertEquals, assertRejects } from "@std/assert";
import { Signals } from "../../../../../lib/cli/process/signals.ts";
import { parseFlags } from "../../../../../lib/cli/args/flags.ts";
import type { Pipes } from "../../../../../lib/cli/process/pipes.ts";
import { runSubcommand } from "../../../../../lib/cli/commands/mod.ts";
import { QwenError } from "../../../../../lib/model/problem.ts";

interface Ran {
  code: number;
  lines: Record<string, unknown>[];
  notes: string[];
}

/** Runs a filter over lines. */
async function run(argv: string[], input: string): Promise<Ran> {
  const decoder = new TextDecoder();
  const notes: string[] = [];
  let output = "";
  const pipes: Pipes = {
    stdin: ReadableStream.from([new TextEncoder().encode(input)]),
    input: { read: () => Promise.resolve(null), close(): void {} },
    stdout: {
      write(bytes): Promise<number> {
        output += decoder.decode(bytes, { stream: true });
        return Promise.resolve(bytes.length);
      },
    },
    note: (text) => notes.push(text),
    warn: () => {},
    debug: () => {},
    isInputTerminal: false,
    isOutputTerminal: false,
    isErrorTerminal: false,
  };
  const parsed = await parseFlags(argv, { isTerminal: false });
  using signals = new Signals();
  const code = await runSubcommand({ name: argv[0], words: [] }, { parsed, pipes, argv, signals });
  return { code, lines: output.split("\n").filter(Boolean).map((line) => JSON.parse(line)), notes };
}

const QWEN = [
  {
    type: "system",
    subtype: "init",
    uuid: "S",
    session_id: "S",
    cwd: "/",
    tools: [],
    mcp_servers: [],
    model: "m",
    permission_mode: "default",
    slash_commands: [],
    qwen_code_version: "1",
    agents: [],
  },
  {
    type: "assistant",
    uuid: "U",
    session_id: "S",
    parent_tool_use_id: null,
    message: {
      id: "U",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text: "Hi" }],
      stop_reason: null,
      usage: { input_tokens: 1, output_tokens: 2 },
    },
  },
  {
    type: "result",
    subtype: "success",
    uuid: "R",
    session_id: "S",
    is_error: false,
    duration_ms: 1,
    duration_api_ms: 1,
    num_turns: 1,
    result: "Hi",
    usage: { input_tokens: 1, output_tokens: 2 },
    permission_denials: [],
  },
].map((record) => JSON.stringify(record)).join("\n") + "\n";

Deno.test("translate filters recorded lines from one dialect into another", async () => {
  const { code, lines, notes } = await run(["translate", "--from", "qwen", "--to", "chat"], QWEN);
  assertEquals({ code, notes, objects: lines.map(({ object }) => object) }, {
    code: 0,
    notes: [],
    objects: ["chat.completion", "chat.completion", "chat.completion"],
  });
  const chunks = await run(["translate", "--from", "qwen", "--to", "chat", "-o", "stream-chunk-json"], QWEN);
  assertEquals(chunks.lines.every(({ object }) => object === "chat.completion.chunk"), true);
});

Deno.test("translate tells on stderr which line was no record, and goes on", async () => {
  const { code, lines, notes } = await run(["translate", "--from", "qwen", "--to", "qwen"], `oops\n${QWEN}`);
  assertEquals({ code, count: lines.length, notes }, {
    code: 1,
    count: 3,
    notes: ["qwen: line 1: The line is not a JSON object"],
  });
});

Deno.test("translate needs both dialects", async () => {
  await assertRejects(() => run(["translate", "--from", "qwen"], ""), QwenError, "needs --from and --to");
});

Deno.test("validate says nothing and 0 when every line fits", async () => {
  assertEquals(await run(["validate", "--dialect", "qwen"], QWEN), { code: 0, lines: [], notes: [] });
});

Deno.test("validate stops at the first fault, or tells all of them", async () => {
  const bad = `{"type":"mystery"}\n\n${QWEN}oops\n`;
  const first = await run(["validate", "--dialect", "qwen"], bad);
  assertEquals([first.code, first.lines.map(({ line }) => line)], [1, [1]]);
  const all = await run(["validate", "--dialect", "qwen", "--all"], bad);
  assertEquals(all.lines.at(-1), { line: 6, path: "", message: "is not JSON" });
  assertEquals(all.lines.map(({ line }) => line), [1, 6]);
});

Deno.test("validate checks lines that clients send", async () => {
  const input = '{"input":{"parts":[{"text":"x"}]}}\n{"input":{"parts":[],"origin":"mars"}}\n';
  const { code, lines } = await run(["validate", "--dialect", "chat", "--direction", "in"], input);
  assertEquals({ code, lines }, {
    code: 1,
    lines: [{
      line: 2,
      path: "input.origin",
      message: "must be equal to one of the allowed values: user, tool_response, system",
    }],
  });
});
