/**
 * The program on Windows, as far as wine is Windows: the same script, run by the `deno.exe` of npm. PowerShell and Git
 * Bash are not there; `tests/unit/sandbox/process/system_shell_test.ts` checks their command lines.
 */
import { assert } from "@std/assert";
import { withProc } from "./support/proc.ts";
import { isInstalled } from "./support/shim.ts";
import { FILE_CHECKS } from "./support/wine/file_checks.ts";
import { SESSION_CHECKS } from "./support/wine/session_checks.ts";
import { SHELL_CHECKS } from "./support/wine/shell_checks.ts";
import { START_CHECKS } from "./support/wine/start_checks.ts";
import { openWindows } from "./support/wine/wine.ts";

const CHECKS = [...START_CHECKS, ...FILE_CHECKS, ...SESSION_CHECKS, ...SHELL_CHECKS];

Deno.test("the Windows suite has at least 40 checks, each with a name of its own", () => {
  assert(CHECKS.length >= 40, `${CHECKS.length}`);
  assert(new Set(CHECKS.map(([name]) => name)).size === CHECKS.length);
});

Deno.test(withProc({
  name: "Windows under wine",
  ignore: Deno.build.os !== "linux" || Deno.build.arch !== "x86_64" || !isInstalled("wine"),
  fn: async (test): Promise<void> => {
    const opened = await openWindows();
    if (typeof opened === "string") {
      console.error(`Skipped: Windows under wine, because ${opened}`);
      await test.step({ name: opened, ignore: true, fn: () => {} });
      return;
    }
    await using windows = opened;
    for (const [name, act] of CHECKS) await test.step(name, () => act(windows));
  },
}));
