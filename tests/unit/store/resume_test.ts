import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Message } from "../../../lib/model/content.ts";
import type { JournalEntry } from "../../../lib/model/ports.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import { forkSession } from "../../../lib/store/fork.ts";
import { chatsFolder, sessionFile, type StorePaths } from "../../../lib/store/store_paths.ts";
import { loadSession } from "../../../lib/store/resume.ts";
import { countedIds, SESSION, withStore } from "../../support/store.ts";
import { CONVERSATION, entries, OTHER, TITLE, USAGE, write } from "../../support/saved_conversation.ts";

async function writeLines(paths: StorePaths, lines: readonly unknown[], { sessionId = SESSION } = {}): Promise<string> {
  await Deno.mkdir(chatsFolder(paths), { recursive: true });
  const path = sessionFile(paths, sessionId);
  await Deno.writeTextFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

function assertValid(messages: readonly Message[]): void {
  messages.forEach((message, index) => {
    if (message.role === "tool") assertEquals(messages[index - 1]?.role, "assistant");
    const calls = message.parts.flatMap((part) => part.kind === "tool_call" ? [part.callId] : []);
    if (calls.length === 0) return;
    const results = messages[index + 1]?.parts.flatMap((part) => part.kind === "tool_result" ? [part.callId] : []);
    assertEquals(results, calls);
  });
}

Deno.test("loadSession gives back what the journal took", async () => {
  await withStore(async (paths) => {
    const path = await write(paths, [...entries(CONVERSATION), TITLE]);
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
      parked: null,
    });
  });
});

Deno.test("loadSession resumes a file cut at every byte, and the next writer goes on cleanly", async () => {
  await withStore(async (paths) => {
    const sample = CONVERSATION.slice(0, 4).map((message): JournalEntry => ({ type: "message", message, at: 0 }));
    const path = await write(paths, sample);
    const whole = await Deno.readFile(path);
    for (let cut = 0; cut <= whole.length; cut++) {
      await Deno.writeFile(path, whole.subarray(0, cut));
      const saved = await loadSession(path, { sessionId: SESSION });
      assertValid(saved.messages);
      assert(saved.skippedLines <= 1);
      if (cut % 97 !== 0) continue;
      const next: Message = { id: `n${cut}`, role: "user", parts: [{ kind: "text", text: "go on" }] };
      await write(paths, entries([next]), { parent: saved.leaf, ids: countedIds(100) });
      const again = await loadSession(path, { sessionId: SESSION });
      assertValid(again.messages);
      assertEquals(again.messages, [...saved.messages, next]);
    }
  });
});

/** The records of a session as qwen-code writes them, without the fields that all of them share. */
const FOREIGN_RECORDS = [
  { uuid: "s0", parentUuid: null, type: "system", subtype: "file_history_snapshot", systemPayload: {} },
  {
    uuid: "u1",
    parentUuid: "s0",
    type: "user",
    provenance: "real_user",
    message: { role: "user", parts: [{ text: "SCN:reasontool" }] },
  },
  {
    uuid: "s1",
    parentUuid: "u1",
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
    type: "tool_result",
    message: {
      role: "user",
      parts: [{ functionResponse: { id: "call_1", name: "read_file", response: { output: "alpha" } } }],
    },
    toolCallResult: { callId: "call_1", status: "success", resultDisplay: "", executionStatus: "success" },
  },
  { uuid: "x1", parentUuid: "t1", type: "system", subtype: "of_the_future", systemPayload: { a: 1 } },
  { uuid: "x2", parentUuid: "x1", type: "system", subtype: "session_artifact_event", systemPayload: {} },
];

function foreignRecords(cwd: string): object[] {
  const head = { sessionId: SESSION, timestamp: "2026-05-05T11:08:38.572Z", cwd, version: "0.24.4" };
  return FOREIGN_RECORDS.map((record) => ({ ...head, ...record }));
}

