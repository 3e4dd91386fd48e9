/** Replaces a secret. */
const REDACTED = "[redacted]";

/** Fewer characters of a secret tell nothing, and holding them back would delay harmless text. */
export const MIN_HELD_CHARS = 4;

/** Shorter values are not secrets by default: they would match harmless text. */
const MIN_SECRET_CHARS = 8;
const MAX_DEPTH = 64;

/** Options of a `Redactor`. */
export interface RedactorOptions {
  /** Values with fewer characters are not treated as secrets. */
  minChars?: number;
}

/** One way to write a secret. */
interface Form {
  text: string;
  /** Matches the form with what follows it and still belongs to the secret. */
  pattern: RegExp | null;
}

/** The end of a secret in base64: a character that holds its last bits, and padding. */
const BASE64_TAIL = "[A-Za-z0-9+/_-]?={0,2}";
const BASE64_REST = new RegExp(`^${BASE64_TAIL}`);
const PADDING = /^={0,2}/;

/** Removes known secrets from texts, in plain form and in common encodings. */
export class Redactor {
  readonly #minChars: number;
  readonly #secrets = new Set<string>();
  /** Longest first, because a form may contain another one. */
  #forms: Form[] = [];
  #byFirst = new Map<string, Form[]>();
  #shortest = Infinity;

  constructor(secrets: Iterable<string> = [], { minChars = MIN_SECRET_CHARS }: RedactorOptions = {}) {
    this.#minChars = minChars;
    for (const secret of secrets) this.add(secret);
  }

  /** Whether no secret is known. */
  get isIdle(): boolean {
    return this.#forms.length === 0;
  }

  /** The length of the longest form of a secret. */
  get longest(): number {
    return this.#forms[0]?.text.length ?? 0;
  }

