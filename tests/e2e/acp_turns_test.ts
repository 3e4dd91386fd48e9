/** ACP: what happens within a turn: kinds of calls, changes of mode and model, cancels, the files of the client. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { acpStage, choose } from "../support/acp_host.ts";
import type { RpcMessage } from "../support/acp_schema.ts";
import type { ScriptedReply } from "../support/fake_model.ts";
import { procPath, survivors, withProc } from "../support/proc.ts";

type Call = { call: string; input: unknown };
const call = (name: string, input: unknown): [Call] => [{ call: name, input }];
const write = (path: string, content = "hi\n"): [Call] => call("write_file", { file_path: path, content });
const shell = (command: string): [Call] => call("run_shell_command", { command });
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Processes that were started with a word. */
async function processesOf(word: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(procPath(""))) {
    if (!/^\d+$/.test(entry.name)) continue;
    try {
      const line = await Deno.readTextFile(procPath(`${entry.name}/cmdline`));
      if (line.split("\0").includes(word)) found.push(line);
    } catch {
      // It has ended.
    }
  }
  return found;
}

/** Waits until so many processes were started with a word. */
async function untilCount(word: string, count: number): Promise<void> {
  for (let tries = 0; (await processesOf(word)).length !== count; tries++) {
    assert(tries < 1_500, `there are ${(await processesOf(word)).length} processes, not ${count}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

Deno.test("acp: each call has the kind, the absolute locations and the input that the protocol names", async () => {
  const calls: [string, Record<string, unknown>, string, string[]][] = [
    ["read_file", { file_path: "src/a.ts" }, "read", ["src/a.ts"]],
    ["grep_search", { pattern: "one", path: "src" }, "search", ["src"]],
    ["glob", { pattern: "**/*.ts" }, "search", [""]],
    ["list_directory", { path: "src" }, "search", ["src"]],
    ["edit", { file_path: "src/a.ts", old_string: "one", new_string: "two" }, "edit", ["src/a.ts"]],
    ["run_shell_command", { command: "echo hi" }, "execute", []],
    ["web_fetch", { url: "http://127.0.0.1:9/x", prompt: "x" }, "fetch", []],
    ["todo_write", { todos: [{ id: "1", content: "Look", status: "pending" }] }, "think", []],
    ["skill", { skill: "tidy" }, "think", []],
  ];
  await using stage = await acpStage({
    files: { "src/a.ts": "one\n", ".qwen/skills/tidy/SKILL.md": "---\ndescription: Tidies\n---\nTidy." },
    replies: [...calls.map(([name, input]) => call(name, input)), "Done."],
  });
  const host = await stage.start(["--approval-mode", "yolo"]);
  // The loopback address is asked about in every mode.
  host.on["session/request_permission"] = choose("reject_once");
  const sessionId = await host.newSession();
  await host.prompt(sessionId, "Do it all.");
  const begun = host.updates(sessionId, "tool_call");
  const absolute = (path: string): string => path === "" ? stage.cwd : `${stage.cwd}/${path}`;
  for (const [index, [name, input, kind, paths]] of calls.entries()) {
    const { locations = [], status, title, toolCallId, ...facts } = begun[index];
    assertEquals([facts.kind, facts.rawInput], [kind, input], name);
    assertEquals(locations.map(({ path }: RpcMessage) => path), paths.map(absolute), name);
    assert(["pending", "in_progress"].includes(status) && title.length > 0, name);
    const updates = host.updates(sessionId, "tool_call_update").filter((update) => update.toolCallId === toolCallId);
    assertEquals(updates.at(-1)?.status, name === "web_fetch" ? "failed" : "completed", name);
    assertEquals(updates.slice(0, -1).filter((update) => ["completed", "failed"].includes(update.status)), [], name);
  }
  assertEquals(new Set(begun.map(({ toolCallId }) => toolCallId)).size, calls.length);
});

Deno.test("acp: titles name files by their path in the folder of the session, and a replay names them too", async () => {
  const replies: ScriptedReply[] = [];
  await using stage = await acpStage({ replies });
  const path = `${stage.cwd}/src/a.txt`;
  replies.push(write(path), "Done.");
  const host = await stage.start(["--approval-mode", "default"]);
  const titles: string[] = [];
  host.on["session/request_permission"] = (params) => {
    titles.push(params.toolCall.title);
    return choose("allow_once")(params);
  };
  const sessionId = await host.newSession();
  await host.prompt(sessionId, "Write it.");
  const calls = ["tool_call", "tool_call_update"].flatMap((kind) => host.updates(sessionId, kind));
  titles.push(...calls.flatMap(({ title }) => title ?? []));
  assertEquals(new Set(titles), new Set(["Write src/a.txt"]));
  await host.finish();

  const next = await stage.start();
  await next.request("session/load", { sessionId, cwd: stage.cwd, mcpServers: [] });
  const [replayed] = next.updates(sessionId, "tool_call");
  assertEquals([replayed.kind, replayed.locations, replayed.rawInput.file_path], ["edit", [{ path }], path]);
  assertEquals(next.updates(sessionId, "tool_call_update").at(-1)?.status, "completed");
});

Deno.test("acp: todos keep their status through a plan, and a changed file shows both of its texts", async () => {
  const todos = [
    { id: "1", content: "Look", status: "completed" },
    { id: "2", content: "Act", status: "in_progress" },
    { id: "3", content: "Rest", status: "pending" },
  ];
  await using stage = await acpStage({
    files: { "a.txt": "old\n" },
    replies: [
      call("todo_write", { todos }),
      call("read_file", { file_path: "a.txt" }),
      write("a.txt", "new\n"),
      "Done.",
    ],
  });
  const host = await stage.start(["--approval-mode", "yolo"]);
  const sessionId = await host.newSession();
  await host.prompt(sessionId, "Plan.");
  const plan = host.updates(sessionId, "plan").at(-1);
  assertEquals(plan?.entries.map(({ status }: RpcMessage) => status), ["completed", "in_progress", "pending"]);
  const diffs = host.updates(sessionId, "tool_call_update").flatMap(({ content = [] }) => content)
    .filter(({ type }: RpcMessage) => type === "diff");
  assertEquals(diffs, [{ type: "diff", path: `${stage.cwd}/a.txt`, oldText: "old\n", newText: "new\n" }]);
});

Deno.test("acp: a long file's diff has the changed lines with some around them", async () => {
  const lines = Array.from({ length: 8_000 }, (_, index) => `line ${index}`);
  await using stage = await acpStage({
    files: { "long.txt": `${lines.join("\n")}\n` },
    replies: [
      call("read_file", { file_path: "long.txt", offset: 4_000, limit: 3 }),
      call("edit", { file_path: "long.txt", old_string: "line 4001\n", new_string: "changed\n" }),
      "Done.",
    ],
  });
  const host = await stage.start(["--approval-mode", "yolo"]);
  const sessionId = await host.newSession();
  await host.prompt(sessionId, "Change it.");
  const [diff] = host.updates(sessionId, "tool_call_update").flatMap(({ content = [] }) => content)
    .filter(({ type }: RpcMessage) => type === "diff");
  assertMatch(diff.oldText, /line 4000\nline 4001\nline 4002/);
  assertEquals(diff.newText, diff.oldText.replace("line 4001", "changed"));
  assert(diff.oldText.length < 1_000, String(diff.oldText.length));
});

Deno.test("acp: allow_always is forgotten in the next session", async () => {
  await using stage = await acpStage({
    replies: [write("a.txt"), shell("touch b.txt"), "One.", write("c.txt"), shell("touch b.txt"), "Two."],
  });
  const host = await stage.start(["--approval-mode", "default"]);
  const asked: string[] = [];
  host.on["session/request_permission"] = ({ toolCall }) => {
    asked.push(toolCall.rawInput.file_path ?? toolCall.rawInput.command);
    return { outcome: { outcome: "selected", optionId: "allow_always" } };
  };
  for (const text of ["one", "two"]) await host.prompt(await host.newSession(), text);
  assertEquals(asked, ["a.txt", "touch b.txt", "c.txt", "touch b.txt"]);
});

Deno.test(withProc("acp: a cancelled command has no living child, and its call has failed", async () => {
  const mark = `98765.${Deno.pid}`;
  await using stage = await acpStage({ replies: [shell(`sleep ${mark} & sleep ${mark}`), "Next."] });
  const host = await stage.start(["--approval-mode", "yolo"]);
  const sessionId = await host.newSession();
  const prompted = host.prompt(sessionId, "Sleep.");
  await host.untilUpdate(({ sessionUpdate }) => sessionUpdate === "tool_call");
  await untilCount(mark, 2);
  await host.notify("session/cancel", { sessionId });
  assertEquals(await prompted, { stopReason: "cancelled" });
  await untilCount(mark, 0);
  const [{ toolCallId }] = host.updates(sessionId, "tool_call");
  const last = host.updates(sessionId, "tool_call_update").filter((update) => update.toolCallId === toolCallId).at(-1);
  assertEquals(last?.status, "failed");
  assertEquals(await host.prompt(sessionId, "And now?"), { stopReason: "end_turn" });
}));

Deno.test("acp: a change of mode or model during a turn holds from the next call and the next request on", async () => {
  const models = { openai: [{ id: "fake-model" }, { id: "other-model" }] };
  await using stage = await acpStage({
    replies: [write("a.txt"), [{ wait: "gate" }, ...write("b.txt")], "Done."],
    flags: ["--settings", JSON.stringify({ modelProviders: models })],
  });
  const host = await stage.start(["--approval-mode", "default"]);
  const sessionId = await host.newSession();
  let asked = 0;
  host.on["session/request_permission"] = (params) => {
    asked++;
    return choose("allow_once")(params);
  };
  const prompted = host.prompt(sessionId, "Write.");
  await stage.model.request(1);
  await host.request("session/set_mode", { sessionId, modeId: "yolo" });
  await host.request("session/set_config_option", { sessionId, configId: "model", value: "other-model" });
  stage.model.release("gate");
  assertEquals(await prompted, { stopReason: "end_turn" });
  assertEquals(asked, 1);
  assertEquals(stage.model.requests.map(({ body }) => body.model), ["fake-model", "fake-model", "other-model"]);
  await Deno.stat(`${stage.cwd}/b.txt`);
});

Deno.test("acp: current_mode_update follows every change by the client and that of an approved plan", async () => {
  await using stage = await acpStage({
    replies: [call("exit_plan_mode", { plan: "Do it." }), "Planned."],
  });
  const host = await stage.start(["--approval-mode", "plan"]);
  const sessionId = await host.newSession();
  host.on["session/request_permission"] = choose("allow_once");
  await host.prompt(sessionId, "Plan.");
  for (const modeId of ["auto-edit", "auto", "yolo", "plan", "default"]) {
    await host.request("session/set_mode", { sessionId, modeId });
  }
  const told = host.updates(sessionId, "current_mode_update").map(({ currentModeId }) => currentModeId);
  assertEquals(told.slice(-5), ["auto-edit", "auto", "yolo", "plan", "default"]);
  assertEquals([told.length, told[0] === "plan"], [6, false]);
});

Deno.test("acp: a link to a file outside of the workspace stays a link, and so does one that rules deny", async () => {
  await using stage = await acpStage({
    files: {
      ".qwen/settings.json": JSON.stringify({ permissions: { deny: ["Read(denied.txt)"] } }),
      "denied.txt": "denied text",
      "open.txt": "open text",
    },
    replies: ["Seen."],
  });
  await Deno.writeTextFile(`${stage.fixture.home}/outside.txt`, "outside text");
  const host = await stage.start();
  const sessionId = await host.newSession();
  const link = (path: string): RpcMessage => ({ type: "resource_link", uri: `file://${path}`, name: "a file" });
  await host.request("session/prompt", {
    sessionId,
    prompt: [
      { type: "text", text: "Read:" },
      link(`${stage.fixture.home}/outside.txt`),
      link(`${stage.cwd}/denied.txt`),
      link(`${stage.cwd}/missing.txt`),
      link(`${stage.cwd}/open.txt`),
    ],
  });
  const sent = JSON.stringify(stage.model.requests[0].body.messages);
  assertEquals(["outside text", "denied text", "open text"].map((text) => sent.includes(text)), [false, false, true]);
});

Deno.test("acp: a client that only reads files leaves the writing to us, and is never asked for what is refused", async () => {
  await using stage = await acpStage({
    files: {
      "a.txt": "saved\n",
      ".qwen/settings.json": JSON.stringify({ permissions: { deny: ["Edit(locked.txt)"] } }),
      "locked.txt": "locked\n",
    },
    replies: [
      call("read_file", { file_path: "a.txt" }),
      call("edit", { file_path: "a.txt", old_string: "saved", new_string: "edited" }),
      write("locked.txt"),
      "Done.",
    ],
    capabilities: { fs: { readTextFile: true, writeTextFile: false } },
  });
  const host = await stage.start(["--approval-mode", "yolo"]);
  const asked: string[] = [];
  host.on["fs/read_text_file"] = async ({ path }) => {
    asked.push(path);
    return { content: await Deno.readTextFile(path) };
  };
  await host.prompt(await host.newSession(), "Edit it.");
  assertEquals(await Deno.readTextFile(`${stage.cwd}/a.txt`), "edited\n");
  assertEquals(await Deno.readTextFile(`${stage.cwd}/locked.txt`), "locked\n");
  assertEquals([...new Set(asked)], [`${stage.cwd}/a.txt`]);
  assertEquals(host.lines.filter(({ method }) => method === "fs/write_text_file"), []);
});

Deno.test("acp: a client that writes files is not asked to write what rules or fences refuse, nor to read pictures", async () => {
  await using stage = await acpStage({
    files: { ".qwen/settings.json": JSON.stringify({ permissions: { deny: ["Edit(locked.txt)"] } }) },
    replies: [
      write("locked.txt"),
      write(".qwen/settings.json", "{}"),
      write(".git/hooks/pre-commit", "x"),
      call("read_file", { file_path: "dot.png" }),
      write("free.txt"),
      "Done.",
    ],
    capabilities: { fs: { readTextFile: true, writeTextFile: true } },
  });
  await Deno.writeFile(`${stage.cwd}/dot.png`, Uint8Array.from(atob(PNG), (char) => char.charCodeAt(0)));
  const host = await stage.start(["--approval-mode", "auto-edit"]);
  const asked: string[] = [];
  host.on["fs/read_text_file"] = ({ path }) => {
    asked.push(`read ${path}`);
    throw new Error("there is no such file");
  };
  host.on["fs/write_text_file"] = ({ path }) => {
    asked.push(`write ${path}`);
    return {};
  };
  host.on["session/request_permission"] = choose("reject_once");
  await host.prompt(await host.newSession(), "Write.");
  assertEquals(asked.filter((line) => line.startsWith("write")), [`write ${stage.cwd}/free.txt`]);
  assertEquals(asked.filter((line) => /locked|settings|hooks|png/.test(line)), []);
  assert(JSON.stringify(stage.model.requests[4].body.messages).includes("image_url"));
});

Deno.test("acp: a command that runs unasked does not read the workspace through the client, and can be undone", async () => {
  await using stage = await acpStage({
    files: { "a.txt": "one\n", "b.txt": "two\n", "c/d.txt": "three\n" },
    replies: [shell("echo changed > a.txt"), shell("ls"), "Done."],
    capabilities: { fs: { readTextFile: true, writeTextFile: true } },
  });
  const host = await stage.start(["--approval-mode", "auto"]);
  host.on["fs/read_text_file"] = () => ({ content: "unsaved\n" });
  const sessionId = await host.newSession();
  await host.prompt(sessionId, "Change it.");
  assertEquals(host.lines.filter(({ method }) => method?.startsWith("fs/")), []);
  assertEquals(await Deno.readTextFile(`${stage.cwd}/a.txt`), "changed\n");
  await host.prompt(sessionId, "/restore");
  host.on["fs/write_text_file"] = async ({ path, content }) => {
    await Deno.writeTextFile(path, content);
    return {};
  };
  const id = /^- (\S+): /m.exec(host.text(sessionId))?.[1] ?? "";
  await host.prompt(sessionId, `/restore ${id}`);
  assertEquals(await Deno.readTextFile(`${stage.cwd}/a.txt`), "one\n", host.text(sessionId));
});

Deno.test(withProc("acp: the end of input denies an open question, saves the session and exits with 0", async () => {
  await using stage = await acpStage({ replies: [write("a.txt")] });
  const host = await stage.start(["--approval-mode", "default"]);
  const sessionId = await host.newSession();
  host.on["session/request_permission"] = () => undefined;
  const prompted = host.prompt(sessionId, "Write.");
  await host.until(({ method }) => method === "session/request_permission");
  const before = performance.now();
  const { code } = await host.finish();
  assert(performance.now() - before < 5_000);
  assertEquals([code, await prompted], [0, { stopReason: "cancelled" }]);
  assertEquals(await Deno.stat(`${stage.cwd}/a.txt`).catch(() => null), null);
  assertEquals(await survivors(stage.fixture.home), []);
  const next = await stage.start();
  const { sessions } = await next.request("session/list", { cwd: stage.cwd });
  assertEquals(sessions.map((session: RpcMessage) => session.sessionId), [sessionId]);
}));
