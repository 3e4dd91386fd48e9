import { schemaText } from "./schema_text.ts";
import type { SubcommandContext } from "./subcommands.ts";

/** The RFC's own name for the schema of one kind of line. */
const CHAT_REQUEST = "chat/qwen-chat-request-schema.json";

/** `qwen schema <dialect> <in|out|request>`: prints the JSON Schema of a dialect's lines. */
export async function printSchema(words: readonly string[], { pipes }: SubcommandContext): Promise<number> {
  const [dialect, direction = "out"] = words;
  const isRequest = dialect === "chat" && direction === "request";
  const ofLines = isRequest ? CHAT_REQUEST : `${dialect}/${direction}.schema.json`;
  const name = dialect === "settings" ? "settings.schema.json" : ofLines;
  const bytes = new TextEncoder().encode(await schemaText(name));
  for (let sent = 0; sent < bytes.length;) sent += await pipes.stdout.write(bytes.subarray(sent));
  return 0;
}
