import type { ToolNaming } from "../model/ports/tool_naming.ts";

/** Tools that only other agents have. Shared settings and recordings name them, so rules must resolve them. */
export const FOREIGN_TOOLS: readonly ToolNaming[] = [
  { name: "zoom_image", aliases: ["ZoomImage", "ZoomImageTool"], ruleGroups: ["read_file"] },
  { name: "monitor", aliases: ["Monitor", "MonitorTool"], ruleGroups: ["run_shell_command"] },
  { name: "lsp" },
  { name: "cron_create" },
  { name: "cron_list" },
  { name: "cron_delete" },
  { name: "loop_wakeup" },
  { name: "create_sub_session" },
];
