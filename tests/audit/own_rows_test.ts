/** Rows of the audit whose subject has tests of its own elsewhere, each shown once under its name. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { Collector } from "../support/collector.ts";
import { ENTER, task } from "../support/conversation_task.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";

task("RFC 1: text mode keeps the terminal: plain qwen is a conversation", {
  replies: () => ["Hello there."],
  play: async ({ person }) => {
    await person.type(`hi${ENTER}`);
    await person.sees(/Hello there\./);
  },
});

task("RFC 2: a person at the keyboard is asked, and the answer counts", {
  args: ["--approval-mode", "default"],
  replies: () => [[{ call: "run_shell_command", input: { command: "touch made.txt" } }], "Made."],
  play: async ({ person, fixture: { cwd } }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Allow .*\?/);
    await person.type("y");
    await person.sees(/Made\./);
    assert((await Deno.stat(`${cwd}/made.txt`)).isFile);
  },
});

Deno.test("RFC 32: a run sends its spans to the collector that is named", async () => {
  await using collector = new Collector();
  await using fixture = await Fixture.open();
  await using model = fakeModel(["Hi."]);
  const env = { ...model.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  assertEquals((await runQwen(["-p", "hi"], { fixture, env })).code, 0);
  assertEquals(collector.named("invoke_agent qwen").length, 1);
  assertEquals(collector.named("chat fake-model").length, 1);
});

Deno.test("Real clients 13: suggestions have Claude's form, and one that is sent back is not asked for again", async () => {
  await using fixture = await Fixture.open();
  const run = { call: "Bash", input: { command: "npm run build" } };
  await using model = fakeModel([[run], [run], "Done."]);
  const args = ["--input-format", "stream-json", "-o", "stream-json", "--verbose", "--dialect", "claude"];
  await using host = startQwen([...args, "--permission-mode", "default", "--permission-prompt-tool", "stdio"], {
    fixture,
    env: model.env,
    stdin: { open: true },
  });
  await host.send(
    { type: "control_request", request_id: "i", request: { subtype: "initialize" } },
    { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "" },
  );
  await host.until(/"can_use_tool"[^\n]*\n/);
  const questions = (): ReturnType<typeof linesOf> =>
    linesOf(host.stdout.slice(0, host.stdout.lastIndexOf("\n") + 1))
      .filter(({ request }) => request?.subtype === "can_use_tool");
  const [{ request_id, request }] = questions();
  const [suggestion] = request.permission_suggestions;
  assertEquals([suggestion.type, suggestion.behavior, suggestion.rules[0].toolName], ["addRules", "allow", "Bash"]);
  assertMatch(suggestion.rules[0].ruleContent, /^npm run /);
  assertEquals(typeof suggestion.destination, "string");
  const answer = { behavior: "allow", updatedInput: request.input, updatedPermissions: [suggestion] };
  await host.send({ type: "control_response", response: { subtype: "success", request_id, response: answer } });
  await host.until(/"type":"result"[^\n]*\n/);
  assertEquals(questions().length, 1);
  await host.closeInput();
  await host.end;
});
