import { assert, assertEquals } from "@std/assert";
import { ChatCompletionStream } from "openai/lib/ChatCompletionStream";
import xterm from "@xterm/headless";
import { rebuildAnsi } from "../support/ansi.ts";
import { ChatHost, type Line } from "../support/chat_host.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

/** What the official client makes of the output of a run. */
async function complete(stdout: string): ReturnType<ChatCompletionStream["finalChatCompletion"]> {
  const lines = stdout.split("\n").filter((line) => line !== "").map((line) => `${line}\n`);
  const bytes = ReadableStream.from(lines.map((line) => new TextEncoder().encode(line)));
  return await ChatCompletionStream.fromReadableStream(bytes).finalChatCompletion();
}

Deno.test("the official client rebuilds content, tool calls and usage from what the program writes", async () => {
  await using model = fakeModel([
    [{ thinking: "Look first." }, { text: ["Let me ", "look. "] }, { call: "list_directory", input: { path: "." } }],
    [
      { call: "glob", input: { pattern: "*.txt" }, id: "c2", pieces: 3 },
      { call: "run_shell_command", input: { command: "printf '\\033[31mred\\033[0m'" }, id: "c3" },
    ],
    [{ text: "Done." }],
  ]);
  await using fixture = await Fixture.open({ "a.txt": "heron\n" });
  const stdin = `${JSON.stringify({ model: "some-model", messages: [{ role: "user", content: "Look" }] })}\n`;
  const args = ["--input-format", "stream-json", "--output-format", "stream-chunk-json", "--approval-mode", "yolo"];
  const end = await runQwen(args, { fixture, env: model.env, stdin });
  assertEquals(end.code, 0);
  const final = await complete(end.stdout);
  const { message, finish_reason } = final.choices[0];
  assertEquals([message.role, message.content, finish_reason], ["assistant", "Let me look. Done.", "stop"]);
  assertEquals(
    message.tool_calls?.map((call) =>
      "function" in call ? [call.function.name, JSON.parse(call.function.arguments)] : []
    ),
    [
      ["list_directory", { path: "." }],
      ["glob", { pattern: "*.txt" }],
      ["run_shell_command", { command: "printf '\\033[31mred\\033[0m'" }],
    ],
  );
  assertEquals(final.model, "some-model");
  assertEquals([final.usage?.prompt_tokens, final.usage?.completion_tokens, final.usage?.total_tokens], [30, 15, 45]);
});

Deno.test("the official client reads a refusal, a cut answer and the demo model's words", async () => {
  await using fixture = await Fixture.open();
  const args = ["--input-format", "stream-json", "--output-format", "stream-chunk-json", "--provider", "demo"];
  const stdin = `${JSON.stringify({ messages: [{ role: "user", content: "say Hello you" }] })}\n`;
  const { stdout } = await runQwen(args, { fixture, stdin });
  assertEquals((await complete(stdout)).choices[0].message.content, "Hello you");
  await using model = fakeModel([], { otherwise: [{ text: "Half" }, { stop: "length" }] });
  const cut = await runQwen(args.slice(0, 4), { fixture, stdin, env: model.env });
  const final = await complete(cut.stdout).catch((error) => error);
  assertEquals(final instanceof Error ? final.constructor.name : final.choices[0].finish_reason, "length");
});

/** What a terminal shows after some text: characters, colours and the cursor. */
async function screen(text: string): Promise<unknown> {
  const terminal = new xterm.Terminal({ cols: 40, rows: 12, allowProposedApi: true, convertEol: true });
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const { active } = terminal.buffer;
  const rows = Array.from({ length: active.length }, (_, row) => {
    const line = active.getLine(row);
    return Array.from({ length: 40 }, (_, column) => {
      const cell = line?.getCell(column);
      return [cell?.getChars(), cell?.getFgColor(), cell?.getBgColor(), cell?.isBold(), cell?.isUnderline()];
    });
  });
  const shown = { rows, cursor: [active.cursorX, active.cursorY] };
  terminal.dispose();
  return shown;
}

interface Shown {
  type: string;
  source?: string;
  channel?: string;
  tool_call_id?: string;
  value?: string;
}

function annotations(lines: Line[]): Shown[] {
  return lines.flatMap(({ choices }) => {
    const [choice] = choices ?? [];
    return (choice?.message?.annotations ?? choice?.delta?.annotations ?? []) as Shown[];
  });
}

Deno.test("a terminal that replays the annotations of a real command shows what its bytes show", async () => {
  const pieces = [
    "plain \u001b[1;32mgreen bold\u001b[0m\n",
    "progress 10%\rprogress \u001b[33m50%\u001b[0m\n",
    "\u001b[4munder\u001b[24m \u001b[38;5;208morange\u001b[0m \u001b[48;2;10;20;30mback\u001b[m\n",
    "one\ntwo\nthree\u001b[2A\u001b[3Gx\u001b[K\u001b[2B\n",
    "\u001b]0;a title\u0007after title 你好 😀\n",
  ];
  const raw = pieces.join("");
  for (const format of ["stream-json", "stream-chunk-json"]) {
    await using host = await ChatHost.open(["--approval-mode", "yolo", "--output-format", format], {
      files: { "raw.txt": raw },
    });
    await host.ask("S", "run: cat raw.txt");
    const shown = annotations(host.lines).filter(({ type, source }) => type === "x-qwen-terminal" && source === "tool");
    assert(shown.length > 0);
    const replayed = shown.map((annotation) =>
      rebuildAnsi(annotation as typeof annotation & Parameters<typeof rebuildAnsi>[0])
    );
    assertEquals(await screen(replayed.join("")), await screen(raw), format);
  }
});
