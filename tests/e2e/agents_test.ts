import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type ReceivedRequest, type Reply } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";

const ARGS = ["-p", "go", "-y", "-o", "stream-json"];

function order(
  prompt: string,
  more: Record<string, unknown> = {},
  { id = "call_a" }: { id?: string } = {},
): { call: string; input: unknown; id: string } {
  return { call: "agent", input: { description: "look", prompt, ...more }, id };
}

/** The task that a request is about: the first message of the user. */
function taskOf({ body }: ReceivedRequest): string {
  const { content } = body.messages.find((message: { role: string }) => message.role === "user");
  return typeof content === "string" ? content : content[0].text;
}

// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
type Line = any;

function gist(line: Line): string {
  const parent = line.parent_tool_use_id ?? "main";
  switch (line.type) {
    case "assistant":
    case "user": {
      const said = line.message.content.map((block: Line) => block.text ?? block.name ?? block.content);
      return `${parent} ${line.type} ${said}`;
    }
    case "system":
      return `${parent} ${line.subtype}`;
    default:
      return `${line.type} ${line.subtype}`;
  }
}

/** The end of an agent's result, which names the agent. */
const idNote = (id: string): string => `\n\nagentId: ${id} (give it as resume to go on with this agent)`;

Deno.test("a sub-agent reads a file and its last message is the result of the call", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
  const read = { call: "read_file", input: { file_path: `${fixture.cwd}/a.txt` }, id: "call_b" };
  await using model = fakeModel([[order("Read it.")], [read], "It says alpha.", "Done."]);
  const { code, stdout } = await runQwen(ARGS, { fixture, env: model.env });
  const lines = linesOf(stdout);
  for (const line of lines) assertFits(line, "qwen/out");
  assertEquals([code, lines.map(gist)], [0, [
    "main init",
    "main assistant agent",
    "call_a user Read it.",
    "call_a assistant read_file",
    "call_a user alpha\n",
    `main user It says alpha.${idNote("call_a")}`,
    "main assistant Done.",
    "result success",
  ]]);
  assertEquals([lines.at(-1).num_turns, lines.at(-1).usage.total_tokens], [2, 60]);
  assertEquals(model.requests[1].body.messages.length, 2);
});

/** The files that agents have left in a home, by name. */
async function transcripts(fixture: Fixture): Promise<Map<string, string>> {
  const projects = `${fixture.home}/.qwen/projects`;
  const found = new Map<string, string>();
  for await (const project of Deno.readDir(projects)) {
    const folder = `${projects}/${project.name}/subagents`;
    for (const session of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
      for await (const file of Deno.readDir(`${folder}/${session.name}`)) {
        found.set(file.name, `${folder}/${session.name}/${file.name}`);
      }
    }
  }
  return found;
}

Deno.test("a sub-agent leaves a transcript of its own, with a note on what it was and how it ended", async () => {
  await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
  const read = { call: "read_file", input: { file_path: `${fixture.cwd}/a.txt` }, id: "call_b" };
  await using model = fakeModel([[order("Read it.")], [read], "It says alpha.", "Done."]);
  const { stdout } = await runQwen(ARGS, { fixture, env: model.env });
  const [{ session_id }] = linesOf(stdout);
  const files = await transcripts(fixture);
  assertEquals([...files.keys()].sort(), ["agent-call_a.jsonl", "agent-call_a.meta.json"]);
  const records: Line[] = linesOf(await Deno.readTextFile(files.get("agent-call_a.jsonl") ?? ""));
  assertEquals(records.map(({ type, message }) => [type, Object.keys(message.parts[0])[0]]), [
    ["user", "text"],
    ["assistant", "functionCall"],
    ["tool_result", "functionResponse"],
    ["assistant", "text"],
  ]);
  assertEquals(records.map(({ parentUuid }) => parentUuid), [null, ...records.slice(0, -1).map(({ uuid }) => uuid)]);
  for (const { sessionId, agentId, agentName, isSidechain } of records) {
    assertEquals([sessionId, agentId, agentName, isSidechain], [session_id, "call_a", "general-purpose", true]);
  }
  const { createdAt: _created, lastUpdatedAt: _updated, ...note } = JSON.parse(
    await Deno.readTextFile(files.get("agent-call_a.meta.json") ?? ""),
  );
  assertEquals(note, {
    agentId: "call_a",
    agentType: "general-purpose",
    description: "look",
    parentSessionId: session_id,
    toolUseId: "call_a",
    parentAgentId: null,
    status: "completed",
    isBackgrounded: false,
    subagentName: "general-purpose",
    depth: 0,
    model: "fake-model",
  });
  const mode = (await Deno.stat(files.get("agent-call_a.jsonl") ?? "")).mode ?? 0;
  assertEquals(mode & 0o077, 0);
});

Deno.test("hooks at the end can read transcripts to the last word", async () => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  const copy = (field: string): object[] => {
    const script = `const input = JSON.parse(await new Response(Deno.stdin.readable).text()); ` +
      `await Deno.copyFile(input.${field}, "${fixture.home}/${field}")`;
    return [{ hooks: [{ type: "command", command: `'${Deno.execPath()}' eval '${script}'` }] }];
  };
  const hooks = { SubagentStop: copy("agent_transcript_path"), Stop: copy("transcript_path") };
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify({ hooks }));
  await using model = fakeModel([[order("Look.")], "Its last word.", "Done."]);
  await runQwen(ARGS, { fixture, env: model.env });
  const said = async (field: string): Promise<Line[]> => {
    const records: Line[] = linesOf(await Deno.readTextFile(`${fixture.home}/${field}`));
    return records.filter(({ type }) => type === "assistant").at(-1).message.parts;
  };
  assertEquals(await said("agent_transcript_path"), [{ text: "Its last word." }]);
  assertEquals(await said("transcript_path"), [{ text: "Done." }]);
});

