import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, type QwenEnd, runQwen } from "../support/qwen.ts";
import { sdkTest } from "../support/sdk_stage.ts";

const HOST = ["--input-format", "stream-json", "--output-format", "stream-json"];
const PROMPT = JSON.stringify({ type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null });
const LONG = "Heron. ".repeat(300_000);

const sizeOf = (text: string): number => new TextEncoder().encode(text).length;

for (
  const [who, args, env] of [
    ["a qwen host", [...HOST, "--channel=SDK"], {}],
    ["a claude host", [...HOST, "--verbose"], { CLAUDE_CODE_ENTRYPOINT: "sdk-ts" }],
    ["a chat client", [...HOST, "--dialect", "chat"], {}],
  ] as const
) {
  Deno.test(`Line limits: an answer of 2 MB reaches ${who} whole`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([LONG]);
    const chat = JSON.stringify({ model: "m", messages: [{ role: "user", content: "go" }] });
    const stdin = `${args.includes("chat" as never) ? chat : PROMPT}\n`;
    const { stdout } = await runQwen([...args], { fixture, env: { ...model.env, ...env }, stdin });
    assert(stdout.includes(LONG.trimEnd()) && !stdout.includes("x-qwen-spill"), stdout.slice(0, 500));
  });
}

for (const format of ["json", "stream-json"]) {
  Deno.test(`Line limits: -p with --output-format ${format} shortens nothing`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([LONG]);
    const { stdout } = await runQwen(["-p", "go", "--output-format", format], { fixture, env: model.env });
    assert(stdout.includes(LONG.trimEnd()) && !stdout.includes("x-qwen-spill"));
  });
}

/** Each line is within its limit; a shortened answer fills it and names a file that has the whole. */
async function assertShortened({ stdout }: Pick<QwenEnd, "stdout">, limit: number): Promise<void> {
  for (const line of stdout.trim().split("\n")) assert(sizeOf(line) <= limit, `${sizeOf(line)} bytes`);
  const shortened = linesOf(stdout).filter((record) => "x-qwen-spill" in record);
  assertEquals(shortened.map(({ type }) => type), ["assistant", "result"]);
  for (const record of shortened) {
    assert(sizeOf(JSON.stringify(record)) >= 0.6 * limit, "The preview fills less than 60 % of the limit");
    const [note] = record["x-qwen-spill"];
    const whole = await Deno.readFile(note.path);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", whole)).toHex();
    assertEquals([note.bytes, note.sha256], [whole.length, hash]);
    assertEquals(new TextDecoder().decode(whole).trimEnd(), LONG.trimEnd());
    const text = record.result ?? record.message.content[0].text;
    assertMatch(text, /the whole is in /);
  }
}

for (const limit of [20_000, 100_000, 999_999]) {
  Deno.test(`Line limits: --max-line-bytes ${limit} leaves as much as it allows and names the file`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([LONG]);
    const args = [...HOST, "--verbose", "--max-line-bytes", String(limit)];
    // An SDK gets no partial messages unless it asks for them.
    const env = { ...model.env, CLAUDE_CODE_ENTRYPOINT: "sdk-ts" };
    await assertShortened(await runQwen(args, { fixture, env, stdin: `${PROMPT}\n` }), limit);
  });
}

Deno.test("Line limits: the Python SDK of Claude gets lines below 1 MiB", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([LONG]);
  const env = { ...model.env, CLAUDE_CODE_ENTRYPOINT: "sdk-py" };
  const end = await runQwen([...HOST, "--verbose"], { fixture, env, stdin: `${PROMPT}\n` });
  await assertShortened(end, 1_000_000);
});

Deno.test("Line limits: tool results are bounded for every reader", async () => {
  await using fixture = await Fixture.open();
  const write = { call: "write_file", input: { file_path: `${fixture.cwd}/a.txt`, content: LONG } };
  await using model = fakeModel([[write], "Done."]);
  const args = [...HOST, "--verbose", "--permission-mode", "bypassPermissions"];
  const { stdout } = await runQwen(args, { fixture, env: model.env, stdin: `${PROMPT}\n` });
  const results = stdout.split("\n").filter((line) => line.startsWith('{"type":"user"'));
  assertEquals(results.map((line) => sizeOf(line) <= 1_000_000), [true]);
});

for (const [sdk, host] of [["qwen", "narrow"], ["claude", "wide"]] as const) {
  sdkTest(sdk, `Line limits: a host in Python with the limit of its SDK reads an answer of 2 MB (${host})`, {
    runtime: "python",
    host,
    replies: [LONG],
    check: ({ report }) => assertEquals(report.code, 0),
  });
}
