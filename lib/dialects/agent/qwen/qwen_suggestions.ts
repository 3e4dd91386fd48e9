import type { Confirmation } from "../../../model/event.ts";
import type { PermissionSuggestion } from "../../../../schemas/qwen/out.gen.ts";

/** The choices that a permission question offers. */
export function qwenSuggestions(asked: Confirmation, tool: string): PermissionSuggestion[] {
  switch (asked.kind) {
    case "exec":
      return [allow("Allow Command", `Execute: ${asked.command}`), deny("Block this command execution")];
    case "edit":
      return [
        allow("Allow Edit", `Edit file: ${asked.file.split(/[\\/]/).pop()}`),
        deny("Block this file edit"),
        { type: "modify", label: "Review Changes", description: "Review the proposed changes before applying" },
      ];
    case "mcp":
      return [allow("Allow MCP Call", `${asked.server}: ${asked.tool}`), deny("Block this MCP server call")];
    case "info":
      return [allow("Allow Info Request", asked.title), deny("Block this information request")];
    case "plan":
      return [allow("Approve Plan", asked.title), deny("Block this plan", "Reject Plan")];
    case "other":
      return [allow("Allow", asked.title || `Allow ${tool} operation`), deny(`Block ${tool} operation`)];
  }
}

function allow(label: string, description: string): PermissionSuggestion {
  return { type: "allow", label, description };
}

function deny(description: string, label = "Deny"): PermissionSuggestion {
  return { type: "deny", label, description };
}
