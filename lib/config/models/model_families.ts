/** The tool with which a family of models changes files best. */
export type EditFormat = "edit" | "apply_patch";

/** A family of models and how it is addressed. */
export interface ModelFamily {
  name: "qwen" | "gpt" | "claude" | "gemini" | "deepseek" | "glm" | "kimi" | "unknown";
  editFormat: EditFormat;
  /** Advice for habits that models of the family are known for. */
  advice: string;
}

interface FamilyRow extends ModelFamily {
  pattern: RegExp;
}

const EXACT = "Copy old_string from the file as it is, without line numbers, with enough lines to be unique.";

/** The table of families; the first pattern that matches the name wins. */
const FAMILIES: readonly FamilyRow[] = [
  {
    name: "qwen",
    pattern: /qwen|qwq|coder-model/,
    editFormat: "edit",
    advice: `${EXACT} Call tools through the tool interface; a call written as text may not run.`,
  },
  {
    name: "gpt",
    pattern: /gpt|codex|(^|\/)o[134]([-.]|$)/,
    editFormat: "apply_patch",
    advice: "Act instead of announcing: end your turn only when the task is done. Do not ask for confirmation.",
  },
  {
    name: "claude",
    pattern: /claude/,
    editFormat: "edit",
    advice: "Do what was asked and not more: no further files, no further features, no report files.",
  },
  {
    name: "gemini",
    pattern: /gemini|gemma/,
    editFormat: "edit",
    advice: `${EXACT} After a failed edit read the file again; do not repeat the same call.`,
  },
  {
    name: "deepseek",
    pattern: /deepseek/,
    editFormat: "edit",
    advice: `${EXACT} Keep thoughts short and act on them.`,
  },
  { name: "glm", pattern: /glm|zai\//, editFormat: "edit", advice: EXACT },
  { name: "kimi", pattern: /kimi|moonshot/, editFormat: "edit", advice: EXACT },
];

const UNKNOWN: ModelFamily = { name: "unknown", editFormat: "edit", advice: EXACT };

/** The family of a model, by its name with or without a vendor. */
export function familyOf(model: string): ModelFamily {
  const name = model.toLowerCase();
  return FAMILIES.find(({ pattern }) => pattern.test(name)) ?? UNKNOWN;
}
