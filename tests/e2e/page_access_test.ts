/** The page in a browser: axe finds nothing serious, phones, keyboard alone, and a long conversation. */
import { assert, assertEquals } from "@std/assert";
import axe from "axe-core";
import type { Locator } from "playwright-core";
import { closeBrowserAfterwards, type OpenPage, pageTest, until } from "../support/browser.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture } from "../support/qwen.ts";
import { WebServer } from "../support/web_server.ts";

closeBrowserAfterwards();

const RICH =
  "# Title\n\nText with `code` and [a link](https://example.com/).\n\n> quote\n\n```ts\nlet a = 1;\n```\n\n" +
  "| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n";

/** What axe finds that is serious. The page's policy allows no inline script, so axe runs outside of it. */
async function seriousFaults(page: OpenPage): Promise<string[]> {
  const session = await page.page.context().newCDPSession(page.page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  const expression = `${axe.source}; axe.run(document).then((found) => JSON.stringify(found.violations))`;
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
  const violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] = JSON.parse(
    result.value,
  );
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) =>
    `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`
  );
}

for (const scheme of ["light", "dark"] as const) {
  for (
    const [size, viewport] of [["wide", { width: 1200, height: 800 }], ["phone", { width: 360, height: 740 }]] as const
  ) {
    pageTest(`axe finds nothing serious on a ${size} ${scheme} page, and nothing is cut off`, async (bench) => {
      await using fixture = await Fixture.open({ "a.txt": "one\n" });
      const path = `${fixture.cwd}/a.txt`;
      await using model = fakeModel([
        [{ thinking: "a thought" }, { text: RICH }, { call: "read_file", input: { file_path: path } }],
        [{ call: "edit", input: { file_path: path, old_string: "one", new_string: "two ".repeat(60) } }],
        "Done.",
      ]);
      await using server = await WebServer.start(["--approval-mode", "default"], { model, fixture });
      const page = await bench.connect(server.ready.url, { as: `${scheme} ${size}`, scheme, viewport });
      const check = async (view: string): Promise<void> => {
        assertEquals(await seriousFaults(page), [], view);
        const width = await page.page.evaluate("document.documentElement.scrollWidth");
        assert(Number(width) <= viewport.width, `${view}: ${width} pixels wide`);
      };
      await check("empty");
      await page.send("Change it");
      await page.dialog.waitFor();
      await check("question");
      await until(async () => {
        const region = await page.conversation.boundingBox();
        const call = await page.conversation.getByRole("article", { name: "Tool edit" }).boundingBox();
        return region !== null && call !== null && call.y + call.height <= region.y + region.height;
      }, "the end of the conversation in sight above the question");
      await page.button("Allow").click();
      await page.says("Done.");
      await page.idle();
      await check("conversation");
      await page.prompt.focus();
      await page.page.keyboard.type("/");
      await page.page.getByRole("listbox", { name: "Hints" }).getByRole("option").first().waitFor();
      await check("hints");
      await page.press("Escape", "Backspace");
      if (size === "phone") {
        assertEquals(await page.sessions.count(), 0);
        await page.button("Menu").focus();
        await page.press("Enter");
        await page.sessions.first().waitFor();
        await check("menu");
        await page.press("Enter");
      }
      await page.page.getByRole("tab", { name: "Terminal" }).click();
      await page.terminal.filter({ hasText: "Done." }).waitFor();
      await check("terminal");
    });
  }
}

pageTest("everything can be reached with Tab alone, in the order of the page", async (bench) => {
  await using server = await WebServer.start(["--approval-mode", "default"]);
  const page = await bench.connect(server.ready.url);
  await page.send("write note.txt: hi");
  await page.dialog.waitFor();
  const reached: string[] = [];
  const count = 30;
  for (let at = 0; at < count; at++) {
    await page.press("Tab");
    reached.push(String(
      await page.page.evaluate(
        "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()",
      ),
    ));
  }
  for (
    const name of [
      "New session",
      "Model",
      "Mode",
      "Conversation",
      "Allow",
      "Allow for session",
      "Deny",
      "Prompt",
      "Send",
      "Cancel",
      "Export",
    ]
  ) {
    assert(reached.includes(name), `${name} is not among ${reached.join(", ")}`);
  }
});

