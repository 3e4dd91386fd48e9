/** The page in Debian's Chromium, driven by roles and keys. Every frame of its WebSocket fits the schemas. */
import { assertEquals } from "@std/assert";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { assertFits } from "./validate.ts";

/** Whether this machine has the browser. */
export const hasChromium: boolean = await new Deno.Command("chromium", { args: ["--version"], stdout: "null" }).output()
  .then(({ success }) => success, () => false);

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const WAIT_MS = 40_000;

/** Starts a browser with a folder of its own. */
export async function openBrowser(): Promise<Browser> {
  const { stdout } = await new Deno.Command("which", { args: ["chromium"] }).output();
  const executablePath = new TextDecoder().decode(stdout).trim();
  return await chromium.launch({ executablePath, args: FLAGS });
}

let shared: Promise<Browser> | undefined;

/** A test with one browser for the whole file. The browser outlives the test, so its resources are not counted. */
export function pageTest(name: string, run: (bench: PageBench) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !hasChromium,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn(): Promise<void> {
      await using bench = new PageBench(await (shared ??= openBrowser()));
      await run(bench);
    },
  });
}

/** Closes the browser after the last test of the file. */
export function closeBrowserAfterwards(): void {
  Deno.test.afterAll(async () => {
    const browser = await shared;
    shared = undefined;
    await browser?.close();
  });
}

/** How a page is opened. */
export interface OpenOptions {
  /** The size of the window. */
  viewport?: { width: number; height: number };
  scheme?: "light" | "dark";
  /** A person of their own: another storage. Pages without it share one. */
  as?: string;
  ignoresCertificates?: boolean;
  /** Whether every frame is kept and compared with the schemas; true unless set. */
  watchesFrames?: boolean;
}

/** The pages of one test. */
export class PageBench implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #contexts = new Map<string, Promise<BrowserContext>>();
  readonly #pages: OpenPage[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Opens an address. */
  async open(url: string, options: OpenOptions = {}): Promise<OpenPage> {
    const { as = "someone", viewport = { width: 1200, height: 800 }, scheme = "light", ignoresCertificates } = options;
    let context = this.#contexts.get(as);
    if (!context) {
      this.#contexts.set(
        as,
        context = this.#browser.newContext({
          viewport,
          colorScheme: scheme,
          reducedMotion: "reduce",
          acceptDownloads: true,
          ignoreHTTPSErrors: ignoresCertificates ?? false,
        }),
      );
    }
    const page = new OpenPage(await (await context).newPage(), options);
    this.#pages.push(page);
    await page.page.goto(url);
    return page;
  }

  /** Opens the page of a server and waits until it is connected. */
  async connect(url: string, options: OpenOptions = {}): Promise<OpenPage> {
    const page = await this.open(url, options);
    await page.status("connected");
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const context of this.#contexts.values()) await (await context).close();
    for (const page of this.#pages) page.check();
  }
}

/** A page, by the roles and names of its parts. */
export class OpenPage {
  readonly page: Page;
  /** Lines that the page has received. */
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
  readonly received: any[] = [];
  readonly faults: string[] = [];

  constructor(page: Page, { watchesFrames = true }: Pick<OpenOptions, "watchesFrames"> = {}) {
    this.page = page;
    page.setDefaultTimeout(WAIT_MS);
    page.on("pageerror", (error) => this.faults.push(`error: ${error.message}`));
    page.on("console", (message) => {
      // A lost connection is reported by the browser itself.
      if (message.type() === "error" && !/net::ERR_|WebSocket connection/.test(message.text())) {
        this.faults.push(`console: ${message.text()}`);
      }
    });
    page.on("dialog", (dialog) => {
      this.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    if (!watchesFrames) return;
    page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => this.#validate(String(payload), "chat/in"));
      socket.on("framereceived", ({ payload }) => this.received.push(this.#validate(String(payload), "chat/out")));
    });
  }

  get prompt(): Locator {
    return this.page.getByRole("textbox", { name: "Prompt", exact: true });
  }

  get conversation(): Locator {
    return this.page.getByRole("region", { name: "Conversation" });
  }

  get terminal(): Locator {
    return this.page.getByRole("region", { name: "Terminal" });
  }

  get sessions(): Locator {
    return this.page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types a prompt and sends it with Enter. */
  async send(text: string): Promise<void> {
    await this.prompt.focus();
    await this.page.keyboard.insertText(text);
    await this.press("Enter");
  }

  /** Waits until the status has a word. */
  async status(word: string): Promise<void> {
    await this.page.getByRole("status").filter({ hasText: new RegExp(`\\b${word}\\b`) }).waitFor();
  }

  /** Waits until no turn runs. */
  async idle(): Promise<void> {
    await this.page.getByRole("status").filter({ hasText: /^connected$/ }).waitFor();
  }

  /** Waits until the conversation has a text. */
  async says(text: string | RegExp): Promise<void> {
    await this.conversation.filter({ hasText: text }).waitFor();
  }

  /** How many elements of each name the page has, frames included. */
  async elements(): Promise<ReadonlyMap<string, number>> {
    const session = await this.page.context().newCDPSession(this.page);
    const { documents, strings } = await session.send("DOMSnapshot.captureSnapshot", { computedStyles: [] });
    await session.detach();
    const counts = new Map<string, number>();
    for (const name of documents.flatMap(({ nodes }) => nodes.nodeName ?? [])) {
      counts.set(strings[name], (counts.get(strings[name]) ?? 0) + 1);
    }
    return counts;
  }

  /** What is announced at once to people who do not see the page. */
  async announced(): Promise<string> {
    const session = await this.page.context().newCDPSession(this.page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    await session.detach();
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const textOf = (id: string): string => {
      const node = byId.get(id);
      const own = node?.role?.value === "StaticText" ? String(node.name?.value ?? "") : "";
      return own + (node?.childIds ?? []).map(textOf).join("");
    };
    const live = nodes.filter(({ properties = [] }) =>
      properties.some(({ name, value }) => name === "live" && value.value === "assertive")
    );
    return live.map(({ nodeId }) => textOf(nodeId)).join("\n");
  }

  /** Fails where the page has misbehaved: an error, a dialog of the browser, a line that does not fit. */
  check(): void {
    assertEquals(this.faults, []);
  }

  #validate(text: string, schema: string): unknown {
    const line = JSON.parse(text);
    try {
      assertFits(line, schema);
    } catch (error) {
      this.faults.push(error instanceof Error ? error.message : String(error));
    }
    return line;
  }
}

/** Waits until a condition holds. */
export async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const end = performance.now() + WAIT_MS;
  while (!await holds()) {
    if (performance.now() > end) throw new Error(`It did not happen in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
