/**
 * Runs every test and prints, as its last line, how many passed and failed: `deno task test`.
 * Arguments are handed on to `deno test`, such as a path or `--filter`.
 */
import { sdkClients } from "./support/sdk_clients.ts";

const encoder = new TextEncoder();
// Many times what all tests take together: a test that hangs must not hang whoever waits for the outcome.
const PATIENCE_MS = 30 * 60_000;
const ROOT = new URL("..", import.meta.url);

/**
 * Makes sure that what tests need is there, so that no test waits for a download: the packages of the lock file and,
 * where all tests are run, the bundler and the client SDKs that drive the program.
 */
async function prepare(): Promise<void> {
  await deno(["install", "--quiet"]);
  if (Deno.args.some((arg) => !arg.startsWith("-"))) return;
  await fetchBundler();
  try {
    await sdkClients();
  } catch (error) {
    // The tests that need them fail with the same words; all others can still tell something.
    await Deno.stderr.write(encoder.encode(`${error instanceof Error ? error.message : error}\n`));
  }
}

/** Deno fetches its bundler with the first bundle. Tests that need it tell when it cannot be had. */
async function fetchBundler(): Promise<void> {
  const folder = await Deno.makeTempDir();
  const args = ["bundle", "--quiet", "--platform=deno", `--outdir=${folder}`, "lib/cli/version.ts"];
  await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "null", stderr: "null" }).output();
  await Deno.remove(folder, { recursive: true });
}

async function deno(args: string[]): Promise<void> {
  const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "inherit", stderr: "inherit" })
    .output();
  if (code !== 0) Deno.exit(code);
}

interface Count {
  passed: number;
  failed: number;
}

/** Runs the tests with their output shown, and counts them by the report that `deno test` writes beside it. */
async function test(args: readonly string[]): Promise<Count & { code: number }> {
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const paths = args.some((arg) => !arg.startsWith("-")) ? [] : ["tests"];
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--parallel", `--junit-path=${report}`, ...args, ...paths],
    cwd: ROOT,
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).output();
  const count = countOf(await Deno.readTextFile(report));
  await Deno.remove(report);
  return { code, ...count };
}

function countOf(report: string): Count {
  const head = /<testsuites[^>]*>/.exec(report)?.[0] ?? "";
  const number = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = number("failures") + number("errors");
  const skipped = (report.match(/<skipped/g) ?? []).length;
  return { passed: number("tests") - failed - skipped, failed };
}

await prepare();
const { code, passed, failed } = await test(Deno.args);
// A file that does not even load fails no test; it must not pass for one that did.
const unseen = code !== 0 && failed === 0 ? 1 : 0;
await Deno.stdout.write(encoder.encode(`\n${passed} passed, ${failed + unseen} failed\n`));
Deno.exit(code);