Deno.test("a run that keeps no session keeps no transcript of its agents", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[order("Look.")], "Nothing.", "Done."]);
  const { code } = await runQwen([...ARGS, "--no-session-persistence"], { fixture, env: model.env });
  assertEquals([code, await Deno.stat(`${fixture.home}/.qwen/projects`).then(() => "kept", () => "none")], [0, "none"]);
});

Deno.test("two sub-agents work side by side", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[order("One.", {}, { id: "call_1" }), order("Two.", {}, { id: "call_2" })]], {
    otherwise: (request): Reply => {
      const task = taskOf(request);
      if (task === "go") return "Both are done.";
      // Each answers only when the other has asked.
      if (model.requests.length === 3) model.release("both");
      return [{ wait: "both" }, { text: `Done: ${task}` }];
    },
  });
  const { code, stdout } = await runQwen(ARGS, { fixture, env: model.env });
  const lines = linesOf(stdout).map(gist);
  assertEquals(code, 0);
  assertEquals(lines.filter((line) => line.startsWith("main user")), [
    `main user Done: One.${idNote("call_1")}`,
    `main user Done: Two.${idNote("call_2")}`,
  ]);
  assertEquals(lines.at(-1), "result success");
});

Deno.test("a cancel while a sub-agent works stops its model call, and there is one result", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[order("Think.")], [{ text: "Hm" }, { wait: "never" }]]);
  await using run = startQwen(ARGS, { fixture, env: model.env });
  await run.until(/Think\./);
  await model.request(1);
  run.kill("SIGINT");
  const { code, stdout } = await run.end;
  const lines = linesOf(stdout);
  assertEquals([code, lines.filter((line) => line.type === "result").length, lines.at(-1).type], [130, 1, "result"]);
  await model.requests[1].aborted;
});

Deno.test("a background agent: the run goes on, hears of its end and waits for it", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[order("Look.", { run_in_background: true })]], {
    otherwise: (request): Reply => {
      if (taskOf(request) === "Look.") return [{ wait: "looked" }, { text: "Seen." }];
      const isFirst = request.body.messages.length === 4;
      if (isFirst) model.release("looked");
      return isFirst ? "I go on." : "All is done.";
    },
  });
  const { code, stdout } = await runQwen(ARGS, { fixture, env: model.env });
  const lines = linesOf(stdout);
  for (const line of lines) assertFits(line, "qwen/out");
  assertEquals([code, lines.map(gist).map((line) => line.split("\n")[0])], [0, [
    "main init",
    "main assistant agent",
    "call_a user Look.",
    "main task_started",
    "main user Background agent launched successfully.",
    "main assistant I go on.",
    'main user Background agent "general-purpose: look" completed.',
    "main task_notification",
    "main assistant All is done.",
    "result success",
  ]]);
});

Deno.test("agents come from files and flags, those of a project only when it is trusted", async () => {
  const file = (name: string): string => `---\nname: ${name}\ndescription: d\ntools: Read\n---\nYou are ${name}.`;
  for (const [flags, known] of [[[], false], [["--trust-project"], true]] as const) {
    await using fixture = await Fixture.open({ ".qwen/agents/ours.md": file("ours") });
    await Deno.mkdir(`${fixture.home}/.qwen/agents`, { recursive: true });
    await Deno.writeTextFile(`${fixture.home}/.qwen/agents/mine.md`, file("mine"));
    const given = JSON.stringify({ flagged: { description: "f", prompt: "You are flagged." } });
    await using model = fakeModel([
      [order("1", { subagent_type: "mine" }, { id: "c1" })],
      "A.",
      [order("2", { subagent_type: "ours" }, { id: "c2" })],
      ...(known ? ["B."] : []),
      "Done.",
    ]);
    const { stdout } = await runQwen([...ARGS, "--agents", given, ...flags], { fixture, env: model.env });
    const [init] = linesOf(stdout);
    assertEquals(init.agents, ["general-purpose", "Explore", "mine", ...(known ? ["ours"] : []), "flagged"]);
    assertMatch(model.requests[1].body.messages[0].content, /You are mine\./);
    assertEquals(model.requests[1].body.tools.map((tool: Line) => tool.function.name), ["read_file"]);
    assertEquals(model.requests.length, known ? 5 : 4);
  }
});

Deno.test("--agent runs the session itself as an agent", async () => {
  await using fixture = await Fixture.open();
  const given = JSON.stringify({ poet: { description: "p", prompt: "You rhyme.", tools: ["Read"], model: "verse" } });
  await using model = fakeModel(["Roses."]);
  const { code } = await runQwen([...ARGS, "--agents", given, "--agent", "poet"], { fixture, env: model.env });
  const { body } = model.requests[0];
  assertEquals([code, body.model, body.tools.map((tool: Line) => tool.function.name)], [0, "verse", ["read_file"]]);
  assertMatch(body.messages[0].content, /^You rhyme\.\n\nWorking folder: /);
});
