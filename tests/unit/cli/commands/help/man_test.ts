import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "../../../../../lib/path/mod.ts";
import { allFlags } from "../../../../../lib/cli/args/table/known_flags.ts";
import { SUBCOMMAND_NAMES } from "../../../../../lib/cli/commands/mod.ts";
import { CODES } from "../../../../../lib/model/problem.ts";

const MAIN = fromFileUrl(new URL("../../../../../main.ts", import.meta.url));

async function page(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["run", "-A", "--quiet", MAIN, "man"] }).output();
  return new TextDecoder().decode(stdout);
}

/** What a formatter says about the page, and the page as it prints it; null when there is no such formatter. */
async function format(command: string, args: string[]): Promise<{ shown: string; said: string } | null> {
  const file = await Deno.makeTempFile({ suffix: ".1" });
  try {
    await Deno.writeTextFile(file, await page());
    const { stdout, stderr } = await new Deno.Command(command, {
      args: [...args, file],
      stdout: "piped",
      stderr: "piped",
    })
      .output();
    const decoder = new TextDecoder();
    return { shown: decoder.decode(stdout), said: decoder.decode(stderr) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  } finally {
    await Deno.remove(file);
  }
}

Deno.test("manPage names every flag, subcommand and error code", async () => {
  const text = (await page()).replaceAll("\\-", "-");
  for (const { name, spec } of await allFlags()) if (!spec.hidden) assert(text.includes(`--${name}`), name);
  for (const name of SUBCOMMAND_NAMES) assert(text.includes(`\\fBqwen ${name}`), name);
  for (const code of Object.keys(CODES)) assert(text.includes(`${code}: `), code);
});

Deno.test("manPage is sound roff: every request is known, fonts are closed, no line is long", async () => {
  const requests = new Set([".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".br", ".EX", ".EE"]);
  for (const line of (await page()).split("\n")) {
    if (line.startsWith(".")) assert(requests.has(line.split(" ")[0]), line);
    assert(!line.startsWith("'"), line);
    assertEquals(line.split(/\\f[BI]/).length, line.split("\\fR").length, line);
    assert(line.length < 140, line);
  }
});

Deno.test("manPage is formatted without a warning", async () => {
  const groff = await format("groff", ["-man", "-ww", "-Tascii", "-P-c"]);
  if (groff) {
    assertEquals(groff.said, "");
    assert(groff.shown.includes("headless coding agent"));
  }
  const mandoc = await format("mandoc", ["-T", "lint", "-W", "error"]);
  if (mandoc) assertEquals(mandoc.shown, "");
});
