/**
 * The table of quirks on the real program. A proxy on loopback stands for each server, so that the program is given the
 * server's own name. The streams are written by hand after the documents of the services; none was recorded.
 */
import { assertEquals } from "@std/assert";
import { fakeProxy, type ProxyReply } from "../support/fake_proxy.ts";
import { QUIRK_CASES, type QuirkCase } from "../support/quirk_cases.ts";
import { Fixture, linesOf, type QwenEnd, runQwen } from "../support/qwen.ts";
import { seeded } from "../support/random.ts";

const REASONING = ["reasoning_effort", "thinking_budget", "enable_thinking", "reasoning", "thinking"];
const STREAMS = new URL("../recordings/openai-quirks/", import.meta.url);

// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
type Body = any;

/** The address of the server as plain HTTP, which a proxy can read. Rows for any server get a name without a row. */
function addressOf({ baseUrl }: Pick<QuirkCase, "baseUrl">): string {
  const url = new URL(baseUrl);
  return `http://${url.hostname === "127.0.0.1" ? "models.example" : url.hostname}${url.pathname}`;
}

/** Runs the program against a server that gives each request the next reply; returns the end and the bodies. */
async function run(
  row: Pick<QuirkCase, "baseUrl" | "model">,
  { args, replies, settings = {} }: { args: string[]; replies: ProxyReply[]; settings?: object },
): Promise<QwenEnd & { bodies: Body[] }> {
  await using fixture = await Fixture.open();
  await using proxy = fakeProxy(replies);
  const env = { ...proxy.env, OPENAI_API_KEY: "k", OPENAI_BASE_URL: addressOf(row) };
  const flags = ["--model", row.model, "--max-retries", "0", "--settings", JSON.stringify(settings)];
  const end = await runQwen(["-p", "go", ...flags, ...args], { fixture, env });
  assertEquals(new Set(proxy.requests.map(({ url }) => url)), new Set([`${addressOf(row)}/chat/completions`]));
  return { ...end, bodies: proxy.requests.map(({ body }) => body) };
}

const text = (content: string): ProxyReply => ({
  events: [{ choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] }],
});
const delivery = (input: unknown): ProxyReply => {
  const call = { index: 0, id: "c", function: { name: "structured_output", arguments: JSON.stringify(input) } };
  return { events: [{ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: "tool_calls" }] }] };
};
const picked = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([field]) => REASONING.includes(field)));

for (const [name, row] of Object.entries(QUIRK_CASES)) {
  Deno.test(`${name}: its stream is read byte by byte and in torn pieces, and its limits are named as it wants`, async () => {
    const bytes = await Deno.readFile(new URL(`${name}.sse`, STREAMS));
    const random = seeded(11);
    const args = ["--effort", "high", "--output-format", "stream-json", "--approval-mode", "yolo"];
    const settings = { model: { generationConfig: { samplingParams: { max_tokens: 9 } } } };
    for (const size of [() => 1, () => 1 + random(40)]) {
      const { bodies: [first, second], stdout, stderr } = await run(row, {
        ...{ args, settings, replies: [{ bytes, size }, text("Over.")] },
      });
      const records = linesOf(stdout);
      const content: Body[] = records.filter(({ type }) => type === "assistant").flatMap(({ message }) =>
        message.content
      );
      const of = (type: string): Body[] => content.filter((block) => block.type === type);
      const { calls = [] } = row.answer;
      const texts = [row.answer.text, calls.length > 0 ? "Over." : undefined].filter(Boolean);
      assertEquals(of("text").map((block) => block.text), texts, stderr);
      assertEquals(of("thinking").map((block) => block.thinking).join(""), row.answer.thinking ?? "");
      assertEquals(
        of("tool_use").map((block) => [block.name, block.input]),
        calls.map(({ tool, input }) => [tool, JSON.parse(input)]),
      );
      const counted = records.filter(({ type }) => type === "assistant").map(({ message: { usage } }) => usage)
        .find(({ input_tokens }) => input_tokens > 0);
      assertEquals([counted?.input_tokens, counted?.output_tokens], [20, 7]);

      assertEquals(picked(first), row.effort);
      const other = row.limit === "max_tokens" ? "max_completion_tokens" : "max_tokens";
      assertEquals([first[row.limit], first[other]], [9, undefined]);
      assertEquals(first.parallel_tool_calls, row.parallel);
      assertEquals("stream_options" in first, row.asksNoUsage !== true);
      assertEquals(JSON.stringify(first).includes("cache_control"), row.marks === true);
      if (!second) continue;
      const earlier = second.messages.find(({ role }: { role: string }) => role === "assistant");
      assertEquals("reasoning_content" in earlier, row.requiresThoughts === true || row.answer.thinking !== undefined);
    }
  });

  Deno.test(`${name}: a tool is demanded by tool_choice where the server allows it, else the schema is sent`, async () => {
    const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const settings = { model: { generationConfig: { reasoning: false } } };
    const { code, stdout, stderr, bodies } = await run(row, {
      args: ["--json-schema", JSON.stringify(schema), "--output-format", "json"],
      // A model that writes the value instead of delivering it is held to the contract by its server.
      replies: [text('{"n":4}'), row.demands ? delivery({ n: 5 }) : text('{"n":5}')],
      settings,
    });
    assertEquals([code, JSON.parse(stdout).at(-1).structured_result], [
      0,
      { n: 5 },
    ], stderr);
    const [first, second] = bodies;
    assertEquals(["tool_choice" in first, "response_format" in first], [false, false]);
    assertEquals(
      second.tool_choice,
      row.demands ? { type: "function", function: { name: "structured_output" } } : undefined,
    );
    assertEquals(second.response_format?.json_schema.schema, row.demands ? undefined : schema);
    assertEquals([picked(first), picked(second)], [row.off, row.off]);
  });
}

Deno.test("a server that refuses a demanded tool gets the schema instead, and the run goes on", async () => {
  const row = QUIRK_CASES.dashscope;
  const schema = { type: "object", properties: { n: { type: "integer" } } };
  const message = "The tool_choice parameter does not support being set to object in thinking mode";
  const { code, stdout, stderr, bodies } = await run(row, {
    args: ["--json-schema", JSON.stringify(schema), "--output-format", "json", "--max-retries", "2"],
    replies: [text('{"n":4}'), { status: 400, body: { error: { message } } }, text('{"n":5}')],
  });
  assertEquals([code, JSON.parse(stdout).at(-1).structured_result], [0, {
    n: 5,
  }], stderr);
  assertEquals(bodies.map((body) => ["tool_choice" in body, "response_format" in body]), [
    [false, false],
    [true, false],
    [false, true],
  ]);
});
