import { grantOf } from "../model/ports/access.ts";
import { type Skill, skillText } from "../model/project_file.ts";
import type { SlashCommand } from "./slash_command.ts";

/** A skill as a command: its instructions become a prompt for the model. No block in them is run or read. */
export function skillCommand(skill: Skill): SlashCommand {
  return {
    name: skill.name,
    description: skill.description,
    argumentHint: "[arguments]",
    run: ({ args }, context) => {
      if (skill.allowedTools.length > 0) context.permit(grantOf(skill.allowedTools));
      return { type: "submit_prompt", content: [{ kind: "text", text: skillText(skill, args), isQuoted: true }] };
    },
  };
}
