/** Claude Code itself, unmodified, and this program go on with each other's sessions. The model is played on loopback. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";
import { sdkClients } from "../support/sdk_clients.ts";

const END_MS = 120_000;

interface Asked {
  stream?: boolean;
  model: string;
  messages: { role: string; content: unknown }[];
}

type Block = { type: "text"; text: string } | { type: "tool_use"; id: string; name: string; input: object };

/** A server with Anthropic's Messages API that gives each request the next answer. */
function messagesServer(
  answers: readonly Block[][],
): { url: string; asked: Asked[]; [Symbol.asyncDispose](): Promise<void> } {
  const asked: Asked[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, async (request) => {
    const body: Asked = await request.json();
    const content = answers[asked.length] ?? [{ type: "text", text: "Nothing is left to say." }];
    asked.push(body);
    return body.stream ? streamed(body, content) : Response.json(whole(body, content));
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, asked, [Symbol.asyncDispose]: () => server.shutdown() };
}

function whole({ model }: Asked, content: Block[]): object {
  const stop = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  const usage = { input_tokens: 1, output_tokens: 1 };
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage,
  };
}

function streamed(body: Asked, content: Block[]): Response {
  const message = whole(body, content) as { stop_reason: string };
  const events: { type: string }[] = [
    { type: "message_start", ...{ message: { ...message, content: [], stop_reason: null } } },
    ...content.flatMap((block, index) => {
      const isText = block.type === "text";
      const delta = isText
        ? { type: "text_delta", text: block.text }
        : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
      return [
        {
          type: "content_block_start",
          index,
          content_block: isText ? { ...block, text: "" } : { ...block, input: {} },
        },
        { type: "content_block_delta", index, delta },
        { type: "content_block_stop", index },
      ];
    }),
    {
      type: "message_delta",
      ...{ delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
    },
    { type: "message_stop" },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

/** Runs Claude Code as its users do, without any traffic but that to the played model. */
async function claudeCode(
  args: readonly string[],
  { fixture, env }: { fixture: Fixture; env: Record<string, string> },
): Promise<{ result: string; session_id: string }> {
  const { node, folder } = await sdkClients();
  const command = new Deno.Command(node, {
    args: [`${folder}/node_modules/@anthropic-ai/claude-code/cli.js`, ...args, "--output-format", "json"],
    cwd: fixture.cwd,
    clearEnv: true,
    env: {
      ...{ PATH: Deno.env.get("PATH") ?? "", HOME: fixture.home, ...env },
      ...{ DISABLE_AUTOUPDATER: "1", DISABLE_TELEMETRY: "1", DISABLE_ERROR_REPORTING: "1" },
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
    ...{ stdin: "null", stdout: "piped", stderr: "piped", signal: AbortSignal.timeout(END_MS) },
  });
  const { code, stdout, stderr } = await command.output();
  const text = new TextDecoder().decode(stdout);
  assertEquals(code, 0, text + new TextDecoder().decode(stderr));
  return JSON.parse(text);
}

/** The conversation of a request as text: what was said, called and returned. */
function conversation({ messages }: Asked): string[] {
  return messages.flatMap(({ role, content }) => {
    const blocks = typeof content === "string"
      ? [{ type: "text", text: content }]
      : content as Record<string, unknown>[];
    return blocks.flatMap((block) => {
      if (block.type === "tool_use") return [`${role} calls ${block.name}`];
      if (block.type === "tool_result") return [`${role} returns ${/alpha/.test(JSON.stringify(block.content))}`];
      // Claude Code adds its own reminders to prompts.
      return String(block.text).includes("<system-reminder>") ? [] : [`${role}: ${block.text}`];
    });
  });
}

const read = (fixture: Fixture): Block[] => [
  { type: "text", text: "I look." },
  { type: "tool_use", id: "toolu_01A", name: "Read", input: { file_path: `${fixture.cwd}/a.txt` } },
];
const say = (text: string): Block[] => [{ type: "text", text }];
const OURS = [
  "--output-format",
  "json",
  "--verbose",
  "--permission-mode",
  "bypassPermissions",
  "--provider",
  "anthropic",
];

/** What both programs need to use the same sessions and the same model. */
function environment(fixture: Fixture, url: string): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: "sk-test",
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_MODEL: "claude-sonnet-4-5",
    CLAUDE_CONFIG_DIR: `${fixture.home}/claude`,
  };
}

Deno.test("Real clients 5: Claude Code 1.0.40 itself resumes a session of ours, with its calls and results", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
  await using model = messagesServer([read(fixture), say("It says alpha."), say("You asked about a.txt.")]);
  const env = environment(fixture, model.url);
  const first = await runQwen(["-p", "What is in a.txt?", ...OURS], { fixture, env });
  assertEquals(first.code, 0, first.stderr);
  const { session_id: id } = linesOf(first.stdout).at(-1);
  const { result } = await claudeCode(["-p", "What did I ask?", "--resume", id], { fixture, env });
  assertEquals(result, "You asked about a.txt.");
  assertEquals(conversation(model.asked[2]), [
    "user: What is in a.txt?",
    "assistant: I look.",
    "assistant calls Read",
    "user returns true",
    "assistant: It says alpha.",
    "user: What did I ask?",
  ]);
});

Deno.test("Real clients 5: a session of Claude Code 1.0.40 itself is resumed here, and Claude Code goes on with it again", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
  await using model = messagesServer([read(fixture), say("It says alpha."), say("About a.txt."), say("Twice.")]);
  const env = environment(fixture, model.url);
  const theirs = await claudeCode(["-p", "What is in a.txt?", "--allowedTools", "Read"], { fixture, env });
  assertEquals(theirs.result, "It says alpha.");
  const ours = await runQwen(["-p", "What did I ask?", "--resume", theirs.session_id, ...OURS], { fixture, env });
  assertEquals(ours.code, 0, ours.stderr);
  const { result, session_id: id } = linesOf(ours.stdout).at(-1);
  assertEquals(result, "About a.txt.");
  const told = (tool: string): string[] => [
    "user: What is in a.txt?",
    "assistant: I look.",
    `assistant calls ${tool}`,
    "user returns true",
    "assistant: It says alpha.",
    "user: What did I ask?",
  ];
  assertEquals(conversation(model.asked[2]), told("read_file"));
  const again = await claudeCode(["-p", "How often?", "--resume", id], { fixture, env });
  assertEquals(again.result, "Twice.");
  assertEquals(conversation(model.asked[3]), [...told("Read"), "assistant: About a.txt.", "user: How often?"]);
  assertStringIncludes(JSON.stringify(model.asked[3].messages), "toolu_01A");
});
