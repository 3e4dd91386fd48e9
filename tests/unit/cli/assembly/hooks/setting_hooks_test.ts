import { assertEquals, assertRejects } from "@std/assert";
import { settingHooks } from "../../../../../lib/cli/assembly/hooks/setting_hooks.ts";
import { Settings } from "../../../../../lib/config/settings/settings.ts";
import type { ConfiguredHook, HookContext, HookQuestion, HookRun } from "../../../../../lib/engine/hooks/hooks.ts";
import type { Json, JsonObject } from "../../../../../lib/model/json.ts";

const environment = { PATH: Deno.env.get("PATH") ?? "" };

function armed(hook: JsonObject, over: { notes?: string[]; disableAllHooks?: boolean } = {}): ConfiguredHook[] {
  const { notes = [], disableAllHooks } = over;
  const values = new Map<"hooks" | "disableAllHooks", Json>([
    ["hooks", { PreToolUse: [{ matcher: "Bash", hooks: [hook] }] }],
    ...(disableAllHooks === undefined ? [] : [["disableAllHooks", disableAllHooks] as const]),
  ]);
  return settingHooks(new Settings(values), { cwd: "/", environment, note: (text) => notes.push(text) });
}

/** What surrounds a hook; the model answers with these words. */
function around(words = "", asked: HookQuestion[] = []): HookContext {
  return {
    onOutput: () => {},
    signal: new AbortController().signal,
    ask(question): Promise<string> {
      asked.push(question);
      return Promise.resolve(words);
    },
  };
}

async function run(command: string, payload: JsonObject = {}): Promise<HookRun> {
  const [hook] = armed({ type: "command", command, env: { EXTRA: "1" } });
  return await hook.run(payload, around());
}

Deno.test("settingHooks arms the commands of the settings", () => {
  const [hook] = armed({ type: "command", command: "true", timeout: 5_000, async: true });
  const { event, matcher, name, timeoutMs, isDetached } = hook;
  assertEquals([event, matcher, name, timeoutMs, isDetached], ["PreToolUse", "Bash", "true", 5_000, true]);
});

Deno.test("settingHooks names the hooks that it does not run, and warns of a very short time limit", () => {
  const notes: string[] = [];
  assertEquals(armed({ type: "agent", prompt: "Is this safe?" }, { notes }), []);
  assertEquals(armed({ type: "prompt", prompt: " " }, { notes }), []);
  assertEquals(armed({ type: "command", command: "true", timeout: 60 }, { notes }).length, 1);
  assertEquals(notes, [
    'qwen: a PreToolUse hook of type "agent" is not run: only commands, http addresses and prompts are',
    'qwen: a PreToolUse hook of type "prompt" is not run: it has no prompt',
    "qwen: the timeout 60 of a PreToolUse hook is in milliseconds",
  ]);
});

Deno.test("settingHooks arms nothing when all hooks are disabled", () => {
  assertEquals(armed({ type: "command", command: "true" }, { disableAllHooks: true }), []);
});

Deno.test("settingHooks tells a command in the words of hooks", async () => {
  const payload = {
    ...{ event: "PreToolUse", sessionId: "SID", transcriptPath: "/t", cwd: "/ws", mode: "default", timestamp: "now" },
    ...{ tool: "edit", input: { file_path: "/a" }, callId: "c1" },
  };
  const { output } = await run("cat", payload);
  assertEquals(JSON.parse(output), {
    hook_event_name: "PreToolUse",
    session_id: "SID",
    transcript_path: "/t",
    cwd: "/ws",
    permission_mode: "default",
    timestamp: "now",
    tool_name: "edit",
    tool_input: { file_path: "/a" },
    tool_use_id: "c1",
  });
});

Deno.test("settingHooks reads JSON, text, refusals, failures and floods", async () => {
  const ends = await Promise.all([
    run(`echo '{"decision":"block"}'`),
    run("echo all fine"),
    run("echo no >&2; exit 2"),
    run("echo broken >&2; exit 1"),
    run("echo '{not json'"),
    run("yes"),
    run('echo "$EXTRA"'),
  ]);
  assertEquals(ends.map(({ end, exitCode }) => [end, exitCode]), [
    [{ kind: "answered", value: { decision: "block" } }, 0],
    [{ kind: "text", text: "all fine" }, 0],
    [{ kind: "blocked", reason: "no" }, 2],
    [{ kind: "failed", message: "it exited with 1: broken" }, 1],
    [{ kind: "answered", value: "{not json" }, 0],
    [{ kind: "answered", value: "more output than is read" }, null],
    [{ kind: "text", text: "1" }, 0],
  ]);
});

