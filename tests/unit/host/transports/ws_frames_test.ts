import { assertEquals } from "@std/assert";
import { closeFrame, FrameDecoder, textFrame } from "../../../../lib/host/transports/ws_frames.ts";

const encoder = new TextEncoder();

/** A frame as a client sends it. */
function masked(frame: Uint8Array, mask = [1, 2, 3, 4]): Uint8Array {
  const short = frame[1] & 0x7f;
  const head = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
  const payload = frame.slice(head).map((byte, index) => byte ^ mask[index % 4]);
  const bytes = Uint8Array.from([...frame.slice(0, head), ...mask, ...payload]);
  bytes[1] |= 0x80;
  return bytes;
}

function withFirstByte(frame: Uint8Array, first: number): Uint8Array {
  const copy = frame.slice();
  copy[0] = first;
  return copy;
}

/** What a decoder makes of bytes that come in pieces of a size. */
function decode(bytes: Uint8Array, size: number): { text: string; replies: number[]; isOver: boolean } {
  const decoder = new FrameDecoder();
  let text = "";
  const replies: number[] = [];
  let isOver = false;
  for (let at = 0; at < bytes.length; at += size) {
    const decoded = decoder.push(bytes.slice(at, at + size));
    for (const line of decoded.lines) text += new TextDecoder().decode(line);
    replies.push(...decoded.replies.map((reply) => reply[0] & 0x0f));
    isOver = decoded.isOver;
  }
  return { text, replies, isOver };
}

function joined(...pieces: Uint8Array[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

Deno.test("FrameDecoder makes one line of each message, however its bytes are cut", () => {
  const long = "x".repeat(70_000);
  const bytes = joined(
    masked(textFrame(encoder.encode('{"a":\r\n1}'))),
    masked(withFirstByte(textFrame(encoder.encode("first ")), 0x01)),
    masked(withFirstByte(textFrame(encoder.encode("p")), 0x89)),
    masked(withFirstByte(textFrame(encoder.encode("second")), 0x80)),
    masked(textFrame(encoder.encode(long))),
    masked(closeFrame(1000)),
  );
  for (const size of [1, 7, 1_000, bytes.length]) {
    assertEquals(decode(bytes, size), {
      text: `{"a":  1}\nfirst second\n${long}\n`,
      replies: [10, 8],
      isOver: true,
    });
  }
});

Deno.test("FrameDecoder passes the payload of a frame on before the frame is complete", () => {
  const frame = new DataView(new ArrayBuffer(14));
  frame.setUint16(0, 0x81ff);
  frame.setBigUint64(2, 60_000_000n);
  const decoder = new FrameDecoder();
  assertEquals(decoder.push(new Uint8Array(frame.buffer)).lines, []);
  assertEquals(decoder.push(encoder.encode("abc")).lines.map((line) => line.length), [3]);
});

const FAULTS: [string, Uint8Array][] = [
  ["an unmasked frame", textFrame(encoder.encode("x"))],
  ["a reserved bit", masked(withFirstByte(textFrame(encoder.encode("x")), 0xc1))],
  ["an unknown kind of frame", masked(withFirstByte(textFrame(encoder.encode("x")), 0x83))],
  ["a continuation of nothing", masked(withFirstByte(textFrame(encoder.encode("x")), 0x80))],
  ["a long ping", masked(withFirstByte(textFrame(encoder.encode("x".repeat(126))), 0x89))],
  ["a ping in parts", masked(withFirstByte(textFrame(encoder.encode("x")), 0x09))],
];

for (const [what, bytes] of FAULTS) {
  Deno.test(`FrameDecoder closes the connection after ${what}`, () => {
    assertEquals(decode(bytes, bytes.length), { text: "", replies: [8], isOver: true });
  });
}
