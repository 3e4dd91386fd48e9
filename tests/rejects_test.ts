import { assert, assertEquals } from "@std/assert";
import { chat } from "../lib/dialects/chat.ts";
import { claude } from "../lib/dialects/claude.ts";
import { qwen } from "../lib/dialects/qwen.ts";
import { state } from "../lib/dialects/state.ts";
import { event, open, say } from "./support/say.ts";

interface Reject {
  /** The line as the host wrote it, or a text and how often it is repeated. */
  line: string | { repeat: string; times: number };
  /** What the host is told. */
  told: unknown;
}

for (const dialect of [chat, qwen, claude, state]) {
  const file = new URL(`./rejects/${dialect.name}.jsonl`, import.meta.url);
  const rejects: Reject[] = Deno.readTextFileSync(file).trimEnd().split("\n").map((text) => JSON.parse(text));

  for (const { line, told } of rejects) {
    const text = typeof line === "string" ? line : line.repeat.repeat(line.times);
    Deno.test(`${dialect.name} refuses ${text.slice(0, 90)}`, () => {
      const conversation = open(dialect);
      const [command, ...more] = conversation.decode(text);
      assertEquals(more, []);
      assert(command?.type === "invalid");
      const rejected = event({ type: "rejected", problem: command.problem }, { cause: command.id });
      const [record, ...others] = say(conversation, [rejected]) as Record<string, unknown>[];
      // A refused request with an id is answered as a request as well.
      const { type, request_id } = typeof line === "string" && line.startsWith('{"type":"control_request"')
        ? JSON.parse(line)
        : { type: null, request_id: null };
      const answered = type === "control_request" && dialect === chat ? [request_id] : [];
      assertEquals(others.map((other) => other.request_id), answered);
      assertEquals(toldBy(record), told);
    });
  }
}

/** The part of a refusal that says what is wrong. */
function toldBy(record: Record<string, unknown>): unknown {
  if (record.type === "error") {
    const { type: _, id: __, ...told } = record;
    return told;
  }
  if ("error" in record) return record;
  return record.type === "system" ? record.data : record.response;
}

Deno.test("a refused line leaves the conversation as it was", () => {
  const conversation = open(qwen);
  assertEquals([...conversation.decode("nonsense")].map((command) => command.type), ["invalid"]);
  const prompt = '{"type":"user","message":{"role":"user","content":"hello"}}';
  assertEquals([...conversation.decode(prompt)].map((command) => command.type), ["prompt"]);
});
