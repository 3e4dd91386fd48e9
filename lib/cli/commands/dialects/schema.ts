import { DIALECT_NAMES } from "../../../dialects/mod.ts";
import { printText } from "../../process/pipes.ts";
import { defineSubcommand } from "../subcommand.ts";
import { schemaText } from "../../schema_text.ts";

/** The published file name of the schema of chat requests. */
const CHAT_REQUEST = "chat/qwen-chat-request-schema.json";

/** `qwen schema DIALECT [in|out|request]`: prints the JSON Schema of a dialect's lines. */
export const schema = defineSubcommand({
  name: "schema",
  help: "Print the JSON Schema of a dialect's lines, of the jobs and results of a batch, or of the settings",
  words: [
    { name: "DIALECT|batch|settings", choices: [...DIALECT_NAMES, "batch", "settings"] },
    { name: "in|out|request", choices: ["in", "out", "request"], optional: true },
  ],
  async run([dialect, direction = "out"], { pipes }): Promise<number> {
    const isRequest = dialect === "chat" && direction === "request";
    const ofLines = isRequest ? CHAT_REQUEST : `${dialect}/${direction}.schema.json`;
    return await printText(schemaText(dialect === "settings" ? "settings.schema.json" : ofLines), pipes);
  },
});
