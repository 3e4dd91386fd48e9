import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ByteSource, latin1 } from "../../../../lib/sandbox/network/byte_source.ts";
import { bodyOf, copyBody, headBytes, readHead } from "../../../../lib/sandbox/network/request_head.ts";

/** A source of text that comes in pieces of a size. */
function sourceOf(text: string, size: number): ByteSource {
  const bytes = latin1(text);
  let at = 0;
  return new ByteSource({
    read: (buffer) => {
      if (at >= bytes.length) return Promise.resolve(null);
      const piece = bytes.subarray(at, at + Math.min(size, buffer.length));
      buffer.set(piece);
      at += piece.length;
      return Promise.resolve(piece.length);
    },
  });
}

async function bodyText(source: ByteSource, body: number | "chunked"): Promise<string> {
  let text = "";
  await copyBody(source, {
    body,
    write: (bytes) => {
      text += new TextDecoder("latin1").decode(bytes);
      return Promise.resolve();
    },
  });
  return text;
}

Deno.test("requests are read one after the other, however their bytes are cut", async () => {
  const first = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n";
  const chunks = "3;note=1\r\nabc\r\n0a\r\n0123456789\r\n0\r\nTrailer: yes\r\n\r\n";
  const second = "PUT /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  const text = `${first}hello${second}${chunks}GET /c HTTP/1.1\r\n\r\n`;
  for (const size of [1, 7, 10_000]) {
    const source = sourceOf(text, size);
    const seen: string[] = [];
    for (let head = await readHead(source); head; head = await readHead(source)) {
      seen.push(new TextDecoder().decode(headBytes(head)), await bodyText(source, bodyOf(head)));
    }
    assertEquals(seen, [first, "hello", second, chunks, "GET /c HTTP/1.1\r\n\r\n", ""]);
  }
});

for (
  const headers of [
    ["Content-Length: 5", "Transfer-Encoding: chunked"],
    ["Content-Length: 5", "Content-Length: 6"],
    ["Content-Length: +5"],
    ["Transfer-Encoding: gzip, chunked"],
  ]
) {
  Deno.test(`a body of ambiguous length is refused: ${headers.join(", ")}`, async () => {
    const head = await readHead(sourceOf(`POST / HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`, 100));
    assertThrows(() => head && bodyOf(head), SyntaxError, "ambiguous");
  });
}

Deno.test("what is no request is refused", async () => {
  for (
    const text of [
      "hello\r\n\r\n",
      "GET / HTTP/2\r\n\r\n",
      "GET / HTTP/1.1\r\nbad header\r\n\r\n",
      "GET / HTTP/1.1\r\n",
    ]
  ) {
    await assertRejects(() => readHead(sourceOf(text, 100)), SyntaxError);
  }
  await assertRejects(() => readHead(sourceOf("x".repeat(100_000), 10_000)), RangeError);
});
