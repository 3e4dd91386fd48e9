/** The page in a browser: an answer of 50,000 chunks leaves it responsive and its memory bounded. */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { closeBrowserAfterwards, type OpenPage, type PageBench, pageTest, until } from "./support/browser.ts";
import type { Step } from "./support/fake_model.ts";
import { type MainThreadTimes, mainThreadTimes } from "./support/main_thread.ts";
import { type WebLine, WebServer } from "./support/web_server.ts";

closeBrowserAfterwards();

const CHUNKS = 50_000;
const HANDLED_MS = 100;
/** Between two keys. */
const PAUSE_MS = 30;
const MAX_HEAP = 150_000_000;

/** A block of Markdown in many small chunks: how it begins, what is repeated, and what the page shows as often. */
interface Shape {
  head: string;
  piece: string;
  shown: string;
  /** How it ends where another one follows. */
  tail?: string;
}

const SHAPES: Readonly<Record<string, Shape>> = {
  "one paragraph": { head: "", piece: "word ", shown: "word" },
  "many paragraphs": { head: "", piece: "line of text\n\n", shown: "line of text" },
  "one code block": { head: "\n\n```\n", piece: "x = 1;\n", shown: "x = 1;", tail: "```\n" },
  "one table": { head: "\n\n| name | value |\n|---|---|\n", piece: "| row of | `table` |\n", shown: "row of" },
};
const FURTHER: readonly Shape[] = [
  { head: "\n\n", piece: "- an **item**\n", shown: "an item" },
  { head: "\n\n- top\n", piece: "    - inner `x`\n", shown: "inner x" },
  { head: "\n\n- ", piece: "endless ", shown: "endless" },
  { head: "\n\n", piece: "a short line\n", shown: "a short line" },
  { head: "\n\n", piece: "> quoted words\n", shown: "quoted words" },
  { head: "\n\n```json\n", piece: '{"key":1},', shown: '{"key":1}', tail: "\n```\n" },
  { head: "\n\n", piece: "*a ", shown: "*a" },
];

for (const [name, shape] of Object.entries(SHAPES)) {
  pageTest(`an answer of 50,000 chunks as ${name} leaves the page responsive`, (bench) => flood(bench, [shape]));
}

pageTest("an answer of 50,000 chunks in many shapes leaves the page responsive", (bench) => flood(bench, FURTHER));

pageTest("a thought of 50,000 chunks leaves the page responsive, also where it is unfolded", async (bench) => {
  const steps: Step[] = [{ thinking: "opening " }, { wait: "flood" }, { thinking: Array(CHUNKS).fill("thought ") }];
  await using stage = await Stage.open(bench, [...steps, { text: "theend" }]);
  const { page } = stage;
  await page.conversation.getByText("Thinking").press("Enter");
  await page.conversation.getByText("opening").waitFor();
  await page.prompt.focus();
  await stage.run();
  const thought = await page.conversation.getByRole("article", { name: "Thought" }).textContent() ?? "";
  assertEquals(thought.split("thought ").length - 1, CHUNKS);
  await assertBounded(page);
});

pageTest("an answer of 50,000 chunks leaves the page responsive while the terminal is shown", async (bench) => {
  const repeated = { repeat: "a line of the answer\n", times: CHUNKS };
  await using stage = await Stage.open(bench, [{ text: "opening\n" }, { wait: "flood" }, repeated, { text: "theend" }]);
  const { page } = stage;
  await page.page.getByRole("tab", { name: "Terminal" }).click();
  await page.terminal.filter({ hasText: "opening" }).waitFor();
  await page.prompt.focus();
  await stage.run();
  await page.terminal.filter({ hasText: "theend" }).waitFor();
  await assertBounded(page);
});

async function flood(bench: PageBench, shapes: readonly Shape[]): Promise<void> {
  const times = Math.ceil(CHUNKS / shapes.length);
  const steps = shapes.flatMap(({ head, piece, tail = "" }) => [
    { text: head },
    { repeat: piece, times },
    { text: tail },
  ]);
  const opening = [{ text: "opening " }, { wait: "flood" }];
  await using stage = await Stage.open(bench, [...opening, ...steps, { text: " theend" }]);
  const { page } = stage;
  await stage.run();
  const answer = await page.conversation.getByRole("article", { name: "Answer" }).textContent() ?? "";
  for (const { shown } of shapes) assertEquals([shown, answer.split(shown).length - 1], [shown, times]);
  assert(answer.trimEnd().endsWith("theend"), answer.slice(-100));
  await assertBounded(page);
}

