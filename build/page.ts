/**
 * `deno task page`: bundles the sources of the browser page into lib/page/page_files.gen.js, from which every form of
 * the program serves it. `--check` fails when that file is stale.
 */
import { fromFileUrl } from "@std/path/from-file-url";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const CLIENT = `${ROOT}lib/page/client`;
const TARGET = `${ROOT}lib/page/page_files.gen.js`;
/** All files of the page together may have this many bytes. */
export const MAX_BYTES = 600_000;

/** Makes the text of the generated module. Throws when the page has become too large. */
export async function pageModule(): Promise<string> {
  const css = await readPackage("@xterm/xterm/css/xterm.css") + await Deno.readTextFile(`${CLIENT}/page.css`);
  const files = {
    "/": { type: "text/html; charset=utf-8", text: await Deno.readTextFile(`${CLIENT}/index.html`) },
    "/page.css": { type: "text/css; charset=utf-8", text: withoutComments(css) },
    "/page.js": { type: "text/javascript; charset=utf-8", text: await denoBundle("main.ts") },
    "/terminal.js": {
      type: "text/javascript; charset=utf-8",
      text: await denoBundle("terminal/open_terminal.ts"),
    },
    "/icon.svg": { type: "image/svg+xml", text: await Deno.readTextFile(`${CLIENT}/icon.svg`) },
  };
  const size = Object.values(files).reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0);
  if (size > MAX_BYTES) throw new Error(`The page has ${size} bytes: at most ${MAX_BYTES} are allowed`);
  const lines = Object.entries(files).map(([path, file]) => `  ${JSON.stringify(path)}: ${JSON.stringify(file)},\n`);
  return `// Written by build/page.ts from lib/page/client. Do not edit.\n// @ts-self-types="./page_files.gen.d.ts"\nexport const files = {\n${
    lines.join("")
  }};\n`;
}

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/\n\s*\n+/g, "\n");
}

async function readPackage(specifier: string): Promise<string> {
  return await Deno.readTextFile(fromFileUrl(import.meta.resolve(specifier)));
}

async function denoBundle(source: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform=browser", "--minify", `${CLIENT}/${source}`],
    cwd: ROOT,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) {
  const text = await pageModule();
  const present = await Deno.readTextFile(TARGET).catch(() => "");
  if (present !== text) {
    if (Deno.args.includes("--check")) {
      console.error("lib/page/page_files.gen.js is stale, run `deno task page`");
      Deno.exit(1);
    }
    await Deno.writeTextFile(TARGET, text);
    console.error(`Wrote lib/page/page_files.gen.js: ${text.length} characters`);
  }
}
