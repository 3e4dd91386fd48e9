import type { Confirmation } from "../../model/event.ts";
import type { PermissionSuggestion } from "../../../schemas/qwen/out.gen.ts";

/** The choices that a question offers, by what is asked. */
export function qwenSuggestions(asked: Confirmation, tool: string): PermissionSuggestion[] {
  const pair = (label: string, description: string, denied: string, deny = "Deny"): PermissionSuggestion[] => [
    { type: "allow", label, description },
    { type: "deny", label: deny, description: denied },
  ];
  switch (asked.kind) {
    case "exec":
      return pair("Allow Command", `Execute: ${asked.command}`, "Block this command execution");
    case "edit":
      return [
        ...pair("Allow Edit", `Edit file: ${asked.file.split(/[\\/]/).pop()}`, "Block this file edit"),
        { type: "modify", label: "Review Changes", description: "Review the proposed changes before applying" },
      ];
    case "mcp":
      return pair("Allow MCP Call", `${asked.server}: ${asked.tool}`, "Block this MCP server call");
    case "info":
      return pair("Allow Info Request", asked.title, "Block this information request");
    case "plan":
      return pair("Approve Plan", asked.title, "Block this plan", "Reject Plan");
    case "other":
      return pair("Allow", asked.title || `Allow ${tool} operation`, `Block ${tool} operation`);
  }
}
