/** A custom command as its file describes it. */
export interface PromptFile {
  description: string;
  argumentHint: string;
  /** Model for this prompt only. */
  model: string | null;
  template: string;
}

/** Reads a Markdown prompt: optional front matter between `---` lines, then the template. */
export function parseMarkdownPrompt(text: string): PromptFile {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/.exec(text);
  const facts = match ? frontMatter(match[1]) : new Map<string, string>();
  return {
    description: facts.get("description") ?? "",
    argumentHint: facts.get("argument-hint") ?? "",
    model: facts.get("model") ?? null,
    template: (match ? text.slice(match[0].length) : text.replace(/^\uFEFF/, "")).trim(),
  };
}

/** Reads a TOML prompt: the keys `prompt` and `description`; null when there is no prompt. */
export function parseTomlPrompt(text: string): PromptFile | null {
  const template = tomlString(text, "prompt");
  if (template === null) return null;
  return {
    description: tomlString(text, "description") ?? "",
    argumentHint: "",
    model: null,
    template: template.trim(),
  };
}

function frontMatter(text: string): Map<string, string> {
  const facts = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const match = /^([A-Za-z][\w-]*):\s*(.*?)\s*$/.exec(line);
    if (match) facts.set(match[1].toLowerCase(), match[2].replace(/^(["'])(.*)\1$/, "$2"));
  }
  return facts;
}

function tomlString(text: string, key: string): string | null {
  const start = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*`, "m").exec(text);
  if (!start) return null;
  const rest = text.slice(start.index + start[0].length);
  const literal = /^'''\r?\n?([\s\S]*?)'''/.exec(rest) ?? (rest.startsWith("'''") ? null : /^'([^'\r\n]*)'/.exec(rest));
  if (literal) return literal[1];
  const basic = /^"""\r?\n?((?:\\[\s\S]|[^\\])*?)"""/.exec(rest) ??
    (rest.startsWith('"""') ? null : /^"((?:\\.|[^"\\\r\n])*)"/.exec(rest));
  return basic ? unescapeToml(basic[1]) : null;
}

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };

function unescapeToml(text: string): string {
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(\r?\n\s*)|([\s\S]))/g, (whole, u, U, fold, letter) => {
    if (fold !== undefined) return "";
    if (letter !== undefined) return ESCAPES[letter] ?? whole;
    const code = Number.parseInt(u ?? U, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