/** Presses Tab, or Shift+Tab, until a control of the page has the focus. */
async function reach(control: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await control.evaluate((one) => one === one.ownerDocument.activeElement)) return;
    await control.page().keyboard.press(key);
  }
  throw new Error("The key does not reach the control");
}

pageTest("a person works with the keyboard alone, from the first prompt to a rewind", async (bench) => {
  await using server = await WebServer.start(["--approval-mode", "default"]);
  const page = await bench.connect(server.ready.url);
  const tab = (name: string): Locator => page.page.getByRole("tab", { name });
  // The prompt has the focus at first.
  await page.page.keyboard.type("write note.txt: hi");
  await page.press("Enter");
  await page.dialog.waitFor();
  await reach(page.button("Allow"));
  await page.press("Enter");
  await page.says("answered by");
  await page.idle();
  assertEquals(await Deno.readTextFile(`${server.fixture.cwd}/note.txt`), "hi\n");
  await reach(tab("Conversation"), "Shift+Tab");
  await page.press("ArrowRight");
  await page.terminal.filter({ hasText: "write note.txt" }).waitFor();
  await page.press("ArrowLeft");
  await reach(page.page.getByRole("combobox", { name: "Mode", exact: true }), "Shift+Tab");
  await page.press("ArrowUp");
  await until(
    async () => await page.page.getByRole("combobox", { name: "Mode", exact: true }).inputValue() === "plan",
    "the mode",
  );
  await reach(page.conversation.getByRole("button", { name: "Rewind" }));
  await page.press("Enter");
  await reach(page.dialog.getByRole("button", { name: "Go back" }));
  await page.press("Enter");
  await until(async () => await page.prompt.inputValue() === "write note.txt: hi", "the prompt to write again");
  await until(async () => !await Deno.stat(`${server.fixture.cwd}/note.txt`).then(() => true, () => false), "no file");
  await reach(page.button("New session"), "Shift+Tab");
  await page.press("Enter");
  await until(async () => await page.sessions.count() === 2, "two sessions");
});

pageTest("questions are announced, messages stand in a log, and motion stops where less is wanted", async (bench) => {
  await using server = await WebServer.start(["--approval-mode", "default"]);
  const page = await bench.connect(server.ready.url);
  await page.send("write note.txt: hi");
  await page.dialog.waitFor();
  await page.conversation.getByRole("log").getByText("write note.txt: hi").waitFor();
  await until(async () => (await page.announced()).includes("write_file"), "the question in a live region");
  const moving = async (): Promise<number> => Number(await page.page.evaluate("document.getAnimations().length"));
  await page.page.emulateMedia({ reducedMotion: "no-preference" });
  await until(async () => await moving() > 0, "a sign that moves while a turn runs");
  await page.page.emulateMedia({ reducedMotion: "reduce" });
  await until(async () => await moving() === 0, "no motion");
});

pageTest("earlier parts of a long conversation leave the page and come back by scrolling up", async (bench) => {
  const turns = 130;
  await using model = fakeModel(Array.from({ length: turns }, (_, at) => `answer ${at}.`));
  await using server = await WebServer.start([], { model });
  const page = await bench.connect(server.ready.url);
  await page.send("prompt 0");
  await page.says("answer 0.");
  const session = new URL(page.page.url()).hash.slice("#session=".length);
  const peer = await server.connect();
  for (let at = 1; at < turns; at++) peer.prompt(session, `prompt ${at}`);
  await page.says(`answer ${turns - 1}.`);
  await page.idle();
  const shown = page.conversation.getByRole("article");
  await until(async () => await shown.count() < 210, "a bounded number of entries");
  assertEquals(await page.conversation.getByText("answer 0.", { exact: true }).count(), 0);
  await page.conversation.focus();
  await until(async () => {
    await page.press("Home");
    return await page.conversation.getByText("answer 0.", { exact: true }).count() === 1;
  }, "the first answer");
  await page.press("End");
  await page.conversation.getByText(`answer ${turns - 1}.`, { exact: true }).waitFor();
});
