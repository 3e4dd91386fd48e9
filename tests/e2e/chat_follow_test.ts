/** Clients that follow a session of a server: prompts, answers and changes of other clients reach them. */
import { assert, assertEquals } from "@std/assert";
import { ServedProgram } from "../support/serve_program.ts";
import type { Wire } from "../support/serve_stage.ts";
import { assertFits } from "../support/validate.ts";

const FOLLOW = { type: "attach", dialect: "chat", from_seq: 0, output_format: "stream-chunk-json" };

function control(id: string, request: object): object {
  return { type: "control_request", request_id: id, session_id: "S", request };
}

/** Waits for a session event on a line of its own. */
async function told(wire: Wire, event: string): Promise<Record<string, unknown>> {
  return await wire.until((line) => line.type === "x-qwen-session-event" && line.event === event);
}

Deno.test("a client that follows a session learns the prompts, answers and changes of others", async () => {
  await using served = await ServedProgram.start(["serve", "--tcp-port", "0", "--approval-mode", "default"]);
  const ann = await served.connect({ ...FOLLOW, name: "Ann" });
  await ann.send(control("r1", { subtype: "initialize" }));
  await ann.type("control_response");
  const ben = await served.connect({ ...FOLLOW, name: "Ben", attach: "S" });
  assertEquals((await told(ben, "SessionChanged")).data, (await told(ann, "SessionChanged")).data);

  await ann.send({ session_id: "S", prompt_id: "p1", input: { parts: [{ text: "write note.txt: hi" }] } });
  const prompt = await told(ben, "UserMessage");
  assertEquals([prompt.prompt_id, prompt.message], ["p1", "write note.txt: hi"]);
  const question = await ben.type("control_request");
  await ben.send({
    type: "control_response",
    request_id: question.request_id,
    response: { subtype: "success", result: { behavior: "approve" } },
  });
  for (const wire of [ann, ben]) {
    const closed = await told(wire, "QuestionClosed");
    assertEquals(closed.data, { request_id: question.request_id, by: "Ben", decision: "approved" });
    await wire.until((line) => line.metadata?.event === "summary");
  }
  assert(ben.lines.some((line) => line.object === "chat.completion.chunk"), "increments");

  await ben.send(control("r2", { subtype: "set_permission_mode", mode: "yolo" }));
  const isYolo = (line: { data?: { mode?: string } }): boolean => line.data?.mode === "yolo";
  await ann.until(isYolo);
  await ben.send(control("r3", { subtype: "rewind", user_message_id: "p1" }));
  assertEquals((await told(ann, "Rewound")).prompt_id, "p1");

  const late = await served.connect({ ...FOLLOW, attach: "S", from_seq: 0 });
  await told(late, "Rewound");
  const order = late.lines.map((line) => line.event).filter(Boolean);
  assertEquals(order.filter((event) => event === "UserMessage" || event === "Rewound"), ["UserMessage", "Rewound"]);
  for (const line of [...ann.lines, ...ben.lines, ...late.lines]) assertFits(line, "chat/out");
});

Deno.test("an unknown output_format in the opening line is refused", async () => {
  await using served = await ServedProgram.start(["serve", "--tcp-port", "0"]);
  const wire = await served.connect({ ...FOLLOW, output_format: "csv" });
  const refusal = await wire.until(() => true);
  assertEquals(JSON.stringify(refusal).includes("stream-chunk-json"), true);
});
