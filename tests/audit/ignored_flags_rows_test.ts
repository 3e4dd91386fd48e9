/** Flags, variables, types and subtypes that are not known, in each dialect. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Fixture, linesOf, type QwenEnd, runQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";

interface Host {
  args: string[];
  /** A line that starts work. */
  work: object[];
  /** Lines of types, subtypes and methods that nobody knows, each with what is expected of it. */
  unknown: [object, { refused?: RegExp; named?: string }][];
}

const HOSTED = ["--input-format", "stream-json", "-o", "stream-json", "--provider", "demo"];
const USER = { type: "user", message: { role: "user", content: "say hi" }, session_id: "" };
const control = (id: string): object => ({ type: "control_request", request_id: id, request: { subtype: "zzz" } });
const GREETING = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1 } };

const AGENT_LINES: Host["unknown"] = [
  [{ type: "zzz" }, { refused: /unknown_type/ }],
  [control("r1"), { refused: /"request_id":"r1","error":"Unknown control request subtype: zzz"/ }],
  [{ type: "system", subtype: "zzz" }, { named: "a line of type system" }],
  [{ ...USER, subtype: "zzz" }, { named: "the field subtype of a user line" }],
];

const HOSTS: Readonly<Record<string, Host>> = {
  qwen: { args: [...HOSTED, "--dialect", "qwen"], work: [USER], unknown: AGENT_LINES },
  claude: { args: [...HOSTED, "--dialect", "claude"], work: [USER], unknown: AGENT_LINES },
  chat: {
    args: [...HOSTED, "--dialect", "chat"],
    work: [{ session_id: "S", input: { parts: [{ type: "text", text: "say hi" }] } }],
    unknown: [
      [{ type: "zzz" }, { refused: /QWEN_UNKNOWN_TYPE/ }],
      [control("r1"), { refused: /"request_id":"r1","response":\{"subtype":"error"/ }],
      [{ session_id: "S", input: { parts: [{ type: "zzz" }] } }, { refused: /input\.parts\[0\]\.type/ }],
      [{ session_id: "S", input: { command: { kind: "zzz" }, parts: [] } }, { refused: /input\.command\.kind/ }],
    ],
  },
  state: {
    args: ["--dialect", "state", "--input-format", "stream-json", "--provider", "demo"],
    work: [{ type: "user_input", content: "say hi" }],
    unknown: [[{ type: "zzz" }, { refused: /"code":"unknown_type"/ }]],
  },
  acp: {
    args: ["--acp", "--provider", "demo"],
    work: [GREETING],
    unknown: [
      [{ jsonrpc: "2.0", id: 2, method: "session/zzz" }, { refused: /"id":2,"error":\{"code":-32601/ }],
      [{ jsonrpc: "2.0", method: "session/zzz" }, { named: "the notification session/zzz" }],
      [{ jsonrpc: "2.0", method: "session/cancel", params: {} }, { named: "the notification session/cancel (" }],
    ],
  },
};

const NO_EFFECT = ["--betas", "x", "--no-such-flag"];
const VARIABLES = { QWEN_ZZZ: "1", QWEN_USAGE_STATISTICS_ENABLED: "0" };

function run(fixture: Fixture, host: Host, more: { args?: string[]; lines?: object[] }): Promise<QwenEnd> {
  const stdin = (more.lines ?? [...host.work, ...host.work]).map((line) => `${JSON.stringify(line)}\n`).join("");
  return runQwen([...host.args, ...more.args ?? []], { fixture, env: VARIABLES, stdin });
}

const count = (text: string, what: string): number => text.split(what).length - 1;

for (const [dialect, host] of Object.entries(HOSTS)) {
  const debug = dialect === "claude" ? ["--debug=none"] : [];

  Deno.test(`Nothing is ignored silently: unknown flags in ${dialect} are named once, and variables with --debug`, async () => {
    await using fixture = await Fixture.open();
    const { stdout, stderr } = await run(fixture, host, { args: [...NO_EFFECT, ...debug] });
    for (const what of ["the unknown flag --no-such-flag", "the flag --betas: "]) {
      assertEquals(count(stderr, `qwen: Ignored ${what}`), 1, stderr);
    }
    const variables = count(stderr, "qwen: Ignored the variable QWEN_ZZZ: ");
    assertEquals(variables, debug.length, stderr);
    const debugged = await run(fixture, host, { args: ["--debug=none"] });
    assertEquals(count(debugged.stderr, "qwen: Ignored the variable QWEN_ZZZ: "), 1, debugged.stderr);
    assertEquals(count(stderr, "QWEN_USAGE_STATISTICS_ENABLED"), 0, "doctor names variables of qwen-code");
    for (const line of linesOf(stdout)) assertFits(line, `${dialect}/out`);
  });

  Deno.test(`Nothing is ignored silently: unknown types and subtypes in ${dialect} are refused or named`, async () => {
    await using fixture = await Fixture.open();
    const lines = [...host.work, ...host.unknown.map(([line]) => line)];
    const { stdout, stderr } = await run(fixture, host, { args: debug, lines });
    for (const [line, { refused, named }] of host.unknown) {
      if (refused) assertMatch(stdout, refused);
      if (named) assertStringIncludes(stderr, `qwen: Ignored ${named}`, JSON.stringify(line));
    }
    for (const line of linesOf(stdout)) assertFits(line, `${dialect}/out`);
  });
}

Deno.test("Nothing is ignored silently: flags and variables of a claude host are named by doctor, its stderr is empty", async () => {
  await using fixture = await Fixture.open();
  const { stderr } = await run(fixture, HOSTS.claude, { args: NO_EFFECT });
  assertEquals(stderr, "");
  const doctor = ["doctor", "--offline", "--provider", "demo"];
  const told = (await runQwen(doctor, { fixture })).stdout;
  for (const what of ["the unknown flag --no-such-flag", "the flag --betas"]) {
    assertStringIncludes(told, `A host gave ${what} in the claude dialect`);
  }
  const own = (await runQwen(doctor, { fixture, env: VARIABLES })).stdout;
  for (const name of Object.keys(VARIABLES)) assertStringIncludes(own, `The variable ${name} has no effect here.`);
});

Deno.test("Nothing is ignored silently: a typed command with unknown flags or settings says so", async () => {
  await using fixture = await Fixture.open();
  const prompt = ["--provider", "demo", "-p", "say hi"];
  const refused = await runQwen(["--no-such-flag", ...prompt], { fixture });
  assertEquals([refused.code, /no-such-flag/.test(refused.stderr)], [1, true]);
  const named = await runQwen(["--betas", "x", ...prompt], { fixture, env: VARIABLES });
  assertEquals([named.code, named.stdout], [0, "hi\n"]);
  assertEquals(named.stderr, "qwen: Ignored the flag --betas: there are no betas.\n");
  const wrong = await runQwen(prompt, { fixture, env: { QWEN_CODE_SIMPLE: "perhaps" } });
  assertEquals([wrong.code, /QWEN_CODE_SIMPLE/.test(wrong.stderr)], [52, true], wrong.stderr);
  // What a flag asks for and what holds anyway needs no word.
  const met = await runQwen(["--print", ...prompt], { fixture });
  assertEquals(met.stderr, "");
});
