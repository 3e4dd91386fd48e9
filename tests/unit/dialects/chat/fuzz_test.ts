import { assert, assertEquals, assertMatch } from "@std/assert";
import { chat } from "../../../../lib/dialects/chat.ts";
import { fuzzedRequest, randomFrom } from "../../../support/chat_fuzz.ts";
import { event, hear, open, say } from "../../../support/say.ts";

Deno.test("chat answers each of 10,000 fuzzed requests with a command or a code, and never throws", () => {
  const random = randomFrom(11);
  let good = 0;
  let conversation = open(chat);
  for (let round = 0; round < 10_000; round++) {
    const line = fuzzedRequest(random);
    if (line.trim() === "") continue;
    const commands = hear(conversation, line);
    assert(commands.length >= 1, line);
    for (const command of commands) {
      if (command.type !== "invalid") {
        good++;
        continue;
      }
      const [told] = say(conversation, [event({ type: "rejected", problem: command.problem })]);
      if (command.problem.code !== "unsupported_protocol") {
        assertMatch((told as { error: { code: string } }).error.code, /^QWEN_[A-Z0-9_]+$/);
      }
      if (command.problem.fatal) conversation = open(chat);
    }
  }
  assertEquals(good > 1_000, true);
});
