import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Message } from "../../../lib/model/content.ts";
import type { JournalEntry } from "../../../lib/model/ports.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import { forkSession } from "../../../lib/store/fork.ts";
import { findSession, listSessions, newestSession, requireNewSession, summarize } from "../../../lib/store/lookup.ts";
import { chatsFolder, type Place, sessionFile } from "../../../lib/store/places.ts";
import { loadSession } from "../../../lib/store/resume.ts";
import { countedIds, journalAt, recordsOf, SESSION, withPlace } from "../../support/store.ts";

const OTHER = "22222222-2222-4222-8222-222222222222";
const USAGE = { inputTokens: 100, outputTokens: 20, cachedTokens: 30, thinkingTokens: 5, totalTokens: 120 };

const TITLE: JournalEntry = {
  type: "note",
  subtype: "custom_title",
  payload: { customTitle: "Compare", titleSource: "manual" },
  at: 9,
};

const CONVERSATION: Message[] = [
  { id: "u1", role: "user", parts: [{ kind: "text", text: "Compare a and b, ü" }] },
  {
    id: "a1",
    role: "assistant",
    parts: [
      { kind: "thinking", text: "Both.", opaque: { provider: "openai", data: { id: "rs_1", encrypted: "e" } } },
      { kind: "tool_call", callId: "c1", tool: "read_file", input: { file_path: "a" } },
      {
        kind: "tool_call",
        callId: "c2",
        tool: "read_file",
        input: "{bad json",
        opaque: { provider: "gemini", data: { signature: "g" } },
      },
    ],
  },
  {
    id: "t1",
    role: "tool",
    parts: [
      { kind: "tool_result", callId: "c1", tool: "read_file", output: [{ kind: "text", text: "A" }], isError: false },
      {
        kind: "tool_result",
        callId: "c2",
        tool: "read_file",
        output: [{ kind: "text", text: "no" }, { kind: "media", mediaType: "image/png", base64: "AA==", name: "x" }],
        isError: true,
      },
    ],
  },
  { id: "a2", role: "assistant", parts: [{ kind: "text", text: "They differ." }] },
  {
    id: "u2",
    role: "user",
    parts: [
      { kind: "file", uri: "file:///x.pdf", mediaType: "application/pdf" },
      { kind: "media", mediaType: "image/png", base64: "AA==" },
    ],
  },
  { id: "a3", role: "assistant", parts: [{ kind: "text", text: "Seen." }] },
];

function entries(messages: readonly Message[]): JournalEntry[] {
  return messages.flatMap((message, index): JournalEntry[] =>
    message.role === "assistant"
      ? [
        { type: "usage", model: "m", usage: USAGE, durationMs: 10, at: index },
        { type: "message", message, at: index, model: "m", usage: USAGE },
      ]
      : [{ type: "message", message, at: index }]
  );
}

async function write(
  place: Place,
  list: readonly JournalEntry[],
  options: { sessionId?: string; parent?: string | null; ids?: ReturnType<typeof countedIds> } = {},
): Promise<string> {
  const { journal, failures } = await journalAt(place, options);
  for (const entry of list) journal.append(entry);
  await journal.close();
  assertEquals(failures, []);
  return journal.path;
}

