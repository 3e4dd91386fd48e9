import { withProc } from "../support/proc.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json"];
const INITIALIZE = { type: "control_request", request_id: "r1", request: { subtype: "initialize", hooks: null } };

function prompt(text: string): Record<string, unknown> {
  return { type: "user", session_id: "", parent_tool_use_id: null, message: { role: "user", content: text } };
}

Deno.test(
  withProc(
    "a line of 100 MB is a value, never an exception: memory stays flat and the next line is answered",
    async () => {
      await using fixture = await Fixture.open();
      await using model = fakeModel(["hello"]);
      const via = `{ echo "$FIRST"; head -c 104857600 /dev/zero | tr '\\0' x; echo; echo "$PROMPT"; } | "$@" & ` +
        `pid=$!; peak=0; while kill -0 $pid 2>/dev/null; do ` +
        `now=$(awk '/VmHWM/{print $2}' /proc/$pid/status 2>/dev/null); peak=\${now:-$peak}; sleep 0.05; done; ` +
        `wait $pid; echo "$? $peak" >&2`;
      const env = { ...model.env, FIRST: JSON.stringify(INITIALIZE), PROMPT: JSON.stringify(prompt("go")) };
      const { stdout, stderr } = await runQwen(HOST, { fixture, env, via });
      const [code, peakKb] = stderr.trim().split(" ").map(Number);
      assertEquals(code, 0);
      assert(peakKb < 300_000, `${peakKb} kB`);
      const lines = linesOf(stdout);
      assertEquals(
        lines.filter((line) => line.type === "result").map((line) => line.result),
        ["hello"],
      );
      assertMatch(stdout, /104857600/);
    },
  ),
);

Deno.test("ten thousand fuzzed lines do not end a session, and every record fits its schema", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["hello"]);
  const lines = [JSON.stringify(INITIALIZE), ...fuzzedLines(10_000), JSON.stringify(prompt("go"))];
  const { code, stdout, stderr } = await runQwen([...HOST, "--dialect", "qwen"], {
    fixture,
    env: model.env,
    stdin: `${lines.join("\n")}\n`,
  });
  const records = linesOf(stdout);
  for (const record of records) assertFits(record, "qwen/out");
  assertEquals([code, stderr], [0, ""]);
  assertEquals(records.filter((record) => record.type === "result").at(-1)?.result, "hello");
});

Deno.test("end of input settles an open question with a denial at once and finishes the turn", async () => {
  await using fixture = await Fixture.open();
  const input = { file_path: `${fixture.cwd}/a.txt`, content: "a" };
  await using model = fakeModel([[{ call: "write_file", input }], "I may not."]);
  await using run = startQwen([...HOST, "--approval-mode", "default"], {
    fixture,
    env: model.env,
    stdin: { open: true },
  });
  await run.send(INITIALIZE, prompt("go"));
  await run.until(/"can_use_tool"/);
  await run.closeInput();
  const { code, stdout } = await run.end;
  const result = linesOf(stdout).at(-1);
  assertEquals([code, result.type, result.result], [0, "result", "I may not."]);
  assertEquals(await Deno.stat(`${fixture.cwd}/a.txt`).catch(() => null), null);
});

