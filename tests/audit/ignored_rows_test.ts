import { assertEquals, assertMatch } from "@std/assert";
import { CLAUDE_CONTROL } from "../../lib/dialects/agent/claude/claude_control.ts";
import { QWEN_CONTROL } from "../../lib/dialects/agent/qwen/qwen_control.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";
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

const SERVERS = { S: { command: "true", required: false, zzz: 1, oauth: { zzz: 1 } } };
const HOOKS = { PreToolUse: [{ matcher: "Bash", hookCallbackIds: ["h"], zzz: 1 }] };
const BLOCKS = [{ type: "text", text: "say hi", zzz: 1 }, {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "AA==", zzz: 1 },
}];
const AGENTS = { helper: { description: "d", prompt: "p", zzz: 1 } };
const hosted = (dialect: string): string[] => [...HOST, "--dialect", dialect, "--debug=none"];
const control = (request: object): object => ({ type: "control_request", request_id: "r1", request });

/** Lines with unknown fields inside other objects, and how each is named. */
const NESTED: Readonly<Record<string, { args: string[]; lines: object[]; names: string[] }>> = {
  ...Object.fromEntries(["qwen", "claude"].map((dialect) => [dialect, {
    args: hosted(dialect),
    lines: [
      control({
        subtype: "initialize",
        hooks: HOOKS,
        mcpServers: SERVERS,
        agents: AGENTS,
        sdkMcpServers: { H: { name: "H", zzz: 1 } },
        sdkMcpServerConfigs: { H: { tools: [{ name: "t", zzz: 1 }] } },
      }),
      { type: "user", message: { role: "user", content: BLOCKS, zzz: 1 }, session_id: "" },
    ],
    names: [
      "hooks.PreToolUse.zzz of a initialize request",
      "mcpServers.S.zzz of a initialize request",
      "mcpServers.S.oauth.zzz of a initialize request",
      "agents.helper.zzz of a initialize request",
      "sdkMcpServers.H.zzz of a initialize request",
      "sdkMcpServerConfigs.H.tools.zzz of a initialize request",
      "message.zzz of a user line",
      "message.content.zzz of a user line",
      "message.content.source.zzz of a user line",
    ],
  }])),
  chat: {
    args: hosted("chat"),
    lines: [
      control({ subtype: "initialize", hooks: HOOKS, mcp_servers: { H: { type: "sdk", name: "H", zzz: 1 } } }),
      {
        session_id: "S",
        input: { parts: [{ type: "text", text: "say hi", zzz: 1 }], zzz: 1 },
        options: { response_format: { type: "text", zzz: 1 } },
        tools: [{ type: "function", function: { name: "f", zzz: 1 } }],
      },
      { session_id: "S", messages: [{ role: "user", content: [{ type: "text", text: "say hi", yyy: 1 }] }] },
    ],
    names: [
      "hooks.PreToolUse.zzz of a initialize request",
      "mcp_servers.H.zzz of a initialize request",
      "input.parts.zzz of a line",
      "input.zzz of a line",
      "options.response_format.zzz of a line",
      "tools.function.zzz of a line",
      "messages.content.yyy of a line",
    ],
  },
  acp: {
    args: ["--acp", "--provider", "demo"],
    lines: [{
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: false, zzz: 1 } } },
    }],
    names: ["params.clientCapabilities.fs.zzz of a initialize line"],
  },
};

