import type { JsonObject } from "../model/json.ts";
import { type Skill, skillText } from "../model/project_file.ts";
import type { Tool, ToolContext, ToolOutcome } from "../model/ports.ts";
import { optionalText, textField, titleOf, toolFailure } from "./input.ts";
import { withoutProgress } from "./without_progress.ts";

/** Longest description of a skill in the list. */
const MAX_CHARS = 300;

/** The tool by which the model reads a skill; its description lists them all. */
export function skillTool(skills: readonly Skill[]): Tool {
  return {
    name: "skill",
    description: [
      "Returns the instructions of a skill. Use it before you begin a task that a skill is for. The skills:",
      ...skills.map(({ name, description }) => `- ${name}: ${shortened(description)}`),
    ].join("\n"),
    kind: "other",
    acpKind: "think",
    parallel: false,
    aliases: ["Skill", "SkillTool"],
    callNames: ["use_skill", "load_skill", "activate_skill"],
    fieldAliases: { name: "skill", skill_name: "skill", arguments: "args" },
    isEssential: true,
    claude: { name: "Skill" },
    input: {
      type: "object",
      properties: {
        skill: { type: "string", description: "The name of the skill." },
        args: { type: "string", description: "What the skill is to work on." },
      },
      required: ["skill"],
    },
    title: (input) => titleOf("Skill", input.skill),
    needs: () => [],
    run: (input, context) => withoutProgress(() => Promise.resolve(run(input, { skills, context }))),
  };
}

function run(input: JsonObject, { skills, context }: { skills: readonly Skill[]; context: ToolContext }): ToolOutcome {
  const wanted = textField(input, "skill").replace(/^\//, "");
  const skill = skills.find(({ name }) => name === wanted);
  if (!skill) {
    throw toolFailure(
      `There is no skill ${JSON.stringify(wanted)}.`,
      `Known: ${skills.map(({ name }) => name).join(", ")}.`,
    );
  }
  context.permit?.(skill.allowedTools);
  const text = skillText(skill, optionalText(input, "args") ?? "");
  return { output: [{ kind: "text", text }], display: { kind: "text", text: `Skill ${skill.name}` } };
}

function shortened(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}
