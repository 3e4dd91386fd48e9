import acpIn from "../../schemas/acp/in.schema.json" with { type: "text" };
import acpOut from "../../schemas/acp/out.schema.json" with { type: "text" };
import batchIn from "../../schemas/batch/in.schema.json" with { type: "text" };
import batchOut from "../../schemas/batch/out.schema.json" with { type: "text" };
import chatIn from "../../schemas/chat/in.schema.json" with { type: "text" };
import chatOut from "../../schemas/chat/out.schema.json" with { type: "text" };
import chatRequest from "../../schemas/chat/qwen-chat-request-schema.json" with { type: "text" };
import claudeIn from "../../schemas/claude/in.schema.json" with { type: "text" };
import claudeOut from "../../schemas/claude/out.schema.json" with { type: "text" };
import qwenIn from "../../schemas/qwen/in.schema.json" with { type: "text" };
import qwenOut from "../../schemas/qwen/out.schema.json" with { type: "text" };
import settings from "../../schemas/settings.schema.json" with { type: "text" };
import stateIn from "../../schemas/state/in.schema.json" with { type: "text" };
import stateOut from "../../schemas/state/out.schema.json" with { type: "text" };
import { fail } from "../model/mod.ts";

/** The schemas by their paths in schemas/. Text imports, so that a bundle contains them. */
const SCHEMAS = new Map<string, string>([
  ["acp/in.schema.json", acpIn],
  ["acp/out.schema.json", acpOut],
  ["batch/in.schema.json", batchIn],
  ["batch/out.schema.json", batchOut],
  ["chat/in.schema.json", chatIn],
  ["chat/out.schema.json", chatOut],
  ["chat/qwen-chat-request-schema.json", chatRequest],
  ["claude/in.schema.json", claudeIn],
  ["claude/out.schema.json", claudeOut],
  ["qwen/in.schema.json", qwenIn],
  ["qwen/out.schema.json", qwenOut],
  ["settings.schema.json", settings],
  ["state/in.schema.json", stateIn],
  ["state/out.schema.json", stateOut],
]);

/** Returns a JSON Schema of the program by its path in schemas/. Throws QwenError if there is no such schema. */
export function schemaText(path: string): string {
  const text = SCHEMAS.get(path);
  if (text !== undefined) return text;
  throw fail("usage_error", `There is no schema for ${path.replace(".schema.json", "").replace("/", " ")}`, {
    hint: "Every dialect has in and out; chat alone has request. See --help dialects.",
  });
}
