/**
 * `deno task page:pictures`: takes pictures of each view of the browser page, at two sizes, into docs/pictures. The page
 * is that of the program with its built-in model, in Debian's Chromium.
 */
import { fromFileUrl } from "@std/path/from-file-url";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const FOLDER = `${ROOT}docs/pictures`;
const SIZES = { wide: { width: 1200, height: 760 }, phone: { width: 360, height: 720 } } as const;

/** The views, and how each is reached from the one before. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async conversation(page): Promise<void> {
    await send(page, "list src\nthen\nread src/greet.ts");
    await page.getByRole("article", { name: "Answer" }).filter({ hasText: "That was 2 tool calls." }).waitFor();
    await page.getByRole("status").filter({ hasText: /^connected$/ }).waitFor();
  },
  async question(page): Promise<void> {
    await send(page, "read src/greet.ts\nthen\nedit src/greet.ts: Hello => Good morning");
    await page.getByRole("dialog").waitFor();
  },
  async hints(page): Promise<void> {
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByRole("status").filter({ hasText: /^connected$/ }).waitFor();
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
};

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

async function takeAll(context: BrowserContext, { url, name }: { url: string; name: string }): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("status").filter({ hasText: "connected" }).waitFor();
  for (const [view, reach] of Object.entries(VIEWS)) {
    await reach(page);
    await page.screenshot({ path: `${FOLDER}/${view}-${name}.png`, animations: "disabled", caret: "hide" });
  }
  await page.close();
}

/** Makes a small project, so that the pictures show something. */
async function makeProject(folder: string): Promise<void> {
  await Deno.mkdir(`${folder}/greetings/src`, { recursive: true });
  await Deno.mkdir(`${folder}/home`);
}

async function writeSource(folder: string): Promise<void> {
  const source = "export function greet(name: string): string {\n  return `Hello, ${name}!`;\n}\n";
  await Deno.writeTextFile(`${folder}/greetings/src/greet.ts`, source);
}

async function chromiumPath(): Promise<string> {
  const { stdout } = await new Deno.Command("which", { args: ["chromium"] }).output();
  return new TextDecoder().decode(stdout).trim();
}

async function main(): Promise<void> {
  const folder = await Deno.makeTempDir();
  await makeProject(folder);
  await Deno.mkdir(FOLDER, { recursive: true });
  const flags = ["serve", "--web", "--tcp-port", "0", "--provider", "demo", "--approval-mode", "default"];
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", `${ROOT}main.ts`, ...flags],
    cwd: `${folder}/greetings`,
    env: { HOME: `${folder}/home`, DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno` },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { url }: { url: string } = JSON.parse((await reader.read()).value ?? "{}");
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ["--headless", "--no-sandbox"] });
  try {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await writeSource(folder);
      const context = await browser.newContext({ viewport, colorScheme: "light", reducedMotion: "reduce" });
      await takeAll(context, { url, name: size });
      await context.close();
    }
  } finally {
    await browser.close();
    server.kill("SIGTERM");
    await server.status;
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await main();
