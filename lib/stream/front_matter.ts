/** Longest front matter that is parsed: a few lines are usual, and YAML can turn little text into much work. */
const MAX_CHARS = 16 * 1024;

/** The front matter of a text, and the text after it. */
export interface FrontMatter {
  /** Scalars and lists of scalars by name, in lower case; everything else is left out. */
  values: ReadonlyMap<string, string | string[]>;
  body: string;
}

/**
 * Reads the YAML between two `---` lines at the start of a text; null when there is none. Rejects with a SyntaxError
 * when it is too long or not YAML.
 */
export async function readFrontMatter(text: string): Promise<FrontMatter | null> {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  if (!opening) return null;
  // The extractor of @std/front-matter takes minutes for a few hundred empty lines; this search is linear.
  const closing = /^---[ \t]*\r?$/gm;
  closing.lastIndex = opening[0].length;
  const end = closing.exec(text);
  if (!end) return null;
  const source = text.slice(opening[0].length, end.index);
  if (source.length > MAX_CHARS) throw new SyntaxError(`its front matter is longer than ${MAX_CHARS} characters`);
  return { values: scalars(await parseYaml(source)), body: text.slice(closing.lastIndex) };
}

/** Whether a text begins with front matter that no `---` line closes. */
export function hasUnclosedFrontMatter(text: string): boolean {
  return /^\uFEFF?---[ \t]*\r?\n[A-Za-z][\w-]*:/.test(text) && !/\n---[ \t]*\r?(?:\n|$)/.test(text);
}

async function parseYaml(source: string): Promise<unknown> {
  const { parse } = await import("@std/yaml");
  try {
    return parse(source);
  } catch {
    // Files in use have values such as `Use when: always` and `[id] [title]`, which YAML takes only in quotes.
    try {
      return parse(quotePlainValues(source));
    } catch (error) {
      const reason = error instanceof RangeError ? "it nests too deep" : firstLine(error);
      throw new SyntaxError(`its front matter is not valid YAML: ${reason}`);
    }
  }
}

function quotePlainValues(source: string): string {
  return source.replace(
    /^([A-Za-z][\w-]*):[ \t]+(?!["'|>])(\S[^\r\n]*)/gm,
    (_, name: string, value: string) => `${name}: ${JSON.stringify(value.trimEnd())}`,
  );
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0].replace(/:$/, "");
}

function scalars(value: unknown): Map<string, string | string[]> {
  const found = new Map<string, string | string[]>();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (Array.isArray(inner)) found.set(name.toLowerCase(), inner.flatMap((entry) => scalar(entry) ?? []));
    else {
      const text = scalar(inner);
      if (text !== null) found.set(name.toLowerCase(), text);
    }
  }
  return found;
}

function scalar(value: unknown): string | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}
