import type { Verdict } from "../../model/ports/access.ts";
import type { ParsedRule } from "./rules.ts";

/** Allows a call by a rule, or by the approval mode when no rule decided. */
export function allowed(rule: ParsedRule | null): Extract<Verdict, { decision: "allow" }> {
  return rule ? { decision: "allow", source: "rule", rule: rule.text } : { decision: "allow", source: "mode" };
}

/** Asks because of the approval mode. */
export function askedByMode(reason: string): Verdict {
  return { decision: "ask", source: "mode", reason };
}

/** Asks because of an ask rule. */
export function askedByRule(rule: ParsedRule): Verdict {
  return { decision: "ask", source: "rule", rule: rule.text, reason: `the ask rule "${rule.text}" matches` };
}

/** Denies a call by a deny rule. */
export function deniedByRule(tool: string, rule: ParsedRule): Verdict {
  return {
    decision: "deny",
    source: "rule",
    rule: rule.text,
    message:
      `Qwen Code requires permission to use "${tool}", but that permission was declined. Matching deny rule: "${rule.text}".`,
    hint: `Remove "${rule.text}" from permissions.deny or --exclude-tools to allow it.`,
  };
}

/** Denies a tool that `--core-tools` leaves out. */
export function deniedByCoreTools(tool: string): Verdict {
  return {
    decision: "deny",
    source: "core-tools",
    message:
      `Qwen Code requires permission to use "${tool}", but that permission was declined: it is not in --core-tools.`,
    hint: `Add ${tool} to --core-tools to allow it.`,
  };
}

/** Denies a call that changes something in plan mode. */
export function deniedByPlanMode(tool: string): Verdict {
  return {
    decision: "deny",
    source: "mode",
    message: `Tool blocked by plan mode: "${tool}" is not a read-only tool. Plan mode only reads.`,
    hint: "Leave plan mode: --approval-mode default, auto-edit or yolo.",
  };
}
