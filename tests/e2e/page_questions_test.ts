/** The page in a browser: questions, forms, and several people on one session. */
import { assert, assertEquals } from "@std/assert";
import { closeBrowserAfterwards, type OpenPage, pageTest, until } from "../support/browser.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture } from "../support/qwen.ts";
import { WebServer } from "../support/web_server.ts";

closeBrowserAfterwards();

/** The address of the page for a session that another page has open. */
function addressOf(server: WebServer, page: OpenPage): string {
  const session = new URL(page.page.url()).hash.slice(1);
  return `${server.ready.url}&${session}`;
}

pageTest("a question shows tool and diff, closes on every page and names who answered", async (bench) => {
  await using fixture = await Fixture.open();
  const input = { file_path: `${fixture.cwd}/new.txt`, content: "fresh line\n" };
  await using model = fakeModel([[{ call: "write_file", input }], "Written."]);
  await using server = await WebServer.start(["--approval-mode", "default"], { model, fixture });
  const ann = await bench.connect(server.ready.url, { as: "ann" });
  await ann.page.getByRole("textbox", { name: "Your name" }).fill("Ann");
  await ann.press("Enter", "Tab");
  await ann.idle();
  await ann.send("write it");
  await ann.dialog.waitFor();
  const ben = await bench.connect(addressOf(server, ann), { as: "ben" });
  await ben.dialog.waitFor();
  for (const page of [ann, ben]) {
    const text = await page.dialog.textContent() ?? "";
    assert(text.includes("write_file") && text.includes("+fresh line"), text);
    for (const name of ["Allow", "Allow for session", "Deny"]) assert(await page.button(name).isVisible(), name);
  }
  assert(!await exists(input.file_path));
  assertEquals(await ann.dialog.evaluate((box) => box === box.ownerDocument.activeElement), true);
  await ann.press("Tab");
  await ann.button("Allow").focus();
  await ann.press("Enter");
  for (const page of [ann, ben]) {
    await page.says("Written.");
    await page.says("answered by Ann");
    assertEquals(await page.dialog.count(), 0);
  }
  assertEquals(await Deno.readTextFile(input.file_path), input.content);
  assertEquals(await ann.prompt.evaluate((box) => box === box.ownerDocument.activeElement), true);
});

pageTest("a command is shown, Deny is told to the model, and Allow for session is not asked again", async (bench) => {
  const call = { call: "run_shell_command", input: { command: "touch mark", is_background: false } };
  await using fixture = await Fixture.open();
  await using model = fakeModel([[call], "denied then", [call], [call], "ran twice"]);
  await using server = await WebServer.start(["--approval-mode", "default", "--sandbox=off"], { model, fixture });
  const page = await bench.connect(server.ready.url);
  await page.send("first");
  await page.dialog.filter({ hasText: "touch mark" }).waitFor();
  await page.press("Escape");
  await page.says("denied then");
  assert(!await exists(`${fixture.cwd}/mark`));
  await page.idle();
  await page.send("second");
  await page.dialog.waitFor();
  await page.button("Allow for session").focus();
  await page.press("Enter");
  await page.says("ran twice");
  assert(await exists(`${fixture.cwd}/mark`));
  assertEquals(page.received.filter((line) => line.type === "control_request").length, 2);
});

pageTest("keys that were meant for the prompt do not answer a question", async (bench) => {
  await using fixture = await Fixture.open();
  const input = { file_path: `${fixture.cwd}/new.txt`, content: "x\n" };
  await using model = fakeModel([[{ wait: "ask" }, { call: "write_file", input }], "end"]);
  await using server = await WebServer.start(["--approval-mode", "default"], { model, fixture });
  const page = await bench.connect(server.ready.url);
  await page.send("go");
  await page.status("working");
  await page.page.keyboard.type("half a sen");
  model.release("ask");
  await page.dialog.waitFor();
  await page.page.keyboard.type("tence");
  assertEquals(await page.prompt.inputValue(), "half a sentence");
  assert(!await exists(input.file_path));
  await page.button("Deny").click();
  await page.says("end");
});

pageTest("a form has a radio or checkbox per label, and Answer or Dismiss ends it", async (bench) => {
  const option = (label: string): object => ({ label, description: `about ${label}` });
  const questions = [
    { question: "Which colour?", header: "Colour", options: [option("Red"), option("Blue")] },
    { question: "Which sizes?", header: "Sizes", multiSelect: true, options: [option("Small"), option("Large")] },
  ];
  const call = { call: "ask_user_question", input: { questions } };
  await using model = fakeModel([[call], "thanks", [call], "never mind"]);
  await using server = await WebServer.start([], { model });
  const page = await bench.connect(server.ready.url);
  await page.send("ask me");
  await page.dialog.waitFor();
  await page.dialog.getByRole("radio", { name: "Blue", exact: true }).focus();
  await page.press("Space");
  for (const name of ["Small", "Large"]) {
    await page.dialog.getByRole("checkbox", { name, exact: true }).focus();
    await page.press("Space");
  }
  await page.button("Answer").focus();
  await page.press("Enter");
  await page.says("thanks");
  const told = JSON.stringify(model.requests[1].body.messages.at(-1));
  assert(told.includes("Blue") && told.includes("Small, Large"), told);
  await page.idle();
  await page.send("again");
  await page.dialog.waitFor();
  await page.button("Dismiss").focus();
  await page.press("Enter");
  await page.says("never mind");
});

pageTest("an observer sees everything and cannot act", async (bench) => {
  await using fixture = await Fixture.open();
  const input = { file_path: `${fixture.cwd}/new.txt`, content: "x\n" };
  await using model = fakeModel([[{ text: "Look. " }, { call: "write_file", input }], "Written."]);
  await using server = await WebServer.start(["--approval-mode", "default"], { model, fixture });
  const ann = await bench.connect(server.ready.url, { as: "ann" });
  await ann.send("write it");
  await ann.dialog.waitFor();
  const watcher = await bench.connect(`${addressOf(server, ann)}&role=observer`, { as: "watcher" });
  await watcher.says("Look.");
  await watcher.page.getByText("watching", { exact: true }).waitFor();
  assertEquals(await watcher.button("Allow").count(), 0);
  assertEquals(await watcher.button("Send").isDisabled(), true);
  assertEquals(await watcher.page.getByRole("combobox", { name: "Mode", exact: true }).isDisabled(), true);
  await watcher.prompt.focus();
  await watcher.page.keyboard.type("me too");
  await watcher.press("Enter", "Escape");
  await ann.button("Allow").click();
  for (const page of [ann, watcher]) await page.says("Written.");
  await watcher.says("answered by");
  assertEquals(await watcher.dialog.count(), 0);
  assertEquals(model.requests.length, 2);
});

pageTest("everybody sees the prompts of the others under their names", async (bench) => {
  await using model = fakeModel(["one", "two"]);
  await using server = await WebServer.start([], { model });
  const ann = await bench.connect(server.ready.url, { as: "ann" });
  await ann.page.getByRole("textbox", { name: "Your name" }).fill("Ann");
  await ann.press("Tab");
  await ann.idle();
  await ann.send("from Ann");
  await ann.says("one");
  const ben = await bench.connect(addressOf(server, ann), { as: "ben" });
  await ben.says("from Ann");
  await ben.says("one");
  await ben.send("from Ben");
  await ann.says("from Ben");
  await ann.says("two");
  const prompts = ben.conversation.getByRole("article", { name: "Prompt" });
  assert((await prompts.first().textContent() ?? "").includes("Ann"));
  await until(async () => await ann.conversation.getByText("from Ben").count() === 1, "one copy");
});

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
