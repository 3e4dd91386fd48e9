import { MODES } from "../../model/access.ts";
import type { Rule } from "../../model/access.ts";
import type { SessionDesk } from "../../model/ports.ts";
import { type CommandResult, complain, say, type SlashCommand } from "../slash_command.ts";

/**
 * `/permissions`: the approval mode and the rules of this session. What loosens them asks first, because a prompt may
 * have been typed by someone else than the owner of the host.
 */
export const permissionsCommand: SlashCommand = {
  name: "permissions",
  description: "Show and change what tools may do",
  subcommands: [
    ruleCommand("allow"),
    ruleCommand("ask"),
    ruleCommand("deny"),
    {
      name: "mode",
      description: "Set the approval mode",
      argumentHint: MODES.join("|"),
      complete: () => Promise.resolve(MODES.map((value) => ({ value }))),
      async run({ args, raw, approved }, desk): Promise<CommandResult> {
        const wanted = args.trim().toLowerCase().replace(/^auto_edit$|^autoedit$/, "auto-edit");
        const mode = MODES.find((known) => known === wanted);
        if (!mode) return complain(`"${args.trim()}" is no approval mode: use one of ${MODES.join(", ")}`);
        const isLooser = MODES.indexOf(mode) > MODES.indexOf(desk.info().mode);
        if (isLooser && !approved.includes(raw)) {
          return { type: "confirm_action", prompt: `Set the approval mode to ${mode}? More will run without asking.` };
        }
        await desk.configure({ key: "mode", value: mode });
        return say(`Approval mode set to ${mode}.`);
      },
    },
  ],
  run: (_call, desk) => say(describe(desk)),
};

function ruleCommand(behavior: "allow" | "ask" | "deny"): SlashCommand {
  return {
    name: behavior,
    description: `Add a rule that makes calls ${
      behavior === "ask" ? "be asked for" : `be ${behavior === "allow" ? "allowed" : "denied"}`
    }`,
    argumentHint: "<rule>",
    run({ args, raw, approved }, desk): CommandResult {
      const rule = parseRule(args.trim());
      if (!rule) {
        return complain(`"${args.trim()}" is no rule: write a tool or a tool with a specifier, such as Bash(git *)`);
      }
      if (behavior === "allow" && !approved.includes(raw)) {
        return { type: "confirm_action", prompt: `Allow ${args.trim()} without asking for the rest of the session?` };
      }
      desk.permit({ type: "rules", change: "add", behavior, rules: [rule] });
      return say(`Added to ${behavior}: ${args.trim()}`);
    },
  };
}

function parseRule(text: string): Rule | null {
  const match = /^([\w*-]+)(?:\(([\s\S]*)\))?$/.exec(text);
  return match ? { tool: match[1], specifier: match[2] ?? null } : null;
}

function describe(desk: SessionDesk): string {
  const rules = desk.rules();
  const blocks = (["allow", "ask", "deny"] as const).map((behavior) => {
    const entries = rules[behavior].map((rule) => `- ${rule}`);
    return `${behavior}:\n${entries.length > 0 ? entries.join("\n") : "- (none)"}`;
  });
  return [`Approval mode: ${desk.info().mode}`, ...blocks].join("\n");
}
