import { assertEquals } from "@std/assert";
import { openProvider, toConfig, toContents } from "../../../lib/providers/gemini.ts";
import { collect, requestOf } from "../../support/collect.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { fullConversation } from "../../support/full_conversation.ts";

Deno.test("gemini toContents sends a whole conversation with the signatures that came", () => {
  const messages = fullConversation("gemini", { thought: "s1", call: "s2" });
  assertEquals(toContents(requestOf({ messages })), [
    { role: "user", parts: [{ text: "look" }, { inlineData: { mimeType: "image/png", data: "aW1n" } }] },
    {
      role: "model",
      parts: [
        { text: "hm", thought: true, thoughtSignature: "s1" },
        { text: "I read." },
        { functionCall: { id: "call_a", name: "read_file", args: { file_path: "/a" } }, thoughtSignature: "s2" },
        { functionCall: { id: "call_b", name: "glob", args: { malformed_arguments: "{broken" } } },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { id: "call_a", name: "read_file", response: { output: "A" } } },
        { functionResponse: { id: "call_b", name: "glob", response: { error: "bad" } } },
        { inlineData: { mimeType: "image/png", data: "cG5n" } },
        { text: "go on" },
      ],
    },
  ]);
});

Deno.test("gemini signs another model's call where signatures are demanded", () => {
  const messages = fullConversation("another", { thought: "s1", call: "s2" });
  const contents = toContents(requestOf({ messages, model: "gemini-3-pro" }));
  assertEquals(contents[1].parts?.map((part) => part.thoughtSignature), [
    undefined,
    "skip_thought_signature_validator",
    undefined,
  ]);
});

Deno.test("gemini toConfig asks thinking models for their thoughts", () => {
  const request = requestOf({ model: "gemini-2.5-pro", thinkingTokens: 100, maxTokens: 5, schema: { type: "object" } });
  assertEquals(toConfig(request, {}), {
    systemInstruction: "You are a test.",
    maxOutputTokens: 5,
    thinkingConfig: { includeThoughts: true, thinkingBudget: 100 },
    responseMimeType: "application/json",
    responseJsonSchema: { type: "object" },
  });
  assertEquals(toConfig(requestOf({ model: "gemini-2.0-flash", system: "" }), {}), {});
});

Deno.test("gemini toConfig holds an answer to a shape beside tools only where the model takes both", () => {
  const tools = [{ name: "t", description: "", input: {} }];
  const shapes = ["gemini-2.5-pro", "gemini-3-pro"].map((model) => {
    return toConfig(requestOf({ model, tools, schema: { type: "object" } }), {}).responseJsonSchema;
  });
  assertEquals(shapes, [undefined, { type: "object" }]);
});

Deno.test("gemini speaks to a server of one's own and keeps a call's signature", async () => {
  const bytes = await Deno.readFile(new URL("../../recordings/gemini/tool_call.sse", import.meta.url));
  const seen: { url: string; key: string | null; body: Record<string, unknown> }[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    seen.push({ url: pathname + search, key: request.headers.get("x-goog-api-key"), body: await request.json() });
    return new Response(bytes, { headers: { "content-type": "text/event-stream" } });
  });
  const baseUrl = `http://127.0.0.1:${server.addr.port}`;
  const provider = openProvider({ key: "k", baseUrl, clock: new FakeClock(), extraBody: { labels: { a: "b" } } });
  const answer = await collect(provider, requestOf());
  await server.shutdown();
  assertEquals(answer.calls, [{
    callId: "call_a",
    tool: "read_file",
    input: '{"file_path":"/a.txt"}',
    opaque: { provider: "gemini", data: { signature: "c2lnbmF0dXJl" } },
  }]);
  assertEquals(seen, [{
    url: "/v1beta/models/test-model:streamGenerateContent?alt=sse",
    key: "k",
    body: {
      contents: [{ role: "user", parts: [{ text: "hello" }] }],
      systemInstruction: { role: "user", parts: [{ text: "You are a test." }] },
      generationConfig: {},
      labels: { a: "b" },
    },
  }]);
});

Deno.test("gemini reads the time to wait from the body of a refusal", async () => {
  const body = JSON.stringify({
    error: {
      code: 429,
      message: "You exceeded your current quota",
      status: "RESOURCE_EXHAUSTED",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1.5s" }],
    },
  });
  const fetch = (): Promise<Response> => Promise.resolve(new Response(body, { status: 429 }));
  const provider = openProvider({ key: "k", baseUrl: "http://model.test", clock: new FakeClock(), fetch });
  const error = await Array.fromAsync(provider.stream(requestOf(), new AbortController().signal)).catch((e) => e);
  const { code, retryable, retryAfterMs } = error.problem;
  assertEquals([code, retryable, retryAfterMs], ["provider_rate_limited", true, 1500]);
});

Deno.test("gemini toConfig demands a tool in place of a schema", () => {
  const tools = [{ name: "answer", description: "Delivers", input: {} }];
  const request = requestOf({ model: "gemini-3-pro", tools, schema: { type: "object" }, requiredTool: "answer" });
  const config = toConfig(request, {});
  const calling = config.toolConfig?.functionCallingConfig;
  assertEquals(JSON.stringify(calling), JSON.stringify({ mode: "ANY", allowedFunctionNames: ["answer"] }));
  assertEquals(config.responseJsonSchema, undefined);
});

Deno.test("gemini toConfig turns an effort into the level or the budget of the model", () => {
  const level = (model: string, effort: string): unknown => toConfig(requestOf({ model, effort }), {}).thinkingConfig;
  assertEquals(level("gemini-3-pro", "low"), { includeThoughts: true, thinkingLevel: "LOW" });
  assertEquals(level("gemini-2.5-pro", "medium"), { includeThoughts: true, thinkingBudget: 8192 });
});