for (const [dialect, { args, lines, names }] of Object.entries(NESTED)) {
  Deno.test(`Nothing is ignored silently: fields inside other fields of ${dialect} are named once`, async () => {
    await using fixture = await Fixture.open();
    const stdin = [...lines, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
    const { stdout, stderr } = await runQwen(args, { fixture, stdin });
    const told = [...stderr.matchAll(/Ignored the field (.*): it is not known here/g)].map(([, what]) => what);
    assertEquals(told.toSorted(), names.toSorted(), stderr);
    for (const line of linesOf(stdout)) assertFits(line, `${dialect}/out`);
  });
}

Deno.test("Nothing is ignored silently: doctor names what a claude host sent, whose stderr stays empty", async () => {
  await using fixture = await Fixture.open();
  const { args, lines } = LINES.claude;
  const hostile = { ...lines[0], ["\x1b[31m" + "y".repeat(5000)]: 1 };
  const stdin = [lines[0], hostile].map((line) => `${JSON.stringify(line)}\n`).join("");
  const { stderr } = await runQwen(args, { fixture, stdin });
  assertEquals(stderr, "");
  const { stdout } = await runQwen(["doctor", "--offline", "--provider", "demo", "-o", "json"], { fixture });
  const { findings } = JSON.parse(stdout);
  const told: string[] = findings.filter(({ name }: { name: string }) => name === "input")
    .map(({ data }: { data: { dialect: string; what: string } }) => `${data.dialect}: ${data.what}`);
  assertEquals(told.filter((what) => what === "claude: the field zzz of a user line").length, 1);
  assertEquals(told.length, 2);
  assertEquals(told.every((what) => what.length < 200 && !what.includes("\x1b")), true);
});

for (const name of ["qwen", "claude"] as const) {
  Deno.test(`Nothing is ignored silently: every control request of ${name} is refused, or names its unknown field`, async () => {
    await using fixture = await Fixture.open();
    const { requests } = name === "qwen" ? QWEN_CONTROL : CLAUDE_CONTROL;
    const stdin = [...requests].map((subtype) => {
      const line = { type: "control_request", request_id: subtype, request: { subtype, zzz: 1 } };
      return `${JSON.stringify(line)}\n`;
    }).join("");
    const { stdout, stderr } = await runQwen(hosted(name), { fixture, stdin });
    const refused = linesOf(stdout).filter(({ response }) => response?.subtype === "error")
      .map(({ response }) => response.request_id);
    for (const subtype of requests) {
      const isNamed = stderr.includes(`Ignored the field zzz of a ${subtype} request`);
      assertEquals(refused.includes(subtype) || isNamed, true, `${subtype}\n${stderr}`);
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
  await Deno.writeTextFile(
    `${fixture.home}/.qwen/settings.json`,
    JSON.stringify({
      noSuchSetting: 1,
      model: { generationConfig: { splitToolMedia: true } },
    }),
  );
  const run = await runQwen(["-p", "Hi"], { fixture, env: model.env });
  const doctor = await runQwen(["doctor"], { fixture, env: model.env });
  assertMatch(run.stderr + doctor.stdout + doctor.stderr, /noSuchSetting/);
  assertMatch(doctor.stdout, /generationConfig.splitToolMedia has no effect/);
});

Deno.test("Nothing is ignored silently: fields inside settings are named by doctor", async () => {
  await using fixture = await Fixture.open();
  const settings = {
    hooks: { Stop: [{ zzz: 1, hooks: [{ type: "command", command: "true", once: true, zzz: 1 }] }] },
    mcpServers: { s: { command: "true", oauth: { clientId: "c", zzz: 1 }, zzz: 1 } },
    modelPrices: { m: { input: 1, output: 1, zzz: 2 } },
    modelProviders: { openai: [{ id: "m", zzz: 1, generationConfig: { reasoning: { effort: "low", zzz: 1 } } }] },
    env: { ANY: "1" },
  };
  const args = ["doctor", "--offline", "--provider", "demo", "-o", "json", "--settings", JSON.stringify(settings)];
  const { findings } = JSON.parse((await runQwen(args, { fixture })).stdout);
  const told: string[] = findings.map(({ text }: { text: string }) => text);
  const named = told.flatMap((text) => /^The setting (\S+) has no effect here\.$/.exec(text)?.[1] ?? []);
  assertEquals(named.toSorted(), [
    "hooks.Stop.hooks.zzz",
    "hooks.Stop.zzz",
    "mcpServers.s.oauth.zzz",
    "mcpServers.s.zzz",
    "modelPrices.m.zzz",
    "modelProviders.openai.generationConfig.reasoning.zzz",
    "modelProviders.openai.zzz",
  ]);
});

Deno.test("Nothing is ignored silently: fields inside --agents and --mcp-config are named once, for a claude host by doctor", async () => {
  const agents = JSON.stringify({ a: { description: "d", prompt: "p", zzz: 1 }, b: { description: "d", prompt: "p" } });
  const servers = JSON.stringify({ mcpServers: { s: { command: "true", zzz: 1 } } });
  const flags = ["--agents", agents, "--mcp-config", servers, "--provider", "demo"];
  await using fixture = await Fixture.open();
  const { stderr } = await runQwen(["-p", "say hi", ...flags], { fixture });
  const told = [...stderr.matchAll(/Ignored the field (.*): it is not known here/g)].map(([, what]) => what);
  assertEquals(told.toSorted(), ["a.zzz of --agents", "s.zzz of --mcp-config"]);
  await using other = await Fixture.open();
  const { args, lines } = LINES.claude;
  const hostFlags = [...args, "--agents", agents, "--permission-prompt-tool", "stdio", "--verbose"];
  const host = await runQwen(hostFlags, {
    fixture: other,
    stdin: `${JSON.stringify({ ...lines[0], zzz: undefined })}\n`,
  });
  assertEquals(host.stderr, "");
  const doctor = await runQwen(["doctor", "--offline", "--provider", "demo"], { fixture: other });
  assertMatch(doctor.stdout, /the field a\.zzz of --agents/);
});
