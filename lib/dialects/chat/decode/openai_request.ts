/** A request of the chat API: `{model, messages}`. */
import type { ClientToolResult, CommandBody, PromptOptions } from "../../../model/command.ts";
import type { Ids } from "../../../model/ports.ts";
import type { Message, Part } from "../../../model/content.ts";
import type { Json } from "../../../model/json.ts";
import { Refusal } from "../errors.ts";
import { type Fields, wrongKind } from "./fields.ts";
import { readClientTools, readOptions } from "./options.ts";
import { readContent, readText } from "./parts.ts";

const ROLES = ["system", "developer", "user", "assistant", "tool", "function"] as const;
type Role = typeof ROLES[number];

interface Entry {
  role: Role;
  message: Fields;
}

/** The command of a request with `messages`. */
export function readOpenAiRequest(request: Fields, facts: { promptId: string | null; ids: Ids }): CommandBody {
  const entries = request.objects("messages").map((message): Entry => {
    const role = message.word("role", ROLES);
    if (role === null) {
      throw new Refusal("QWEN_MISSING_FIELD", `"${message.at("role")}" is missing`, { param: message.at("role") });
    }
    return { role, message };
  });
  const last = entries.at(-1);
  if (!last) throw wrongKind("messages", "an array of at least one message");
  const isTool = last.role === "tool" || last.role === "function";
  if (isTool && request.has("session_id")) return toolResponse(entries, facts.promptId);
  if (last.role !== "user" && !isTool) {
    throw wrongKind(last.message.at("role"), `"user" or "tool": the last message is what the model answers`);
  }
  return {
    type: "prompt",
    content: isTool ? [] : readContent(last.message),
    promptId: facts.promptId,
    messageId: null,
    options: promptOptions(request, { entries, earlier: isTool ? entries : entries.slice(0, -1), ids: facts.ids }),
  };
}

function promptOptions(
  request: Fields,
  facts: { entries: Entry[]; earlier: Entry[]; ids: Ids },
): PromptOptions {
  const options = readOptions(request);
  const nested = request.object("options");
  if (nested) Object.assign(options, readOptions(nested));
  const system = facts.entries.filter(({ role }) => role === "system" || role === "developer")
    .map(({ message }) => readText(message)).filter((text) => text !== "");
  const history = readHistory(facts.earlier, facts.ids);
  const clientTools = readClientTools(request);
  if (system.length > 0) options.system = system.join("\n\n");
  if (history.length > 0) options.history = history;
  if (clientTools.length > 0) options.clientTools = clientTools;
  return options;
}

function readHistory(entries: Entry[], ids: Ids): Message[] {
  const history: Message[] = [];
  const tools = new Map<string, string>();
  for (const { role, message } of entries) {
    if (role === "user") history.push({ id: ids.next(), role, parts: readContent(message) });
    else if (role === "assistant") {
      const parts = [...readContent(message), ...readCalls(message)];
      for (const part of parts) if (part.kind === "tool_call") tools.set(part.callId, part.tool);
      history.push({ id: ids.next(), role, parts });
    } else if (role === "tool" || role === "function") {
      const { callId, output, isError } = readResult(message);
      const tool = tools.get(callId) ?? message.text("name") ?? "";
      const part: Part = { kind: "tool_result", callId, tool, output, isError };
      const before = history.at(-1);
      if (before?.role === "tool") before.parts.push(part);
      else history.push({ id: ids.next(), role: "tool", parts: [part] });
    }
  }
  return history;
}

function readCalls(message: Fields): Part[] {
  return message.objects("tool_calls").map((call) => {
    const spec = call.needObject("function");
    return {
      kind: "tool_call",
      callId: call.needText("id"),
      tool: spec.needText("name"),
      input: readArguments(spec.text("arguments") ?? "{}"),
    };
  });
}

function readArguments(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    // Broken arguments of a model stay in the conversation unchanged.
    return text;
  }
}

function readResult(message: Fields): ClientToolResult {
  const callId = message.text("tool_call_id") ?? message.text("name");
  if (callId === null) {
    const param = message.at("tool_call_id");
    throw new Refusal("QWEN_MISSING_FIELD", `"${param}" is missing`, { param });
  }
  return { callId, output: readContent(message), isError: false };
}

/** The tool messages at the end of the request. */
function toolResponse(entries: Entry[], promptId: string | null): CommandBody {
  let from = entries.length;
  while (from > 0 && (entries[from - 1].role === "tool" || entries[from - 1].role === "function")) from--;
  return { type: "tool_response", promptId, results: entries.slice(from).map(({ message }) => readResult(message)) };
}
