/** The page in a browser: its views of a conversation, and the ways to write. */
import { assert, assertEquals } from "@std/assert";
import { closeBrowserAfterwards, pageTest, until } from "../support/browser.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture } from "../support/qwen.ts";
import { terminalBytes } from "../../lib/page/client/wire/lines.ts";
import { WebServer } from "../support/web_server.ts";

closeBrowserAfterwards();

pageTest("the page takes the token out of the address, sends with Enter and streams the answer", async (bench) => {
  await using model = fakeModel([[{ text: "The answer " }, { wait: "more" }, { text: "is **42**." }]]);
  await using server = await WebServer.start([], { model });
  const page = await bench.connect(server.ready.url);
  assertEquals(new URL(page.page.url()).hash, "");
  await page.send("What is it?");
  await page.says("The answer");
  await page.status("working");
  assert(await page.button("Cancel").isVisible());
  model.release("more");
  await page.says("The answer is 42.");
  await page.idle();
  assertEquals(await page.button("Cancel").count(), 0);
  assertEquals(await page.conversation.getByRole("strong").textContent(), "42");
  assert(/^#session=[\w-]+$/.test(new URL(page.page.url()).hash), page.page.url());
});

pageTest("prompts, thoughts, tools with diffs and answers stand in the log in order", async (bench) => {
  await using fixture = await Fixture.open({ "a.txt": "one\n" });
  const input = { file_path: `${fixture.cwd}/a.txt`, old_string: "one", new_string: "two" };
  const answer = "# Done\n\n- first\n- second\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
  await using model = fakeModel([
    [{ call: "read_file", input: { file_path: input.file_path } }],
    [{ thinking: "**Plan** change the file" }, { call: "edit", input }],
    [{ text: answer }],
  ]);
  await using server = await WebServer.start(["--approval-mode", "auto-edit"], { model, fixture });
  const page = await bench.connect(server.ready.url);
  await page.send("Change it");
  await page.says("Done");
  await page.idle();
  const articles = page.conversation.getByRole("log").getByRole("article");
  const names = await articles.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assertEquals(names, ["Prompt", "Tool read_file", "Thought", "Tool edit", "Answer"]);
  const thought = page.conversation.getByText("change the file");
  assert(!await thought.isVisible(), "thoughts are folded");
  await page.conversation.getByText("Thought: Plan").click();
  assert(await thought.isVisible());
  const diff = await page.conversation.getByRole("group", { name: "Diff" }).textContent() ?? "";
  assert(diff.includes("-one") && diff.includes("+two"), diff);
  const last = articles.last();
  assertEquals(await last.getByRole("heading").textContent(), "Done");
  assertEquals(await last.getByRole("listitem").allTextContents(), ["first", "second"]);
  assertEquals(await last.getByRole("cell").allTextContents(), ["1", "2"]);
  await last.getByText("const a = 1;").waitFor();
});

pageTest("Shift+Enter is a new line, Esc cancels the turn, and so does the button Cancel", async (bench) => {
  await using model = fakeModel([
    [{ text: "never " }, { wait: "end" }],
    [{ text: "another " }, { wait: "end" }],
    "after",
  ]);
  await using server = await WebServer.start([], { model });
  const page = await bench.connect(server.ready.url);
  await page.prompt.focus();
  await page.page.keyboard.type("one");
  await page.press("Shift+Enter");
  await page.page.keyboard.type("two");
  assertEquals(await page.prompt.inputValue(), "one\ntwo");
  await page.press("Enter");
  await page.says("never");
  assertEquals(model.requests[0].body.messages.at(-1).content.includes("one\ntwo"), true);
  await page.press("Escape");
  await page.idle();
  await page.send("again");
  await page.says("another");
  await page.button("Cancel").focus();
  await page.press("Enter");
  await page.idle();
  assertEquals(await page.prompt.evaluate((box) => box === box.ownerDocument.activeElement), true);
  await page.page.keyboard.type("third");
  await page.button("Send").focus();
  await page.press("Enter");
  await page.says("after");
});

pageTest("hints come while typing /, ? and @, and arrows with Enter or Tab choose", async (bench) => {
  await using fixture = await Fixture.open({ "notes/alpha.txt": "hello alpha", "notes/beta.txt": "b" });
  await using model = fakeModel(["ok"]);
  await using server = await WebServer.start([], { model, fixture });
  const page = await bench.connect(server.ready.url);
  await page.button("New session").focus();
  await page.press("Enter");
  await until(() => page.page.url().includes("#session="), "a session");
  const hints = page.page.getByRole("listbox", { name: "Hints" }).getByRole("option");
  await page.prompt.focus();
  await page.page.keyboard.type("/sta");
  await hints.filter({ hasText: "stats" }).first().waitFor();
  await page.press("Tab");
  assertEquals(await page.prompt.inputValue(), "/stats ");
  await page.press("Control+a", "Delete");
  await page.page.keyboard.type("?");
  await hints.first().waitFor();
  await page.press("Escape");
  await until(async () => await hints.count() === 0, "no hints");
  await page.press("Control+a", "Delete");
  await page.page.keyboard.type("read @alp");
  await hints.filter({ hasText: "alpha.txt" }).waitFor();
  assertEquals(await hints.first().getAttribute("aria-selected"), "true");
  await page.press("ArrowDown", "ArrowUp", "Enter");
  assertEquals(await page.prompt.inputValue(), "read @notes/alpha.txt ");
  await page.press("Enter");
  await page.says("ok");
  assert(JSON.stringify(model.requests[0].body.messages).includes("hello alpha"));
});

pageTest("commands are answered in the conversation", async (bench) => {
  await using server = await WebServer.start();
  const page = await bench.connect(server.ready.url);
  await page.send("/about");
  await page.says("Approval mode");
  await page.send("/nonsense");
  await page.says(/nonsense/);
});

pageTest("the terminal shows the output of commands byte for byte", async (bench) => {
  await using fixture = await Fixture.open({
    "out.sh": "printf 'plain \\033[31mred\\033[0m\\rPLAIN\\n\\033[1mbold\\033[0m end\\n'",
  });
  await using model = fakeModel([
    [{ call: "run_shell_command", input: { command: "sh out.sh", is_background: false } }],
    "Done.",
  ]);
  await using server = await WebServer.start(["--approval-mode", "yolo", "--sandbox=off"], { model, fixture });
  const page = await bench.connect(server.ready.url);
  await page.send("run it");
  await page.says("Done.");
  const tab = page.page.getByRole("tab", { name: "Conversation" });
  await tab.focus();
  await page.press("ArrowRight");
  assertEquals(await page.page.getByRole("tab", { name: "Terminal" }).getAttribute("aria-selected"), "true");
  await page.terminal.filter({ hasText: "PLAIN red" }).waitFor();
  await page.terminal.filter({ hasText: "bold end" }).waitFor();
  await page.terminal.filter({ hasText: "> run it" }).waitFor();
  assertEquals((await page.elements()).get("CANVAS"), undefined);
  await page.press("ArrowLeft");
  await page.conversation.waitFor();
});

/** Output with many kinds of control sequences, and what a terminal shows of it. */
const ESCAPES = [
  "\x1b[2J\x1b[H", // An empty screen, with the cursor at its top.
  "\x1b[1;31mred\x1b[0m \x1b[4;38;5;46mgreen\x1b[24;39m \x1b[48;2;10;20;30mblue\x1b[m\n",
  "overwritten\rOVER\n",
  "ab\x1b[2Dxy\x1b[3Cz\n",
  "to be erased\x1b[6D\x1b[Kgone\n",
  "tab\there\tthere\n",
  "back\b\b\b\bBACK\n",
  "one\ntwo\nthree\x1b[1A\x1b[1GTWO\x1b[1B\n",
  "\x1b(0lqqk\x1b(B box\n",
  "wide \u4e16\u754c \ud83d\ude00 end\n",
  "saved\x1b7 and moved\x1b8!\n",
  "\x1b]0;a title\x07after the title\n",
  "insert\x1b[1G\x1b[3@...\n",
  "delete\x1b[1G\x1b[2P\n",
].join("");
const SCREEN = [
  "red green blue",
  "OVERwritten",
  "xy   z",
  "to be gone",
  "tab     here    there",
  "BACK",
  "one",
  "TWO",
  "three",
  "\u250c\u2500\u2500\u2510 box",
  "wide \u4e16\u754c \ud83d\ude00 end",
  "saved!and moved",
  "after the title",
  "...insert",
  "lete",
];

pageTest(
  "the terminal gets every byte of the output, and shows what a terminal shows, also after a reload",
  async (bench) => {
    await using fixture = await Fixture.open({ "out.bin": ESCAPES });
    await using model = fakeModel([
      [{ call: "run_shell_command", input: { command: "cat out.bin", is_background: false } }],
      "Done.",
    ]);
    await using server = await WebServer.start(["--approval-mode", "yolo", "--sandbox=off"], { model, fixture });
    const page = await bench.connect(server.ready.url);
    await page.send("run it");
    await page.says("Done.");
    for (const visit of ["first", "after a reload"]) {
      await page.page.getByRole("tab", { name: "Terminal" }).focus();
      await page.press("Enter");
      await page.terminal.filter({ hasText: "Done." }).waitFor();
      const annotations = page.received.flatMap((line) => line.choices?.[0]?.delta?.annotations ?? []);
      const ofTool = annotations.filter(({ type, source }) => type === "x-qwen-terminal" && source === "tool");
      assertEquals([visit, ofTool.map((one) => terminalBytes(one)).join("")], [visit, ESCAPES]);
      const rows = page.terminal.getByRole("listitem");
      const shown = async (): Promise<string[]> =>
        (await rows.allTextContents()).map((row) => row.replaceAll("\u00a0", " ").trimEnd());
      await until(async () => (await shown()).includes("Done."), "the rows of the terminal");
      assertEquals((await shown()).slice(0, SCREEN.length), SCREEN);
      const looks = async (text: string): Promise<unknown> =>
        await page.terminal.getByText(text, { exact: true }).first().evaluate((one) => {
          const style = one.ownerDocument.defaultView?.getComputedStyle(one);
          return [style?.color, style?.backgroundColor, style?.fontWeight, style?.textDecorationLine];
        });
      const none = "rgba(0, 0, 0, 0)";
      assertEquals(await looks("red"), ["rgb(239, 41, 41)", none, "700", "none"]);
      assertEquals(await looks("green"), ["rgb(0, 255, 0)", none, "400", "underline"]);
      assertEquals(await looks("blue"), ["rgb(230, 230, 227)", "rgb(10, 20, 30)", "400", "none"]);
      page.received.length = 0;
      await page.page.reload();
      await page.says("Done.");
    }
  },
);

pageTest("model and mode are chosen for every client, and an export is saved", async (bench) => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`, { recursive: true });
  const settings = { modelProviders: { openai: [{ id: "small" }, { id: "large" }] } };
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings));
  await using model = fakeModel(["first", "second"]);
  await using server = await WebServer.start([], { model, fixture });
  const page = await bench.connect(server.ready.url, { as: "ann" });
  await page.send("hello");
  await page.says("first");
  const other = await bench.connect(server.ready.url + `&session=${sessionOf(page.page.url())}`, { as: "ben" });
  await other.says("first");
  const choice = page.page.getByRole("combobox", { name: "Model" });
  assertEquals((await choice.getByRole("option").allTextContents()).includes("large"), true);
  await choice.selectOption("large");
  await page.page.getByRole("combobox", { name: "Mode", exact: true }).selectOption("plan");
  const theirs = other.page.getByRole("combobox", { name: "Mode", exact: true });
  await until(async () => await theirs.inputValue() === "plan", "the mode on the other page");
  const models = other.page.getByRole("combobox", { name: "Model" });
  await until(async () => await models.inputValue() === "large", "the model on the other page");
  const modes = await theirs.getByRole("option").allTextContents();
  assertEquals(modes, ["plan", "default", "auto-edit", "auto", "yolo"]);
  await page.send("more");
  await page.says("second");
  assertEquals(model.requests[1].body.model, "large");
  const download = page.page.waitForEvent("download");
  await page.button("Export").click();
  const text = await Deno.readTextFile(await (await download).path());
  assert(text.includes("hello") && text.includes("second"), text);
  for (const [format, ending] of [["HTML", "html"], ["JSON", "json"]]) {
    await page.page.getByRole("combobox", { name: "Export format" }).selectOption(format);
    const saved = page.page.waitForEvent("download");
    await page.button("Export").focus();
    await page.press("Enter");
    assert((await saved).suggestedFilename().endsWith(`.${ending}`));
    const content = await Deno.readTextFile(await (await saved).path());
    assert(content.includes("hello") && content.includes("second"), content);
    if (format === "JSON") JSON.parse(content);
    else assert(content.toLowerCase().includes("<html"), content);
  }
});

pageTest("a rewind takes back files and conversation on every page, also after a reload", async (bench) => {
  await using fixture = await Fixture.open({ "a.txt": "one\n" });
  const input = { file_path: `${fixture.cwd}/a.txt`, content: "two\n" };
  const read = { call: "read_file", input: { file_path: input.file_path } };
  await using model = fakeModel(["kept", [read], [{ call: "write_file", input }], "changed"]);
  await using server = await WebServer.start(["--approval-mode", "yolo"], { model, fixture });
  const page = await bench.connect(server.ready.url);
  await page.send("keep this");
  await page.says("kept");
  await page.idle();
  await page.send("change it");
  await page.says("changed");
  await page.idle();
  assertEquals(await Deno.readTextFile(input.file_path), "two\n");
  await page.conversation.getByRole("article", { name: "Prompt" }).last().getByRole("button", { name: "Rewind" })
    .focus();
  await page.press("Enter");
  await page.dialog.getByRole("button", { name: "Go back" }).focus();
  await page.press("Enter");
  await until(async () => await page.conversation.getByText("changed").count() === 0, "the conversation went back");
  await until(async () => await Deno.readTextFile(input.file_path) === "one\n", "the file went back");
  assertEquals(await page.prompt.inputValue(), "change it");
  await page.page.reload();
  await page.says("kept");
  await page.idle();
  assertEquals(await page.conversation.getByRole("article", { name: "Prompt" }).count(), 1);
});

function sessionOf(url: string): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get("session") ?? "";
}
