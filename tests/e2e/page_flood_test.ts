/** The page in a browser: an answer of 50,000 chunks leaves it responsive and its memory bounded. */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { closeBrowserAfterwards, pageTest } from "../support/browser.ts";
import type { Step } from "../support/fake_model.ts";
import { type WebLine, WebServer } from "../support/web_server.ts";

closeBrowserAfterwards();

const CHUNKS = 50_000;
const HANDLED_MS = 100;
/** Between two keys. */
const PAUSE_MS = 30;
const MAX_HEAP = 150_000_000;

/** Measures in the page how long each key waits and is handled, until a frame could be drawn. */
const WATCH = `
  globalThis.waits = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.name === "keydown") waits.push(entry.processingEnd - entry.startTime);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: false });
`;

/** Measures in an idle page by how much a busy machine delays a browser that has nothing to do. */
const NOISE = `
  globalThis.noise = 0;
  let expected = performance.now() + 5;
  const look = () => {
    noise = Math.max(noise, performance.now() - expected);
    expected = performance.now() + 5;
    setTimeout(look, 5);
  };
  setTimeout(look, 5);
`;

for (
  const [shape, piece] of [["one paragraph", "word "], ["many paragraphs", "line of text\n\n"], [
    "one code block",
    "x = 1;\n",
  ]]
) {
  pageTest(`an answer of 50,000 chunks as ${shape} leaves the page responsive`, async (bench) => {
    const head = shape === "one code block" ? "```\n" : "";
    const steps = [{ text: `${head}opening ` }, { wait: "flood" }, { repeat: piece, times: CHUNKS }, {
      text: " theend",
    }];
    await using model = await ModelProcess.start(steps);
    await using server = await WebServer.start(["--provider", "openai"], { env: model.env });
    const page = await bench.connect(server.ready.url, { watchesFrames: false });
    await page.page.evaluate(WATCH);
    const idle = await bench.open("about:blank", { as: "nobody" });
    await idle.page.evaluate(NOISE);
    await page.send("flood");
    await page.says("opening");
    // Keys are not waited for one by one: the reports of the browser about its frames come before their answers.
    const keys: Promise<void>[] = [];
    const peer = await server.connect();
    await peer.follow(new URL(page.page.url()).hash.slice("#session=".length));
    await model.release("flood");
    // Another client tells the end: looking for it on the page would itself keep the page busy.
    const isOver = peer.next((line: WebLine) => line.metadata?.event === "summary").then(() => true);
    const pause = (): Promise<boolean> => new Promise((resolve) => setTimeout(() => resolve(false), PAUSE_MS));
    while (!await Promise.race([isOver, pause()])) keys.push(page.page.keyboard.press("a"));
    await Promise.all(keys);
    const typed = keys.length;
    assert(typed > 10, `only ${typed} keys were typed meanwhile`);
    await page.idle();
    await page.says("theend");
    assertEquals((await page.prompt.inputValue()).length, typed);
    const waits: number[] = JSON.parse(String(await page.page.evaluate("JSON.stringify(waits)")));
    const slowest = Math.max(0, ...waits);
    const noise = Number(await idle.page.evaluate("noise"));
    assert(slowest < HANDLED_MS + noise, `a key was handled after ${slowest} ms, with a noise of ${noise} ms`);
    const answer = await page.conversation.getByRole("article", { name: "Answer" }).textContent() ?? "";
    const words = answer.split(piece.trim()).length - 1;
    assertEquals(words, CHUNKS);
    const session = await page.page.context().newCDPSession(page.page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    assert(usedSize < MAX_HEAP, `${usedSize} bytes`);
  });
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
    const program = fromFileUrl(new URL("../support/fake_model.ts", import.meta.url));
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
