/**
 * `deno task test:package npm|debian [ARGUMENT…]`: builds the package, installs it, and runs the end-to-end tests
 * through the installed command from an empty home. It holds the executable where DENORT_BIN names a runtime base,
 * otherwise the script. Arguments are paths in tests/e2e or options of `deno test`; by default every test runs.
 */
import { buildProgram } from "../build/program_form.ts";
import { setUp, skippedLines } from "./setup.ts";
import { smoke } from "./smoke.ts";
import { endToEnd, installPackage, PACKAGE_KINDS } from "./support/installed_package.ts";
import { sdkClients } from "./support/sdk_clients.ts";

const [name, ...args] = Deno.args;
const kind = PACKAGE_KINDS.find((known) => known === name);
if (!kind) {
  console.error(`usage: deno task test:package ${PACKAGE_KINDS.join("|")} [ARGUMENT…]`);
  Deno.exit(2);
}
await using setup = await setUp();
const folder = await Deno.makeTempDir({ prefix: "qwen_packages_" });
try {
  const form = await buildProgram(`${folder}/build`);
  const { launcher } = await installPackage(form, { kind, folder });
  console.error(`The end-to-end tests on the ${form.kind} that ${kind} installed as ${launcher}:`);
  await smoke(launcher);
  const paths = args.some((arg) => !arg.startsWith("-")) ? [] : ["tests/e2e"];
  const tested = kind === "npm" ? await withNode(launcher, folder) : launcher;
  const { code } = await endToEnd({
    ...{ launcher: tested, home: `${folder}/home`, stdio: "inherit" },
    args: ["--parallel", ...paths, ...args],
  });
  for (const line of skippedLines(setup.skipped)) console.error(line);
  Deno.exitCode = code;
} finally {
  await Deno.remove(folder, { recursive: true });
}

/**
 * A command that starts the launcher by a Node in which the program takes its place; an older one stays beside it. Some
 * tests leave no Node on the PATH.
 */
async function withNode(launcher: string, folder: string): Promise<string> {
  const { node } = await sdkClients();
  const [program, script] = [await Deno.realPath(node), await Deno.realPath(launcher)];
  await Deno.writeTextFile(`${folder}/qwen`, `#!/bin/sh\nexec '${program}' '${script}' "$@"\n`, { mode: 0o755 });
  return `${folder}/qwen`;
}
