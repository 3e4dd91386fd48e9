/** Guards the console, then exits with the code of `run`. */
import "./lib/cli/process/console_guard.ts";
import "./lib/cli/process/descriptor_check.ts";
import { run } from "./lib/cli/run.ts";

Deno.exit(await run(Deno.args));
