import { assert, assertEquals, assertRejects } from "@std/assert";
import type { JournalEntry } from "../../../../lib/model/ports.ts";
import { QwenError } from "../../../../lib/model/problem.ts";
import { sessionFile } from "../../../../lib/store/store_paths.ts";
import { countedIds, journalAt, recordsOf, SESSION, withStore } from "../../../support/store.ts";

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const USAGE = { inputTokens: 100, outputTokens: 20, cachedTokens: 30, thinkingTokens: 5, totalTokens: 120 };

const PROMPT: JournalEntry = {
  type: "message",
  at: AT,
  message: { id: "u1", role: "user", parts: [{ kind: "text", text: "Read a.txt" }] },
};

const ANSWER: JournalEntry = {
  type: "message",
  at: AT,
  model: "m",
  usage: USAGE,
  message: {
    id: "a1",
    role: "assistant",
    parts: [
      { kind: "thinking", text: "I should read.", opaque: { provider: "anthropic", data: { signature: "sig" } } },
      { kind: "tool_call", callId: "call_1", tool: "read_file", input: { file_path: "a.txt" } },
    ],
  },
};

const TOOL_RESULT: JournalEntry = {
  type: "message",
  at: AT,
  message: {
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
};

const UI_EVENT = {
  "event.name": "qwen-code.api_response",
  "event.timestamp": "2026-01-02T03:04:05.678Z",
  model: "m",
  status_code: 200,
  duration_ms: 12,
  input_token_count: 100,
  output_token_count: 20,
  cached_content_token_count: 30,
  thoughts_token_count: 5,
  total_token_count: 120,
};

const ANSWER_RECORD = {
  type: "assistant",
  provenance: "assistant_output",
  model: "m",
  message: {
    role: "model",
    parts: [
      {
        text: "I should read.",
        thought: true,
        thoughtSignature: "sig",
        opaque: { provider: "anthropic", data: { signature: "sig" } },
      },
      { functionCall: { id: "call_1", name: "read_file", args: { file_path: "a.txt" } } },
    ],
  },
  usageMetadata: {
    promptTokenCount: 100,
    candidatesTokenCount: 20,
    thoughtsTokenCount: 5,
    totalTokenCount: 120,
    cachedContentTokenCount: 30,
  },
};

const head = (uuid: string, parentUuid: string | null): Record<string, unknown> => ({
  uuid,
  parentUuid,
  sessionId: SESSION,
  timestamp: "2026-01-02T03:04:05.678Z",
  cwd: "/home/me/ws",
  version: "0.1.0",
  format: 1,
});

Deno.test("FileJournal writes a round in the record format of qwen-code", async () => {
  await withStore(async (paths) => {
    const { journal, failures } = await journalAt(paths);
    journal.append(PROMPT);
    journal.append({ type: "usage", model: "m", usage: USAGE, durationMs: 12, at: AT });
    for (const entry of [ANSWER, TOOL_RESULT]) journal.append(entry);
    await journal.close();
    const telemetry = countedIds().next();
    assertEquals(await recordsOf(sessionFile(paths, SESSION)), [
      {
        ...head("u1", null),
        type: "user",
        provenance: "real_user",
        message: { role: "user", parts: [{ text: "Read a.txt" }] },
      },
      {
        ...head(telemetry, "u1"),
        type: "system",
        provenance: "system",
        subtype: "ui_telemetry",
        systemPayload: {
          uiEvent: UI_EVENT,
        },
      },
      { ...head("a1", telemetry), ...ANSWER_RECORD },
      {
        ...head("t1", "a1"),
        type: "tool_result",
        provenance: "tool_result",
        message: {
          role: "user",
          parts: [{ functionResponse: { id: "call_1", name: "read_file", response: { output: "alpha" } } }],
        },
        toolCallResult: {
          callId: "call_1",
          status: "success",
          resultDisplay: "",
          executionStatus: "success",
        },
      },
    ]);
    assertEquals(failures, []);
  });
});

Deno.test("FileJournal keeps file and folders private", async () => {
  await withStore(async (paths) => {
    const { journal } = await journalAt(paths);
    journal.append(PROMPT);
    await journal.close();
    const path = sessionFile(paths, SESSION);
    const mode = async (name: string): Promise<number> => ((await Deno.stat(name)).mode ?? 0) & 0o777;
    assertEquals(await mode(path), 0o600);
    assertEquals(await mode(path.slice(0, path.lastIndexOf("/"))), 0o700);
    assertEquals(await mode(`${paths.base}/projects`), 0o700);
  });
});

Deno.test("FileJournal keeps the order of many appends", async () => {
  await withStore(async (paths) => {
    const { journal } = await journalAt(paths);
    for (let i = 0; i < 5000; i++) {
      journal.append({ type: "note", subtype: "turn_result", payload: { i, text: "x".repeat(i % 100) }, at: AT });
    }
    await journal.close();
    const records = await recordsOf(sessionFile(paths, SESSION));
    assertEquals(records.map((record) => (record.systemPayload as { i: number }).i), [...Array(5000).keys()]);
    assertEquals(
      records.slice(1).map((record) => record.parentUuid),
      records.slice(0, -1).map((record) => record.uuid),
    );
  });
});

Deno.test("FileJournal leaves no file where nothing happened", async () => {
  await withStore(async (paths) => {
    const { journal } = await journalAt(paths);
    await journal.close();
    assertEquals([...Deno.readDirSync(`${paths.base}/projects/-home-me-ws/chats`)], []);
  });
});

Deno.test("openJournal refuses a second writer and lets the next one in", async () => {
  await withStore(async (paths) => {
    const first = await journalAt(paths);
    first.journal.append(PROMPT);
    await first.journal.sync();
    const error = await assertRejects(() => journalAt(paths), QwenError);
    assertEquals(error.problem.code, "session_locked");
    assert(error.message.includes(`(pid ${Deno.pid})`), error.message);
    await first.journal.close();
    const second = await journalAt(paths, { parent: "u1" });
    second.journal.append({ type: "note", subtype: "turn_result", payload: {}, at: AT });
    await second.journal.close();
    assertEquals((await recordsOf(sessionFile(paths, SESSION))).map((record) => record.parentUuid), [null, "u1"]);
  });
});

Deno.test("openJournal tells once that a folder cannot be written and goes on", async () => {
  await withStore(async (paths) => {
    // A file where the folder should be stops even the superuser.
    await Deno.writeTextFile(`${paths.base}/projects`, "");
    const { journal, failures } = await journalAt(paths);
    journal.append(PROMPT);
    journal.append(PROMPT);
    await journal.sync();
    await journal.close();
    assertEquals(failures.map((problem) => problem.detail), ["session_not_kept"]);
  });
});

Deno.test("FileJournal tells a full disk once and drops the rest", { ignore: Deno.build.os !== "linux" }, async () => {
  await withStore(async (paths) => {
    const path = sessionFile(paths, SESSION);
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.symlink("/dev/full", path);
    const { journal, failures } = await journalAt(paths);
    journal.append(PROMPT);
    await journal.sync();
    journal.append(PROMPT);
    await journal.close();
    assertEquals(failures.length, 1);
    assert(failures[0].message.includes("No space left"), failures[0].message);
  });
});

Deno.test("FileJournal cuts a record that no reader would take back", async () => {
  await withStore(async (paths) => {
    const { journal } = await journalAt(paths);
    journal.append({
      type: "message",
      at: AT,
      message: { id: "u1", role: "user", parts: [{ kind: "text", text: "y".repeat(20_000_000) }] },
    });
    await journal.close();
    const { size } = await Deno.stat(sessionFile(paths, SESSION));
    assert(size < 1_100_000, String(size));
  });
});
