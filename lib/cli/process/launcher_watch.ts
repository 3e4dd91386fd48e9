import { systemClock } from "../../model/clock.ts";

const CHECK_MS = 250;
/** Where the launcher of the npm package writes its process id, if it stays beside the program. */
const VARIABLE = "QWEN_LAUNCHER_PID";

/**
 * Ends the run if its launcher is killed, as if the terminal had gone: a killed launcher passes no signal on, and the
 * program would go on for nobody. The returned function ends the watch.
 */
export function watchLauncher(): () => void {
  const launcher = Deno.env.get(VARIABLE);
  if (launcher === undefined) return () => {};
  // Programs that this one starts have another parent.
  Deno.env.delete(VARIABLE);
  if (Number(launcher) !== Deno.ppid) return () => {};
  let cancel: () => void;
  const wait = (): void => {
    cancel = systemClock.after(CHECK_MS, () => {
      if (Number(launcher) === Deno.ppid) wait();
      else Deno.kill(Deno.pid, "SIGHUP");
    });
  };
  wait();
  return () => cancel();
}
