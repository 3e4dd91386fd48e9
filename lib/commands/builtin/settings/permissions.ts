/**
 * A change that loosens the rules asks for confirmation first, because a prompt may come from someone other than the
 * owner of the host.
 */
import { MODES, type Rule } from "../../../model/ports/access.ts";
import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, refuse, say, type SlashCommand } from "../../slash_command.ts";

/** `/permissions`: the approval mode and the rules in force. */
export const permissions: SlashCommand = {
  name: "permissions",
  description: "Show and change what tools may do",
  subcommands: [
    ruleCommand("allow", "Add a rule for calls that need no question"),
    ruleCommand("ask", "Add a rule for calls that are always asked for"),
    ruleCommand("deny", "Add a rule for calls that are refused"),
    {
      name: "mode",
      description: "Set the approval mode",
      argumentHint: MODES.join("|"),
      complete: () => MODES.map((value) => ({ value })),
      run: setMode,
    },
  ],
  run: showPermissions,
};

function showPermissions(_call: CommandCall, context: CommandContext): CommandResult {
  const rules = context.rules();
  const blocks = (["allow", "ask", "deny"] as const).map((behavior) => {
    const entries = rules[behavior].map((rule) => `- ${rule}`);
    return `${behavior}:\n${entries.length > 0 ? entries.join("\n") : "- (none)"}`;
  });
  return say([`Approval mode: ${context.info().mode}`, ...blocks].join("\n"));
}

async function setMode({ args, raw, approved }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const wanted = args.trim().toLowerCase().replace(/^auto_edit$|^autoedit$/, "auto-edit");
  const mode = MODES.find((known) => known === wanted);
  if (!mode) return refuse(`"${args.trim()}" is not an approval mode: use one of ${MODES.join(", ")}`);
  const isLooser = MODES.indexOf(mode) > MODES.indexOf(context.info().mode);
  if (isLooser && !approved.includes(raw)) {
    return { type: "confirm_action", prompt: `Set the approval mode to ${mode}? More will run without asking.` };
  }
  await context.configure({ key: "mode", value: mode });
  return say(`Approval mode set to ${mode}.`);
}

function ruleCommand(name: "allow" | "ask" | "deny", description: string): SlashCommand {
  return { name, description, argumentHint: "<rule>", run: (call, context) => addRule(name, call, context) };
}

function addRule(
  behavior: "allow" | "ask" | "deny",
  { args, raw, approved }: CommandCall,
  context: CommandContext,
): CommandResult {
  const text = args.trim();
  const rule = parseRule(text);
  if (!rule) return refuse(`"${text}" is not a rule: write a tool or a tool with a specifier, such as Bash(git *)`);
  if (behavior === "allow" && !approved.includes(raw)) {
    return { type: "confirm_action", prompt: `Allow ${text} without asking for the rest of the session?` };
  }
  context.permit({ type: "rules", change: "add", behavior, rules: [rule] });
  return say(`Added to ${behavior}: ${text}`);
}

function parseRule(text: string): Rule | null {
  const match = /^([\w*-]+)(?:\(([\s\S]*)\))?$/.exec(text);
  return match ? { tool: match[1], specifier: match[2] ?? null } : null;
}
