import { assert, assertEquals } from "@std/assert";
import { TOOL_NAMES } from "../../../../lib/cli/assembly/session/tool_names.ts";
import type { ToolNaming } from "../../../../lib/model/mod.ts";
import { ToolNames } from "../../../../lib/sandbox/policy/tool_names.ts";
import { ALL_TOOLS } from "../../../../lib/tools/mod.ts";

const TOY: ToolNaming = { name: "shred_file", aliases: ["Shred"], ruleGroups: ["edit"] };

Deno.test("ToolNames resolves names, aliases and any letter case to the wire name", () => {
  const names = new ToolNames([TOY, { name: "edit", aliases: ["Edit"] }]);
  assertEquals(["Shred", "shred", "shred_file", "Edit", "mcp__db__query"].map((name) => names.canonical(name)), [
    ...["shred_file", "shred_file", "shred_file", "edit", "mcp__db__query"],
  ]);
  assertEquals(names.words, ["Shred", "shred_file", "Edit", "edit"]);
});

Deno.test("ToolNames takes rule groups and --core-tools from the declaration", () => {
  const names = new ToolNames([TOY, { name: "agent", isEssential: true }]);
  assert(names.ruleCovers("edit", "shred_file"));
  assert(!names.ruleCovers("shred_file", "edit"));
  assert(!names.ruleCovers("read_file", "shred_file"));
  assertEquals(["shred_file", "agent", "mcp__db__query"].map((name) => names.isCore(name)), [true, false, false]);
});

Deno.test("every built-in tool that reads or writes files belongs to the rule group for it", () => {
  for (const tool of ALL_TOOLS) {
    if (tool.kind === "read") assert(TOOL_NAMES.ruleCovers("read_file", tool.name), tool.name);
    // The memory file is no file of the workspace: it has rules of its own.
    if (tool.kind === "edit" && tool.name !== "save_memory") {
      assert(TOOL_NAMES.ruleCovers("edit", tool.name), tool.name);
    }
    if (tool.kind === "exec") assert(TOOL_NAMES.ruleCovers("run_shell_command", tool.name), tool.name);
  }
});
