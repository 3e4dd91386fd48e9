import { assert, assertEquals, assertMatch } from "@std/assert";
import { Fixture, linesOf, type QwenEnd, runQwen, startQwen } from "../support/qwen.ts";
import { procPath, withProc } from "../support/proc.ts";

const DIALECTS = ["chat", "qwen", "claude"];

/** The answer that the last line of a run gives, in any of the dialects. */
function answerOf(stdout: string): unknown {
  const last = linesOf(stdout).at(-1);
  return last.result ?? last.choices[0].message.content;
}

async function record(fixture: Fixture, dialect: string): Promise<QwenEnd> {
  const prompt = "think\nread a.txt\nthen\nrun: echo heron";
  const flags = ["--provider", "demo", "--output-format", "stream-json", "--approval-mode", "yolo", "--verbose"];
  return await runQwen([...flags, "--dialect", dialect, "-p", prompt], { fixture });
}

Deno.test("qwen translate carries a recorded run from every dialect to every other, and validate takes all of it", async () => {
  await using fixture = await Fixture.open({ "a.txt": "owl\n" });
  for (const from of DIALECTS) {
    const { stdout, code } = await record(fixture, from);
    assertEquals(code, 0);
    const own = await runQwen(["validate", "--dialect", from], { fixture, stdin: stdout });
    assertEquals([own.code, own.stdout], [0, ""], from);
    for (const to of DIALECTS) {
      if (to === from) continue;
      const translated = await runQwen(["translate", "--from", from, "--to", to], { fixture, stdin: stdout });
      assertEquals(translated.code, 0, translated.stderr);
      assertEquals(answerOf(translated.stdout), answerOf(stdout), `${from} to ${to}`);
      const judged = await runQwen(["validate", "--dialect", to], { fixture, stdin: translated.stdout });
      assertEquals([judged.code, judged.stdout], [0, ""], `${from} to ${to}`);
    }
  }
});

Deno.test("qwen translate carries what a screen was shown to every other dialect, and back", async () => {
  await using fixture = await Fixture.open({ "a.txt": "owl\n" });
  const line = JSON.stringify({ type: "user_input", content: "think\nread a.txt\nthen\nrun: echo heron" });
  const { stdout } = await runQwen(["--server-mode", "stdin", "--provider", "demo", "--yolo"], {
    fixture,
    stdin: `${line}\n`,
  });
  const texts = (text: string): string[] =>
    linesOf(text).flatMap(({ role, content, isStreaming }) => role === "assistant" && !isStreaming ? [content] : []);
  assert(texts(stdout).length > 0);
  for (const to of DIALECTS) {
    const there = await runQwen(["translate", "--from", "state", "--to", to], { fixture, stdin: stdout });
    assertEquals([there.code, answerOf(there.stdout)], [0, texts(stdout).at(-1)], to);
    const judged = await runQwen(["validate", "--dialect", to], { fixture, stdin: there.stdout });
    assertEquals([judged.code, judged.stdout], [0, ""], to);
    const back = await runQwen(["translate", "--from", to, "--to", "state"], { fixture, stdin: there.stdout });
    assertEquals([back.code, texts(back.stdout)], [0, texts(stdout)], to);
    const again = await runQwen(["validate", "--dialect", "state"], { fixture, stdin: back.stdout });
    assertEquals([again.code, again.stdout], [0, ""], to);
  }
});

Deno.test("qwen translate writes chunks that speak the recorded words", async () => {
  await using fixture = await Fixture.open({ "a.txt": "owl\n" });
  const { stdout } = await record(fixture, "qwen");
  const flags = ["translate", "--from", "qwen", "--to", "chat", "--output-format", "stream-chunk-json"];
  const { code, stdout: chunks } = await runQwen(flags, { fixture, stdin: stdout });
  assertEquals(code, 0);
  const text = linesOf(chunks).map((line) => line.choices[0]?.delta?.content ?? "").join("");
  assert(text.endsWith(String(answerOf(stdout))), text);
});

