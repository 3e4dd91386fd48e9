import { assertEquals, assertMatch } from "@std/assert";
import { ChatHost, isSummary, type Line } from "../support/chat_host.ts";
import { fakeModel } from "../support/fake_model.ts";
import { assertFits } from "../support/validate.ts";

type Answer = Line & {
  response: { subtype: string; result: Record<string, unknown>; error?: { message: string } };
};

async function ask(host: ChatHost, request: Record<string, unknown>): Promise<Answer["response"]> {
  const request_id = crypto.randomUUID();
  await host.send({ type: "control_request", request_id, session_id: "s1", request });
  const line = await host.next((line) => line.type === "control_response" && line.request_id === request_id);
  assertFits(line, "chat/out");
  return (line as Answer).response;
}

function prompt(id: string, text: string): Record<string, unknown> {
  return { session_id: "s1", prompt_id: id, input: { parts: [{ type: "text", text }] } };
}

Deno.test("chat: a client lists sessions, changes model and mode, exports and goes back to before a prompt", async () => {
  const write = { call: "write_file", input: {} as Record<string, string> };
  await using model = fakeModel(["One.", [write], "Written.", "After."]);
  await using host = await ChatHost.open(["--approval-mode", "yolo"], { model });
  const cwd = `${host.folder}/work`;
  write.input = { file_path: `${cwd}/new.txt`, content: "text\n" };
  await host.send(prompt("p1", "first"));
  await host.next(isSummary);
  const { result } = await ask(host, { subtype: "list_sessions" });
  const [session] = result.sessions as Record<string, string>[];
  assertEquals([session.session_id, session.state, session.cwd], ["s1", "idle", cwd]);
  assertMatch(session.updated_at, /^\d{4}-\d\d-\d\dT/);

  await host.send(prompt("p2", "second"));
  await host.next((line) => isSummary(line) && line.metadata?.prompt_id === "p2");
  assertEquals(await Deno.readTextFile(`${cwd}/new.txt`), "text\n");
  const { result: exported } = await ask(host, { subtype: "export", format: "markdown" });
  assertMatch(String(exported.content), /## User\n\nfirst[^]*One\.[^]*second/);
  assertEquals((await ask(host, { subtype: "rewind", user_message_id: "p2" })).subtype, "success");
  assertEquals(await Deno.stat(`${cwd}/new.txt`).catch(() => null), null);

  assertEquals((await ask(host, { subtype: "set_model", model: "other-model" })).subtype, "success");
  assertEquals((await ask(host, { subtype: "set_permission_mode", mode: "plan" })).subtype, "success");
  await host.send(prompt("p3", "third"));
  await host.next((line) => isSummary(line) && line.metadata?.prompt_id === "p3");
  const last = model.requests.at(-1)?.body;
  assertEquals(last.model, "other-model");
  const said = last.messages.map(({ content }: { content: string }) => JSON.stringify(content)).join("\n");
  assertMatch(said, /first[^]*third/);
  assertEquals(said.includes("second"), false);
});

Deno.test("chat: an unknown id, mode or subtype is answered by an error with the same request id", async () => {
  await using model = fakeModel(["One."]);
  await using host = await ChatHost.open([], { model });
  await host.send(prompt("p1", "first"));
  await host.next(isSummary);
  for (
    const request of [
      { subtype: "rewind", user_message_id: "nobody" },
      { subtype: "set_permission_mode", mode: "reckless" },
      { subtype: "export", format: "docx" },
      { subtype: "no_such_thing" },
    ]
  ) {
    const { subtype, error } = await ask(host, request);
    assertEquals([request.subtype, subtype], [request.subtype, "error"]);
    assertMatch(error?.message ?? "", /nobody|mode|format|no_such_thing/);
  }
});
