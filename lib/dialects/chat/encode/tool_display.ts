import type { Denial } from "../../../model/ports/access.ts";
import { type Display, type Part, textOf } from "../../../model/content.ts";
import type { Confirmation, ToolCompleted, ToolProgress } from "../../../model/event.ts";
import type { ResultDisplay, ToolStatus, WireConfirmation } from "../../../../schemas/chat/out.gen.ts";

/** A tool's result for people, on the wire. */
function resultDisplay(display: Display): ResultDisplay {
  switch (display.kind) {
    case "text":
      return { kind: "string", text: display.text, log_scope: "tool" };
    case "diff":
      return {
        kind: "file_diff",
        file_name: display.file,
        diff: display.diff,
        original: display.original,
        modified: display.modified,
        stat: {
          ai_added_lines: display.added,
          ai_removed_lines: display.removed,
          user_added_lines: 0,
          user_removed_lines: 0,
        },
      };
    case "todos":
      return { kind: "todo_list", todos: display.todos.map(({ id, content, status }) => ({ id, content, status })) };
    case "plan":
      return { kind: "plan_summary", message: display.message, plan_markdown: display.plan };
    case "task":
      return {
        kind: "task_execution",
        subagentName: display.agent,
        taskDescription: display.description,
        status: display.status,
        toolCalls: display.calls.map(({ callId, tool, status, summary }) => ({
          callId,
          name: tool,
          status,
          description: summary,
        })),
        ...(display.result === undefined ? {} : { result: display.result }),
      };
  }
}

/** The display of a running tool; null for progress without a display. */
export function progressDisplay(progress: ToolProgress): ResultDisplay | null {
  switch (progress.kind) {
    case "output":
      return { kind: "string", text: progress.text, log_scope: "tool" };
    case "display":
      return resultDisplay(progress.display);
    case "steps": {
      const count = progress.total === null ? `${progress.progress}` : `${progress.progress}/${progress.total}`;
      return { kind: "string", text: progress.message ? `${count} ${progress.message}` : count, log_scope: "tool" };
    }
    case "status":
      return null;
  }
}

/** The display of a tool that has ended. */
export function completedDisplay(tool: ToolCompleted): ResultDisplay {
  return resultDisplay(tool.display ?? { kind: "text", text: outputText(tool.output) });
}

/** A display whose file and diff are named from the working folder, with the header that git writes. */
export function inFolder(display: ResultDisplay, cwd: string): ResultDisplay {
  if (display.kind !== "file_diff") return display;
  const file_name = relativeName(display.file_name, cwd);
  return { ...display, file_name, diff: gitDiff(display.diff, { name: file_name, isNew: display.original === null }) };
}

function relativeName(path: string, cwd: string): string {
  return cwd !== "" && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}

/** Replaces the header of a unified diff by the one that git writes. */
function gitDiff(diff: string, { name, isNew }: { name: string; isNew: boolean }): string {
  const start = diff.search(/^@@ /m);
  const head = [
    `diff --git a/${name} b/${name}`,
    ...(isNew ? ["new file mode 100644"] : []),
    `--- ${isNew ? "/dev/null" : `a/${name}`}`,
    `+++ b/${name}`,
  ];
  return `${head.join("\n")}\n${start < 0 ? "" : diff.slice(start)}`;
}

/** The state of a tool call that has ended. */
export function completedStatus(
  tool: Pick<ToolCompleted, "isError" | "denial">,
  { isCancelling }: { isCancelling: boolean },
): ToolStatus {
  if (isCancelled(tool.denial) || (isCancelling && tool.isError)) return "Canceled";
  return tool.isError || tool.denial ? "Error" : "Success";
}

/** The tool result that the model sees, as one text. */
export function outputText(output: readonly Part[]): string {
  const text = textOf(output);
  if (text !== "" || output.length === 0) return text;
  return output.map((part) => {
    if (part.kind === "media") return `[${part.mediaType}${part.name ? ` ${part.name}` : ""}]`;
    return part.kind === "file" ? `[${part.uri}]` : "";
  }).join("\n");
}

/** The facts that a person needs to decide, on the wire. */
export function wireConfirmation(confirmation: Confirmation, cwd: string): WireConfirmation {
  const { title } = confirmation;
  switch (confirmation.kind) {
    case "edit": {
      const name = relativeName(confirmation.file, cwd);
      return {
        type: "edit",
        title,
        file_name: name,
        file_diff: gitDiff(confirmation.diff, { name, isNew: confirmation.original === null }),
        original_content: confirmation.original,
        new_content: confirmation.modified,
      };
    }
    case "exec":
      return { type: "exec", title, command: confirmation.command, root_command: confirmation.root };
    case "mcp":
      return { type: "mcp", title, server_name: confirmation.server, tool_name: confirmation.tool };
    case "info":
      return { type: "info", title, prompt: confirmation.prompt, urls: confirmation.urls };
    case "plan":
      return { type: "plan", title, plan: confirmation.plan };
    case "other":
      return { type: "info", title, prompt: title, urls: [] };
  }
}

function isCancelled(denial: Denial | null): boolean {
  return denial?.source === "cancel" || denial?.source === "host";
}
