import { assertEquals } from "@std/assert";
import { fakeModel } from "./support/fake_model.ts";

Deno.test("fake model runs as a process of its own, and its gates open over HTTP", async () => {
  const scenario = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(scenario, JSON.stringify({ replies: [[{ text: "a" }, { wait: "go" }, { text: "b" }]] }));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL("./support/fake_model.ts", import.meta.url).pathname, scenario],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const base = `http://127.0.0.1:${Number(new TextDecoder().decode(value))}`;
  const response = await fetch(`${base}/v1/chat/completions`, { method: "POST", body: '{"model":"m"}' });
  await (await fetch(`${base}/release/go`, { method: "POST" })).text();
  const text = await response.text();
  assertEquals([...text.matchAll(/"content":"(\w)"/g)].map((match) => match[1]), ["a", "b"]);
  const requests = await (await fetch(`${base}/requests`)).json();
  assertEquals(requests.map((request: { body: unknown }) => request.body), [{ model: "m" }]);
  child.kill("SIGTERM");
  await child.status;
  await reader.cancel();
  await Deno.remove(scenario);
});

Deno.test("fake model answers a request beyond its list with status 500", async () => {
  await using model = fakeModel([]);
  const response = await fetch(`${model.url}/chat/completions`, { method: "POST", body: "{}" });
  assertEquals([response.status, await response.text()], [
    500,
    '{"error":{"message":"the scenario has no reply number 0"}}',
  ]);
});
