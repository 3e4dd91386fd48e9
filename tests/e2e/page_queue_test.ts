/** The page in a browser: the queue of jobs, where the server has one. */
import { assertEquals } from "@std/assert";
import { closeBrowserAfterwards, type OpenPage, pageTest, until } from "../support/browser.ts";
import { fakeModel } from "../support/fake_model.ts";
import { hasNats, NatsServer } from "../support/nats.ts";
import { runQwen, startQwen } from "../support/qwen.ts";
import { WebServer } from "../support/web_server.ts";

closeBrowserAfterwards();

/** The figure of a state in the view of the queue. */
async function countOf(page: OpenPage, state: string): Promise<string> {
  const queue = page.page.getByRole("region", { name: "Queue" });
  const text = await queue.innerText();
  return new RegExp(`\\b${state}\\s+(\\d+)`).exec(text)?.[1] ?? "";
}

pageTest("a server without a queue shows no view of it", async (bench) => {
  await using server = await WebServer.start();
  const page = await bench.connect(server.ready.url);
  await page.send("hello");
  await page.says("demo model");
  assertEquals(await page.page.getByRole("tab", { name: "Queue" }).count(), 0);
  assertEquals(await page.conversation.getByText("has no queue").count(), 0);
});

if (hasNats) {
  pageTest("the view of the queue has counts by state and failures with their reasons", async (bench) => {
    await using nats = await NatsServer.start();
    await using model = fakeModel([], { otherwise: { status: 401, body: { error: { message: "the key is wrong" } } } });
    await using server = await WebServer.start(["--queue", nats.url]);
    const { fixture } = server;
    const jobs = ["one", "two"].map((id) => `${JSON.stringify({ id, prompt: "hello" })}\n`).join("");
    const sent = await runQwen(["batch", "--queue", nats.url, "--detach", "-"], { fixture, stdin: jobs });
    assertEquals(sent.code, 0, sent.stderr);
    const page = await bench.connect(server.ready.url);
    const tab = page.page.getByRole("tab", { name: "Queue" });
    await tab.waitFor();
    await tab.focus();
    await page.press("Enter");
    await until(async () => await countOf(page, "queued") === "2", "two jobs in the queue");
    const env = { ...model.env };
    await using worker = startQwen(["worker", "--queue", nats.url, "--provider", "openai"], { fixture, env });
    await worker.until(/"ready"/);
    await until(async () => await countOf(page, "queued") === "0", "an empty queue");
    const failures = page.page.getByRole("table", { name: "Failures" });
    await failures.getByRole("cell", { name: "one", exact: true }).waitFor();
    await failures.getByRole("cell", { name: /the key is wrong/ }).first().waitFor();
    await page.page.getByRole("region", { name: "Queue" }).getByText(/jobs per minute/).waitFor();
  });
}
