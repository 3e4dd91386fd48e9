/** A conversation as the journal saves it, for tests. */
import { assertEquals } from "@std/assert";
import type { Message } from "../../lib/model/content.ts";
import type { JournalEntry } from "../../lib/model/ports.ts";
import { type StorePaths } from "../../lib/store/store_paths.ts";
import { countedIds, journalAt } from "./store.ts";

/** The id of another session. */
export const OTHER = "22222222-2222-4222-8222-222222222222";

/** The usage of one answer. */
export const USAGE = { inputTokens: 100, outputTokens: 20, cachedTokens: 30, thinkingTokens: 5, totalTokens: 120 };

/** A title. */
export const TITLE: JournalEntry = {
  type: "note",
  subtype: "custom_title",
  payload: { customTitle: "Compare", titleSource: "manual" },
  at: 9,
};

/** A conversation with a tool call. */
export const CONVERSATION: Message[] = [
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

/** The journal entries of messages. */
export function entries(messages: readonly Message[]): JournalEntry[] {
  return messages.flatMap((message, index): JournalEntry[] =>
    message.role === "assistant"
      ? [
        { type: "usage", model: "m", usage: USAGE, durationMs: 10, at: index },
        { type: "message", message, at: index, model: "m", usage: USAGE },
      ]
      : [{ type: "message", message, at: index }]
  );
}

/** Writes a session and returns its file. */
export async function write(
  paths: StorePaths,
  list: readonly JournalEntry[],
  options: { sessionId?: string; parent?: string | null; ids?: ReturnType<typeof countedIds> } = {},
): Promise<string> {
  const { journal, failures } = await journalAt(paths, options);
  for (const entry of list) journal.append(entry);
  await journal.close();
  assertEquals(failures, []);
  return journal.path;
}
