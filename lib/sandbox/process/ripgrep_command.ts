import type { Confinement } from "./confinement.ts";
import { findProgram } from "./find_program.ts";

/** The command line that runs ripgrep in the read-only sandbox; null where there is no ripgrep or no verified sandbox. */
export async function ripgrepCommand(
  args: readonly string[],
  { cwd, confinement }: { cwd: string; confinement: Confinement },
): Promise<readonly string[] | null> {
  // Not one from the workspace: tools can write there.
  const program = findProgram("rg", { path: Deno.env.get("PATH") ?? "", avoid: [cwd] });
  if (program === null) return null;
  await confinement.verify();
  if (!confinement.isConfined) return null;
  return confinement.wrap([program, ...args], { cwd, profile: "read-only" });
}
