/** Parts of a request in the formats of the RFC, of `@google/genai` and of the chat API. */
import type { ClientToolResult } from "../../../model/command.ts";
import { type Part, textOf } from "../../../model/content.ts";
import { isObject, type Json } from "../../../model/json.ts";
import { Refusal } from "../errors.ts";
import { type Fields, wrongKind } from "./fields.ts";

const KINDS: Record<string, string> = {
  text: "text",
  instruction: "instruction",
  inline_data: "inline_data",
  inlineData: "inline_data",
  file_data: "file_data",
  fileData: "file_data",
  function_response: "function_response",
  functionResponse: "function_response",
  image_url: "image_url",
  input_audio: "input_audio",
  file: "file",
  refusal: "refusal",
};

/** The kind of a part: by its type, or by the key it has. */
export function partKind(part: Fields): string {
  const type = part.text("type");
  if (type !== null) {
    const kind = KINDS[type];
    if (kind === undefined) {
      throw new Refusal("QWEN_UNKNOWN_TYPE", `"${part.at("type")}" is "${type}", which is no kind of part`, {
        param: part.at("type"),
      });
    }
    return kind;
  }
  for (const key of Object.keys(KINDS)) if (part.has(key)) return KINDS[key];
  throw new Refusal("QWEN_MISSING_FIELD", `"${part.at("type")}" is missing`, { param: part.at("type") });
}

/** A part of a prompt. */
export function readPart(part: Fields): Part {
  switch (partKind(part)) {
    case "text":
    case "instruction":
      return { kind: "text", text: part.needText("text") };
    case "inline_data":
      return inlineData(first(part, ["inline_data", "inlineData"]));
    case "file_data":
      return fileData(first(part, ["file_data", "fileData"]));
    case "image_url":
      return imageUrl(part);
    case "input_audio": {
      const audio = part.needObject("input_audio");
      return { kind: "media", mediaType: `audio/${audio.text("format") ?? "wav"}`, base64: audio.needText("data") };
    }
    case "file":
      return chatFile(part.needObject("file"));
    case "refusal":
      return { kind: "text", text: part.needText("refusal") };
    default:
      throw wrongKind(part.path, `a part of a prompt: a function response needs "input.origin":"tool_response"`);
  }
}

/** The result of a tool that the client ran. */
export function readToolResult(part: Fields, callId: string | null): ClientToolResult {
  const response = first(part, ["function_response", "functionResponse"]);
  const id = response.text("id") ?? response.text("call_id") ?? callId;
  if (id === null) {
    throw new Refusal("QWEN_MISSING_FIELD", `"tool_call_id" is missing`, { param: "tool_call_id" });
  }
  const value = (response.value.response ?? response.value.output ?? null) as Json;
  if (!isObject(value)) return { callId: id, output: [{ kind: "text", text: asText(value) }], isError: false };
  const { error, output } = value as { error?: Json; output?: Json };
  const isError = error !== undefined && error !== null;
  const told = isError ? error : output !== undefined ? output : value as Json;
  return { callId: id, output: [{ kind: "text", text: asText(told) }], isError };
}

/** Content of a message of the chat API: a text, a list of parts, or nothing. */
export function readContent(message: Fields): Part[] {
  const { content } = message.value;
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  if (!Array.isArray(content)) throw wrongKind(message.at("content"), "a string or an array of parts");
  return message.objects("content").map(readPart);
}

/** Content of a message of which only text is taken. */
export function readText(message: Fields): string {
  return textOf(readContent(message));
}

/** A value as text for the model. */
function asText(value: Json): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function first(part: Fields, keys: [string, string]): Fields {
  return part.has(keys[1]) ? part.needObject(keys[1]) : part.needObject(keys[0]);
}

function inlineData(data: Fields): Part {
  const mediaType = data.text("mime_type") ?? data.needText("mimeType");
  const name = data.text("display_name") ?? data.text("displayName");
  return { kind: "media", mediaType, base64: data.needText("data"), ...(name === null ? {} : { name }) };
}

function fileData(data: Fields): Part {
  const uri = data.text("file_uri") ?? data.needText("fileUri");
  return { kind: "file", uri, mediaType: data.text("mime_type") ?? data.text("mimeType") };
}

function imageUrl(part: Fields): Part {
  const url = typeof part.value.image_url === "string"
    ? part.value.image_url
    : part.needObject("image_url").needText("url");
  return dataUrl(url) ?? { kind: "file", uri: url, mediaType: null };
}

function chatFile(file: Fields): Part {
  const name = file.text("filename");
  const data = file.text("file_data");
  if (data === null) return { kind: "file", uri: file.needText("file_id"), mediaType: null };
  const media = dataUrl(data) ?? { kind: "media" as const, mediaType: "application/octet-stream", base64: data };
  return name === null ? media : { ...media, name };
}

function dataUrl(url: string): Part & { kind: "media" } | null {
  const comma = url.startsWith("data:") ? url.indexOf(",") : -1;
  if (comma === -1) return null;
  const head = url.slice(5, comma).split(";");
  if (head.at(-1) !== "base64") return null;
  return { kind: "media", mediaType: head[0] || "application/octet-stream", base64: url.slice(comma + 1) };
}
