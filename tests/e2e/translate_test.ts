import { assert, assertEquals, assertMatch } from "@std/assert";
import { Desk, linesOf, type QwenEnd, runQwen, startQwen } from "../support/qwen.ts";

const DIALECTS = ["chat", "qwen", "claude"];

/** The answer that the last line of a run gives, in any of the dialects. */
function answerOf(stdout: string): unknown {
  const last = linesOf(stdout).at(-1);
  return last.result ?? last.choices[0].message.content;
}

async function record(desk: Desk, dialect: string): Promise<QwenEnd> {
  const prompt = "think\nread a.txt\nthen\nrun: echo heron";
  const flags = ["--provider", "demo", "--output-format", "stream-json", "--approval-mode", "yolo", "--verbose"];
  return await runQwen([...flags, "--dialect", dialect, "-p", prompt], { desk });
}

Deno.test("qwen translate carries a recorded run from every dialect to every other, and validate takes all of it", async () => {
  await using desk = await Desk.open({ "a.txt": "owl\n" });
  for (const from of DIALECTS) {
    const { stdout, code } = await record(desk, from);
    assertEquals(code, 0);
    const own = await runQwen(["validate", "--dialect", from], { desk, stdin: stdout });
    assertEquals([own.code, own.stdout], [0, ""], from);
    for (const to of DIALECTS) {
      if (to === from) continue;
      const translated = await runQwen(["translate", "--from", from, "--to", to], { desk, stdin: stdout });
      assertEquals(translated.code, 0, translated.stderr);
      assertEquals(answerOf(translated.stdout), answerOf(stdout), `${from} to ${to}`);
      const judged = await runQwen(["validate", "--dialect", to], { desk, stdin: translated.stdout });
      assertEquals([judged.code, judged.stdout], [0, ""], `${from} to ${to}`);
    }
  }
});

Deno.test("qwen translate carries what a screen was shown to every other dialect, and back", async () => {
  await using desk = await Desk.open({ "a.txt": "owl\n" });
  const line = JSON.stringify({ type: "user_input", content: "think\nread a.txt\nthen\nrun: echo heron" });
  const { stdout } = await runQwen(["--server-mode", "stdin", "--provider", "demo", "--yolo"], {
    desk,
    stdin: `${line}\n`,
  });
  const spoken = (text: string): string[] =>
    linesOf(text).flatMap(({ role, content, isStreaming }) => role === "assistant" && !isStreaming ? [content] : []);
  assert(spoken(stdout).length > 0);
  for (const to of DIALECTS) {
    const there = await runQwen(["translate", "--from", "state", "--to", to], { desk, stdin: stdout });
    assertEquals([there.code, answerOf(there.stdout)], [0, spoken(stdout).at(-1)], to);
    const judged = await runQwen(["validate", "--dialect", to], { desk, stdin: there.stdout });
    assertEquals([judged.code, judged.stdout], [0, ""], to);
    const back = await runQwen(["translate", "--from", to, "--to", "state"], { desk, stdin: there.stdout });
    assertEquals([back.code, spoken(back.stdout)], [0, spoken(stdout)], to);
    const again = await runQwen(["validate", "--dialect", "state"], { desk, stdin: back.stdout });
    assertEquals([again.code, again.stdout], [0, ""], to);
  }
});

Deno.test("qwen translate writes chunks that speak the recorded words", async () => {
  await using desk = await Desk.open({ "a.txt": "owl\n" });
  const { stdout } = await record(desk, "qwen");
  const flags = ["translate", "--from", "qwen", "--to", "chat", "--output-format", "stream-chunk-json"];
  const { code, stdout: chunks } = await runQwen(flags, { desk, stdin: stdout });
  assertEquals(code, 0);
  const text = linesOf(chunks).map((line) => line.choices[0]?.delta?.content ?? "").join("");
  assert(text.endsWith(String(answerOf(stdout))), text);
});

/** The most memory that a filter has used after so many lines. */
async function peakOf(desk: Desk, count: number): Promise<number> {
  await using run = startQwen(["translate", "--from", "chat", "--to", "qwen"], { desk, stdin: { open: true } });
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
  const status = await Deno.readTextFile(`/proc/${run.pid}/status`);
  await run.closeInput();
  assertEquals((await run.end).code, 0);
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

Deno.test("qwen translate needs no more memory for a longer stream", async () => {
  await using desk = await Desk.open();
  const [short, long] = [await peakOf(desk, 2_000), await peakOf(desk, 20_000)];
  assert(long < short + 64, `${short} MiB for 2,000 lines, ${long} MiB for 20,000`);
});

Deno.test("qwen validate names the line and the place, stops at the first fault, or goes on with --all", async () => {
  await using desk = await Desk.open({ "a.txt": "owl\n" });
  const { stdout } = await record(desk, "chat");
  const lines = stdout.trimEnd().split("\n");
  lines[1] = lines[1].replace('"object":"chat.completion"', '"object":"nonsense"');
  lines[3] = "{oops";
  const stdin = `${lines.join("\n")}\n`;
  const first = await runQwen(["validate", "--dialect", "chat"], { desk, stdin });
  assertEquals(first.code, 1);
  assertEquals(linesOf(first.stdout).map(({ line }) => line), [2]);
  const all = await runQwen(["validate", "--dialect", "chat", "--all"], { desk, stdin });
  assertEquals(all.code, 1);
  assertEquals([...new Set(linesOf(all.stdout).map(({ line }) => line))], [2, 4]);
  for (const fault of linesOf(all.stdout)) assertEquals(Object.keys(fault).sort(), ["line", "message", "path"]);
  const request = `${JSON.stringify({ input: { parts: [{ type: "text", text: "x" }] } })}\n{"input":7}\n`;
  const given = await runQwen(["validate", "--dialect", "chat", "--direction", "in"], { desk, stdin: request });
  assertEquals([given.code, linesOf(given.stdout)[0].line], [1, 2]);
  assertMatch(linesOf(given.stdout)[0].path, /input/);
});

Deno.test("qwen schema prints the schemas of both directions, and the request's under its own name", async () => {
  await using desk = await Desk.open();
  for (const direction of ["in", "out"]) {
    const { code, stdout } = await runQwen(["schema", "chat", direction], { desk });
    assertEquals([code, typeof JSON.parse(stdout).$schema], [0, "string"]);
  }
  const { code, stdout } = await runQwen(["schema", "chat", "request"], { desk });
  assertEquals([code, typeof JSON.parse(stdout).$schema], [0, "string"]);
});

Deno.test("qwen translate says when no line was recorded in the dialect that it was told", async () => {
  await using desk = await Desk.open({ "a.txt": "owl\n" });
  const { stdout } = await record(desk, "qwen");
  const lost = await runQwen(["translate", "--from", "chat", "--to", "claude"], { desk, stdin: stdout });
  assertEquals([lost.code, lost.stdout, lost.stderr], [
    1,
    "",
    "qwen: No line says anything in the chat dialect: was it recorded in another one (--from)?\n",
  ]);
  const none = await runQwen(["translate", "--from", "chat", "--to", "claude"], { desk, stdin: "\n" });
  assertEquals([none.code, none.stdout, none.stderr], [0, "", ""]);
});