Deno.test("settingHooks ends a command when told to", async () => {
  const abort = new AbortController();
  const [hook] = armed({ type: "command", command: "sleep 60" });
  const running = hook.run({}, { ...around(), signal: abort.signal });
  abort.abort(new Error("late"));
  await assertRejects(() => running, Error, "late");
});

Deno.test("settingHooks posts to a server and reads its answer", async () => {
  const received: { body: unknown; token: string | null }[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    received.push({ body: await request.json(), token: request.headers.get("x-token") });
    const { pathname } = new URL(request.url);
    if (pathname === "/moved") return Response.redirect("http://127.0.0.1:1/elsewhere");
    if (pathname === "/broken") return new Response("no", { status: 500 });
    return Response.json({ decision: "block", reason: "no" });
  });
  const post = async (path: string): Promise<HookRun> => {
    const url = `http://127.0.0.1:${server.addr.port}${path}`;
    const [hook] = armed({ type: "http", url, timeout: 5, headers: { "x-token": "t" } });
    assertEquals(hook.timeoutMs, 5_000);
    return await hook.run({ event: "PreToolUse", tool: "edit" }, around());
  };
  assertEquals((await post("/")).end, { kind: "answered", value: { decision: "block", reason: "no" } });
  assertEquals((await post("/broken")).end, { kind: "failed", message: "the server answered 500" });
  await assertRejects(() => post("/moved"), TypeError);
  assertEquals(received[0], { body: { hook_event_name: "PreToolUse", tool_name: "edit" }, token: "t" });
});

Deno.test("settingHooks has the model decide for a prompt, which is told what happens", async () => {
  const asked: HookQuestion[] = [];
  const payload = { event: "PreToolUse", tool: "edit", input: { file_path: "/a" } };
  const told = JSON.stringify(
    { hook_event_name: "PreToolUse", tool_name: "edit", tool_input: { file_path: "/a" } },
    null,
    2,
  );
  const [placed] = armed({ type: "prompt", prompt: "Is $ARGUMENTS safe?", model: "small", timeout: 5 });
  assertEquals([placed.name, placed.timeoutMs], ["prompt: Is $ARGUMENTS safe?", 5_000]);
  await placed.run(payload, around('{"ok":true}', asked));
  const [bare] = armed({ type: "prompt", prompt: "Is it safe?" });
  await bare.run(payload, around('{"ok":true}', asked));
  assertEquals(asked.map(({ text, model }) => [text, model]), [
    [`Is ${told} safe?`, "small"],
    [`Is it safe?\n\n${told}`, null],
  ]);
});

Deno.test("settingHooks reads the model's word, and takes nothing else for an answer", async () => {
  const said = async (words: string, event: string, more: JsonObject = {}): Promise<unknown> => {
    const [hook] = armed({ type: "prompt", prompt: "Is it safe?", ...more });
    const { end } = await hook.run({ event }, around(words));
    return end.kind === "answered" ? end.value : end;
  };
  assertEquals(await said('{"ok":true}', "PreToolUse"), {});
  assertEquals(await said('```json\n{"ok":true,"additionalContext":"careful"}\n```', "PreToolUse"), {
    hookSpecificOutput: { additionalContext: "careful" },
  });
  const no = { decision: "block", reason: "no" };
  assertEquals(await said('{"ok":false,"reason":"no"}', "PreToolUse"), { ...no, continue: true });
  assertEquals(await said('{"ok":false,"reason":"no"}', "PostToolUse"), { ...no, continue: false });
  assertEquals(await said('{"ok":false,"reason":"no"}', "PostToolUse", { continueOnBlock: true }), {
    ...no,
    continue: true,
  });
  assertEquals(await said("Sure, go on.", "PreToolUse"), "Sure, go on.");
  assertEquals(await said('{"ok":"yes"}', "PreToolUse"), '{"ok":"yes"}');
});
