import { schemaText } from "./schema_text.ts";
import type { SubcommandContext } from "./subcommands.ts";

/** `qwen schema <dialect> <in|out>`: prints the JSON Schema of a dialect's lines. */
export async function printSchema(words: readonly string[], { pipes }: SubcommandContext): Promise<number> {
  const [dialect, direction = "out"] = words;
  const name = dialect === "settings" ? "settings.schema.json" : `${dialect}/${direction}.schema.json`;
  const bytes = new TextEncoder().encode(await schemaText(name));
  for (let sent = 0; sent < bytes.length;) sent += await pipes.stdout.write(bytes.subarray(sent));
  return 0;
}