Deno.test("loadSession takes a transcript of qwen-code itself", async () => {
  await withStore(async (paths) => {
    const path = await writeLines(paths, foreignRecords(paths.cwd));
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
  await withStore(async (paths) => {
    const text = (uuid: string, parentUuid: string | null): unknown => ({
      uuid,
      parentUuid,
      cwd: paths.cwd,
      type: "user",
      message: { role: "user", parts: [{ text: uuid }] },
    });
    const path = await writeLines(paths, [
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
  await withStore(async (paths) => {
    const say = (id: string, { role, text }: { role: "user" | "assistant"; text: string }): Message => ({
      id,
      role,
      parts: [{ kind: "text", text }],
    });
    const twice = [
      say("u1", { role: "user", text: "first" }),
      say("a1", { role: "assistant", text: "one" }),
      say("u1", { role: "user", text: "second" }),
      say("a2", { role: "assistant", text: "two" }),
    ];
    const path = await write(paths, entries(twice));
    assertEquals((await loadSession(path, { sessionId: SESSION })).messages, twice);
    const copy = await forkSession(path, { paths, sessionId: SESSION, newId: OTHER });
    assertEquals((await loadSession(copy, { sessionId: OTHER })).messages, twice);
  });
});

Deno.test("loadSession joins a message that is spread over several records", async () => {
  await withStore(async (paths) => {
    const part = (text: string): unknown => ({
      uuid: "a1",
      parentUuid: null,
      cwd: paths.cwd,
      type: "assistant",
      message: { role: "model", parts: [{ text }] },
    });
    const path = await writeLines(paths, [part("one "), part("two")]);
    assertEquals((await loadSession(path, { sessionId: SESSION })).messages, [
      { id: "a1", role: "assistant", parts: [{ kind: "text", text: "one " }, { kind: "text", text: "two" }] },
    ]);
  });
});

Deno.test("loadSession compacts what the journal compacted", async () => {
  await withStore(async (paths) => {
    const kept = CONVERSATION.slice(0, 4);
    const path = await write(paths, [
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
  await withStore(async (paths) => {
    const path = await write(paths, entries(CONVERSATION));
    const saved = await loadSession(path, { sessionId: SESSION, at: "a2", dropsTurn: "u2" });
    assertEquals(saved.messages, CONVERSATION.slice(0, 4));
    await assertRejects(
      () => loadSession(path, { sessionId: SESSION, at: "u1", dropsTurn: "u1" }),
      QwenError,
      "Resume rejected by --resume-drops-turn:",
    );
  });
});

Deno.test("loadSession leaves out the output of old results beyond what any model can take", async () => {
  await withStore(async (paths) => {
    const output = "a line of output\n".repeat(1_000_000);
    const records = [0, 1, 2, 3].flatMap((turn) => {
      const call = { id: `call_${turn}`, name: "read_file" };
      const head = (uuid: string, { parentUuid, type }: { parentUuid: string | null; type: string }): object => ({
        ...{ uuid: `${uuid}${turn}`, parentUuid, sessionId: SESSION, timestamp: "2026-01-01T00:00:00.000Z", type },
        ...{ provenance: type, cwd: "/w", version: "1" },
      });
      const parts = [{ functionCall: { ...call, args: {} } }];
      const results = [{ functionResponse: { ...call, response: turn === 0 ? { error: output } : { output } } }];
      return [
        {
          ...head("user", { parentUuid: turn === 0 ? null : `result${turn - 1}`, type: "user" }),
          message: { parts: [{ text: "go" }] },
        },
        { ...head("call", { parentUuid: `user${turn}`, type: "assistant" }), message: { role: "model", parts } },
        {
          ...head("result", { parentUuid: `call${turn}`, type: "tool_result" }),
          message: { role: "user", parts: results },
        },
      ];
    });
    const { messages, repairedCalls } = await loadSession(await writeLines(paths, records), { sessionId: SESSION });
    assertValid(messages);
    assertEquals(repairedCalls, 0);
    const results = messages.flatMap(({ parts }) => parts.flatMap((part) => part.kind === "tool_result" ? [part] : []));
    const texts = results.map((part) => part.output.map((one) => one.kind === "text" ? one.text : "").join(""));
    assertEquals(results.map(({ callId, isError }) => [callId, isError]), [
      ["call_0", true],
      ["call_1", false],
      ["call_2", false],
      ["call_3", false],
    ]);
    assert(/^\[This old result was removed to save room: \d+ bytes\./.test(texts[0]));
    // The newest 32 MiB are whole; the record that crosses the border is whole as well.
    assertEquals(texts.slice(2).map((text) => text.length), [output.length, output.length]);
  });
});