Deno.test("the session's reading loop waits for nobody: a question is answered while the turn is under way", async () => {
  await using fixture = await Fixture.open();
  const input = { file_path: `${fixture.cwd}/a.txt`, content: "a" };
  await using model = fakeModel([[{ call: "write_file", input }], "Written."]);
  await using run = startQwen([...HOST, "--approval-mode", "default"], {
    fixture,
    env: model.env,
    stdin: { open: true },
  });
  await run.send(INITIALIZE, prompt("go"));
  await run.until(/"can_use_tool"/);
  const { request_id } = linesOf(run.stdout).find((line) => line.request?.subtype === "can_use_tool");
  const response = { subtype: "success", request_id, response: { behavior: "allow", updatedInput: input } };
  await run.send({ type: "control_response", response });
  await run.until(/"type":"result"/);
  await run.closeInput();
  assertEquals((await run.end).code, 0);
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/a.txt`), "a");
});

Deno.test("stdout is protocol only: a noisy tool and a noisy MCP server do not reach it", async () => {
  await using fixture = await Fixture.open();
  const command = "echo NOISE >&1; echo NOISE >&2";
  await using model = fakeModel([[{ call: "run_shell_command", input: { command, description: "noise" } }], "quiet"]);
  const server = { command: "sh", args: ["-c", "echo NOISE; echo NOISE >&2; exit 1"] };
  const args = [
    "-p",
    "go",
    "-o",
    "stream-json",
    "--yolo",
    "--mcp-config",
    JSON.stringify({ mcpServers: { loud: { ...server, timeout: 500 } } }),
  ];
  const { code, stdout } = await runQwen(args, { fixture, env: model.env });
  assertEquals(code, 0);
  for (const line of linesOf(stdout)) assertFits(line, "qwen/out");
});

Deno.test("a bare -p beside JSON lines is no prompt: that is how hosts of Claude Code start their executable", async () => {
  await using fixture = await Fixture.open();
  const args = ["-p", ...HOST, "--verbose", "--provider", "demo"];
  const stdin = `${JSON.stringify(prompt("say hi"))}\n`;
  const { code, stdout, stderr } = await runQwen(args, { fixture, stdin });
  const results = linesOf(stdout).filter((line) => line.type === "result").map((line) => line.result);
  assertEquals([code, results, stderr], [0, ["hi"], ""]);
});

Deno.test("a prompt on the command line comes before those of stdin, and waits for none of them", async () => {
  for (const words of [["-p", "say first"], ["say first"], ["--prompt-file", "prompt.txt"]]) {
    await using fixture = await Fixture.open({ "prompt.txt": "say first" });
    await using run = startQwen([...HOST, "--provider", "demo", ...words], { fixture, stdin: { open: true } });
    await run.until(/"result":"first"/);
    await run.send(prompt("say second"));
    await run.closeInput();
    const { code, stdout } = await run.end;
    const results = linesOf(stdout).filter((line) => line.type === "result").map((line) => line.result);
    assertEquals([code, results], [0, ["first", "second"]]);
  }
});

Deno.test("an input that cannot be read ends the session with a word, exit 42", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([]);
  const { code } = await runQwen([...HOST, "--dialect", "qwen"], { fixture, env: model.env, via: `"$@" < "$HOME"` });
  assertEquals(code, 42);
});

/** Lines that are wrong in many ways, the same in every run. */
function fuzzedLines(count: number): string[] {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed % below;
  };
  const good = [
    JSON.stringify({ type: "control_request", request_id: "x", request: { subtype: "mcp_status" } }),
    JSON.stringify({ type: "control_response", response: { subtype: "success", request_id: "y", response: {} } }),
    JSON.stringify({ type: "control_cancel_request", request_id: "z" }),
  ];
  const odd = [
    "",
    "null",
    "[]",
    "7",
    "{",
    '"',
    "\u0000",
    "{}",
    '{"type":7}',
    '{"type":"user"}',
    "[".repeat(300),
    "é\ud83d\udc4b",
  ];
  return Array.from({ length: count }, () => {
    const kind = random(3);
    if (kind === 0) return odd[random(odd.length)];
    const base = good[random(good.length)];
    const at = random(base.length);
    if (kind === 1) return base.slice(0, at) + String.fromCharCode(32 + random(90)) + base.slice(at + 1);
    return base.slice(0, at);
  });
}

Deno.test("a slash command that would open a dialog lists its choices where there is no screen", async () => {
  await using fixture = await Fixture.open();
  const { code, stdout, stderr } = await runQwen(["--provider", "demo", "/help"], { fixture });
  assertEquals([code, stderr], [0, ""]);
  assertMatch(stdout, /^- \/about: .+\n- \/agents: /);
});
