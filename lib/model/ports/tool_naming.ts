import type { ToolKind } from "./access.ts";
import type { Part } from "../content.ts";
import type { Json, JsonObject } from "../json.ts";

/** A group of permission rules, named after the tool that gives it its meaning. */
export type RuleGroup = "read_file" | "edit" | "run_shell_command";

/** How permission rules and other programs name a tool. The tool's own file declares it. */
export interface ToolNaming {
  /** The name by which models call the tool. */
  readonly name: string;
  /** Other names that rules and models may use for it. */
  readonly aliases?: readonly string[];
  /** Groups whose rules also apply to this tool: a rule for `edit` covers every tool that writes files. */
  readonly ruleGroups?: readonly RuleGroup[];
  /** Set for tools that `--core-tools` cannot remove. */
  readonly isEssential?: true;
  readonly claude?: ClaudeNaming;
  readonly kind?: ToolKind;
  /** The kind of the tool for editors, where it does not follow from `kind`. */
  readonly acpKind?: "search" | "think";
}

/** A tool as hosts of Claude Code know it. Functions are pure and never throw. */
export interface ClaudeNaming {
  readonly name: string;
  /** Older names that hosts may still send. */
  readonly formerNames?: readonly string[];
  /** Converts an input of ours to the host's parameters. */
  toInput?(input: JsonObject): JsonObject;
  /** Converts an input with the host's parameters to ours. */
  fromInput?(input: JsonObject): JsonObject;
  /** The structured result in the shape that hosts render; the tool's own data when absent. */
  toResult?(call: ClaudeResult): JsonObject;
  /** Whether the result shows what a person sees instead of what the model sees. */
  readonly showsDisplay?: true;
}

/** A completed call whose result is converted for a host. */
export interface ClaudeResult {
  data: JsonObject;
  input: Json;
  output: readonly Part[];
  durationMs: number;
  /** Cuts a text to the length that hosts accept. */
  shorten(text: string): string;
}
