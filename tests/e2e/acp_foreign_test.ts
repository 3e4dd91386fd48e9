/** Clients of the Agent Client Protocol that others wrote, as they are: the official SDK, and acpx from npm. */
import { client, type ClientContext, ndJsonStream, type SessionUpdate } from "@agentclientprotocol/sdk";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { bounded } from "../support/acp_host.ts";
import { assertAcpLine, type RpcMessage } from "../support/acp_schema.ts";
import { type FakeModel, fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, qwenCommand } from "../support/qwen.ts";
import { acpxClient } from "../support/sdk_clients.ts";
import { survivors, withProc } from "../support/proc.ts";

const FLAGS = ["--acp", "--approval-mode", "default"];

/** Runs a program of the official client against the program, and checks each of its lines. */
async function withOfficialClient(
  { fixture, model }: { fixture: Fixture; model: FakeModel },
  use: (agent: ClientContext, heard: { updates: SessionUpdate[]; asked: string[] }) => Promise<void>,
): Promise<void> {
  const { words: [program, ...args], env } = qwenCommand(FLAGS, { fixture, env: model.env });
  await using child = new Deno.Command(program, {
    ...{ args, env, clearEnv: true, cwd: fixture.cwd },
    ...{ stdin: "piped", stdout: "piped", stderr: "inherit" },
  }).spawn();
  const input = child.stdin.getWriter();
  const stdin = new WritableStream<Uint8Array>({ write: (bytes) => input.write(bytes) });
  const [lines, copy] = child.stdout.tee();
  const written = new Response(copy).text();
  const heard = { updates: [] as SessionUpdate[], asked: [] as string[] };
  const app = client({ name: "tests" })
    .onNotification("session/update", ({ params }) => void heard.updates.push(params.update))
    .onRequest("session/request_permission", ({ params }) => {
      heard.asked.push(params.toolCall.title ?? "");
      const allowed = params.options.find(({ kind }) => kind === "allow_once");
      return { outcome: { outcome: "selected", optionId: allowed?.optionId ?? "" } };
    });
  await bounded(
    app.connectWith(ndJsonStream(stdin, lines), async (agent) => {
      await agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
      await use(agent, heard);
    }),
    "the end of the client",
  );
  await input.close();
  assertEquals((await bounded(child.status, "the end of the program")).code, 0);
  for (const line of linesOf(await written)) assertAcpLine(line as RpcMessage, undefined);
}

function textOf(updates: readonly SessionUpdate[]): string {
  return updates.map((update) =>
    update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? update.content.text : ""
  ).join("");
}

Deno.test("the official client: a whole edit, a cancel, and a session resumed in a new process", async () => {
  await using fixture = await Fixture.open({ "a.txt": "one\n" });
  await using model = fakeModel([
    [{ call: "read_file", input: { file_path: "a.txt" } }],
    [{ call: "edit", input: { file_path: "a.txt", old_string: "one", new_string: "two" } }],
    "Edited.",
    [{ text: "Long" }, { wait: "never" }],
    "I remember.",
  ]);
  let sessionId = "";
  await withOfficialClient({ fixture, model }, async (agent, { updates, asked }) => {
    const session = await agent.buildSession(fixture.cwd).start();
    sessionId = session.sessionId;
    assertEquals((await session.prompt("Change it.")).stopReason, "end_turn");
    assertEquals([await Deno.readTextFile(`${fixture.cwd}/a.txt`), asked], ["two\n", ["Edit a.txt"]]);
    assertEquals(textOf(updates), "Edited.");
    const prompted = session.prompt("Go on.");
    await model.request(3);
    await agent.notify("session/cancel", { sessionId });
    assertEquals((await prompted).stopReason, "cancelled");
    session.dispose();
  });
  await withOfficialClient({ fixture, model }, async (agent, { updates }) => {
    await agent.request("session/resume", { sessionId, cwd: fixture.cwd, mcpServers: [] });
    const { stopReason } = await agent.request("session/prompt", {
      sessionId,
      prompt: [{ type: "text", text: "What did you do?" }],
    });
    assertEquals([stopReason, textOf(updates)], ["end_turn", "I remember."]);
    assert(JSON.stringify(model.requests[4].body.messages).includes("Change it."));
    const { sessions } = await agent.request("session/list", { cwd: fixture.cwd });
    assertEquals(sessions.map((session) => session.sessionId), [sessionId]);
  });
});

/** Runs acpx with the program as its agent. */
async function acpx(
  args: readonly string[],
  { fixture, model }: { fixture: Fixture; model: FakeModel },
): Promise<string> {
  const { node, folder } = await acpxClient();
  const { words, env } = qwenCommand(FLAGS, { fixture, env: model.env });
  const command = ["--cwd", fixture.cwd, "--agent", words.join(" "), ...args];
  const { code, stdout, stderr } = await bounded(
    new Deno.Command(node, {
      args: [`${folder}/node_modules/acpx/dist/cli.js`, ...command],
      ...{ env, clearEnv: true, cwd: fixture.cwd, stdin: "null" },
    }).output(),
    `the end of acpx ${args.join(" ")}`,
  );
  const said = new TextDecoder().decode(stdout);
  assertEquals(code, 0, `${said}\n${new TextDecoder().decode(stderr)}`);
  return said;
}

Deno.test("acpx: a whole edit with a permission question and the client's files", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[{ call: "write_file", input: { file_path: "a.txt", content: "hi\n" } }], "Done."]);
  const said = await acpx(["--approve-all", "exec", "Write it."], { fixture, model });
  for (const step of ["session/request_permission", "fs/write_text_file", "Done.", "end_turn"]) {
    assert(said.includes(step), said);
  }
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/a.txt`), "hi\n");
});

/** Waits until acpx has ended the program that it kept for a while. */
async function untilEnded({ fixture }: { fixture: Fixture }): Promise<void> {
  const gone = async (): Promise<void> => {
    while ((await survivors(fixture.home)).length > 0) continue;
  };
  await bounded(gone(), "the end of the program that acpx keeps");
}

Deno.test(withProc("acpx: a session resumed in a new process, and a cancelled prompt", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["First.", [{ text: "Long" }, { wait: "never" }]]);
  const stage = { fixture, model };
  await acpx(["sessions", "new"], stage);
  // With this time to live, acpx ends the program a second after the last prompt.
  const prompt = (text: string): Promise<string> => acpx(["--ttl", "1", "prompt", text], stage);
  assertMatch(await prompt("one"), /First\./);
  await untilEnded(stage);
  const cancel = async (): Promise<void> => {
    await bounded(model.request(1), "a second request to the model");
    await acpx(["cancel"], stage);
  };
  const [said] = await Promise.all([prompt("two"), cancel()]);
  assertMatch(said, /session\/resume[^]*cancelled/);
  assert(JSON.stringify(model.requests[1].body.messages).includes('"content":"one"'));
  await untilEnded(stage);
}));
