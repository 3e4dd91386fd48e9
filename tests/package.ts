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
  // A Node in which the program takes the place of its launcher; an older one stays beside it.
  const { node } = await sdkClients();
  await Deno.mkdir(`${folder}/bin`);
  await Deno.symlink(await Deno.realPath(node), `${folder}/bin/node`);
  const { code } = await endToEnd({
    ...{ launcher, home: `${folder}/home`, stdio: "inherit", path: `${folder}/bin` },
    args: ["--parallel", ...paths, ...args],
  });
  for (const line of skippedLines(setup.skipped)) console.error(line);
  Deno.exitCode = code;
} finally {
  await Deno.remove(folder, { recursive: true });
}
