/** The page in a browser: the forms of MCP servers, with the keyboard alone. */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { closeBrowserAfterwards, type OpenPage, pageTest } from "../support/browser.ts";
import { type FakeModel, fakeModel } from "../support/fake_model.ts";
import { WebServer } from "../support/web_server.ts";

closeBrowserAfterwards();

const SERVER = fromFileUrl(new URL("../support/mcp_server.ts", import.meta.url));

/** A server of the page whose sessions have a real MCP server. */
async function serverWith(model: FakeModel): Promise<WebServer> {
  const entry = { command: Deno.execPath(), args: ["run", "-A", "--quiet", "--no-config", SERVER], trust: true };
  return await WebServer.start(["--mcp-config", JSON.stringify({ mcpServers: { books: entry } })], { model });
}

/** What the MCP server was answered, as it told the model. */
function answerIn(model: FakeModel, request: number): unknown {
  const { content } = model.requests[request].body.messages.at(-1);
  return JSON.parse(typeof content === "string" ? content : content[0].text);
}

/** Goes to a button with the Tab key and presses it. */
async function choose(page: OpenPage, name: string): Promise<void> {
  const button = page.dialog.getByRole("button", { name, exact: true });
  for (let keys = 0; keys < 60; keys++) {
    if (await button.evaluate((one) => one === one.ownerDocument.activeElement)) return await page.press("Enter");
    await page.press("Tab");
  }
  throw new Error(`The Tab key does not reach ${name}`);
}

const ONE = [{ const: "s", title: "Small" }, { const: "l", title: "Large" }];
const PROPERTIES = {
  name: { type: "string", title: "Full name", description: "As on the card", minLength: 2, default: "Ada" },
  mail: { type: "string", format: "email", default: "ada@example.com" },
  site: { type: "string", format: "uri" },
  born: { type: "string", format: "date", default: "1815-12-10" },
  at: { type: "string", format: "date-time", default: "2026-01-02T03:04:05.000Z" },
  copies: { type: "integer", minimum: 1, maximum: 9, default: 2 },
  price: { type: "number", default: 1.5 },
  gift: { type: "boolean", title: "As a gift", default: true },
  colour: { type: "string", enum: ["red", "blue"], enumNames: ["Red", "Blue"], default: "blue" },
  size: { type: "string", oneOf: ONE },
  genres: { type: "array", items: { type: "string", enum: ["fact", "fiction"] }, default: ["fiction"] },
  extras: { type: "array", items: { anyOf: [{ const: "w", title: "Wrapping" }, { const: "c", title: "Card" }] } },
};
const DEFAULTS = {
  name: "Ada",
  mail: "ada@example.com",
  born: "1815-12-10",
  at: "2026-01-02T03:04:05.000Z",
  copies: 2,
  price: 1.5,
  gift: true,
  colour: "blue",
  genres: ["fiction"],
};
const CALL = { call: "mcp__books__ask", input: { properties: PROPERTIES } };

pageTest("a form of an MCP server has a field of each kind with its default, and is accepted", async (bench) => {
  await using model = fakeModel([[CALL], "thanks", [CALL], "a second time"]);
  await using server = await serverWith(model);
  const page = await bench.connect(server.ready.url);
  await page.send("order");
  await page.dialog.filter({ hasText: "books asks" }).filter({ hasText: "Your name?" }).waitFor();
  await choose(page, "Answer");
  await page.says("thanks");
  assertEquals(answerIn(model, 1), { action: "accept", content: DEFAULTS });
  await page.idle();

  await page.send("order again");
  await page.dialog.waitFor();
  const { dialog } = page;
  const name = dialog.getByRole("textbox", { name: "Full name" });
  assert((await dialog.textContent() ?? "").includes("As on the card"));
  await name.focus();
  await page.press("Control+a");
  await page.page.keyboard.type("Grace");
  await dialog.getByRole("textbox", { name: "site" }).focus();
  await page.page.keyboard.type("https://example.com/");
  await dialog.getByRole("spinbutton", { name: "copies" }).focus();
  await page.press("ArrowUp");
  await dialog.getByRole("checkbox", { name: "As a gift" }).focus();
  await page.press("Space");
  await dialog.getByRole("radio", { name: "Blue" }).focus();
  await page.press("ArrowUp");
  await dialog.getByRole("radio", { name: "Large" }).focus();
  await page.press("Space");
  for (const label of ["fact", "Card"]) {
    await dialog.getByRole("checkbox", { name: label, exact: true }).focus();
    await page.press("Space");
  }
  await choose(page, "Answer");
  await page.says("a second time");
  assertEquals(answerIn(model, 3), {
    action: "accept",
    content: {
      ...DEFAULTS,
      ...{ name: "Grace", site: "https://example.com/", copies: 3, gift: false, colour: "red", size: "l" },
      ...{ genres: ["fact", "fiction"], extras: ["c"] },
    },
  });
});

pageTest("a form is not sent while a field is missing or does not fit, and says which", async (bench) => {
  const mail = { type: "string", format: "email" };
  const properties = { title: { type: "string" }, copies: { type: "integer", maximum: 9 }, mail };
  const input = { properties, required: ["title"] };
  await using model = fakeModel([[{ call: "mcp__books__ask", input }], "thanks"]);
  await using server = await serverWith(model);
  const page = await bench.connect(server.ready.url);
  await page.send("order");
  const { dialog } = page;
  await dialog.waitFor();
  await choose(page, "Answer");
  await dialog.getByText("Please fill in: title").waitFor();
  const title = dialog.getByRole("textbox", { name: "title" });
  assertEquals(await title.evaluate((one) => one === one.ownerDocument.activeElement), true);
  await page.page.keyboard.type("Notes");
  await dialog.getByRole("spinbutton", { name: "copies" }).focus();
  await page.page.keyboard.type("12");
  await choose(page, "Answer");
  await dialog.getByText(/^copies: /).waitFor();
  await page.press("Control+a");
  await page.page.keyboard.type("3");
  await dialog.getByRole("textbox", { name: "mail" }).focus();
  await page.press("Control+a");
  await page.page.keyboard.type("nobody");
  await choose(page, "Answer");
  await dialog.getByText(/^mail: /).waitFor();
  await page.press("Control+a", "Delete");
  await choose(page, "Answer");
  await page.says("thanks");
  assertEquals(answerIn(model, 1), { action: "accept", content: { title: "Notes", copies: 3 } });
});

pageTest("a form of an MCP server is declined, dismissed by its button, and dismissed by Esc", async (bench) => {
  await using model = fakeModel([[CALL], "declined", [CALL], "dismissed", [CALL], "left"]);
  await using server = await serverWith(model);
  const page = await bench.connect(server.ready.url);
  const ways = [
    { says: "declined", action: "decline", act: () => choose(page, "Decline") },
    { says: "dismissed", action: "cancel", act: () => choose(page, "Dismiss") },
    { says: "left", action: "cancel", act: () => page.press("Escape") },
  ];
  for (const [at, { says, action, act }] of ways.entries()) {
    await page.send("order");
    await page.dialog.waitFor();
    await act();
    await page.says(says);
    assertEquals(answerIn(model, 2 * at + 1), { action });
    await page.idle();
  }
});
