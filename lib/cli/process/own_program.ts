import { fromFileUrl, IS_WINDOWS } from "../../path/mod.ts";

/** The flags of the bundled script, where the system does not read its first line. */
const SCRIPT_FLAGS = ["-A", "-q", "--no-config", "--no-lock", "--unstable-worker-options"];

/** How this program is started again: the executable and the words before its own arguments. */
export function ownProgram(): { command: string; args: string[] } {
  const command = Deno.execPath();
  if (Deno.build.standalone) return { command, args: [] };
  const main = fromFileUrl(Deno.mainModule);
  if (main.endsWith(".ts")) return { command, args: ["run", "-A", "--quiet", main] };
  if (IS_WINDOWS) return { command, args: ["run", ...SCRIPT_FLAGS, main] };
  // The bundled script names its own interpreter and flags in its first line.
  return { command: main, args: [] };
}
