/** The page in a browser: the token, lost connections, restarts, and sessions that outlive every page. */
import { assert, assertEquals } from "@std/assert";
import { closeBrowserAfterwards, pageTest, until } from "../support/browser.ts";
import { CutProxy } from "../support/cut_proxy.ts";
import { fakeModel } from "../support/fake_model.ts";
import { localCertificate } from "../support/https_servers.ts";
import { Fixture } from "../support/qwen.ts";
import { WebServer } from "../support/web_server.ts";

closeBrowserAfterwards();

const COMEBACK_MS = 5_000;

pageTest("a wrong token is told in an alert", async (bench) => {
  await using server = await WebServer.start();
  for (const url of [`${server.origin}/#token=wrong`, `${server.origin}/`]) {
    const page = await bench.open(url, { as: url });
    await page.page.getByRole("alert").filter({ hasText: /token/ }).waitFor();
    await page.status("disconnected");
  }
});

pageTest("sessions are listed, opened, begun and resumed, and a reload opens the same one", async (bench) => {
  await using model = fakeModel(["first answer", "second answer", "third answer"]);
  await using server = await WebServer.start([], { model });
  const page = await bench.connect(server.ready.url);
  await page.send("alpha prompt");
  await page.says("first answer");
  await page.button("New session").focus();
  await page.press("Enter");
  await until(async () => await page.conversation.getByText("first answer").count() === 0, "an empty session");
  await page.send("beta prompt");
  await page.says("second answer");
  await page.sessions.filter({ hasText: "beta prompt" }).waitFor();
  const current: string[] = [];
  for (const one of await page.sessions.getByRole("button").all()) {
    if (await one.getAttribute("aria-current") === "true") current.push(await one.textContent() ?? "");
  }
  assertEquals(current.length, 1);
  assert(current[0].includes("beta prompt"), current[0]);
  const alpha = page.sessions.filter({ hasText: "alpha prompt" }).getByRole("button");
  await alpha.focus();
  await page.press("Enter");
  await page.says("first answer");
  assertEquals(await page.conversation.getByText("second answer").count(), 0);
  await page.page.reload();
  await page.says("first answer");
  assert(!page.page.url().includes("token"));
  await page.send("again");
  await page.says("third answer");
  assertEquals(await page.conversation.getByText("first answer").count(), 1);
});

pageTest("closing every page loses nothing: the turn goes on, and the question waits", async (bench) => {
  await using fixture = await Fixture.open();
  const input = { file_path: `${fixture.cwd}/new.txt`, content: "x\n" };
  await using model = fakeModel([[{ text: "Before. " }, { wait: "go" }, { call: "write_file", input }], "After."]);
  await using server = await WebServer.start(["--approval-mode", "default"], { model, fixture });
  const first = await bench.connect(server.ready.url);
  await first.send("write");
  await first.says("Before.");
  const session = new URL(first.page.url()).hash.slice(1);
  await first.page.close();
  model.release("go");
  const second = await bench.connect(`${server.ready.url}&${session}`, { as: "later" });
  await second.dialog.waitFor();
  await second.says("Before.");
  await second.button("Allow").click();
  await second.says("After.");
  assertEquals(await second.conversation.getByText("Before.").count(), 1);
});

pageTest("after a lost connection the page continues without a gap or a repeat", async (bench) => {
  const words = Array.from({ length: 400 }, (_, at) => `w${at} `);
  await using model = fakeModel([[
    { text: words.slice(0, 100) },
    { wait: "a" },
    { text: words.slice(100, 200) },
    { wait: "b" },
    { text: words.slice(200) },
  ]]);
  await using server = await WebServer.start([], { model });
  await using proxy = new CutProxy(Number(new URL(server.origin).port));
  const page = await bench.connect(server.ready.url.replace(server.origin, proxy.origin));
  await page.send("count");
  await page.says("w99");
  proxy.cut();
  await page.status("reconnecting");
  model.release("a");
  proxy.restore();
  const back = performance.now();
  await page.says("w199");
  const tookMs = performance.now() - back;
  assert(tookMs < COMEBACK_MS, `${tookMs} ms`);
  proxy.cut({ comesBack: true });
  model.release("b");
  await page.says("w399");
  await page.idle();
  const text = await page.conversation.getByRole("article", { name: "Answer" }).textContent() ?? "";
  assertEquals(text.trim(), words.join("").trim());
});

pageTest("a restarted server with the same token file lets an open page go on", async (bench) => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["before", "after"]);
  const tokenFile = `${fixture.home}/token`;
  let server = await WebServer.start(["--token-file", tokenFile], { model, fixture });
  const page = await bench.connect(server.ready.url);
  await page.send("one");
  await page.says("before");
  await page.idle();
  const port = String(new URL(server.origin).port);
  await server.stop();
  await page.status("reconnecting");
  await server[Symbol.asyncDispose]();
  server = await WebServer.start(["--token-file", tokenFile], {
    model,
    fixture,
    args: ["serve", "--web", "--tcp-port", port],
  });
  await using _later = server;
  const back = performance.now();
  await page.status("connected");
  const tookMs = performance.now() - back;
  assert(tookMs < COMEBACK_MS, `${tookMs} ms`);
  await page.says("before");
  await page.send("two");
  await page.says("after");
  for (const text of ["before", "after"]) assertEquals(await page.conversation.getByText(text).count(), 1, text);
});

