import { assertEquals } from "@std/assert";
import { type Key, KeyDecoder } from "../../../../lib/terminal/input/key_decoder.ts";

const encoder = new TextEncoder();

/** The keys of pieces of input, each as a short text. */
function keysOf(...pieces: string[]): string[] {
  const decoder = new KeyDecoder();
  const keys = pieces.flatMap((piece) => decoder.push(encoder.encode(piece)));
  return [...keys, ...decoder.flush()].map(shown);
}

function shown(key: Key): string {
  return key.type === "press" ? `<${key.name}>` : key.type === "paste" ? `paste:${key.text}` : key.text;
}

const CASES: Record<string, { pieces: string[]; keys: string[] }> = {
  "text and Enter": { pieces: ["hé\r"], keys: ["hé", "<enter>"] },
  "control letters": {
    pieces: ["\x01\x05\x0b\x15\x17\x19\x12\x03\x04"],
    keys: "aekuwyrcd".split("").map((c) => `<ctrl+${c}>`),
  },
  "arrows in both forms": { pieces: ["\x1b[A\x1bOB"], keys: ["<up>", "<down>"] },
  "words with Ctrl and Alt": {
    pieces: ["\x1b[1;5D\x1b[1;3C\x1bb\x1bf"],
    keys: ["<ctrl+left>", "<alt+right>", "<alt+b>", "<alt+f>"],
  },
  "Shift-Enter in two forms": { pieces: ["\x1b[13;2u\x1b[27;2;13~"], keys: ["<shift+enter>", "<shift+enter>"] },
  "Alt-Enter": { pieces: ["\x1b\r"], keys: ["<alt+enter>"] },
  "Ctrl-C as a code of its own": { pieces: ["\x1b[99;5u"], keys: ["<ctrl+c>"] },
  "a lone Esc": { pieces: ["\x1b"], keys: ["<esc>"] },
  "Esc twice": { pieces: ["\x1b\x1b"], keys: ["<esc>", "<esc>"] },
  "a sequence in two pieces": { pieces: ["a\x1b[1;", "5Cb"], keys: ["a", "<ctrl+right>", "b"] },
  "a character in two pieces": { pieces: ["x"], keys: ["x"] },
  "a paste with line ends, in pieces": {
    pieces: ["\x1b[200~one\r\ntwo\x1b", "[20", "1~!"],
    keys: ["paste:one\ntwo", "!"],
  },
  "an escape sequence inside a paste": { pieces: ["\x1b[200~a\x1b[Ab\x1b[201~"], keys: ["paste:a\x1b[Ab"] },
  "unknown sequences are dropped": { pieces: ["\x1b[99;99zA\x1b[?1;2c"], keys: ["A"] },
  "backspace and delete": { pieces: ["\x7f\x1b[3~"], keys: ["<backspace>", "<delete>"] },
};

for (const [what, { pieces, keys }] of Object.entries(CASES)) {
  Deno.test(`KeyDecoder reads ${what}`, () => assertEquals(keysOf(...pieces), keys));
}
