import { assert, assertEquals } from "@std/assert";
import { redactKeys, Redactor, StreamRedactor } from "../../../lib/stream/redact.ts";

const SECRET = "sk-proj-Ab+/=12345678";

function redactor(): Redactor {
  const made = new Redactor();
  made.add(SECRET);
  return made;
}

Deno.test("Redactor takes out a secret in every form in which it is carried off", () => {
  const hex = [...SECRET].map((char) => char.charCodeAt(0).toString(16));
  const forms = [
    SECRET,
    btoa(SECRET),
    btoa(`x${SECRET}y`),
    btoa(`OPENAI_API_KEY=${SECRET}\n`),
    btoa(`ab${SECRET}`).replaceAll("+", "-").replaceAll("/", "_"),
    hex.join(""),
    hex.join("").toUpperCase(),
    hex.map((pair) => `%${pair}`).join(""),
    encodeURIComponent(SECRET),
    [...SECRET].reverse().join(""),
  ];
  for (const form of forms) {
    const clean = redactor().text(`before ${form} after`);
    assert(clean.includes("[redacted]"), form);
    assert(!clean.includes(form), form);
  }
});

Deno.test("Redactor leaves alone what holds no secret", () => {
  const value = { a: ["text", { b: 1, c: null }], d: "sk-proj" };
  assert(redactor().value(value) === value);
  assert(new Redactor().value(value) === value);
  const short = new Redactor();
  short.add("short");
  assertEquals([short.isIdle, short.text("a short text")], [true, "a short text"]);
});

Deno.test("Redactor reaches names and values at any depth", () => {
  const value: Record<string, unknown> = { [SECRET]: 1, list: [{ deep: `x${SECRET}` }], same: { kept: true } };
  assertEquals(redactor().value(value), { "[redacted]": 1, list: [{ deep: "x[redacted]" }], same: { kept: true } });
});

Deno.test("StreamRedactor finds a secret that comes in pieces", () => {
  for (let size = 1; size <= SECRET.length; size++) {
    const stream = new StreamRedactor(redactor());
    let shown = "";
    const text = `key: ${SECRET} and more\n`;
    for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size));
    assertEquals(shown + stream.end(), "key: [redacted] and more\n");
  }
});

Deno.test("StreamRedactor takes time in proportion to a line without blanks", () => {
  const line = `${"QUJD".repeat(1 << 19)}\n`;
  const stream = new StreamRedactor(redactor());
  // At a time that grows with the square of the length this takes a day.
  const shown = stream.push(line) + stream.push("next ");
  assertEquals(shown === `${line}next `, true);
});

Deno.test("StreamRedactor finds a long secret in pieces, in whatever encoding it comes", () => {
  const secret = Array.from({ length: 900 }, (_, i) => String.fromCharCode(97 + (i * 7) % 26)).join("");
  const known = new Redactor();
  known.add(secret);
  const hex = [...new TextEncoder().encode(secret)].map((byte) => `%${byte.toString(16)}`).join("");
  for (const form of [secret, hex]) {
    const stream = new StreamRedactor(known);
    const text = `before ${form} after`;
    let shown = "";
    for (let at = 0; at < text.length; at += 100) shown += stream.push(text.slice(at, at + 100));
    assertEquals(shown + stream.end(), "before [redacted] after");
  }
});

Deno.test("redactKeys removes whatever looks like an API key", () => {
  assertEquals(
    redactKeys("Bearer abcdefghijklmnop1234 sk-abcdefghijklmnop https://x.test/?key=abc&a=b"),
    "Bearer [redacted] [redacted] https://x.test/?key=[redacted]&a=b",
  );
});

Deno.test("Redactor takes out the last characters of a secret in base64, which depend on what follows", () => {
  for (const around of [["", ""], ["x", ""], ["xy", ""], ["", "z"], ["x", "yz"]]) {
    const encoded = btoa(around.join(SECRET));
    const clean = redactor().text(`<${encoded}>`);
    const rest = clean.replace(/\[redacted\]|=/g, "").length - 2;
    // At most the bytes around the secret are left, never more characters than they need.
    assert(rest <= Math.ceil(around.join("").length * 8 / 6) + 1, `${encoded} became ${clean}`);
  }
  assertEquals(redactor().text(`<${btoa(SECRET)}>`), "<[redacted]>");
});

Deno.test("StreamRedactor swallows the end of a secret in base64 that comes character by character", () => {
  const stream = new StreamRedactor(new Redactor([`${SECRET}!`]), { minHeldChars: 4 });
  let shown = "";
  for (const char of `<${btoa(`${SECRET}!`)}> and QUJD`) shown += stream.push(char);
  assertEquals((shown + stream.end()).slice(-20), "[redacted]> and QUJD");
});

Deno.test("StreamRedactor delays nothing that cannot be the beginning of a secret", () => {
  const stream = new StreamRedactor(redactor(), { minHeldChars: 4 });
  for (const piece of ["This is", " a sk", " test of s", "sk", "-", "x", "."]) assertEquals(stream.push(piece), piece);
  assertEquals(stream.push("key sk-pro"), "key ");
  assertEquals(stream.push("gress"), "sk-progress");
});

Deno.test("StreamRedactor shows at most three characters of a secret that comes one by one", () => {
  const stream = new StreamRedactor(redactor(), { minHeldChars: 4 });
  let shown = "";
  for (const char of `key: ${SECRET} and ${SECRET}.`) shown += stream.push(char);
  assertEquals(shown + stream.end(), "key: sk-[redacted] and sk-[redacted].");
});
