import { fromFileUrl } from "../path/mod.ts";

/** How this program is started again: the executable and the words before its own arguments. */
export function ownProgram(): { command: string; args: string[] } {
  const command = Deno.execPath();
  if (Deno.build.standalone) return { command, args: [] };
  const main = fromFileUrl(Deno.mainModule);
  // The bundled script names its own interpreter and flags in its first line.
  return main.endsWith(".ts") ? { command, args: ["run", "-A", "--quiet", main] } : { command: main, args: [] };
}