pageTest("after a restart the page has the real diffs, the names of who asked and of who answered", async (bench) => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  await using fixture = await Fixture.open({ "a.txt": `${lines.join("\n")}\n` });
  const path = `${fixture.cwd}/a.txt`;
  const edit = { file_path: path, old_string: "line 14\nline 15", new_string: "line 14\nline fifteen" };
  await using model = fakeModel([
    [{ call: "read_file", input: { file_path: path } }],
    [{ call: "edit", input: edit }],
    "changed",
    [{ call: "write_file", input: { file_path: `${fixture.cwd}/b.txt`, content: "b\n" } }],
    "left alone",
  ]);
  const flags = ["--approval-mode", "default", "--token-file", `${fixture.home}/token`];
  let server = await WebServer.start(flags, { model, fixture });
  const page = await bench.connect(server.ready.url);
  await page.page.getByRole("textbox", { name: "Your name" }).fill("Ann");
  await page.press("Tab");
  await page.idle();
  await page.send("change it");
  await page.dialog.waitFor();
  await page.button("Allow").click();
  await page.says("changed");
  await page.idle();
  await page.send("write it");
  await page.dialog.waitFor();
  await page.button("Deny").click();
  await page.says("left alone");
  await page.idle();
  const diff = page.conversation.getByRole("article", { name: "Tool edit" }).getByRole("group", { name: "Diff" });
  const prompts = page.conversation.getByRole("article", { name: "Prompt" });
  const before = { diff: await diff.textContent(), prompts: await prompts.allTextContents() };
  assert(before.diff?.includes("@@ -13,") && before.diff.includes(" line 17"), before.diff ?? "");
  const port = String(new URL(server.origin).port);
  await server.stop();
  await page.status("reconnecting");
  await server[Symbol.asyncDispose]();
  server = await WebServer.start(flags, { model, fixture, args: ["serve", "--web", "--tcp-port", port] });
  await using _later = server;
  await page.idle();
  await page.says("left alone");
  const lastAnswer = page.received.findLastIndex((line) => line.type === "control_response");
  assert(lastAnswer > 0);
  await page.says("Allowed, answered by Ann");
  await page.says("Denied, answered by Ann");
  assertEquals({ diff: await diff.textContent(), prompts: await prompts.allTextContents() }, before);
  assert(before.prompts.every((prompt) => prompt.includes("Ann")), before.prompts.join());
});

pageTest("a prompt that is lost with the connection is put back, and one that arrived is not", async (bench) => {
  await using model = fakeModel(["first", "second", "third"]);
  await using server = await WebServer.start([], { model });
  await using proxy = new CutProxy(Number(new URL(server.origin).port));
  const page = await bench.connect(server.ready.url.replace(server.origin, proxy.origin));
  await page.send("one");
  await page.says("first");
  await page.idle();
  // What is sent from now on goes nowhere, as on a network that was cut without a word.
  proxy.hold();
  await page.send("two");
  await page.conversation.getByText("two", { exact: true }).waitFor();
  proxy.cut({ comesBack: true });
  await until(async () => await page.prompt.inputValue() === "two", "the prompt in its box again");
  await until(async () => await page.conversation.getByText("two", { exact: true }).count() === 0, "no such prompt");
  await page.idle();
  assertEquals(model.requests.length, 1);
  await page.press("Enter");
  await page.says("second");
  await page.idle();
  // This one arrives, but its echo is lost.
  proxy.hold({ answers: true });
  await page.send("three");
  await until(() => model.requests.length === 3, "the prompt at the model");
  proxy.cut({ comesBack: true });
  await page.says("third");
  await page.idle();
  assertEquals(await page.prompt.inputValue(), "");
  for (const text of ["one", "two", "three"]) {
    assertEquals(await page.conversation.getByText(text, { exact: true }).count(), 1, text);
  }
  assertEquals(model.requests.length, 3);
});

pageTest("with a certificate the page is served over TLS", async (bench) => {
  await using fixture = await Fixture.open();
  const { cert, key } = await localCertificate(fixture.home);
  await Deno.writeTextFile(`${fixture.home}/cert.pem`, cert);
  await Deno.writeTextFile(`${fixture.home}/key.pem`, key);
  const flags = ["--tls-cert", `${fixture.home}/cert.pem`, "--tls-key", `${fixture.home}/key.pem`];
  await using server = await WebServer.start(flags, { fixture });
  assert(server.ready.url.startsWith("https://"), server.ready.url);
  const page = await bench.connect(server.ready.url, { ignoresCertificates: true });
  await page.send("count to 3");
  await page.says("3");
});
