/** Structured output in the dialects of hosts, on the real program. */
import { assertEquals } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";
import { GOOD, RISK, submit, under } from "../support/structured_case.ts";

Deno.test("the claude dialect carries structured_output", () =>
  under({ args: ["-o", "stream-json", "--dialect", "claude"] }, ({ stdout }) => {
    const last = linesOf(stdout).at(-1);
    assertEquals(last.structured_output, GOOD);
    assertFits(last, "claude/out");
  }));

Deno.test("response_format of a chat request holds for that request only", async () => {
  await using model = fakeModel([submit(GOOD), "free"]);
  await using fixture = await Fixture.open();
  const request = (id: string, more: object): string =>
    JSON.stringify({
      session_id: "s",
      prompt_id: id,
      input: { origin: "user", parts: [{ type: "text", text: "x" }] },
      ...more,
    });
  const format = { type: "json_schema", json_schema: { name: "r", schema: JSON.parse(RISK) } };
  const stdin = `${request("1", { options: { response_format: format } })}\n${request("2", {})}\n`;
  const end = await runQwen(["--input-format", "stream-json"], { fixture, env: model.env, stdin });
  const summaries = linesOf(end.stdout).filter((line) => line.metadata?.event === "summary");
  assertEquals(summaries.map((line) => line.choices[0].message.content), [JSON.stringify(GOOD), "free"]);
});

Deno.test("jsonSchema of an initialize request holds the session to it", async () => {
  await using model = fakeModel([submit(GOOD)]);
  await using fixture = await Fixture.open();
  const lines = [
    { type: "control_request", request_id: "1", request: { subtype: "initialize", jsonSchema: JSON.parse(RISK) } },
    { type: "user", message: { role: "user", content: "x" } },
  ];
  const stdin = lines.map((line) => JSON.stringify(line)).join("\n") + "\n";
  const end = await runQwen(["--input-format", "stream-json", "--dialect", "claude"], {
    fixture,
    env: model.env,
    stdin,
  });
  assertEquals(linesOf(end.stdout).at(-1).structured_output, GOOD);
});

Deno.test("hostile schemas are answered while heartbeats of the same process are", async () => {
  await using model = fakeModel([], { otherwise: submit({ v: "a".repeat(40) + "!" }) });
  await using fixture = await Fixture.open();
  const hostile = [
    { type: "object", properties: { v: { type: "string", pattern: "^(a+)+$" } }, required: ["v"] },
    { type: "object", properties: { v: { type: "string", pattern: "^(?=(a+))\\\\1b$" } } },
    { type: "object", properties: { v: { pattern: "(x+x+)+y" } }, required: ["w"] },
    { type: "object", allOf: Array.from({ length: 20_000 }, () => ({ properties: { v: { type: "string" } } })) },
    { $ref: "#/$defs/a", $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }] } } },
  ];
  await using run = startQwen(["--input-format", "stream-json", "--schema-retries", "0"], {
    fixture,
    env: model.env,
    stdin: { open: true },
  });
  for (const [index, schema] of hostile.entries()) {
    const response_format = { type: "json_schema", json_schema: { name: "r", schema } };
    const input = { origin: "user", parts: [{ text: "x" }] };
    await run.send({ session_id: `s${index}`, input, options: { response_format } });
    await run.send({ type: "heartbeat_request", session_id: `s${index}` });
  }
  for (const index of hostile.keys()) {
    await run.until(new RegExp(`"result/heartbeat","session_id":"s${index}"`));
    await run.until(new RegExp(`"session_id":"s${index}"[^\n]*"event":"summary"`));
  }
  await run.closeInput();
  const end = await run.end;
  const summaries = linesOf(end.stdout).filter((line) => line.metadata?.event === "summary");
  assertEquals(summaries.map((line) => line.metadata.subtype), hostile.map(() => "error"));
});
