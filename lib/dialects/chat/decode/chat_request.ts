/** A Qwen Chat Request: one increment of a conversation. */
import type { ClientToolResult, CommandBody, PromptOptions } from "../../../model/command.ts";
import type { Part } from "../../../model/content.ts";
import { textOf } from "../../../model/content.ts";
import { isObject, type Json } from "../../../model/json.ts";
import type { Ids } from "../../../model/ports.ts";
import { Refusal } from "../errors.ts";
import { type Fields, wrongKind } from "./fields.ts";
import { readClientTools, readOptions } from "./options.ts";
import { partKind, readPart, readToolResult } from "./parts.ts";

/** Facts of a request that precede its `input`. */
export interface RequestFacts {
  promptId: string | null;
  ids: Ids;
}

/** The command of a request with `input`. */
export function readChatRequest(request: Fields, facts: RequestFacts): CommandBody {
  const input = request.needObject("input");
  const origin = input.word("origin", ["user", "tool_response", "system"]) ?? "user";
  const tool = request.object("tool_request");
  if (tool) return readToolRequest(tool, facts);
  if (origin === "tool_response") return readToolResponse(request, input, facts);
  const command = input.object("command");
  const hostContinues = (request.object("options") ?? request).flag("host_continues") === true;
  const waits = hostContinues ? { hostContinues: true } as const : {};
  if (command?.word("kind", ["slash", "at"]) === "slash") return { ...readSlash(command, input, facts), ...waits };
  const content = readParts(input, command === null ? "needed" : "optional");
  if (origin === "system") return readSystem(content, facts);
  const isContinuation = request.flag("continuation") === true;
  if (!command && !isContinuation && isCommand(content)) {
    return { type: "slash", promptId: facts.promptId, path: [], args: "", raw: textOf(content).trim(), ...waits };
  }
  const options = requestOptions(request);
  if (isContinuation) options.continuation = true;
  if (command) options.references = readReferences(command);
  return { type: "prompt", content, promptId: facts.promptId, messageId: null, options };
}

function requestOptions(request: Fields): PromptOptions {
  const options = readOptions(request.object("options") ?? request);
  const model = request.text("model");
  if (model !== null && options.model === undefined) options.model = model;
  const clientTools = readClientTools(request);
  if (clientTools.length > 0) options.clientTools = clientTools;
  return options;
}

/** Parts of `@google/genai`: a list, one part, or a text. */
function readParts(input: Fields, presence: "needed" | "optional"): Part[] {
  const { parts } = input.value;
  if (typeof parts === "string") return [{ kind: "text", text: parts }];
  if (presence === "needed") input.need("parts");
  if (!Array.isArray(parts) && input.has("parts")) return [readPart(input.needObject("parts"))];
  const list = input.list("parts");
  if (list.length === 0 && presence === "needed") throw wrongKind(input.at("parts"), "an array of at least one part");
  return list.map((part, index) =>
    typeof part === "string" ? { kind: "text", text: part } : readPart(input.item("parts", index))
  );
}

function readSlash(
  command: Fields,
  input: Fields,
  { promptId }: RequestFacts,
): Extract<CommandBody, { type: "slash" }> {
  const path = command.texts("path");
  const raw = textOf(readParts(input, "optional"));
  const args = command.text("args") ?? "";
  if (path.length === 0 && raw === "") {
    throw new Refusal("QWEN_MISSING_FIELD", `"${command.at("path")}" is missing`, { param: command.at("path") });
  }
  const approvedKey = command.has("approvedCommands") ? "approvedCommands" : "approved_commands";
  const outcome = command.text("confirmationOutcome") ?? command.text("confirmation_outcome");
  return {
    type: "slash",
    promptId,
    path,
    args,
    raw: raw || `/${[...path, args].filter((word) => word !== "").join(" ")}`,
    ...(command.has(approvedKey) ? { approved: command.texts(approvedKey) } : {}),
    ...(isYes(outcome) ? { confirmed: true } : {}),
  };
}

function isYes(outcome: string | null): boolean {
  return outcome !== null && /^(approve|allow|confirm|proceed|yes)/i.test(outcome);
}

function readReferences(command: Fields): { original: string; resolved: string }[] {
  return command.objects("references").map((reference) => ({
    original: reference.needText("original"),
    resolved: reference.needText("resolved"),
  }));
}

/** Whether a user's text is a command: a first word with another slash is a path, and `//` begins a comment. */
function isCommand(content: readonly Part[]): boolean {
  if (!content.every((part) => part.kind === "text")) return false;
  const text = textOf(content).trimStart();
  if (text.startsWith("?")) return true;
  return /^\/[^\s/\\*][^\s/\\]*(\s|$)/.test(text);
}

/** Text of the system: a slash command, or text that joins the conversation without starting a turn. */
function readSystem(content: Part[], { promptId }: RequestFacts): CommandBody {
  const text = textOf(content).trim();
  if (isCommand(content)) return { type: "slash", promptId, path: [], args: "", raw: text };
  return { type: "prompt", content, promptId, messageId: null, options: { silent: true } };
}

function readToolRequest(tool: Fields, { promptId, ids }: RequestFacts): CommandBody {
  const key = tool.has("args") ? "args" : "arguments";
  const input = tool.value[key] ?? {};
  if (!isObject(input)) {
    const param = tool.at(key);
    throw new Refusal("QWEN_INVALID_TOOL_ARGS", `"${param}" must be an object with the tool's arguments`, { param });
  }
  return {
    type: "tool_request",
    promptId: promptId ?? tool.text("prompt_id"),
    callId: tool.text("callId") ?? tool.text("call_id") ?? ids.next(),
    tool: tool.needText("name"),
    input: input as Json,
  };
}

function readToolResponse(request: Fields, input: Fields, { promptId }: RequestFacts): CommandBody {
  const callId = request.text("tool_call_id");
  const parts = input.objects("parts");
  if (parts.length === 0) throw wrongKind(input.at("parts"), "an array of at least one part");
  const results: ClientToolResult[] = [];
  const loose: Part[] = [];
  for (const part of parts) {
    if (partKind(part) === "function_response") results.push(readToolResult(part, callId));
    else loose.push(readPart(part));
  }
  if (results.length === 0) {
    if (callId === null) request.need("tool_call_id");
    return { type: "tool_response", promptId, results: [{ callId: callId ?? "", output: loose, isError: false }] };
  }
  results[0].output.push(...loose);
  return { type: "tool_response", promptId, results };
}
