/** Options that apply to one request. */
import type { ClientTool, PromptOptions } from "../../../model/command.ts";
import type { JsonSchema } from "../../../model/json.ts";
import { type Fields, wrongKind } from "./fields.ts";

/** Options under `options` of a Qwen Chat Request, or at the top of a request of the chat API. */
export function readOptions(fields: Fields): PromptOptions {
  const options: PromptOptions = {};
  const set = <Key extends keyof PromptOptions>(key: Key, value: PromptOptions[Key] | null | undefined): void => {
    if (value !== undefined && value !== null) options[key] = value;
  };
  set("model", fields.text("model"));
  set("temperature", fields.number("temperature", { min: 0, max: 2 }));
  set("topP", fields.number("top_p", { min: 0, max: 1 }));
  set(
    "maxTokens",
    fields.number("max_tokens", { min: 1, integer: true }) ??
      fields.number("max_completion_tokens", { min: 1, integer: true }),
  );
  if (fields.has("tool_overrides")) set("tools", fields.texts("tool_overrides"));
  set("schema", readSchema(fields.object("response_format")));
  set("maxTurns", fields.number("max_turns", { min: 1, integer: true }));
  set("timeoutMs", fields.number("timeout_ms", { min: 1, integer: true }));
  return options;
}

/** Tools that the client declares and runs itself. */
export function readClientTools(request: Fields): ClientTool[] {
  return request.objects("tools").map((tool) => {
    const type = tool.text("type");
    if (type !== null && type !== "function") throw wrongKind(tool.at("type"), `"function"`);
    const spec = tool.object("function") ?? tool;
    return {
      name: spec.needText("name"),
      description: spec.text("description") ?? "",
      input: spec.json("parameters") ?? { type: "object" },
    };
  });
}

function readSchema(format: Fields | null): JsonSchema | null {
  const type = format?.word("type", ["text", "json_object", "json_schema"]) ?? "text";
  if (!format || type === "text") return null;
  if (type === "json_object") return { type: "object" };
  return format.needObject("json_schema").needObject("schema").value as JsonSchema;
}
