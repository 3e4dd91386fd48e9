import { fail } from "../model/mod.ts";
import type { SubcommandContext } from "./subcommands.ts";

/** `qwen schema <dialect> <in|out>`: prints the JSON Schema of a dialect's lines. */
export async function printSchema(words: readonly string[], { pipes }: SubcommandContext): Promise<number> {
  const [dialect, direction = "out"] = words;
  const name = dialect === "settings" ? "settings.schema.json" : `${dialect}/${direction}.schema.json`;
  const path = new URL(`../../schemas/${name}`, import.meta.url);
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch (error) {
    throw fail("usage_error", `There is no schema for ${dialect} ${direction}`, {
      cause: error,
      hint: "See --help dialects.",
    });
  }
  for (let sent = 0; sent < bytes.length;) sent += await pipes.stdout.write(bytes.subarray(sent));
  return 0;
}
