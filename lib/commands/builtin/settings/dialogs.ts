import type { CommandContext, Files } from "../../../model/ports.ts";
import { isObject } from "../../../model/json.ts";
import { type CommandCall, type CommandResult, refuse, say, type SlashCommand } from "../../slash_command.ts";

/** A choice that a dialog offers. */
interface Choice {
  name: string;
  /** What is chosen, for messages: `Theme`. */
  label: string;
  description: string;
  choices: readonly string[];
  /** Where settings files keep the choice. */
  setting: readonly [string, string];
  /** For a choice that is fixed when a session starts: what was chosen, and why it cannot become another value. */
  fixed?: { current: (context: CommandContext) => string; reason: (value: string) => string };
}

const CHOICES: readonly Choice[] = [
  {
    name: "auth",
    label: "Auth method",
    description: "Change the auth method",
    choices: ["openai", "anthropic", "gemini", "demo"],
    setting: ["security", "auth"],
    fixed: {
      current: (context) => context.provider(),
      reason: (value) => `The provider of a session is fixed when it starts: start it with --auth-type ${value}.`,
    },
  },
  {
    name: "editor",
    label: "Editor",
    description: "Set external editor preference",
    choices: ["code", "cursor", "emacs", "nvim", "vim", "zed"],
    setting: ["general", "preferredEditor"],
  },
  {
    name: "theme",
    label: "Theme",
    description: "Change the theme",
    choices: ["ANSI", "Atom One", "Ayu", "Default", "Dracula", "GitHub", "Qwen Dark", "Qwen Light"],
    setting: ["ui", "theme"],
  },
];

/** The choices of each session, by an object that lives as long as the session. */
const chosen = new WeakMap<Files, Map<string, string>>();

/** Commands that open a dialog of the host; an argument is applied without the dialog. */
export const dialogs: readonly SlashCommand[] = [
  ...CHOICES.map(choiceCommand),
  plainDialog("privacy", "Display the privacy notice"),
  plainDialog("settings", "View and edit settings"),
];

function plainDialog(name: string, description: string): SlashCommand {
  return {
    name,
    description,
    needsInterface: true,
    run: () => ({ type: "dialog", dialog: name, choices: [], current: null }),
  };
}

function choiceCommand(choice: Choice): SlashCommand {
  const { name, description, choices } = choice;
  return {
    name,
    description,
    argumentHint: "[value]",
    needsInterface: true,
    complete: () => choices.map((value) => ({ value })),
    run: (call, context) => choose(choice, { call, context }),
  };
}

function choose(choice: Choice, { call, context }: { call: CommandCall; context: CommandContext }): CommandResult {
  const { name, label, choices, fixed } = choice;
  const typed = call.args.trim();
  if (typed === "") return { type: "dialog", dialog: name, choices: [...choices], current: currentOf(choice, context) };
  const value = choices.find((known) => known.toLowerCase() === typed.toLowerCase());
  if (!value) return refuse(`There is no ${label.toLowerCase()} "${typed}". Choose one of ${choices.join(", ")}.`);
  if (fixed && fixed.current(context) !== value) return refuse(fixed.reason(value));
  const own = chosen.get(context.files) ?? new Map<string, string>();
  chosen.set(context.files, own.set(name, value));
  return say(`${label} set to ${value}.`);
}

/** The choice of this session, or that of the settings. */
function currentOf({ name, setting: [group, key], fixed }: Choice, context: CommandContext): string | null {
  if (fixed) return fixed.current(context);
  const own = chosen.get(context.files)?.get(name);
  if (own !== undefined) return own;
  const settings = context.settings()[group];
  const value = isObject(settings) ? settings[key] : undefined;
  return typeof value === "string" ? value : null;
}
