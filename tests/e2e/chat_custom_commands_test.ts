import { assert, assertEquals, assertMatch } from "@std/assert";
import { ChatHost, isSummary, isType, type Line } from "../support/chat_host.ts";
import { fakeModel } from "../support/fake_model.ts";

Deno.test("chat fills custom commands in, asks for their shell blocks, and lists them", async () => {
  const files = {
    ".qwen/commands/greet.md": "---\ndescription: Greets\n---\nSay hello to {{args}}, also to $1.",
    "~/.qwen/commands/git/status.md":
      "---\ndescription: Looks\n---\nThis is it: !{touch ran.txt; echo $((40 + 2)) heron}",
  };
  await using model = fakeModel([], { otherwise: "Hello." });
  await using host = await ChatHost.open(["--approval-mode", "default"], { model, files });
  const greet = await host.command("S", "/greet Ada Lovelace");
  assertEquals(greet.parts, [{ type: "text", text: "Say hello to Ada Lovelace, also to Ada." }]);
  const run = "touch ran.txt; echo $((40 + 2)) heron";
  await host.prompt("S", "/git:status");
  const question = await host.next(isType("control_request"));
  assertEquals(question.request, { subtype: "confirm_shell_commands", commands: [run], command: "/git:status" });
  await host.answer(question, { behavior: "deny" });
  assertEquals(((await host.next(isType("result/command"))).result as Line).level, "error");
  assertEquals(await Deno.stat(`${host.cwd}/ran.txt`).catch(() => null), null);
  const command = { kind: "slash", path: ["git:status"], args: "", approvedCommands: [run] };
  await host.send({ session_id: "S", input: { parts: [{ type: "text", text: "" }], command } });
  const { result } = await host.next(isType("result/command")) as Line & { result: { parts: object[] } };
  assertEquals(result.parts, [{ type: "text", text: "This is it: 42 heron" }]);
  await host.send({ type: "command_hint_request", session_id: "S", trigger: "slash", text: "/gi", cursor: 3 });
  const { suggestions } = await host.next(isType("result/command_hint"));
  assertEquals(suggestions, [{ label: "git:status", value: "git:status", description: "Looks" }]);
});

Deno.test("chat reads a question mark as help, a path as text, and refuses unknown commands without the model", async () => {
  await using model = fakeModel([], { otherwise: "Hello." });
  await using host = await ChatHost.open([], { model });
  for (const typed of ["/?", "?"]) {
    const { type, dialog, choices } = await host.command("S", typed);
    assertEquals([type, dialog, (choices as string[]).includes("help")], ["dialog", "help", true]);
  }
  const unknown = await host.command("S", "/hepl");
  assertEquals([unknown.type, unknown.level], ["message", "error"]);
  assertEquals(model.requests.length, 0);
  await host.ask("S", "/etc/hosts is a file");
  assertMatch(JSON.stringify(model.requests[0].body.messages), /\/etc\/hosts is a file/);
});

Deno.test("chat brings referenced files into the prompt, explicit ones first, and says what it left out", async () => {
  const files = { "src/main.py": "print('heron')\n", "docs/a b.md": "owl\n" };
  await using model = fakeModel([], { otherwise: "Hello." });
  await using host = await ChatHost.open([], { model, files });
  await host.ask("S", "Please review @src/main.py and @docs/a\\ b.md");
  const implicit = JSON.stringify(model.requests[0].body.messages.at(-1));
  assertEquals([implicit.includes("print('heron')"), implicit.includes("owl")], [true, true]);
  const command = { kind: "at", references: [{ original: "@it", resolved: "src/main.py" }] };
  const parts = [{ type: "text", text: "Please review @it" }];
  await host.send({ session_id: "S", input: { origin: "user", parts, command } });
  await host.next((line) => isSummary(line, "S"));
  assertMatch(JSON.stringify(model.requests[1].body.messages.at(-1)), /print\('heron'\)/);
  const out = await host.ask("S", "Look at @../home and @/etc/passwd");
  assertEquals(JSON.stringify(model.requests[2].body.messages.at(-1)).includes("root:x"), false);
  const notes = host.lines.flatMap(({ choices }) =>
    (choices?.[0]?.message?.annotations ?? []) as { text?: string; source?: string }[]
  );
  assert(notes.some(({ text, source }) => source === "console" && /passwd/.test(text ?? "")), JSON.stringify(out));
});
