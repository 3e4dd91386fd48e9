import { hasUnclosedFrontMatter, readFrontMatter } from "../../stream/front_matter.ts";

/** A custom command as its file describes it. */
export interface PromptFile {
  description: string;
  argumentHint: string;
  /** Model for this prompt only. */
  model: string | null;
  template: string;
}

/** Reads a Markdown prompt: optional front matter between `---` lines, then the template. Rejects where it is wrong. */
export async function parseMarkdownPrompt(text: string): Promise<PromptFile> {
  if (hasUnclosedFrontMatter(text)) throw new SyntaxError("its front matter is not closed by a --- line");
  const matter = await readFrontMatter(text);
  const textOf = (name: string): string | undefined => {
    const value = matter?.values.get(name);
    // `argument-hint: [file]` is a list to YAML and a hint to its author.
    return Array.isArray(value) ? `[${value.join(", ")}]` : value?.trim();
  };
  return {
    description: textOf("description") ?? "",
    argumentHint: textOf("argument-hint") ?? "",
    model: textOf("model") || null,
    template: (matter?.body ?? text.replace(/^\uFEFF/, "")).trim(),
  };
}

/** Reads a TOML prompt: the keys `prompt` and `description`; null when there is no prompt. Rejects where it is wrong. */
export async function parseTomlPrompt(text: string): Promise<PromptFile | null> {
  const { parse } = await import("@std/toml");
  const { prompt, description } = parse(text.replace(/^\uFEFF/, ""));
  if (typeof prompt !== "string") return null;
  return {
    description: typeof description === "string" ? description : "",
    argumentHint: "",
    model: null,
    template: prompt.trim(),
  };
}
