/** What stands where a secret was. */
const REDACTED = "[redacted]";

/** A shorter value is no secret, and would be found in innocent text. */
const MIN_SECRET_CHARS = 8;
const MAX_DEPTH = 64;
const BLANK = /\s/;

/** Takes known secrets out of texts, plain and in the encodings in which they are carried off. */
export class Redactor {
  readonly #secrets = new Set<string>();
  /** The longest one first: a form may contain another one. */
  #forms: string[] = [];
  #shortest = Infinity;

  /** Whether there is anything to look for. */
  get isIdle(): boolean {
    return this.#forms.length === 0;
  }

  /** How many characters the longest thing to look for has. */
  get longest(): number {
    return this.#forms[0]?.length ?? 0;
  }

  /** Makes a value known. */
  add(secret: string): void {
    const value = secret.trim();
    if (value.length < MIN_SECRET_CHARS || this.#secrets.has(value)) return;
    this.#secrets.add(value);
    this.#forms = [...new Set([...this.#forms, ...formsOf(value)])].sort((a, b) => b.length - a.length);
    this.#shortest = this.#forms.at(-1)?.length ?? Infinity;
  }

  /** The text without secrets; the same string when there are none. */
  text(text: string): string {
    if (text.length < this.#shortest) return text;
    let clean = text;
    for (const form of this.#forms) if (clean.includes(form)) clean = clean.replaceAll(form, REDACTED);
    return clean;
  }

  /** A value with every string in it clean; the same object when nothing was found. */
  value<T>(value: T): T {
    return this.isIdle ? value : this.#clean(value, 0) as T;
  }

  #clean(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
    if (depth > MAX_DEPTH) return REDACTED;
    return Array.isArray(value)
      ? this.#cleanList(value, depth)
      : this.#cleanObject(value as Record<string, unknown>, depth);
  }

  #cleanList(list: readonly unknown[], depth: number): readonly unknown[] {
    let copy: unknown[] | null = null;
    for (let index = 0; index < list.length; index++) {
      const clean = this.#clean(list[index], depth + 1);
      if (clean === list[index]) continue;
      copy ??= [...list];
      copy[index] = clean;
    }
    return copy ?? list;
  }

  #cleanObject(object: Record<string, unknown>, depth: number): Record<string, unknown> {
    let copy: Record<string, unknown> | null = null;
    for (const name of Object.keys(object)) {
      const clean = this.#clean(object[name], depth + 1);
      const key = this.text(name);
      if (clean === object[name] && key === name) continue;
      copy ??= { ...object };
      if (key !== name) delete copy[name];
      copy[key] = clean;
    }
    return copy ?? object;
  }
}

/** Takes secrets out of a text that comes in pieces: what may be the beginning of one is held back. */
export class StreamRedactor {
  readonly #redactor: Redactor;
  #held = "";

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** What may be shown after this piece. */
  push(piece: string): string {
    if (this.#redactor.isIdle) return piece;
    const text = this.#redactor.text(this.#held + piece);
    // A secret has no blank in it: what lies before the last blank cannot be a part of one that goes on.
    const least = Math.max(0, text.length - this.#redactor.longest);
    let from = text.length;
    while (from > least && !BLANK.test(text[from - 1])) from--;
    this.#held = text.slice(from);
    return text.slice(0, from);
  }

  /** The rest. */
  end(): string {
    const rest = this.#redactor.text(this.#held);
    this.#held = "";
    return rest;
  }
}

function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const hex = bytes.toHex();
  const base64 = [0, 1, 2].map((offset) => base64Core(bytes, offset));
  const percent = hex.replace(/../g, "%$&");
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    ...base64,
    ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    hex,
    hex.toUpperCase(),
    hex.replace(/..(?=.)/g, "$& "),
    hex.replace(/../g, "\\x$&"),
    percent,
    percent.toUpperCase(),
    [...secret].reverse().join(""),
  ];
  return [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_CHARS);
}

/** The part of the base64 of a secret that is the same whatever stands before and after it. */
function base64Core(bytes: Uint8Array, offset: number): string {
  const padded = new Uint8Array(offset + bytes.length);
  padded.set(bytes, offset);
  const encoded = padded.toBase64();
  const start = Math.ceil(offset * 8 / 6);
  const end = Math.floor((offset + bytes.length) * 8 / 6);
  return encoded.slice(start, end);
}
