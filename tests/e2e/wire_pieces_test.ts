/** The streams of every wire through the real program, byte by byte and in torn pieces. */
import { assertEquals } from "@std/assert";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";
import { seeded } from "../support/random.ts";

const WIRES: Readonly<Record<string, (url: string) => Record<string, string>>> = {
  "openai": (url) => ({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${url}/v1` }),
  "openai-responses": (url) => ({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${url}/v1` }),
  "anthropic": (url) => ({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: url }),
  "gemini": (url) => ({ GEMINI_API_KEY: "k", GEMINI_BASE_URL: url }),
};
const STREAMS = ["parallel_calls", "reasoning"];

// deno-lint-ignore no-explicit-any -- blocks of a known shape.
type Block = any;

function inPieces(bytes: Uint8Array<ArrayBuffer>, size: () => number): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(at, at += size()));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

for (const [provider, env] of Object.entries(WIRES)) {
  Deno.test(`${provider}: calls, thoughts and text are the same byte by byte and in torn pieces`, async () => {
    const random = seeded(23);
    for (const size of [(): number => 1, (): number => 1 + random(50)]) {
      await using fixture = await Fixture.open();
      let count = 0;
      const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, async (request) => {
        await request.body?.cancel();
        const file = new URL(`../recordings/${provider}/${STREAMS[count++]}.sse`, import.meta.url);
        return inPieces(await Deno.readFile(file), size);
      });
      const flags = ["--provider", provider, "--model", "m", "--approval-mode", "yolo", "-o", "stream-json"];
      const { code, stdout, stderr } = await runQwen(["-p", "go", ...flags], {
        fixture,
        env: env(`http://127.0.0.1:${server.addr.port}`),
      });
      await server.shutdown();
      const records = linesOf(stdout);
      assertEquals([code, records.at(-1).result, count], [0, "Four.", 2], stderr);
      const blocks: Block[] = records.filter(({ type }) => type === "assistant").flatMap(({ message }) =>
        message.content
      );
      const shown = blocks.map((
        { type, text, thinking, name, input }: Block,
      ) => [type, text ?? thinking ?? name, input]);
      assertEquals(shown, [
        ["text", "Both.", undefined],
        ["tool_use", "read_file", { file_path: "/a.txt" }],
        ["tool_use", "glob", { pattern: "*" }],
        ["thinking", "Let me think.", undefined],
        ["text", "Four.", undefined],
      ]);
      assertEquals(records.at(-1).usage.output_tokens, 14);
    }
  });
}
