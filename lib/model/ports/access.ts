import type { Json, JsonObject } from "../json.ts";
import type { ShellProfile } from "./workspace.ts";

/** How much a session may do without asking. */
export type Mode = "plan" | "default" | "auto-edit" | "auto" | "yolo";

/** All modes, from the strictest to the loosest. */
export const MODES: readonly Mode[] = ["plan", "default", "auto-edit", "auto", "yolo"];

/** The kind of a tool; approval modes and confirmation dialogs depend on it. */
export type ToolKind = "read" | "edit" | "exec" | "info" | "mcp" | "plan" | "agent" | "question" | "other";

/** An access that a tool call needs, declared before it runs. */
export type Access =
  | { kind: "read"; path: string }
  /** With the purpose `memory`, the file of remembered facts, which lies in a folder that is closed to other tools. */
  | { kind: "write"; path: string; purpose?: "memory" }
  | { kind: "run"; command: string; cwd: string }
  | { kind: "net"; url: string }
  | { kind: "mcp"; server: string; tool: string; trusted: boolean }
  | { kind: "agent"; name: string }
  /** Needs a person in every mode, such as a question to the user. */
  | { kind: "person" };

/** Who decided, so that a denial can name its true source. */
export type DecisionSource =
  | "rule"
  | "mode"
  | "core-tools"
  | "nobody-to-ask"
  | "host"
  | "hook"
  | "sandbox"
  | "budget"
  | "workspace"
  | "input-closed"
  | "timeout"
  | "cancel";

/** The policy's decision on one tool call. */
export type Verdict =
  /** `profile` says how a command is confined; without it, as one that a person approved. */
  | { decision: "allow"; source: DecisionSource; rule?: string; profile?: ShellProfile }
  | { decision: "ask"; source: DecisionSource; reason?: string; rule?: string }
  | { decision: "deny"; source: DecisionSource; message: string; hint: string; rule?: string };

/** A call that was refused, as results list it. */
export interface Denial {
  callId: string;
  tool: string;
  input: Json;
  source: DecisionSource;
  message: string;
  hint: string;
  rule?: string;
}

/** A permission rule as the user writes it: `Bash(git *)`. */
export interface Rule {
  tool: string;
  specifier: string | null;
}

/** The permissions that rules as users write them grant. */
export function grantOf(texts: readonly string[]): PermissionUpdate {
  const rules = texts.map((text): Rule => {
    const [, tool = text, specifier = null] = /^([^(]+)\((.*)\)$/s.exec(text) ?? [];
    return { tool, specifier };
  });
  return { type: "rules", change: "add", behavior: "allow", rules };
}

/** A change of permissions that a host sends with its answer. */
export type PermissionUpdate =
  | { type: "rules"; change: "add" | "replace" | "remove"; behavior: "allow" | "ask" | "deny"; rules: Rule[] }
  | { type: "mode"; mode: Mode }
  | { type: "directories"; change: "add" | "remove"; directories: string[] };

/** Decides on tool calls. Has no effects and no state but its rules. */
export interface Policy {
  judge(call: PolicyCall): Promise<Verdict>;
  /** Applies a host's change for the rest of the session. */
  update(update: PermissionUpdate): void;
  /** Whether a tool is offered to the model at all. */
  offers(tool: string): boolean;
  /** Permission updates that would allow this call. */
  suggest(call: PolicyCall): Promise<PermissionUpdate[]>;
}

/** A call to be judged. */
export interface PolicyCall {
  tool: string;
  kind: ToolKind;
  input: JsonObject;
  access: Access[];
  mode: Mode;
}
