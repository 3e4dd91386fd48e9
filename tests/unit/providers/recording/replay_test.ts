import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { openProvider } from "../../../../lib/providers/demo.ts";
import { recordProvider } from "../../../../lib/providers/recording/record.ts";
import { replayProvider } from "../../../../lib/providers/recording/replay.ts";
import { fail, QwenError } from "../../../../lib/model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../../../../lib/model/ports.ts";
import { requestOf } from "../../../support/collect.ts";
import { FakeClock } from "../../../support/fake_clock.ts";

async function batches(provider: Provider, request: ModelRequest): Promise<ModelChunk[][]> {
  return await Array.fromAsync(provider.stream(request, new AbortController().signal));
}

async function record(provider: Provider, requests: ModelRequest[]): Promise<{ text: string; sent: ModelChunk[][][] }> {
  let text = "";
  const recorder = recordProvider(provider, {
    write: (line) => {
      text += line;
      return Promise.resolve();
    },
    secrets: ["my-own-secret"],
  });
  const sent = [];
  for (const request of requests) sent.push(await batches(recorder, request));
  return { text, sent };
}

const demo = openProvider({ clock: new FakeClock() });
const say = (text: string): ModelRequest =>
  requestOf({ messages: [{ id: "m1", role: "user", parts: [{ kind: "text", text }] }] });

Deno.test("replayProvider plays the same batches again, whatever ids messages have", async () => {
  const { text, sent } = await record(demo, [say("think\ncount to 30"), say("say hi")]);
  for (let i = 0; i < 3; i++) {
    const replay = replayProvider(text);
    const again = [];
    for (const request of [say("think\ncount to 30"), say("say hi")]) {
      const renamed = { ...request, messages: request.messages.map((message) => ({ ...message, id: `other-${i}` })) };
      again.push(await batches(replay, renamed));
    }
    assertEquals(JSON.stringify(again), JSON.stringify(sent));
  }
});

Deno.test("replayProvider plays on another day", async () => {
  const on = (day: string): ModelRequest => ({ ...say("say hi"), system: `Be kind.\nDate: ${day}\nBe brief.` });
  const { text, sent } = await record(demo, [on("2026-01-01")]);
  assertEquals(await batches(replayProvider(text), on("2026-01-02")), sent[0]);
});

Deno.test("replayProvider takes exchanges that ran beside each other in another order", async () => {
  const { text, sent } = await record(demo, [say("say one"), say("say two")]);
  const replay = replayProvider(text);
  assertEquals(await batches(replay, say("say two")), sent[1]);
  assertEquals(await batches(replay, say("say one")), sent[0]);
});

Deno.test("replayProvider names the first differing path", async () => {
  const { text } = await record(demo, [say("say the quick brown fox")]);
  const error = await assertRejects(() => batches(replayProvider(text), say("say the quick brown dog")), QwenError);
  assertEquals([error.problem.code, error.problem.param], ["replay_mismatch", "messages[0].parts[0].text"]);
  assertStringIncludes(error.message, "brown fox");
  assertStringIncludes(error.message, "brown dog");
  const more = await assertRejects(
    () => batches(replayProvider(text), { ...say("say the quick brown fox"), maxTokens: 5 }),
    QwenError,
  );
  assertStringIncludes(more.message, "maxTokens: recorded nothing, now 5");
});

Deno.test("replayProvider refuses a request beyond the recording", async () => {
  const { text } = await record(demo, [say("say hi")]);
  const replay = replayProvider(text);
  await batches(replay, say("say hi"));
  const error = await assertRejects(() => batches(replay, say("say hi")), QwenError);
  assertEquals(error.problem.code, "replay_mismatch");
});

Deno.test("recordProvider keeps secrets out and errors in", async () => {
  const lines: string[] = [];
  const failing: Provider = {
    name: "failing",
    // deno-lint-ignore require-yield -- it fails before it could.
    async *stream(): AsyncGenerator<ModelChunk[]> {
      throw fail("provider_rate_limited", "slow down", { status: 429, retryAfterMs: 7 });
    },
  };
  const recorder = recordProvider(failing, {
    write: (line) => {
      lines.push(line);
      return Promise.resolve();
    },
    secrets: ["my-own-secret"],
  });
  const request = say("my-own-secret and sk-abcdefghijklmnop");
  await assertRejects(() => batches(recorder, request), QwenError);
  assertEquals(/my-own-secret|sk-abc/.test(lines.join("")), false);
  const replay = replayProvider(lines.join(""));
  const error = await assertRejects(() => batches(replay, say("[redacted] and [redacted]")), QwenError);
  assertEquals(error.problem, {
    code: "provider_rate_limited",
    message: "slow down",
    retryable: true,
    status: 429,
    retryAfterMs: 7,
  });
});

Deno.test("replayProvider says what is wrong with a file that is no recording", () => {
  for (const text of ["", "hello", '{"format":2}', '{"format":1,"provider":"x"}\n{"n":0,"chunks":[]}']) {
    assertEquals(assertThrows(() => replayProvider(text), QwenError).problem.code, "config_invalid");
  }
});

Deno.test("replayProvider fails where the recording was cut", async () => {
  const { text } = await record(demo, [say("count to 100")]);
  const half = text.split("\n").slice(0, 4).join("\n");
  const error = await assertRejects(() => batches(replayProvider(half), say("count to 100")), QwenError);
  assertEquals([error.problem.code, error.problem.retryable], ["provider_stream_cut", false]);
});

Deno.test("recordProvider keeps words that happen to be the key of a local server", async () => {
  let text = "";
  const write = (line: string): Promise<void> => {
    text += line;
    return Promise.resolve();
  };
  const recorder = recordProvider(demo, { write, secrets: ["text", ""] });
  const sent = await batches(recorder, say("say a text"));
  assertEquals(await batches(replayProvider(text), say("say a text")), sent);
});
