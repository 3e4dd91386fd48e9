import { assert, assertEquals, assertMatch } from "@std/assert";
import { ChatHost, contentOf, isSummary, isType, type Line } from "../support/chat_host.ts";
import { fuzzedRequest, randomFrom } from "../support/chat_fuzz.ts";

const ROUNDS = 10_000;

/** Whether a line would end the process: a host that needs a later protocol is refused for good. */
function isFatal(line: string): boolean {
  return line.includes("protocol_version") || line.includes("capabilities");
}

Deno.test("chat answers each of 10,000 fuzzed requests to one process with a line or a code, and lives", async () => {
  await using host = await ChatHost.open(["--annotations", "none", "--no-chat-recording"]);
  await host.send({ type: "heartbeat_request" });
  await host.next(isType("result/heartbeat"));
  const random = randomFrom(7);
  let sent = 1;
  let hints = 0;
  let text = "";
  while (sent <= ROUNDS) {
    const line = fuzzedRequest(random).replaceAll(/[\r\n]/g, " ");
    if (line.trim() === "" || isFatal(line)) continue;
    sent++;
    if (line.includes("command_hint")) hints++;
    text += `${line}\n`;
  }
  await host.write(text);
  assertEquals((await host.ask("alive", "say alive")).metadata?.subtype, "success");
  assertEquals(await host.close(), 0);
  const errors = host.lines.filter((line) => "error" in line) as (Line & {
    error: { code: string };
    line?: number;
  })[];
  for (const { error } of errors) assertMatch(error.code, /^QWEN_[A-Z0-9_]+$/);
  const isAnswer = (line: Line): boolean =>
    "error" in line || isSummary(line) || line.type === "result/command" || line.type === "result/heartbeat" ||
    line.type === "result/cancel" || line.type === "result/command_hint";
  const answers = host.lines.filter(isAnswer).length;
  // A newer hint of the same prompt takes the place of an older one.
  assert(answers >= sent + 1 - hints, `${answers} answers to ${sent + 1} requests`);
  const numbered = errors.flatMap(({ line }) => line === undefined ? [] : [line]);
  assertEquals(new Set(numbered).size, numbered.length);
});

Deno.test("chat goes on after more sessions than it keeps open, and none is mixed up", async () => {
  await using host = await ChatHost.open();
  const names = Array.from({ length: 300 }, (_, index) => `session-${index}`);
  for (const name of names) {
    const { metadata, ...line } = await host.ask(name, `say I am ${name}`);
    assertEquals([metadata?.session_id, contentOf(line)], [name, `I am ${name}`]);
  }
  const again = await host.ask("session-0", "say back again");
  assertEquals(contentOf(again), "back again");
  assertMatch(String((await host.command("session-0", "/export json all.json")).content), /\(4 messages\)/);
});
