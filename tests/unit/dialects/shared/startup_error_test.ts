import { assertEquals } from "@std/assert";
import { DIALECT_NAMES, loadDialect } from "../../../../lib/dialects/mod.ts";
import { startupErrorAsTurn } from "../../../../lib/dialects/shared/startup_error.ts";
import { type Event, problem } from "../../../../lib/model/mod.ts";

const FAILED: Event = {
  ...{ sessionId: "s1", seq: 1, at: 0, cause: null, agent: null },
  type: "session.ended",
  reason: "fatal",
  problem: problem("config_invalid", "The settings are broken"),
};

const LAST_RECORD: Readonly<Record<string, string>> = {
  chat: "error",
  qwen: "result",
  claude: "result",
  state: "status",
  acp: "jsonrpc",
};

for (const name of DIALECT_NAMES) {
  Deno.test(`a start-up error in the ${name} dialect names the problem and ends as its clients expect`, async () => {
    const dialect = await loadDialect(name);
    const ids = { next: () => "id" };
    const conversation = dialect?.open({
      ids,
      format: "stream-json",
      includePartials: false,
      version: "1",
      tools: [],
      extras: {},
    });
    const records = [...conversation?.encode(FAILED) ?? []].map((record) => JSON.stringify(record));
    assertEquals(records.filter((record) => record.includes("The settings are broken")).length, 1);
    const last: Record<string, unknown> = JSON.parse(records.at(-1) ?? "{}");
    assertEquals(last.type ?? Object.keys(last)[0], LAST_RECORD[name] ?? last.type);
  });
}

Deno.test("startupErrorAsTurn leaves the end of a session that did start alone", () => {
  assertEquals(startupErrorAsTurn({ ...FAILED, seq: 7 }), null);
  assertEquals(startupErrorAsTurn({ ...FAILED, reason: "input_closed" } as Event), null);
  assertEquals(startupErrorAsTurn(FAILED)?.outcome.kind, "failed");
});
