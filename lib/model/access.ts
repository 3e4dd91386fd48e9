import type { Json } from "./json.ts";

/** How much a session may do without asking. */
export type Mode = "plan" | "default" | "auto-edit" | "auto" | "yolo";

/** All modes, from the strictest to the loosest. */
export const MODES: readonly Mode[] = ["plan", "default", "auto-edit", "auto", "yolo"];

/** What kind of act a tool is; approval modes and confirmation dialogs differ by it. */
export type ToolKind = "read" | "edit" | "exec" | "info" | "mcp" | "plan" | "agent" | "question" | "other";

/** Something a tool call needs, declared before it runs. */
export type Access =
  | { kind: "read"; path: string }
  | { kind: "write"; path: string }
  | { kind: "run"; command: string; cwd: string }
  | { kind: "net"; url: string }
  | { kind: "mcp"; server: string; tool: string; trusted: boolean }
  | { kind: "agent"; name: string }
  /** Needs a person whatever the mode, such as a question to the user. */
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

/** The policy's word on one tool call. */
export type Verdict =
  | { decision: "allow"; source: DecisionSource; rule?: string }
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

/** A rule in the words of the user: `Bash(git *)`. */
export interface Rule {
  tool: string;
  specifier: string | null;
}

/** A change of permissions that a host sends with its answer. */
export type PermissionUpdate =
  | { type: "rules"; change: "add" | "replace" | "remove"; behavior: "allow" | "ask" | "deny"; rules: Rule[] }
  | { type: "mode"; mode: Mode }
  | { type: "directories"; change: "add" | "remove"; directories: string[] };
