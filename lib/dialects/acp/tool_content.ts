import type { ToolCallContent } from "@agentclientprotocol/sdk";
import { type Part, textOf } from "../../model/content.ts";
import type { Confirmation, ToolCompleted } from "../../model/event.ts";

/** Texts of a diff up to this length are sent whole. */
const MAX_WHOLE_CHARS = 64 * 1024;
const CONTEXT_LINES = 5;

/** A change of a file: both texts. */
interface Change {
  path: string;
  /** Null for a new file. */
  before: string | null;
  after: string;
}

/** A text as the content of a call; an empty one is none. */
export function textContent(text: string): ToolCallContent[] {
  return text === "" ? [] : [{ type: "content", content: { type: "text", text } }];
}

/** A change of a file as the content of a call. */
function diffContent(change: Change): ToolCallContent {
  const { before, after } = shortened(change);
  return { type: "diff", path: change.path, oldText: before, newText: after };
}

/** The result of a call as its content. */
export function completedContent({ display, output, isError }: ToolCompleted): ToolCallContent[] {
  if (display?.kind === "diff" && !isError) {
    return [diffContent({ path: display.file, before: display.original, after: display.modified })];
  }
  // The list itself is an update of its own.
  if (display?.kind === "todos" && !isError) return [];
  const text = display?.kind === "text" ? display.text : display?.kind === "plan" ? display.plan : textOf(output);
  return [...textContent(text), ...output.flatMap(imageContent)];
}

/** What a person decides on as the content of a call. */
export function confirmationContent(asked: Confirmation, path: string | undefined): ToolCallContent[] {
  switch (asked.kind) {
    case "edit":
      return path === undefined
        ? textContent(asked.diff)
        : [diffContent({ path, before: asked.original, after: asked.modified })];
    case "exec":
      return textContent(asked.command);
    case "info":
      return textContent(asked.prompt);
    case "plan":
      return textContent(asked.plan);
    case "mcp":
      return textContent(`${asked.server}: ${asked.tool}`);
    case "other":
      return [];
  }
}

function imageContent(part: Part): ToolCallContent[] {
  if (part.kind !== "media" || !part.mediaType.startsWith("image/")) return [];
  return [{ type: "content", content: { type: "image", mimeType: part.mediaType, data: part.base64 } }];
}

/** A change of a long file: only the changed lines, with some around them. */
function shortened({ before, after }: Change): Pick<Change, "before" | "after"> {
  if (before === null || before.length + after.length <= MAX_WHOLE_CHARS) return { before, after };
  const old = before.split("\n");
  const now = after.split("\n");
  let same = 0;
  while (same < Math.min(old.length, now.length) && old[same] === now[same]) same++;
  let tail = 0;
  const most = Math.min(old.length, now.length) - same;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const start = Math.max(0, same - CONTEXT_LINES);
  const cut = Math.max(0, tail - CONTEXT_LINES);
  return {
    before: old.slice(start, old.length - cut).join("\n"),
    after: now.slice(start, now.length - cut).join("\n"),
  };
}
