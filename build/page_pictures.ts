/**
 * `deno task page:pictures`: takes pictures of each view of the browser page, at two sizes, light and dark, into
 * docs/pictures. The page is that of the program with its built-in model and a queue, in Debian's Chromium.
 */
import { fromFileUrl } from "@std/path/from-file-url";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { NatsServer } from "../tests/support/nats.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const FOLDER = `${ROOT}docs/pictures`;
const SIZES = { wide: { width: 1200, height: 760 }, phone: { width: 360, height: 720 } } as const;
const SCHEMES = { light: "", dark: "-dark" } as const;

/** The views, and how each is reached from the one before. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async conversation(page): Promise<void> {
    await send(page, "list src\nthen\nread src/greet.ts");
    await page.getByRole("article", { name: "Answer" }).filter({ hasText: "That was 2 tool calls." }).waitFor();
    await idle(page);
  },
  async question(page): Promise<void> {
    await send(page, "read src/greet.ts\nthen\nedit src/greet.ts: Hello => Good morning");
    await page.getByRole("dialog").waitFor();
  },
  async hints(page): Promise<void> {
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await idle(page);
    await page.getByRole("textbox", { name: "Prompt", exact: true }).focus();
    await page.keyboard.type("/");
    await page.getByRole("listbox", { name: "Hints" }).waitFor();
  },
  async terminal(page): Promise<void> {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Backspace");
    await page.getByRole("tab", { name: "Terminal" }).click();
    await page.getByRole("region", { name: "Terminal" }).filter({ hasText: "greet" }).waitFor();
  },
  async queue(page): Promise<void> {
    await page.getByRole("tab", { name: "Queue" }).click();
    await page.getByRole("table", { name: "Failures" }).waitFor();
  },
};

/** Jobs of which some fail and some wait. */
const JOBS = [
  { id: "docs-index", prompt: "say done" },
  { id: "changelog", prompt: "say done" },
  { id: "translate-de", prompt: "fail: The model refused the request" },
  { id: "translate-fr", prompt: "say done" },
  { id: "lint-all", prompt: "fail: The answer was cut off" },
];
const LATER = [{ id: "nightly-1", prompt: "say done" }, { id: "nightly-2", prompt: "say done" }];

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

async function idle(page: Page): Promise<void> {
  await page.getByRole("status").filter({ hasText: /^connected$/ }).waitFor();
}

async function takeAll(context: BrowserContext, { url, ending }: { url: string; ending: string }): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("status").filter({ hasText: "connected" }).waitFor();
  for (const [view, reach] of Object.entries(VIEWS)) {
    await reach(page);
    await page.screenshot({ path: `${FOLDER}/${view}-${ending}.png`, animations: "disabled", caret: "hide" });
  }
  await page.close();
}

/** A small project, so that the pictures show something, and the program in it. */
class Project implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<Project> {
    const folder = await Deno.makeTempDir();
    await Deno.mkdir(`${folder}/greetings/src`, { recursive: true });
    await Deno.mkdir(`${folder}/home`);
    return new Project(folder);
  }

  async writeSource(): Promise<void> {
    const source = "export function greet(name: string): string {\n  return `Hello, ${name}!`;\n}\n";
    await Deno.writeTextFile(`${this.#folder}/greetings/src/greet.ts`, source);
  }

  /** Forgets the sessions of earlier pictures. */
  async forget(): Promise<void> {
    await Deno.remove(`${this.#folder}/home`, { recursive: true });
    await Deno.mkdir(`${this.#folder}/home`);
  }

  start(args: readonly string[]): Deno.ChildProcess {
    return new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", `${ROOT}main.ts`, ...args, "--provider", "demo"],
      cwd: `${this.#folder}/greetings`,
      env: {
        HOME: `${this.#folder}/home`,
        DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
      },
      stdin: "piped",
      stdout: "piped",
    }).spawn();
  }

  /** Sends jobs to a queue; with `detaches` nobody waits for them. */
  async batch(queue: string, { jobs, detaches }: { jobs: readonly object[]; detaches: boolean }): Promise<void> {
    const ways = detaches ? ["--detach"] : ["--keep-going"];
    const child = this.start(["batch", "--queue", queue, ...ways, "-"]);
    const input = child.stdin.getWriter();
    await input.write(new TextEncoder().encode(jobs.map((job) => `${JSON.stringify(job)}\n`).join("")));
    await input.close();
    await child.output();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}

async function end(child: Deno.ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await child.stdin.close();
  await child.output();
}

/** Fills a queue: jobs that were done and failed, and jobs that wait. */
async function fillQueue(project: Project, queue: string): Promise<void> {
  const worker = project.start(["worker", "--queue", queue]);
  await project.batch(queue, { jobs: JOBS, detaches: false });
  await end(worker);
  await project.batch(queue, { jobs: LATER, detaches: true });
}

async function firstLine(child: Deno.ChildProcess): Promise<string> {
  let text = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream()).values({ preventCancel: true })) {
    text += piece;
    if (text.includes("\n")) break;
  }
  return text.slice(0, text.indexOf("\n"));
}

async function chromiumPath(): Promise<string> {
  const { stdout } = await new Deno.Command("which", { args: ["chromium"] }).output();
  return new TextDecoder().decode(stdout).trim();
}

async function main(): Promise<void> {
  await using project = await Project.make();
  await using nats = await NatsServer.start();
  await Deno.mkdir(FOLDER, { recursive: true });
  await fillQueue(project, nats.url);
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ["--headless", "--no-sandbox"] });
  try {
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const colorScheme of ["light", "dark"] as const) {
        await project.forget();
        await project.writeSource();
        const flags = ["serve", "--web", "--tcp-port", "0", "--approval-mode", "default", "--queue", nats.url];
        const server = project.start(flags);
        const { url }: { url: string } = JSON.parse(await firstLine(server));
        const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
        await context.addInitScript("localStorage.setItem('qwen.name', 'Ann')");
        await takeAll(context, { url, ending: `${size}${SCHEMES[colorScheme]}` });
        await context.close();
        server.kill("SIGTERM");
        await server.status;
      }
    }
  } finally {
    await browser.close();
  }
}

if (import.meta.main) await main();
