import { assert, assertEquals } from "@std/assert";
import { linesOf } from "../../../lib/stream/lines_of.ts";
import { faultOf } from "../../../lib/stream/line_fault.ts";
import { LineGuard } from "../../../lib/stream/line_guard.ts";

const encoder = new TextEncoder();

function bytesOf(...chunks: (string | number[])[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(chunks.map((chunk) => {
    return typeof chunk === "string" ? encoder.encode(chunk) : Uint8Array.from(chunk);
  }));
}

async function lines(limit: number, ...chunks: (string | number[])[]): Promise<string[]> {
  return await Array.fromAsync(linesOf(bytesOf(...chunks), limit));
}

Deno.test("LineGuard lets a line of the limit through and marks one that is longer", async () => {
  const [a, b, c] = await lines(4, "abcd\nabcde\nok\n");
  assertEquals([a, faultOf(b), c], ["abcd", { kind: "too_long", bytes: 5, limit: 4 }, "ok"]);
});

Deno.test("LineGuard takes a last line without its newline, and an empty input", async () => {
  assertEquals(await lines(9, "a\nb"), ["a", "b"]);
  assertEquals(await lines(9), []);
  assertEquals(faultOf((await lines(2, "abc"))[0]), { kind: "too_long", bytes: 3, limit: 2 });
});

Deno.test("LineGuard and what follows it read CRLF and a byte order mark", async () => {
  assertEquals(await lines(99, [0xef, 0xbb, 0xbf], "a\r\nb\r\n"), ["a", "b"]);
});

Deno.test("LineGuard marks a line that is not UTF-8 and goes on", async () => {
  const [a, b] = await lines(99, [0x61, 0xff, 0x0a], "ok\n");
  assertEquals([faultOf(a), b], [{ kind: "not_utf8" }, "ok"]);
});

Deno.test("LineGuard puts characters together that arrive in pieces", async () => {
  const bytes = [...encoder.encode('{"a":"é👋"}\n')];
  for (let at = 1; at < bytes.length; at++) {
    assertEquals(await lines(99, bytes.slice(0, at), bytes.slice(at)), ['{"a":"é👋"}']);
  }
});

Deno.test("LineGuard reads any text the same, however it is cut", async () => {
  const text = "one\n\ntwo two\r\nthrée\n" + "x".repeat(40) + "\nlast";
  const whole = await lines(30, text);
  for (let size = 1; size < 12; size++) {
    const pieces = Array.from(
      { length: Math.ceil(text.length / size) },
      (_, i) => text.slice(i * size, (i + 1) * size),
    );
    assertEquals(await lines(30, ...pieces), whole, `pieces of ${size}`);
  }
});

Deno.test("LineGuard keeps memory flat over a line of 100 MB", async () => {
  const piece = new Uint8Array(1 << 16).fill(120);
  let sent = 0;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller): void {
      if (sent++ < 1_600) controller.enqueue(piece);
      else controller.close();
    },
  }, { highWaterMark: 0 });
  const before = Deno.memoryUsage();
  const out = await Array.fromAsync(source.pipeThrough(new LineGuard(1 << 20)));
  const after = Deno.memoryUsage();
  assertEquals(faultOf(new TextDecoder().decode(out[0]).trimEnd()), {
    kind: "too_long",
    bytes: 1_600 * (1 << 16),
    limit: 1 << 20,
  });
  assert(after.external - before.external < 20e6);
});

Deno.test("LineGuard reads a line that comes byte by byte, in little memory", async () => {
  const count = 200_000;
  let sent = 0;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller): void {
      if (sent === count) return controller.close();
      controller.enqueue(Uint8Array.of(97 + sent++ % 26));
    },
  }, { highWaterMark: 0 });
  const out = await Array.fromAsync(source.pipeThrough(new LineGuard(1 << 20)));
  const alphabet = "abcdefghijklmnopqrstuvwxyz";
  assertEquals(
    new TextDecoder().decode(out[0]),
    `${alphabet.repeat(Math.ceil(count / 26)).slice(0, count)}\n`,
  );
});
