import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, runQwen, startQwen } from "../support/qwen.ts";

Deno.test("serve --metrics counts sessions, turns, tokens, cost, calls, errors and times for Prometheus", async () => {
  await using model = fakeModel([
    [{ call: "list_directory", input: { path: "." } }],
    "Done.",
    { status: 401, body: { error: { message: "no" } } },
  ]);
  await using fixture = await Fixture.open();
  await using server = startQwen(["serve", "--tcp-port", "0", "--no-auth", "--metrics", "0", "--dialect", "qwen"], {
    fixture,
    env: { ...model.env, OPENAI_MODEL: "gpt-4o" },
  });
  await server.until(/\n/);
  const ready = JSON.parse(server.stdout.split("\n")[0]);
  assertMatch(ready.metrics, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const before = await page(ready.metrics);
  assertEquals(before.get("qwen_sessions"), 0);
  using client = await Deno.connect({ hostname: "127.0.0.1", port: ready.port });
  const lines = client.readable.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(text)) {
      const { value, done } = await lines.read();
      assert(!done, text);
      text += value;
    }
  };
  const send = (line: unknown): Promise<number> => client.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
  await send({ type: "user", message: { role: "user", content: "look" } });
  await until(/"type":"result"/);
  await send({ type: "user", message: { role: "user", content: "again" } });
  await until(/"type":"result"[^]*"type":"result"/);
  const after = await page(ready.metrics);
  assertEquals(after.get("qwen_sessions"), 1);
  assertEquals(after.get("qwen_turns_total"), 2);
  assertEquals(after.get('qwen_tokens_total{direction="input"}'), 20);
  assertEquals(after.get('qwen_tokens_total{direction="output"}'), 10);
  assertEquals(after.get('qwen_tool_calls_total{tool="list_directory",outcome="success"}'), 1);
  assert((after.get("qwen_cost_usd_total") ?? 0) > 0);
  assertEquals(after.get("qwen_time_to_first_token_seconds_count"), 2);
  assertEquals(after.get("qwen_tool_seconds_count"), 1);
  assertEquals(after.get('qwen_tool_seconds_bucket{le="+Inf"}'), 1);
  const errors = [...after.keys()].filter((key) => key.startsWith("qwen_errors_total"));
  assertEquals(errors.map((key) => after.get(key)), [1]);
  assertMatch(errors[0], /code="provider_auth/);
  const elsewhere = await fetch(ready.metrics.replace("/metrics", "/other"));
  assertEquals([elsewhere.status, await elsewhere.text()], [404, "The metrics are at /metrics.\n"]);
});

Deno.test({
  name: "--metrics PORT listens on loopback's own address only, and --metrics HOST:PORT on that of the host",
  // Elsewhere 127.0.0.2 is not an address of the machine.
  ignore: Deno.build.os !== "linux",
  async fn(): Promise<void> {
    await using fixture = await Fixture.open();
    for (const [address, isOpen] of [["0", false], ["0.0.0.0:0", true]] as const) {
      const args = ["serve", "--tcp-port", "0", "--no-auth", "--provider", "demo", "--metrics", address];
      await using server = startQwen(args, { fixture });
      await server.until(/\n/);
      const url = new URL(JSON.parse(server.stdout.split("\n")[0]).metrics);
      assertEquals((await page(`http://127.0.0.1:${url.port}/metrics`)).get("qwen_sessions"), 0);
      const elsewhere = await fetch(`http://127.0.0.2:${url.port}/metrics`).then(
        (response) => response.text(),
        () => "",
      );
      assertEquals([address, elsewhere.includes("qwen_sessions")], [address, isOpen]);
    }
  },
});

Deno.test("--metrics refuses what is no address", async () => {
  await using fixture = await Fixture.open();
  const args = ["serve", "--tcp-port", "0", "--provider", "demo", "--metrics", "somewhere"];
  const { code, stderr } = await runQwen(args, { fixture });
  assertEquals(code, 1);
  assertMatch(stderr, /--metrics takes PORT or HOST:PORT/);
});

/** The figures of a page by name and labels. */
async function page(url: string): Promise<Map<string, number>> {
  const response = await fetch(url);
  assertMatch(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => {
    const at = line.lastIndexOf(" ");
    return [line.slice(0, at), Number(line.slice(at + 1))];
  }));
}
