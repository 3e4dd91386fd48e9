/** `--json-schema`, sentence by sentence, on the real program. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";
import { GOOD, RISK, submit, under } from "../support/structured_case.ts";

const REFUSED: readonly {
  name: string;
  argv: readonly string[];
  code: number;
  says: string | RegExp;
  files?: Record<string, string>;
}[] = [
  { name: "an empty argument", argv: ["--json-schema", " "], code: 52, says: "--json-schema cannot be empty." },
  {
    name: "inline text that is not JSON",
    argv: ["--json-schema", "{a"],
    code: 52,
    says: /^--json-schema is not valid JSON: /,
  },
  {
    name: "a value that is no object",
    argv: ["--json-schema", "[]"],
    code: 52,
    says: "--json-schema must be a JSON object describing a schema.",
  },
  {
    name: "a file that is not there",
    argv: ["--json-schema", "@none.json"],
    code: 52,
    says: /^--json-schema could not read "[^"]*none\.json"/,
  },
  { name: "a folder", argv: ["--json-schema", "@."], code: 52, says: "must be a regular file." },
  { name: "a device", argv: ["--json-schema", "@/dev/null"], code: 52, says: "must be a regular file." },
  {
    name: "a keyword with a typing error",
    argv: ["--json-schema", '{"type":"object","propertees":{}}'],
    code: 52,
    says: /is not a valid JSON Schema: .*propertees/,
  },
  {
    name: "a root that cannot be an object",
    argv: ["--json-schema", '{"type":"array"}'],
    code: 52,
    says: "root must accept object-typed values",
  },
  {
    name: "a root reference",
    argv: ["--json-schema", '{"$ref":"#/$defs/A","$defs":{"A":{"type":"object"}}}'],
    code: 52,
    says: "allOf",
  },
  {
    name: "interactive mode",
    argv: ["-i", "hi", "--json-schema", "{}"],
    code: 1,
    says: "--json-schema cannot be used with --prompt-interactive (-i)",
  },
  {
    name: "stream-json input",
    argv: ["--input-format", "stream-json", "--json-schema", "{}"],
    code: 1,
    says: "--json-schema cannot be used with --input-format stream-json",
  },
  { name: "acp", argv: ["--acp", "--json-schema", "{}"], code: 1, says: "--json-schema cannot be used with --acp" },
];

async function journalOf(fixture: Fixture): Promise<string> {
  let text = "";
  for await (const project of Deno.readDir(`${fixture.home}/.qwen/projects`)) {
    const chats = `${fixture.home}/.qwen/projects/${project.name}/chats`;
    for await (const file of Deno.readDir(chats)) text += await Deno.readTextFile(`${chats}/${file.name}`);
  }
  return text;
}

Deno.test("text mode prints exactly the JSON payload and a newline", () =>
  under({}, ({ code, stdout }) => assertEquals({ code, stdout }, { code: 0, stdout: `${JSON.stringify(GOOD)}\n` })));

Deno.test("text mode leaves stdout empty on failure and tells the reason on stderr", () =>
  under({ replies: ["I would say it is fine."] }, ({ code, stdout, stderr }) => {
    assertEquals({ code, stdout }, { code: 1, stdout: "" });
    assertStringIncludes(stderr, 'after 1 turn(s). Output preview (23 chars): "I would say it is fine."');
  }));

Deno.test("incidental prose of the model is mirrored neither to stdout nor to stderr", () =>
  under(
    { replies: [[{ text: "Let me think aloud." }, { call: "structured_output", input: GOOD }]] },
    ({ stdout, stderr }) => {
      assertEquals(stdout, `${JSON.stringify(GOOD)}\n`);
      assertEquals(stderr, "");
    },
  ));

Deno.test("an empty schema gives an empty object", () =>
  under(
    { schema: "{}", replies: [[{ call: "structured_output", input: "" }]] },
    ({ code, stdout }) => assertEquals({ code, stdout }, { code: 0, stdout: "{}\n" }),
  ));

Deno.test("the schema can be read from a file", () =>
  under(
    { schema: "@./audit.json", files: { "audit.json": RISK } },
    ({ code, stdout }) => assertEquals({ code, stdout }, { code: 0, stdout: `${JSON.stringify(GOOD)}\n` }),
  ));

Deno.test("the schema rides on every request as the parameters of structured_output", () =>
  under({ replies: [submit({ summary: 1 }), submit(GOOD)] }, ({ bodies }) => {
    for (const body of bodies) {
      // deno-lint-ignore no-explicit-any -- a request of the wire.
      const tool = body.tools.find((tool: any) => tool.function.name === "structured_output");
      assertEquals(tool.function.parameters, JSON.parse(RISK));
    }
    assertEquals(bodies.length, 2);
  }));

for (const format of ["json", "stream-json"] as const) {
  Deno.test(`${format} carries result and structured_result in its last message`, () =>
    under({ args: ["-o", format] }, ({ code, stdout }) => {
      const messages = format === "json" ? JSON.parse(stdout) : linesOf(stdout);
      const last = messages.at(-1);
      assertEquals(code, 0);
      assertEquals({ type: last.type, result: last.result, structured: last.structured_result }, {
        type: "result",
        result: JSON.stringify(GOOD),
        structured: GOOD,
      });
      for (const message of messages) assertFits(message, "qwen/out");
    }));

  Deno.test(`${format} carries the failure as its last message on stdout`, () =>
    under({ args: ["-o", format], replies: ["No."] }, ({ code, stdout }) => {
      const last = (format === "json" ? JSON.parse(stdout) : linesOf(stdout)).at(-1);
      assertEquals({ code, isError: last.is_error, code2: last.error.code }, {
        code: 1,
        isError: true,
        code2: "structured_output_missing",
      });
    }));
}

for (const { name, argv, code, says } of REFUSED) {
  Deno.test(`--json-schema refuses ${name} before anything is sent`, async () => {
    await using model = fakeModel([]);
    await using fixture = await Fixture.open();
    const prompt = argv[0].startsWith("--json-schema") ? ["-p", "x"] : [];
    const end = await runQwen([...prompt, ...argv], { fixture, env: model.env });
    // A host reads its stdout: there the refusal is a result as well.
    const results = argv.includes("stream-json") || argv.includes("--acp") ? 1 : 0;
    assertEquals({ code: end.code, results: linesOf(end.stdout).length, requests: model.requests.length }, {
      code,
      results,
      requests: 0,
    });
    if (typeof says === "string") assertStringIncludes(end.stderr, says);
    else assertMatch(end.stderr, says);
  });
}

Deno.test("the parse error of a schema file does not echo its content", () =>
  under({ schema: "@secret.txt", files: { "secret.txt": "root:hunter2" }, replies: [] }, ({ code, stderr }) => {
    assertEquals(code, 52);
    assertMatch(stderr, /content of "[^"]*secret\.txt" is not valid JSON\./);
    assert(!stderr.includes("hunter2"));
  }));

Deno.test("arguments that fail validation come back with the validator's message, and the model may try again", () =>
  under({ replies: [submit({ summary: "x" }), submit(GOOD)] }, ({ code, stdout, bodies }) => {
    assertEquals({ code, stdout }, { code: 0, stdout: `${JSON.stringify(GOOD)}\n` });
    assertStringIncludes(JSON.stringify(bodies[1].messages.at(-1)), "must have required property 'risk_level'");
  }));

Deno.test("a sibling of an accepted call never runs", () =>
  under({
    args: ["--yolo", "-o", "stream-json"],
    replies: [[
      { call: "run_shell_command", input: { command: "touch ran" }, id: "c1" },
      { call: "structured_output", input: GOOD, id: "c2" },
    ]],
  }, async ({ code, stdout, fixture }) => {
    assertEquals(code, 0);
    const contents = linesOf(stdout).filter((line) => line.type === "user").map((line) =>
      line.message.content[0].content
    );
    assertEquals(contents, [
      "Structured output accepted.",
      "Skipped: this turn's structured_output contract took precedence as the terminal output.",
    ]);
    assertEquals([...Deno.readDirSync(fixture.cwd)].map((entry) => entry.name), []);
    await Promise.resolve();
  }));

Deno.test("a sibling of a refused call never runs either, and the model is told to re-issue it", () =>
  under({
    args: ["--yolo"],
    replies: [
      [{ call: "structured_output", input: {}, id: "c1" }, {
        call: "run_shell_command",
        input: { command: "touch ran" },
        id: "c2",
      }],
      submit(GOOD),
    ],
  }, ({ code, bodies, fixture }) => {
    assertEquals(code, 0);
    assertStringIncludes(
      JSON.stringify(bodies[1].messages.slice(-2)),
      "took precedence as the terminal output. Re-issue this call in a separate turn if needed.",
    );
    assertEquals([...Deno.readDirSync(fixture.cwd)].length, 0);
  }));

Deno.test("the turn limit exits 53 with a hint at the stuck-run causes", () =>
  under(
    { args: ["--max-session-turns", "2", "-o", "stream-json"], replies: [submit({}), submit({}), submit(GOOD)] },
    ({ code, stdout }) => {
      const last = linesOf(stdout).at(-1);
      assertEquals(code, 53);
      for (const cause of ["never called structured_output", "isn't denied", "schema is satisfiable"]) {
        assertStringIncludes(last.error.message, cause);
      }
    },
  ));

Deno.test("an interrupt exits 130 and emits no payload", async () => {
  await using model = fakeModel([[{ wait: "never" }]]);
  await using fixture = await Fixture.open();
  await using run = startQwen(["-p", "x", "--json-schema", RISK], { fixture, env: model.env });
  await model.request(0);
  run.kill("SIGINT");
  const end = await run.end;
  assertEquals({ code: end.code, stdout: end.stdout }, { code: 130, stdout: "" });
});

Deno.test("submitted arguments are redacted on disk, those of refused attempts as well", () =>
  under(
    { replies: [submit({ summary: "first secret" }), submit({ ...GOOD, summary: "second secret" })] },
    async ({ fixture }) => {
      const kept = await journalOf(fixture);
      assert(!kept.includes("first secret") && !kept.includes("second secret"), "the payload is on disk");
      assertEquals(kept.split("structured_output payload (see stdout result)").length - 1, 2);
    },
  ));

Deno.test("hooks see the raw arguments", () =>
  under({
    files: {},
    args: [
      "--settings",
      JSON.stringify({
        hooks: {
          PreToolUse: [{ matcher: "structured_output", hooks: [{ type: "command", command: "cat > seen.json" }] }],
        },
      }),
    ],
  }, async ({ code, fixture }) => {
    assertEquals(code, 0);
    assertEquals(JSON.parse(await Deno.readTextFile(`${fixture.cwd}/seen.json`)).tool_input, GOOD);
  }));

Deno.test("the flag holds for one run: a resumed session without it answers in free text", () =>
  under({ replies: [submit(GOOD), "plain again"] }, async ({ fixture, bodies: _bodies }) => {
    await using model = fakeModel(["plain again"]);
    const end = await runQwen(["--continue", "-p", "and now?"], { fixture, env: model.env });
    assertEquals({ code: end.code, stdout: end.stdout }, { code: 0, stdout: "plain again\n" });
    // deno-lint-ignore no-explicit-any -- a request of the wire.
    const names = model.requests[0].body.tools.map((tool: any) => tool.function.name);
    assert(!names.includes("structured_output"));
  }));

Deno.test("--core-tools does not take structured_output away", () =>
  under(
    { args: ["--core-tools", "read_file"] },
    ({ code, stdout }) => assertEquals({ code, stdout }, { code: 0, stdout: `${JSON.stringify(GOOD)}\n` }),
  ));

Deno.test("--exclude-tools takes structured_output away and the run fails clearly", () =>
  under({ args: ["--exclude-tools", "structured_output"], replies: ["I cannot."] }, ({ code, stdout, bodies }) => {
    assertEquals({ code, stdout }, { code: 1, stdout: "" });
    // deno-lint-ignore no-explicit-any -- a request of the wire.
    assert(!bodies[0].tools.some((tool: any) => tool.function.name === "structured_output"));
  }));

Deno.test("a call of a denied structured_output is answered with the denial", () =>
  under(
    { args: ["--exclude-tools", "structured_output"], replies: [submit(GOOD), "I cannot."] },
    ({ code, bodies }) => {
      assertEquals(code, 1);
      assertStringIncludes(
        JSON.stringify(bodies[1].messages.at(-1)),
        'requires permission to use \\"structured_output\\"',
      );
    },
  ));

Deno.test("--bare works with --json-schema", () =>
  under(
    { args: ["--bare"] },
    ({ code, stdout }) => assertEquals({ code, stdout }, { code: 0, stdout: `${JSON.stringify(GOOD)}\n` }),
  ));

Deno.test("--schema-retries ends the run after so many refusals, with the last complaint", () =>
  under(
    { args: ["--schema-retries", "1"], replies: [submit({}), submit({ summary: "x" }), submit(GOOD)] },
    ({ code, stderr, bodies }) => {
      assertEquals({ code, requests: bodies.length }, { code: 1, requests: 2 });
      assertStringIncludes(stderr, "no valid structured output in 2 attempt(s)");
      assertStringIncludes(stderr, "risk_level");
    },
  ));

Deno.test("JSON written as text in a fence gets one more chance and is told why", () =>
  under(
    { replies: [`Here:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``, submit(GOOD)] },
    ({ code, stdout, bodies }) => {
      assertEquals({ code, stdout }, { code: 0, stdout: `${JSON.stringify(GOOD)}\n` });
      assertStringIncludes(JSON.stringify(bodies[1].messages.at(-1)), "structured_output");
      assertEquals(bodies[0].response_format, undefined);
      assertEquals(bodies[1].response_format.type, "json_schema");
    },
  ));

Deno.test("a text that fits is accepted on the last chance, on which the provider was held to the schema", () => {
  const text = JSON.stringify(GOOD);
  return under(
    { replies: [text, text] },
    ({ code, stdout }) => assertEquals({ code, stdout }, { code: 0, stdout: `${text}\n` }),
  );
});

Deno.test("a change of type is said in the tool's result, and the changed value is emitted", () =>
  under({
    schema: '{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}',
    args: ["-o", "stream-json"],
    replies: [submit({ n: "42" })],
  }, ({ stdout }) => {
    const lines = linesOf(stdout);
    assertStringIncludes(lines.find((line) => line.type === "user").message.content[0].content, "/n");
    assertEquals(lines.at(-1).structured_result, { n: 42 });
  }));
