/**
 * `deno task test`: installs what the tests need, builds the program, runs every test and prints, as its last line, how
 * many passed and failed. The end-to-end tests run on the built script and, where DENORT_BIN names a runtime base, also
 * on the executable. Arguments are passed to `deno test`, such as a path or `--filter`: then nothing is built, and the
 * program runs from its sources. QWEN_TEST_FILES names the files of a run that is otherwise whole.
 */
import { fromFileUrl } from "../lib/path/mod.ts";
import { writeScript } from "../build/bundle.ts";
import { compile, hostTarget } from "../build/compile.ts";
import { setUp, type SkippedGroup, skippedLines } from "./setup.ts";
import { conformanceSuite, sdkClients } from "./support/sdk_clients.ts";

const ROOT = fromFileUrl(new URL("..", import.meta.url));
// Several times what the tests take, also on a busy machine: a test that hangs must not block the caller for ever.
const MAX_RUN_MS = 40 * 60_000;
// After the interrupt, `deno test` names the tests that had not ended; a process that hangs is killed.
const MAX_REPORT_MS = 10_000;

interface Count {
  passed: number;
  failed: number;
}

async function main(args: readonly string[]): Promise<Count> {
  await deno(["install", "--quiet"]);
  if (args.some((arg) => !arg.startsWith("-"))) return await test(args);
  await using setup = await setUp();
  const folder = await Deno.makeTempDir({ prefix: "qwen_test_" });
  try {
    const files = Deno.env.get("QWEN_TEST_FILES")?.split(" ");
    const types = files ? 0 : checkTypes();
    const [programs, typeFailures] = await Promise.all([build(folder), types, fetchSdkClients()]);
    const built: Record<string, string> = programs.executable ? { QWEN_EXECUTABLE: programs.executable } : {};
    const runs = [
      await test(["--no-check", ...files ?? ["tests"], ...args], { ...setup.env, ...built, ...env(programs.script) }),
    ];
    if (programs.executable) {
      note("The end-to-end tests again, on the executable:");
      runs.push(await test(["--no-check", "tests/e2e", ...args], { ...setup.env, ...env(programs.executable) }));
    }
    const skipped = reportSkipped(setup.skipped);
    return sum([...runs, { passed: 0, failed: programs.failures + typeFailures + skipped }]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** How many skipped groups count as failures: on a build server, those whose package could have been installed. */
function reportSkipped(skipped: readonly SkippedGroup[]): number {
  for (const line of skippedLines(skipped)) note(line);
  return Deno.env.get("CI") === "true" ? skipped.filter(({ couldInstall }) => couldInstall).length : 0;
}

interface Programs {
  script: string | null;
  executable: string | null;
  /** How many builds failed; without the script, the tests run the sources. */
  failures: number;
}

async function build(folder: string): Promise<Programs> {
  const programs: Programs = { script: null, executable: null, failures: 0 };
  const attempt = async (make: () => Promise<string>): Promise<string | null> => {
    try {
      return await make();
    } catch (error) {
      note(error instanceof Error ? error.message : String(error));
      programs.failures++;
      return null;
    }
  };
  programs.script = await attempt(async () => {
    // The script starts this Deno by a short path: a first line has to be short, and npx's `deno` is a wrapper.
    await Deno.symlink(Deno.execPath(), `${folder}/deno`);
    await writeScript(`${folder}/qwen`, { deno: `${folder}/deno` });
    return `${folder}/qwen`;
  });
  if (Deno.env.get("DENORT_BIN")) programs.executable = await attempt(() => compile(hostTarget(), folder));
  return programs;
}

function env(program: string | null): Record<string, string> {
  return program === null ? {} : { QWEN_BIN: program };
}

/** How many type checks failed. All of them are made at once, beside the builds. */
async function checkTypes(): Promise<number> {
  const args = ["check", "--quiet", "main.ts", "lib", "tests", "schemas", "build"];
  const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "inherit", stderr: "inherit" })
    .output();
  return code === 0 ? 0 : 1;
}

/** The tests that need the SDKs or the suite fail with the same message; all others can still run. */
async function fetchSdkClients(): Promise<void> {
  try {
    await sdkClients();
    await conformanceSuite();
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
  }
}

async function deno(args: string[]): Promise<void> {
  const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "inherit", stderr: "inherit" })
    .output();
  if (code !== 0) Deno.exit(code);
}

/** Runs tests with their output shown, and counts them by the report that `deno test` writes. */
async function test(args: readonly string[], env: Record<string, string> = {}): Promise<Count> {
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const run = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--parallel", `--junit-path=${report}`, ...args],
    cwd: ROOT,
    // One more than there are cores: many tests wait for a process or a time limit.
    env: { DENO_JOBS: String(navigator.hardwareConcurrency + 1), ...env },
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  const interrupt = setTimeout(() => {
    note(`The tests did not end within ${MAX_RUN_MS / 60_000} minutes. These were still running:`);
    run.kill("SIGINT");
  }, MAX_RUN_MS);
  const kill = setTimeout(() => run.kill("SIGKILL"), MAX_RUN_MS + MAX_REPORT_MS);
  const { code } = await run.status;
  clearTimeout(interrupt);
  clearTimeout(kill);
  const count = countOf(await Deno.readTextFile(report));
  await Deno.remove(report);
  // A file that does not load fails no test, but it must not pass either.
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function countOf(report: string): Count {
  const head = /<testsuites[^>]*>/.exec(report)?.[0] ?? "";
  const number = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = number("failures") + number("errors");
  const skipped = (report.match(/<skipped/g) ?? []).length;
  return { passed: number("tests") - failed - skipped, failed };
}

function sum(counts: readonly Count[]): Count {
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }));
}

function note(text: string): void {
  console.error(text);
}

const { passed, failed } = await main(Deno.args);
console.log(`\n${passed} passed, ${failed} failed`);
Deno.exit(failed === 0 ? 0 : 1);
