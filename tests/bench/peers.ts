import type { Program } from "./program.ts";

/** Agents that take the same flags and the same environment. */
const PEERS = ["qwen"];

/** Those that are installed and are not this program. */
export async function installedPeers(env: Record<string, string>): Promise<Program[]> {
  const found: Program[] = [];
  for (const name of PEERS) {
    for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
      const command = `${folder}/${name}`;
      const text = await Deno.readTextFile(command).catch(() => null);
      if (text === null || text.includes("made by `deno task bundle`")) continue;
      found.push({ name: `${name} (npm)`, command, args: [], env });
      break;
    }
  }
  return found;
}