/** A page on whose session an answer has begun that goes on with many chunks. */
class Stage implements AsyncDisposable {
  readonly page: OpenPage;
  readonly #model: ModelProcess;
  readonly #server: WebServer;

  private constructor({ page, model, server }: { page: OpenPage; model: ModelProcess; server: WebServer }) {
    this.page = page;
    this.#model = model;
    this.#server = server;
  }

  static async open(bench: PageBench, steps: readonly Step[]): Promise<Stage> {
    const model = await ModelProcess.start(steps);
    const server = await WebServer.start(["--provider", "openai"], { env: model.env });
    const page = await bench.connect(server.ready.url, { watchesFrames: false });
    await page.send("flood");
    await page.status("working");
    await page.conversation.getByRole("article").nth(1).waitFor();
    return new Stage({ page, model, server });
  }

  /** Lets the answer go on, types meanwhile, and asserts that every key was handled in time. */
  async run(): Promise<void> {
    const { page } = this;
    // Looking for the end on the page would itself keep the page busy, so another client tells it.
    const peer = await this.#server.connect();
    await peer.follow(new URL(page.page.url()).hash.slice("#session=".length));
    const log = await page.page.getByRole("log", { name: "Messages", includeHidden: true }).elementHandle();
    const isDrawn = async (): Promise<boolean> => await log?.getAttribute("aria-busy") === "false";
    let typed = 0;
    const times = await mainThreadTimes(page.page, async () => {
      await this.#model.release("flood");
      typed = await typeUntil(page, async () => {
        await peer.next((line: WebLine) => line.metadata?.event === "summary");
        await until(isDrawn, "everything is drawn");
      });
    });
    assertResponsive(times, typed);
    assertEquals((await page.prompt.inputValue()).length, typed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    await this.#model[Symbol.asyncDispose]();
  }
}

/** Types until something has happened; returns how many keys. */
async function typeUntil(page: OpenPage, event: () => Promise<void>): Promise<number> {
  // Keys are not waited for one by one: the reports of the browser about its frames come before their answers.
  const keys: Promise<void>[] = [];
  const isOver = event().then(() => true);
  const pause = (): Promise<boolean> => new Promise((resolve) => setTimeout(() => resolve(false), PAUSE_MS));
  while (!await Promise.race([isOver, pause()])) keys.push(page.page.keyboard.press("a"));
  await Promise.all(keys);
  await page.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
  return keys.length;
}

/** A key waits for the task that runs and is then handled, so no task may take longer either. */
function assertResponsive({ keys, tasks }: MainThreadTimes, typed: number): void {
  // The browser reports a key with the frame that shows its effect, so some are missing; the tasks leave none out.
  assert(keys.length > 10, `${keys.length} of ${typed} keys were reported`);
  const slowest = Math.max(...keys);
  assert(slowest < HANDLED_MS, `a key took the page ${slowest} ms`);
  assert(tasks[0] < HANDLED_MS, `a task took ${tasks[0]} ms`);
}

async function assertBounded(page: OpenPage): Promise<void> {
  const session = await page.page.context().newCDPSession(page.page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  assert(usedSize < MAX_HEAP, `${usedSize} bytes`);
}

/** The model in a process of its own: fifty thousand chunks would keep this one from typing. */
class ModelProcess implements AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  readonly #child: Deno.ChildProcess;
  readonly #port: string;
  readonly #file: string;

  private constructor({ child, port, file }: { child: Deno.ChildProcess; port: string; file: string }) {
    this.#child = child;
    this.#port = port;
    this.#file = file;
    this.env = {
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_MODEL: "fake-model",
    };
  }

  static async start(steps: readonly Step[]): Promise<ModelProcess> {
    const file = await Deno.makeTempFile({ suffix: ".json" });
    await Deno.writeTextFile(file, JSON.stringify([steps]));
    const program = fromFileUrl(new URL("./support/fake_model.ts", import.meta.url));
    const args = ["run", "-A", "--quiet", program, file];
    const child = new Deno.Command(Deno.execPath(), { args, stdin: "null", stdout: "piped" }).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("\n")) text += (await reader.read()).value ?? "\n";
    reader.releaseLock();
    return new ModelProcess({ child, port: text.trim(), file });
  }

  async release(name: string): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/release/${name}`, { method: "POST" });
    await response.body?.cancel();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.status;
    await Deno.remove(this.#file);
  }
}