/** The most memory that a filter has used after so many lines. */
async function peakOf(fixture: Fixture, count: number): Promise<number> {
  await using run = startQwen(["translate", "--from", "chat", "--to", "qwen"], { fixture, stdin: { open: true } });
  const chunk = {
    object: "chat.completion",
    id: "chatcmpl-S",
    created: 1,
    model: "m",
    choices: [{
      index: 0,
      message: { role: "assistant", content: "word ".repeat(50), tool_calls: null },
      finish_reason: "stop",
    }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
  const lines = Array.from(
    { length: 500 },
    (_, index) => ({ ...chunk, metadata: { session_id: "S", prompt_id: "p", seq: index + 1 } }),
  );
  for (let sent = 0; sent < count; sent += lines.length) await run.send(...lines);
  const status = await Deno.readTextFile(procPath(`${run.pid}/status`));
  await run.closeInput();
  assertEquals((await run.end).code, 0);
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

Deno.test(withProc("qwen translate needs no more memory for a longer stream", async () => {
  await using fixture = await Fixture.open();
  const [short, long] = [await peakOf(fixture, 2_000), await peakOf(fixture, 20_000)];
  assert(long < short + 64, `${short} MiB for 2,000 lines, ${long} MiB for 20,000`);
}));

Deno.test("qwen validate names the line and the place, stops at the first fault, or goes on with --all", async () => {
  await using fixture = await Fixture.open({ "a.txt": "owl\n" });
  const { stdout } = await record(fixture, "chat");
  const lines = stdout.trimEnd().split("\n");
  lines[1] = lines[1].replace('"object":"chat.completion"', '"object":"nonsense"');
  lines[3] = "{oops";
  const stdin = `${lines.join("\n")}\n`;
  const first = await runQwen(["validate", "--dialect", "chat"], { fixture, stdin });
  assertEquals(first.code, 1);
  assertEquals(linesOf(first.stdout).map(({ line }) => line), [2]);
  const all = await runQwen(["validate", "--dialect", "chat", "--all"], { fixture, stdin });
  assertEquals(all.code, 1);
  assertEquals([...new Set(linesOf(all.stdout).map(({ line }) => line))], [2, 4]);
  for (const fault of linesOf(all.stdout)) assertEquals(Object.keys(fault).sort(), ["line", "message", "path"]);
  const request = `${JSON.stringify({ input: { parts: [{ type: "text", text: "x" }] } })}\n{"input":7}\n`;
  const given = await runQwen(["validate", "--dialect", "chat", "--direction", "in"], { fixture, stdin: request });
  assertEquals([given.code, linesOf(given.stdout)[0].line], [1, 2]);
  assertMatch(linesOf(given.stdout)[0].path, /input/);
});

Deno.test("qwen schema prints the schemas of both directions, and the request's under its own name", async () => {
  await using fixture = await Fixture.open();
  for (const direction of ["in", "out"]) {
    const { code, stdout } = await runQwen(["schema", "chat", direction], { fixture });
    assertEquals([code, typeof JSON.parse(stdout).$schema], [0, "string"]);
  }
  const { code, stdout } = await runQwen(["schema", "chat", "request"], { fixture });
  assertEquals([code, typeof JSON.parse(stdout).$schema], [0, "string"]);
});

Deno.test("qwen translate says when no line was recorded in the dialect that it was told", async () => {
  await using fixture = await Fixture.open({ "a.txt": "owl\n" });
  const { stdout } = await record(fixture, "qwen");
  const lost = await runQwen(["translate", "--from", "chat", "--to", "claude"], { fixture, stdin: stdout });
  assertEquals([lost.code, lost.stdout, lost.stderr], [
    1,
    "",
    "qwen: No line belongs to the chat dialect: was it recorded in another one (--from)?\n",
  ]);
  const none = await runQwen(["translate", "--from", "chat", "--to", "claude"], { fixture, stdin: "\n" });
  assertEquals([none.code, none.stdout, none.stderr], [0, "", ""]);
});