async function writeLines(place: Place, lines: readonly unknown[], sessionId = SESSION): Promise<string> {
  await Deno.mkdir(chatsFolder(place), { recursive: true });
  const path = sessionFile(place, sessionId);
  await Deno.writeTextFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

Deno.test("loadSession gives back what the journal took", async () => {
  await withPlace(async (place) => {
    const path = await write(place, [...entries(CONVERSATION), TITLE]);
    assertEquals(await loadSession(path, { sessionId: SESSION }), {
      sessionId: SESSION,
      path,
      leaf: "00000000-0000-4000-8000-000000000005",
      messages: CONVERSATION,
      usage: { inputTokens: 300, outputTokens: 60, cachedTokens: 90, thinkingTokens: 15, totalTokens: 360 },
      stats: {
        models: {
          m: {
            requests: 3,
            errors: 0,
            latencyMs: 30,
            usage: { inputTokens: 300, outputTokens: 60, cachedTokens: 90, thinkingTokens: 15, totalTokens: 360 },
          },
        },
        tools: {},
        decisions: { accept: 0, reject: 0, modify: 0, autoAccept: 0 },
        linesAdded: 0,
        linesRemoved: 0,
      },
      title: "Compare",
      model: "m",
      interruption: "none",
      prompts: 2,
      skippedLines: 0,
      repairedCalls: 0,
    });
  });
});

function assertValid(messages: readonly Message[]): void {
  messages.forEach((message, index) => {
    if (message.role === "tool") assertEquals(messages[index - 1]?.role, "assistant");
    const calls = message.parts.flatMap((part) => part.kind === "tool_call" ? [part.callId] : []);
    if (calls.length === 0) return;
    const results = messages[index + 1]?.parts.flatMap((part) => part.kind === "tool_result" ? [part.callId] : []);
    assertEquals(results, calls);
  });
}

Deno.test("loadSession resumes a file cut at every byte, and the next writer goes on cleanly", async () => {
  await withPlace(async (place) => {
    const sample = CONVERSATION.slice(0, 4).map((message): JournalEntry => ({ type: "message", message, at: 0 }));
    const path = await write(place, sample);
    const whole = await Deno.readFile(path);
    for (let cut = 0; cut <= whole.length; cut++) {
      await Deno.writeFile(path, whole.subarray(0, cut));
      const saved = await loadSession(path, { sessionId: SESSION });
      assertValid(saved.messages);
      assert(saved.skippedLines <= 1);
      if (cut % 97 !== 0) continue;
      const next: Message = { id: `n${cut}`, role: "user", parts: [{ kind: "text", text: "go on" }] };
      await write(place, entries([next]), { parent: saved.leaf, ids: countedIds(100) });
      const again = await loadSession(path, { sessionId: SESSION });
      assertValid(again.messages);
      assertEquals(again.messages, [...saved.messages, next]);
    }
  });
});

Deno.test("loadSession takes a transcript of qwen-code itself", async () => {
  await withPlace(async (place) => {
    const head = { sessionId: SESSION, timestamp: "2026-05-05T11:08:38.572Z", cwd: place.cwd, version: "0.24.4" };
    const path = await writeLines(place, [
      { uuid: "s0", parentUuid: null, ...head, type: "system", subtype: "file_history_snapshot", systemPayload: {} },
      {
        uuid: "u1",
        parentUuid: "s0",
        ...head,
        type: "user",
        provenance: "real_user",
        message: { role: "user", parts: [{ text: "SCN:reasontool" }] },
      },
      {
        uuid: "s1",
        parentUuid: "u1",
        ...head,
        type: "system",
        subtype: "ui_telemetry",
        systemPayload: {
          uiEvent: {
            "event.name": "qwen-code.api_response",
            model: "mock",
            duration_ms: 7,
            input_token_count: 100,
            output_token_count: 20,
            cached_content_token_count: 30,
            thoughts_token_count: 5,
            total_token_count: 120,
          },
        },
      },
      {
        uuid: "a1",
        parentUuid: "s1",
        ...head,
        type: "assistant",
        model: "mock",
        message: {
          role: "model",
          parts: [
            { text: "I should read.", thought: true, thoughtSignature: "sig" },
            { text: "Reading now. " },
            { functionCall: { id: "call_1", name: "read_file", args: { file_path: "/ws/a.txt" } } },
          ],
        },
        usageMetadata: { promptTokenCount: 100 },
      },
      {
        uuid: "s2",
        parentUuid: "a1",
        ...head,
        type: "system",
        subtype: "ui_telemetry",
        systemPayload: {
          uiEvent: {
            "event.name": "qwen-code.tool_call",
            function_name: "read_file",
            duration_ms: 3,
            success: true,
            decision: "auto_accept",
          },
        },
      },
      {
        uuid: "t1",
        parentUuid: "s2",
        ...head,
        type: "tool_result",
        message: {
          role: "user",
          parts: [{ functionResponse: { id: "call_1", name: "read_file", response: { output: "alpha" } } }],
        },
        toolCallResult: { callId: "call_1", status: "success", resultDisplay: "", executionStatus: "success" },
      },
      { uuid: "x1", parentUuid: "t1", ...head, type: "system", subtype: "of_the_future", systemPayload: { a: 1 } },
      { uuid: "x2", parentUuid: "x1", ...head, type: "system", subtype: "session_artifact_event", systemPayload: {} },
    ]);
    const saved = await loadSession(path, { sessionId: SESSION });
    assertEquals(saved.messages, [
      { id: "u1", role: "user", parts: [{ kind: "text", text: "SCN:reasontool" }] },
      {
        id: "a1",
        role: "assistant",
        parts: [
          { kind: "thinking", text: "I should read.", opaque: { provider: "gemini", data: { signature: "sig" } } },
          { kind: "text", text: "Reading now. " },
          { kind: "tool_call", callId: "call_1", tool: "read_file", input: { file_path: "/ws/a.txt" } },
        ],
      },
      {
        id: "t1",
        role: "tool",
        parts: [{
          kind: "tool_result",
          callId: "call_1",
          tool: "read_file",
          output: [{ kind: "text", text: "alpha" }],
          isError: false,
        }],
      },
    ]);
    assertEquals(saved.leaf, "x1");
    assertEquals(saved.interruption, "interrupted_turn");
    assertEquals(saved.usage, USAGE);
    assertEquals(saved.stats.tools, { read_file: { calls: 1, failures: 0, durationMs: 3 } });
    assertEquals(saved.stats.decisions.autoAccept, 1);
  });
});

Deno.test("loadSession takes a recording of qwen-code 0.24.4", async () => {
  const path = new URL("../../recordings/sessions/qwen_code_0_24_4.jsonl", import.meta.url).pathname;
  const saved = await loadSession(path, { sessionId: SESSION });
  assertEquals(saved.messages.map(({ role, parts }) => [role, ...parts.map((part) => part.kind)]), [
    ["user", "text"],
    ["assistant", "thinking", "text", "tool_call"],
    ["tool", "tool_result"],
    ["assistant", "text"],
  ]);
  assertEquals([saved.skippedLines, saved.repairedCalls, saved.interruption, saved.model], [0, 0, "none", "mock"]);
  assertEquals(saved.usage.totalTokens, 240);
});

Deno.test("loadSession walks the branch of the last record and starts at the last summary", async () => {
  await withPlace(async (place) => {
    const text = (uuid: string, parentUuid: string | null): unknown => ({
      uuid,
      parentUuid,
      cwd: place.cwd,
      type: "user",
      message: { role: "user", parts: [{ text: uuid }] },
    });
    const path = await writeLines(place, [
      text("u1", null),
      text("dropped", "u1"),
      { uuid: "r", parentUuid: "u1", type: "system", subtype: "rewind", systemPayload: {} },
      text("u2", "r"),
      {
        uuid: "c",
        parentUuid: "u2",
        type: "system",
        subtype: "chat_compression",
        systemPayload: {
          info: {},
          compressedHistory: [
            { role: "user", parts: [{ text: "summary" }] },
            { role: "model", parts: [{ text: "Got it." }] },
          ],
        },
      },
      text("u3", "c"),
      { uuid: "e", parentUuid: "u3", type: "system", subtype: "chat_compression", systemPayload: { info: {} } },
      text("u4", "lost"),
    ]);
    const saved = await loadSession(path, { sessionId: SESSION });
    const parts = (value: string): Message["parts"] => [{ kind: "text", text: value }];
    assertEquals(saved.messages, [
      { id: "c-0", role: "user", parts: parts("summary") },
      { id: "c-1", role: "assistant", parts: parts("Got it.") },
      { id: "u3", role: "user", parts: parts("u3") },
      { id: "u4", role: "user", parts: parts("u4") },
    ]);
    const earlier = await loadSession(path, { sessionId: SESSION, at: "u2" });
    assertEquals(earlier.messages.map((message) => message.id), ["u1", "u2"]);
    assertEquals(earlier.leaf, "u2");
    await assertRejects(() => loadSession(path, { sessionId: SESSION, at: "dropped" }), QwenError, "no entry dropped");
  });
});

Deno.test("loadSession loses nothing when a host uses an id twice", async () => {
  await withPlace(async (place) => {
    const say = (id: string, role: "user" | "assistant", text: string): Message => ({
      id,
      role,
      parts: [{ kind: "text", text }],
    });
    const twice = [
      say("u1", "user", "first"),
      say("a1", "assistant", "one"),
      say("u1", "user", "second"),
      say("a2", "assistant", "two"),
    ];
    const path = await write(place, entries(twice));
    assertEquals((await loadSession(path, { sessionId: SESSION })).messages, twice);
    const copy = await forkSession(path, { place, sessionId: SESSION, newId: OTHER });
    assertEquals((await loadSession(copy, { sessionId: OTHER })).messages, twice);
  });
});

Deno.test("loadSession joins a message that is spread over several records", async () => {
  await withPlace(async (place) => {
    const part = (text: string): unknown => ({
      uuid: "a1",
      parentUuid: null,
      cwd: place.cwd,
      type: "assistant",
      message: { role: "model", parts: [{ text }] },
    });
    const path = await writeLines(place, [part("one "), part("two")]);
    assertEquals((await loadSession(path, { sessionId: SESSION })).messages, [
      { id: "a1", role: "assistant", parts: [{ kind: "text", text: "one " }, { kind: "text", text: "two" }] },
    ]);
  });
});

Deno.test("loadSession compacts what the journal compacted", async () => {
  await withPlace(async (place) => {
    const kept = CONVERSATION.slice(0, 4);
    const path = await write(place, [
      ...entries(CONVERSATION),
      { type: "compaction", history: kept, at: 5, tokensBefore: 900, tokensAfter: 90 },
    ]);
    const saved = await loadSession(path, { sessionId: SESSION });
    assertEquals(
      saved.messages.map(({ role, parts }) => ({ role, parts })),
      kept.map(({ role, parts }) => ({ role, parts })),
    );
    assertEquals(saved.usage.totalTokens, 360);
  });
});

Deno.test("loadSession checks the turn that resuming drops", async () => {
  await withPlace(async (place) => {
    const path = await write(place, entries(CONVERSATION));
    const saved = await loadSession(path, { sessionId: SESSION, at: "a2", dropsTurn: "u2" });
    assertEquals(saved.messages, CONVERSATION.slice(0, 4));
    await assertRejects(
      () => loadSession(path, { sessionId: SESSION, at: "u1", dropsTurn: "u1" }),
      QwenError,
      "Resume rejected by --resume-drops-turn:",
    );
  });
});

Deno.test("forkSession copies the active branch under a new id", async () => {
  await withPlace(async (place) => {
    const path = await write(place, entries(CONVERSATION));
    const target = await forkSession(path, { place, sessionId: SESSION, newId: OTHER, at: "a2" });
    const saved = await loadSession(target, { sessionId: OTHER });
    assertEquals(saved.messages, CONVERSATION.slice(0, 4));
    const records = await recordsOf(target);
    assertEquals(records.map((record) => record.sessionId), records.map(() => OTHER));
    assertEquals(records[0].forkedFrom, { sessionId: SESSION, messageUuid: "u1" });
    assertEquals(((await Deno.stat(target)).mode ?? 0) & 0o777, 0o600);
    const error = await assertRejects(
      () => forkSession(path, { place, sessionId: SESSION, newId: OTHER.toUpperCase() }),
      QwenError,
    );
    assertEquals(error.problem.code, "session_exists");
  });
});

Deno.test("findSession and newestSession look in this working folder only", async () => {
  await withPlace(async (place) => {
    assertEquals(await newestSession(place), null);
    const twin = { ...place, cwd: "/home/me-ws" };
    const path = await write(place, [...entries(CONVERSATION), TITLE]);
    const foreign = await write(twin, entries(CONVERSATION), { sessionId: OTHER });
    await Deno.writeTextFile(`${chatsFolder(place)}/33333333-3333-4333-8333-333333333333.jsonl`, "");
    await Deno.utime(path, 1000, 1000);
    await Deno.utime(foreign, 2000, 2000);
    assertEquals((await listSessions(place)).map((entry) => entry.sessionId), [OTHER, SESSION]);
    assertEquals((await newestSession(place))?.sessionId, SESSION);
    assertEquals((await findSession(place, SESSION.toUpperCase())).path, path);
    const byTitle = await findSession(place, "Compare");
    assertEquals(byTitle.path, path);
    assertEquals((await summarize(byTitle)).prompt, "Compare a and b, ü");
    for (
      const [wanted, message] of [
        [OTHER, `No saved session found with ID ${OTHER}.`],
        ["Nothing", 'No saved session found with title "Nothing".'],
        ["ü".repeat(99), `No saved session found with title "${"ü".repeat(99)}".`],
      ]
    ) {
      const error = await assertRejects(() => findSession(place, wanted), QwenError);
      const { code, hint } = error.problem;
      assertEquals([code, error.message, hint], [
        "session_not_found",
        message,
        "`qwen sessions` lists those of this folder.",
      ]);
    }
  });
});

Deno.test("Sessions keep to their folder whatever id a host chooses", async () => {
  await withPlace(async (place) => {
    for (const sessionId of ["../../../escape", "user:42", "a/b", "..", "\ud800"]) {
      const path = await write(place, entries(CONVERSATION), { sessionId });
      assertEquals(path.slice(0, path.lastIndexOf("/")), chatsFolder(place));
      assertEquals((await findSession(place, sessionId)).path, path);
    }
    assertEquals([...Deno.readDirSync(place.base)].map((entry) => entry.name), ["projects"]);
  });
});

Deno.test("requireNewSession refuses an id that is taken, archived too", async () => {
  await withPlace(async (place) => {
    await requireNewSession(place, SESSION);
    await Deno.mkdir(`${chatsFolder(place)}/archive`, { recursive: true });
    await Deno.writeTextFile(`${chatsFolder(place)}/archive/${SESSION}.jsonl`, "{}\n");
    const error = await assertRejects(() => requireNewSession(place, SESSION.toUpperCase()), QwenError);
    assertEquals(
      error.message,
      `Session Id ${SESSION.toUpperCase()} already exists (active or archived). Delete or unarchive it first.`,
    );
    await assertRejects(() => requireNewSession(place, "x".repeat(300)), QwenError, "empty or too long");
  });
});
