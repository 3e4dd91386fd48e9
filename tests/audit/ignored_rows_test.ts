import { assertEquals, assertMatch } from "@std/assert";
import { loadDialect } from "../../lib/dialects/mod.ts";
import { CLAUDE_CONTROL } from "../../lib/dialects/agent/claude/claude_control.ts";
import { QWEN_CONTROL } from "../../lib/dialects/agent/qwen/qwen_control.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";
import { countedIds } from "../support/say.ts";
import { assertFits } from "../support/validate.ts";

const HOST = ["--input-format", "stream-json", "-o", "stream-json", "--provider", "demo"];

/** A line of each dialect that starts work, with a field that nobody knows. */
const LINES: Readonly<Record<string, { args: string[]; lines: object[] }>> = {
  qwen: {
    args: [...HOST, "--dialect", "qwen"],
    lines: [{ type: "user", message: { role: "user", content: "say hi" }, session_id: "", zzz: 1 }],
  },
  claude: {
    args: [...HOST, "--dialect", "claude"],
    lines: [{ type: "user", message: { role: "user", content: "say hi" }, session_id: "", zzz: 1 }],
  },
  chat: {
    args: [...HOST, "--dialect", "chat"],
    lines: [{ session_id: "S", input: { parts: [{ type: "text", text: "say hi" }] }, options: { zzz: 1 } }],
  },
  state: {
    args: ["--server-mode", "stdin", "--provider", "demo"],
    lines: [{ type: "user_input", content: "say hi", zzz: 1 }],
  },
  acp: {
    args: ["--acp", "--provider", "demo"],
    lines: [{
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: 1, clientCapabilities: {}, zzz: 1 },
    }],
  },
};

for (const [dialect, { args, lines }] of Object.entries(LINES)) {
  Deno.test(`Nothing is ignored silently: an unknown field in ${dialect} is named once, and by no record`, async () => {
    await using fixture = await Fixture.open();
    const stdin = [...lines, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
    const flags = dialect === "claude" ? [...args, "--debug=none"] : args;
    const { stdout, stderr } = await runQwen(flags, { fixture, stdin });
    assertEquals(stderr.match(/Ignored the field \S*zzz/g)?.length, 1, stderr);
    for (const line of linesOf(stdout)) assertFits(line, `${dialect}/out`);
    if (dialect !== "chat") assertEquals(stdout.includes("zzz"), false);
  });
}

Deno.test("Nothing is ignored silently: the stderr of a claude host stays empty without --debug", async () => {
  await using fixture = await Fixture.open();
  const { args, lines } = LINES.claude;
  const { stderr } = await runQwen(args, { fixture, stdin: `${JSON.stringify(lines[0])}\n` });
  assertEquals(stderr, "");
});

for (const name of ["qwen", "claude"] as const) {
  Deno.test(`Nothing is ignored silently: every control request of ${name} is refused, or names its unknown field`, async () => {
    const dialect = await loadDialect(name);
    const unknown: string[] = [];
    const conversation = dialect?.open({
      ...{ ids: countedIds(), format: "stream-json", includePartials: false, version: "0", tools: [], extras: {} },
      onUnknown: (what) => void unknown.push(what),
    });
    for (const subtype of (name === "qwen" ? QWEN_CONTROL : CLAUDE_CONTROL).requests) {
      unknown.length = 0;
      const request = { subtype, zzz: 1 };
      const line = JSON.stringify({ type: "control_request", request_id: subtype, request });
      const [command] = [...conversation?.decode(line) ?? []];
      const isNamed = unknown.includes(`the field zzz of a ${subtype} request`);
      assertEquals(command?.type === "invalid" || isNamed, true, subtype);
    }
  });
}

Deno.test("Nothing is ignored silently: unknown flags and settings are refused or named", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: "Hi." });
  const refused = await runQwen(["--no-such-flag", "-p", "Hi"], { fixture, env: model.env });
  assertEquals(refused.code, 1);
  const { args, lines } = LINES.qwen;
  const named = await runQwen([...args, "--no-such-flag"], { fixture, stdin: `${JSON.stringify(lines[0])}\n` });
  assertMatch(named.stderr, /no-such-flag/);
  await Deno.mkdir(`${fixture.home}/.qwen`, { recursive: true });
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify({ noSuchSetting: 1 }));
  const run = await runQwen(["-p", "Hi"], { fixture, env: model.env });
  const doctor = await runQwen(["doctor"], { fixture, env: model.env });
  assertMatch(run.stderr + doctor.stdout + doctor.stderr, /noSuchSetting/);
});