  /** Adds a secret. */
  add(secret: string): void {
    const value = secret.trim();
    if (value.length < this.#minChars || this.#secrets.has(value)) return;
    this.#secrets.add(value);
    const known = new Set(this.#forms.map(({ text }) => text));
    const added = formsOf(value, this.#minChars).filter(({ text }) => !known.has(text));
    this.#forms = [...this.#forms, ...added].sort((a, b) => b.text.length - a.text.length);
    this.#byFirst = Map.groupBy(this.#forms, ({ text }) => text[0]);
    this.#shortest = this.#forms.at(-1)?.text.length ?? Infinity;
  }

  /** The text without secrets; the same string when there are none. */
  text(text: string): string {
    if (text.length < this.#shortest) return text;
    let clean = text;
    for (const { text: form, pattern } of this.#forms) {
      if (clean.includes(form)) clean = clean.replaceAll(pattern ?? form, REDACTED);
    }
    return clean;
  }

  /** The first secret in a text at or after a position; null when there is none. */
  find(text: string, from: number): FoundSecret | null {
    let found: FoundSecret | null = null;
    for (const { text: form, pattern } of this.#forms) {
      const start = text.indexOf(form, from);
      if (start < 0 || (found && found.start <= start)) continue;
      found = { start, end: start + form.length, hasTail: pattern !== null };
    }
    return found;
  }

  /** Where the end of a text, from a position on, may be the beginning of a secret; the text's length when nowhere. */
  openFrom(text: string, { from, minChars }: { from: number; minChars: number }): number {
    for (let at = Math.max(from, text.length - this.longest + 1); at <= text.length - minChars; at++) {
      const forms = this.#byFirst.get(text[at]);
      if (!forms) continue;
      const end = text.slice(at);
      if (forms.some((form) => form.text.startsWith(end))) return at;
    }
    return text.length;
  }

  /** A copy of a value with every string redacted; the same object when nothing was found. */
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

/** A secret in a text. */
export interface FoundSecret {
  start: number;
  end: number;
  /** Whether its last characters follow, which depend on the text after it. */
  hasTail: boolean;
}

/** Options of a `StreamRedactor`. */
export interface StreamRedactorOptions {
  /** A possible beginning of a secret is shown, not held back, while it has fewer characters. */
  minHeldChars?: number;
}

/** Removes secrets from a text that comes in pieces: a possible beginning of a secret is held back. */
export class StreamRedactor {
  readonly #redactor: Redactor;
  readonly #minHeldChars: number;
  /** The last characters that were shown: a secret may begin in them. */
  #shown = "";
  #held = "";
  /** What may follow of a secret in base64 whose end has been reached. */
  #tail: RegExp | null = null;

  constructor(redactor: Redactor, { minHeldChars = 1 }: StreamRedactorOptions = {}) {
    this.#redactor = redactor;
    this.#minHeldChars = minHeldChars;
  }

  /** The text that is safe to show after this piece. */
  push(piece: string): string {
    if (this.#redactor.isIdle) return piece;
    const rest = this.#tail ? this.#withoutTail(piece, this.#tail) : piece;
    const text = this.#shown + this.#held + rest;
    let at = this.#shown.length;
    let begin = 0;
    let safe = "";
    for (let found = this.#redactor.find(text, 0); found; found = this.#redactor.find(text, begin)) {
      safe += text.slice(at, Math.max(at, found.start)) + REDACTED;
      at = begin = found.end;
      if (found.hasTail) at = begin = text.length - this.#withoutTail(text.slice(found.end), BASE64_REST).length;
    }
    const open = Math.max(at, this.#redactor.openFrom(text, { from: begin, minChars: this.#minHeldChars }));
    this.#held = text.slice(open);
    this.#shown = text.slice(Math.max(begin, open - this.#minHeldChars + 1), open);
    return safe + text.slice(at, open);
  }

  /** The remaining text. */
  end(): string {
    const rest = this.#held;
    this.#held = this.#shown = "";
    this.#tail = null;
    return rest;
  }

  /** The piece without what it begins with of a secret's end; more of that may follow where nothing is left. */
  #withoutTail(piece: string, tail: RegExp): string {
    const rest = piece.replace(tail, "");
    this.#tail = rest !== "" ? null : piece === "" ? tail : PADDING;
    return rest;
  }
}

/** Text without anything that looks like an API key. Safe for text within JSON. */
export function redactKeys(text: string): string {
  return text
    .replace(/\b(Bearer|x-api-key:?)\s+[\w.~+/-]{16,}=*/gi, `$1 ${REDACTED}`)
    .replace(/\b(sk|pk|rk)-[\w-]{12,}|\bAIza[\w-]{20,}/g, REDACTED)
    .replace(/([?&](?:key|api_key|token)=)[^&\s"\\]+/gi, `$1${REDACTED}`);
}

function formsOf(secret: string, minChars: number): Form[] {
  const bytes = new TextEncoder().encode(secret);
  const hex = bytes.toHex();
  const percent = hex.replace(/../g, "%$&");
  const plain = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    hex,
    hex.toUpperCase(),
    hex.replace(/..(?=.)/g, "$& "),
    hex.replace(/../g, "\\x$&"),
    percent,
    percent.toUpperCase(),
    [...secret].reverse().join(""),
  ];
  const forms = new Map<string, Form>(plain.map((text) => [text, { text, pattern: null }]));
  for (const offset of [0, 1, 2]) {
    const core = base64Core(bytes, offset);
    // The last bits of the secret share a character with what follows, unless they fill one.
    const hasTail = (offset + bytes.length) % 3 !== 0;
    for (const text of [core, core.replaceAll("+", "-").replaceAll("/", "_")]) {
      forms.set(text, { text, pattern: hasTail ? new RegExp(RegExp.escape(text) + BASE64_TAIL, "g") : null });
    }
  }
  return [...forms.values()].filter(({ text }) => text.length >= minChars);
}

/** The part of a secret's base64 that does not depend on the bytes around it. */
function base64Core(bytes: Uint8Array, offset: number): string {
  const padded = new Uint8Array(offset + bytes.length);
  padded.set(bytes, offset);
  const encoded = padded.toBase64();
  const start = Math.ceil(offset * 8 / 6);
  const end = Math.floor((offset + bytes.length) * 8 / 6);
  return encoded.slice(start, end);
}
