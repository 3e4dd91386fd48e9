import { assertEquals, assertRejects } from "@std/assert";
import { RecordWriter } from "../../../lib/stream/record_writer.ts";

class SlowSink {
  readonly writes: string[] = [];
  readonly #gate = Promise.withResolvers<void>();
  readonly #most: number;
  isFailing = false;

  constructor(most = Infinity) {
    this.#most = most;
  }

  open(): void {
    this.#gate.resolve();
  }

  async write(bytes: Uint8Array): Promise<number> {
    await this.#gate.promise;
    // A real write leaves the program for a moment.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (this.isFailing) throw new Deno.errors.BrokenPipe("gone");
    const taken = bytes.subarray(0, this.#most);
    this.writes.push(new TextDecoder().decode(taken));
    return taken.length;
  }
}

const shorten = (): never => {
  throw new Error("nothing is too long here");
};

function writerTo(sink: SlowSink): { stream: RecordWriter; writer: WritableStreamDefaultWriter<object | string> } {
  const stream = new RecordWriter(sink, { maxLineBytes: 1000, shorten });
  return { stream, writer: stream.writable.getWriter() };
}

Deno.test("RecordWriter sends what was queued during a write in the next single write", async () => {
  const sink = new SlowSink();
  const { writer } = writerTo(sink);
  await writer.write({ n: 1 });
  for (let n = 2; n <= 50; n++) void writer.write({ n });
  sink.open();
  await writer.close();
  const all = Array.from({ length: 50 }, (_, i) => `{"n":${i + 1}}\n`).join("");
  assertEquals(sink.writes.join(""), all);
  assertEquals(sink.writes.length <= 3, true, `${sink.writes.length} writes`);
});

Deno.test("RecordWriter writes on after a sink took only part of the bytes, and counts what was taken", async () => {
  const sink = new SlowSink(3);
  sink.open();
  const { stream, writer } = writerTo(sink);
  await writer.write({ text: "0123456789" });
  await writer.close();
  assertEquals(sink.writes.join(""), '{"text":"0123456789"}\n');
  assertEquals(stream.bytesTaken, 22);
});

Deno.test("RecordWriter closes only when the last byte was taken", async () => {
  const sink = new SlowSink();
  const { writer } = writerTo(sink);
  void writer.write({ n: 1 });
  let isClosed = false;
  const closing = writer.close().then(() => void (isClosed = true));
  for (let i = 0; i < 50; i++) await Promise.resolve();
  assertEquals(isClosed, false);
  sink.open();
  await closing;
  assertEquals(sink.writes, ['{"n":1}\n']);
});

Deno.test("RecordWriter tells of a failed write at once, without a further record", async () => {
  const sink = new SlowSink();
  sink.isFailing = true;
  const { writer } = writerTo(sink);
  void writer.write({ n: 1 });
  sink.open();
  await assertRejects(() => writer.closed, Deno.errors.BrokenPipe);
  await assertRejects(() => writer.write({ n: 2 }), Deno.errors.BrokenPipe);
});

Deno.test("RecordWriter makes the producer wait when the reader does not read", async () => {
  const sink = new SlowSink();
  const { writer } = writerTo(sink);
  let written = 0;
  const producer = (async () => {
    for (let n = 0; n < 2_000; n++) {
      await writer.ready;
      void writer.write({ text: "x".repeat(900) });
      written++;
    }
  })();
  for (let i = 0; i < 5_000; i++) await Promise.resolve();
  assertEquals(written < 500, true, `${written} records`);
  sink.open();
  await producer;
  await writer.close();
});

Deno.test("RecordWriter writes a string as it is, with a newline", async () => {
  const sink = new SlowSink();
  sink.open();
  const { writer } = writerTo(sink);
  await writer.write("as it is");
  await writer.close();
  assertEquals(sink.writes.join(""), "as it is\n");
});
