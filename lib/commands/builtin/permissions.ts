/**
 * The approval mode and the rules of this session. What loosens them asks first, because a prompt may have been typed
 * by someone else than the owner of the host.
 */
import { MODES, type Rule } from "../../model/access.ts";
import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, complain, say } from "../slash_command.ts";

/** `/permissions`: the mode and the rules in force. */
export function showPermissions(_call: CommandCall, desk: SessionDesk): CommandResult {
  const rules = desk.rules();
  const blocks = (["allow", "ask", "deny"] as const).map((behavior) => {
    const entries = rules[behavior].map((rule) => `- ${rule}`);
    return `${behavior}:\n${entries.length > 0 ? entries.join("\n") : "- (none)"}`;
  });
  return say([`Approval mode: ${desk.info().mode}`, ...blocks].join("\n"));
}

/** `/permissions mode`: sets the approval mode. */
export async function setMode({ args, raw, approved }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const wanted = args.trim().toLowerCase().replace(/^auto_edit$|^autoedit$/, "auto-edit");
  const mode = MODES.find((known) => known === wanted);
  if (!mode) return complain(`"${args.trim()}" is no approval mode: use one of ${MODES.join(", ")}`);
  const isLooser = MODES.indexOf(mode) > MODES.indexOf(desk.info().mode);
  if (isLooser && !approved.includes(raw)) {
    return { type: "confirm_action", prompt: `Set the approval mode to ${mode}? More will run without asking.` };
  }
  await desk.configure({ key: "mode", value: mode });
  return say(`Approval mode set to ${mode}.`);
}

/** What `/permissions <behavior> <rule>` does. */
export function addRule(
  behavior: "allow" | "ask" | "deny",
): (call: CommandCall, desk: SessionDesk) => CommandResult {
  return ({ args, raw, approved }, desk) => {
    const text = args.trim();
    const rule = parseRule(text);
    if (!rule) return complain(`"${text}" is no rule: write a tool or a tool with a specifier, such as Bash(git *)`);
    if (behavior === "allow" && !approved.includes(raw)) {
      return { type: "confirm_action", prompt: `Allow ${text} without asking for the rest of the session?` };
    }
    desk.permit({ type: "rules", change: "add", behavior, rules: [rule] });
    return say(`Added to ${behavior}: ${text}`);
  };
}

function parseRule(text: string): Rule | null {
  const match = /^([\w*-]+)(?:\(([\s\S]*)\))?$/.exec(text);
  return match ? { tool: match[1], specifier: match[2] ?? null } : null;
}
