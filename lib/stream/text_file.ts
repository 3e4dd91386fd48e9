/** Decodes and encodes text files, so that a file is written back in its own encoding. */

/** The encoding of a text file. */
export type Encoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be" | "latin1";

/** A decoded file. */
export interface TextFile {
  text: string;
  encoding: Encoding;
}

const SNIFFED_BYTES = 8192;

/** Whether the head of a file shows that it is not text. */
function isBinary(bytes: Uint8Array): boolean {
  if (bomOf(bytes)) return false;
  return bytes.subarray(0, SNIFFED_BYTES).includes(0);
}

/** The text of a file, or null when it is not text. */
export function decodeText(bytes: Uint8Array): TextFile | null {
  const bom = bomOf(bytes);
  if (bom === "utf-8-bom") return { text: new TextDecoder().decode(bytes), encoding: bom };
  if (bom === "utf-32le" || bom === "utf-32be") return { text: utf32Text(bytes, bom), encoding: bom };
  if (bom) return { text: new TextDecoder(bom).decode(bytes), encoding: bom };
  if (isBinary(bytes)) return null;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    // Not UTF-8: one character per byte loses nothing and can be written back.
    return { text: latin1Text(bytes), encoding: "latin1" };
  }
}

/** The bytes of a text, or null when the encoding cannot represent it. */
export function encodeText(text: string, encoding: Encoding): Uint8Array | null {
  switch (encoding) {
    case "utf-8":
      return new TextEncoder().encode(text);
    case "utf-8-bom":
      return new TextEncoder().encode("\uFEFF" + text);
    case "utf-16le":
    case "utf-16be":
      return utf16Bytes("\uFEFF" + text, encoding);
    case "utf-32le":
    case "utf-32be":
      return utf32Bytes("\uFEFF" + text, encoding);
    case "latin1":
      return latin1Bytes(text);
  }
}

/** The line ending that most lines of a text have. */
export function lineEnding(text: string): "\n" | "\r\n" {
  let lf = 0;
  let crlf = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    if (text[at - 1] === "\r") crlf++;
    else lf++;
  }
  return crlf > lf ? "\r\n" : "\n";
}

/** A text with uniform line endings. */
export function withLineEnding(text: string, ending: "\n" | "\r\n"): string {
  return text.replace(/\r?\n/g, ending);
}

/** The lines of a text; a final line ending does not start another line. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function bomOf(bytes: Uint8Array): Exclude<Encoding, "utf-8" | "latin1"> | null {
  // The mark of UTF-32 begins with that of UTF-16.
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0) return "utf-32le";
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff) return "utf-32be";
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8-bom";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return null;
}

function utf16Bytes(text: string, encoding: "utf-16le" | "utf-16be"): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), encoding === "utf-16le");
  return bytes;
}

function utf32Text(bytes: Uint8Array, encoding: "utf-32le" | "utf-32be"): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = 4; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, encoding === "utf-32le");
    text += code > 0x10ffff ? "\uFFFD" : String.fromCodePoint(code);
  }
  return text;
}

function utf32Bytes(text: string, encoding: "utf-32le" | "utf-32be"): Uint8Array {
  const characters = [...text];
  const view = new DataView(new ArrayBuffer(characters.length * 4));
  for (const [index, character] of characters.entries()) {
    view.setUint32(index * 4, character.codePointAt(0) ?? 0, encoding === "utf-32le");
  }
  return new Uint8Array(view.buffer);
}

function latin1Text(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

function latin1Bytes(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0xff) return null;
    bytes[at] = code;
  }
  return bytes;
}
