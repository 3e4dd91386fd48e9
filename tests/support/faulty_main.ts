/** The program with a fault in it: on SIGUSR1 a promise is rejected that nobody waits for. */
import "../../lib/cli/process/console_guard.ts";
import { run } from "../../lib/cli/run.ts";

Deno.addSignalListener("SIGUSR1", () => void Promise.reject(new Error("boom")));
Deno.exit(await run(Deno.args));
