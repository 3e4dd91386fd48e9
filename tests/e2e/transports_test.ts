/** What holds on every transport, over the list of all of them: a new one cannot forget any of it. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { LISTENING_TRANSPORTS } from "../../lib/host/transports/mod.ts";
import { Fixture } from "../support/qwen.ts";
import { CONNECT, HOSTED_TRANSPORTS, startServer, TRANSPORTS } from "../support/transports.ts";
import { Wire } from "../support/serve_stage.ts";

const DEMO = ["--provider", "demo"];
const isResult = (line: { type: string }): boolean => line.type === "result";

for (const { name, open } of TRANSPORTS) {
  Deno.test(`${name}: a secret that the model repeats reaches no client`, async () => {
    await using fixture = await Fixture.open();
    const secret = "sk-very-secret-value-4711";
    const prompt = `say the key is ${secret} indeed`;
    await using client = await open({ fixture, flags: DEMO, env: { DEPLOY_TOKEN: secret }, prompt });
    const { result } = await client.until(isResult);
    assertEquals(result, "the key is [redacted] indeed");
    assertEquals(JSON.stringify(client.lines).includes(secret), false);
  });

  Deno.test(`${name}: --audit records decisions, tool calls, tokens and the end of the turn`, async () => {
    await using fixture = await Fixture.open({ "a.txt": "a\n" });
    const file = `${fixture.home}/audit.jsonl`;
    await using client = await open({ fixture, flags: [...DEMO, "--audit", file], prompt: "read a.txt" });
    await client.until(isResult);
    await client.finish();
    const types = (await Deno.readTextFile(file)).trim().split("\n").map((line) => JSON.parse(line).type);
    const wanted = ["session.started", "decision", "tool.started", "tool.completed", "message.completed"];
    for (const type of [...wanted, "turn.completed"]) assert(types.includes(type), `${type} is not in ${types}`);
  });

  Deno.test(`${name}: --debug writes events to stderr`, async () => {
    await using fixture = await Fixture.open();
    await using client = await open({ fixture, flags: [...DEMO, "--debug"], prompt: "say hello" });
    await client.until(isResult);
    const stderr = await client.finish();
    for (const type of ["session.started", "turn.completed"]) assertStringIncludes(stderr, type);
  });

  Deno.test(`${name}: a setting without effect is reported on stderr`, async () => {
    await using fixture = await Fixture.open();
    const flags = [...DEMO, "--include-directories", "nowhere"];
    await using client = await open({ fixture, flags, prompt: "say hello" });
    await client.until(isResult);
    assertStringIncludes(await client.finish(), "--include-directories names nowhere");
  });

  Deno.test(`${name}: --include-partial-messages streams pieces of the answer`, async () => {
    await using fixture = await Fixture.open();
    const flags = [...DEMO, "--include-partial-messages"];
    await using client = await open({ fixture, flags, prompt: "count to 5" });
    await client.until(isResult);
    const deltas = client.lines.filter((line) => line.type === "stream_event" && line.event.delta?.text);
    assert(deltas.length >= 5, `${deltas.length} pieces`);
  });
}

for (const { name, open } of HOSTED_TRANSPORTS) {
  Deno.test(`${name}: an input that the host changes is judged again by deny rules`, async () => {
    await using fixture = await Fixture.open({ "open/a.txt": "old\n", "secret/a.txt": "old\n" });
    const flags = [...DEMO, "--approval-mode", "default", "--exclude-tools", "Edit(secret/**)"];
    await using client = await open({ fixture, flags });
    const initialize = { subtype: "initialize", hooks: null };
    await client.send({ type: "control_request", request_id: "init", request: initialize });
    const content = "edit open/a.txt: old => new";
    await client.send({ type: "user", session_id: "", parent_tool_use_id: null, message: { role: "user", content } });
    const asked = await client.until(({ request }) => request?.subtype === "can_use_tool");
    const updatedInput = { ...asked.request.input, file_path: `${fixture.cwd}/secret/a.txt` };
    const response = { behavior: "allow", updatedInput };
    await client.send({
      type: "control_response",
      response: { subtype: "success", request_id: asked.request_id, response },
    });
    const { permission_denials: denials } = await client.until(isResult);
    assertEquals(await Deno.readTextFile(`${fixture.cwd}/secret/a.txt`), "old\n");
    assertEquals(denials.length, 1);
  });

  Deno.test(`${name}: a bad line is refused in the client's dialect, and the next one is answered`, async () => {
    await using fixture = await Fixture.open();
    await using client = await open({ fixture, flags: DEMO, dialect: "chat" });
    await client.send("this is no JSON");
    const { error, line } = await client.until(({ error }) => error !== undefined);
    assertEquals([error.code, error.type, line], ["QWEN_INVALID_JSON", "invalid_request_error", 1]);
    await client.send({ messages: [{ role: "user", content: "say hello" }] });
    await client.until((record) => JSON.stringify(record).includes("hello"));
  });

  Deno.test(`${name}: with auto, a bad first line is refused as a chat error`, async () => {
    await using fixture = await Fixture.open();
    await using client = await open({ fixture, flags: DEMO, dialect: "auto" });
    await client.send("this is no JSON");
    const { error } = await client.until((line) => line.error !== undefined);
    assertEquals([error.code, error.type], ["QWEN_INVALID_JSON", "invalid_request_error"]);
  });
}

for (const dialect of ["qwen", "claude", "chat", "state"]) {
  for (const { name, open } of TRANSPORTS.slice(0, 2)) {
    Deno.test(`${name}: a start-up error is one record of the ${dialect} dialect with our version`, async () => {
      await using fixture = await Fixture.open();
      const flags = [...DEMO, "--resume", "11111111-1111-4111-8111-111111111111"];
      await using client = await open({ fixture, flags, dialect, prompt: "say hello" });
      const stderr = await client.finish();
      assert(client.lines.length >= 1, stderr);
      assertEquals(JSON.stringify(client.lines).includes('"unknown"'), false);
      assertStringIncludes(JSON.stringify(client.lines), "11111111-1111-4111-8111-111111111111");
    });
  }
}

for (const { name } of LISTENING_TRANSPORTS) {
  Deno.test(`${name}: a client with a wrong token that disconnects at once leaves the server running`, async () => {
    await using fixture = await Fixture.open();
    const token = `${fixture.home}/token`;
    await Deno.writeTextFile(token, "a token of some length\n", { mode: 0o600 });
    const { run, ready } = await startServer(name, { fixture, flags: [...DEMO, "--token-file", token] });
    await using _run = run;
    for (let round = 0; round < 5; round++) {
      const wire = new Wire(await CONNECT[name](ready));
      await wire.send({ type: "auth", token: "wrong" });
      await new Promise((resolve) => setTimeout(resolve, round * 60));
      wire.close();
      await wire.ended;
      // Named pipes take one client at a time, and open again after it.
      if (name === "pipe") await new Promise((resolve) => setTimeout(resolve, 300));
    }
    const wire = new Wire(await CONNECT[name](ready));
    await wire.send({ type: "auth", token: "a token of some length" });
    await wire.send({ messages: [{ role: "user", content: "say hello" }] });
    await wire.until((line) => JSON.stringify(line).includes("hello"));
    wire.close();
    await wire.ended;
  });
}

Deno.test("tcp: an editor opens a session of its own, and another client may attach to it", async () => {
  await using fixture = await Fixture.open();
  const { run, ready } = await startServer("tcp", { fixture, flags: [...DEMO, "--no-auth"] });
  await using _run = run;
  const wire = new Wire(await CONNECT.tcp(ready));
  await wire.send({ jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1 } });
  await wire.send({ jsonrpc: "2.0", id: 1, method: "session/new", params: { cwd: fixture.cwd, mcpServers: [] } });
  const opened = JSON.parse(JSON.stringify(await wire.until((line) => "id" in line && line.id === 1)));
  const { sessionId } = opened.result;
  const prompt = [{ type: "text", text: "say hello" }];
  await wire.send({ jsonrpc: "2.0", id: 2, method: "session/prompt", params: { sessionId, prompt } });
  await wire.until((line) => JSON.stringify(line).includes('"stopReason":"end_turn"'));
  const other = new Wire(await CONNECT.tcp(ready));
  await other.send({ type: "attach", attach: sessionId, dialect: "state" });
  await other.until((line) => JSON.stringify(line).includes(sessionId));
  for (const one of [wire, other]) {
    one.close();
    await one.ended;
  }
});
