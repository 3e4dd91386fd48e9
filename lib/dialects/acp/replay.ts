import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";
import { type Message, type Part, textOf } from "../../model/content.ts";
import type { ToolCalls } from "./tool_calls.ts";
import { textContent } from "./tool_content.ts";

/** The updates that show a message of a saved conversation. */
export function replayUpdates({ id: messageId, role, parts }: Message, calls: ToolCalls): SessionUpdate[] {
  return parts.flatMap((part): SessionUpdate[] => {
    switch (part.kind) {
      case "thinking":
        if (part.text === "") return [];
        return [{ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: part.text }, messageId }];
      case "tool_call":
        return [calls.begin({ ...part, title: titleOf(part), ...pathsOf(part, calls) }, "in_progress")];
      case "tool_result": {
        if (!calls.has(part.callId)) return [];
        const status = part.isError ? "failed" as const : "completed" as const;
        return [calls.end(part.callId, { status, content: textContent(textOf(part.output)) })];
      }
      default: {
        const content = blockOf(part);
        const sessionUpdate = role === "user" ? "user_message_chunk" as const : "agent_message_chunk" as const;
        return content ? [{ sessionUpdate, content, messageId }] : [];
      }
    }
  });
}

function blockOf(part: Extract<Part, { kind: "text" | "media" | "file" }>): ContentBlock | null {
  switch (part.kind) {
    case "text":
      return part.text === "" ? null : { type: "text", text: part.text };
    case "media":
      return part.mediaType.startsWith("image/")
        ? { type: "image", mimeType: part.mediaType, data: part.base64 }
        : { type: "resource_link", uri: part.name ?? "", name: part.name ?? part.mediaType };
    case "file":
      return { type: "resource_link", uri: part.uri, name: part.uri };
  }
}

/** The file of a call, as far as its input names it. */
function pathsOf({ input }: Extract<Part, { kind: "tool_call" }>, calls: ToolCalls): { paths?: string[] } {
  const path = calls.pathOf(input);
  return path === null ? {} : { paths: [path] };
}

/** A title for a call of which only the input is known. */
function titleOf({ tool, input }: Extract<Part, { kind: "tool_call" }>): string {
  const [first] = typeof input === "object" && input !== null ? Object.values(input) : [];
  const shown = typeof first === "string" ? first.split("\n", 1)[0].slice(0, 80) : "";
  return shown === "" ? tool : `${tool}: ${shown}`;
}
