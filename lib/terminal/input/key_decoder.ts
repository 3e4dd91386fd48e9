// deno-lint-ignore-file no-control-regex -- keys are escape sequences.
/** Turns the bytes of a terminal in raw mode into keys. */

/** One key press, some typed text, or a pasted block. */
export type Key =
  | { type: "text"; text: string }
  | { type: "paste"; text: string }
  /** Named as `enter`, `ctrl+a`, `alt+b`, `shift+enter`, `up`, `esc`. */
  | { type: "press"; name: string };

const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
/** The most characters of a sequence that never ends. */
const MAX_SEQUENCE = 64;

const FINALS: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  H: "home",
  F: "end",
  Z: "shift+tab",
};
const TILDES: Readonly<Record<string, string>> = {
  "1": "home",
  "3": "delete",
  "4": "end",
  "5": "pageup",
  "6": "pagedown",
  "7": "home",
  "8": "end",
};
const CODES: Readonly<Record<number, string>> = { 8: "backspace", 9: "tab", 13: "enter", 27: "esc", 127: "backspace" };

/** Decodes keys from pieces of input; a sequence or a paste may span several pieces. */
export class KeyDecoder {
  readonly #decoder = new TextDecoder();
  #rest = "";
  #paste: string | null = null;

  /** Whether an escape sequence has begun that may also be the Esc key alone. */
  get isWaiting(): boolean {
    return this.#paste === null && this.#rest !== "";
  }

  /** The keys that a piece of input completes. */
  push(bytes: Uint8Array): Key[] {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    return this.#take();
  }

  /** The keys that are left when nothing follows for a while: a lone Esc. */
  flush(): Key[] {
    if (!this.isWaiting) return [];
    const keys = decodePlain(this.#rest);
    this.#rest = "";
    return keys;
  }

  #take(): Key[] {
    const keys: Key[] = [];
    while (this.#rest !== "") {
      if (this.#paste !== null) {
        if (!this.#takePaste(keys)) break;
        continue;
      }
      const escape = this.#rest.indexOf("\x1b");
      if (escape !== 0) {
        const end = escape < 0 ? this.#rest.length : escape;
        keys.push(...decodePlain(this.#rest.slice(0, end)));
        this.#rest = this.#rest.slice(end);
        continue;
      }
      if (this.#rest.startsWith(PASTE_START)) {
        this.#rest = this.#rest.slice(PASTE_START.length);
        this.#paste = "";
        continue;
      }
      const length = sequenceLength(this.#rest);
      if (length === null) break;
      keys.push(...decodeSequence(this.#rest.slice(0, length)));
      this.#rest = this.#rest.slice(length);
    }
    return keys;
  }

  /** Takes pasted text; says whether the paste has ended. */
  #takePaste(keys: Key[]): boolean {
    const end = this.#rest.indexOf(PASTE_END);
    if (end >= 0) {
      keys.push({ type: "paste", text: `${this.#paste}${this.#rest.slice(0, end)}`.replace(/\r\n?/g, "\n") });
      this.#paste = null;
      this.#rest = this.#rest.slice(end + PASTE_END.length);
      return true;
    }
    // The end of the paste may be cut in half.
    const kept = Math.min(this.#rest.length, PASTE_END.length - 1);
    this.#paste += this.#rest.slice(0, this.#rest.length - kept);
    this.#rest = this.#rest.slice(this.#rest.length - kept);
    return false;
  }
}

/** The length of the sequence at the start of a text; null while it is incomplete. */
function sequenceLength(text: string): number | null {
  if (text.length < 2) return null;
  if (text[1] === "\x1b") return text.length > 2 && (text[2] === "[" || text[2] === "O") ? nested(text) : 1;
  if (text[1] === "O") return text.length < 3 ? null : 3;
  if (text[1] !== "[") return 1 + (String.fromCodePoint(text.codePointAt(1) ?? 0).length);
  for (let at = 2; at < text.length && at < MAX_SEQUENCE; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x40 && code <= 0x7e) return at + 1;
    if (code < 0x20 || code > 0x7e) return at;
  }
  return text.length >= MAX_SEQUENCE ? MAX_SEQUENCE : null;
}

/** Alt with an arrow, in terminals that put Esc before the sequence. */
function nested(text: string): number | null {
  const inner = sequenceLength(text.slice(1));
  return inner === null ? null : inner + 1;
}

function decodeSequence(sequence: string): Key[] {
  if (sequence === "\x1b") return [press("esc")];
  if (sequence.startsWith("\x1b\x1b")) {
    return decodeSequence(sequence.slice(1)).map((key) => key.type === "press" ? press(`alt+${key.name}`) : key);
  }
  const csi = /^\x1b[[O]([0-9;:]*)([A-Za-z~])$/.exec(sequence);
  if (csi) return decodeCsi(csi[1].split(";").map((part) => part.split(":")[0]), csi[2]);
  // An unknown sequence is dropped.
  if (/^\x1b[[O]/.test(sequence)) return [];
  const [key] = decodePlain(sequence.slice(1));
  if (!key) return [];
  return [press(`alt+${key.type === "press" ? key.name : key.type === "text" ? key.text : ""}`)];
}

function decodeCsi(params: readonly string[], final: string): Key[] {
  const modifier = Number(params[1] ?? "1");
  if (final === "u") return modified(codeName(Number(params[0])), modifier);
  // xterm's modifyOtherKeys: CSI 27 ; modifier ; code ~
  if (final === "~" && params[0] === "27") return modified(codeName(Number(params[2] ?? "0")), modifier);
  const name = final === "~" ? TILDES[params[0]] : FINALS[final];
  return name === undefined ? [] : modified(name, modifier);
}

function codeName(code: number): string {
  const known = CODES[code];
  if (known) return known;
  return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function modified(name: string, modifier: number): Key[] {
  if (name === "") return [];
  const bits = Number.isInteger(modifier) && modifier > 0 ? modifier - 1 : 0;
  const [shift, alt, ctrl] = [1, 2, 4].map((bit) => (bits & bit) !== 0);
  if (name.length === 1 && !alt && !ctrl) return [{ type: "text", text: name }];
  const prefix = `${ctrl ? "ctrl+" : ""}${alt ? "alt+" : ""}${shift && name.length > 1 ? "shift+" : ""}`;
  return [press(`${prefix}${name}`)];
}

/** Keys of text without escape sequences. */
function decodePlain(text: string): Key[] {
  const keys: Key[] = [];
  let run = "";
  const flush = (): void => {
    if (run !== "") keys.push({ type: "text", text: run });
    run = "";
  };
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code >= 32 && code !== 127) {
      run += char;
      continue;
    }
    flush();
    keys.push(press(controlName(code)));
  }
  flush();
  return keys;
}

function controlName(code: number): string {
  if (code === 10) return "ctrl+j";
  if (CODES[code]) return CODES[code];
  if (code === 0) return "ctrl+space";
  return code < 27 ? `ctrl+${String.fromCharCode(code + 96)}` : `ctrl+${String.fromCharCode(code + 64)}`;
}

function press(name: string): Key {
  return { type: "press", name };
}
