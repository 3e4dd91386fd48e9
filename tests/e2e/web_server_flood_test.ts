import { assert, assertEquals } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { isSummary, type WebLine, WebServer } from "../support/web_server.ts";
import { procPath, withProc } from "../support/proc.ts";

const CHUNKS = 50_000;
const WORD = "word ";
const MIB = 1_048_576;

/** The most memory that a process has had so far. */
async function peakOf(pid: number): Promise<number> {
  const status = await Deno.readTextFile(procPath(`${pid}/status`));
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}

const FORMAT = { output_format: "stream-chunk-json" };

/**
 * Follows a session until a number of turns have ended. A client that falls behind is disconnected; it comes back with
 * the last number that it saw, as any client does. Returns its text.
 */
async function textOf(
  server: WebServer,
  { session_id, turns }: { session_id: string; turns: number },
): Promise<string> {
  let text = "";
  let ended = 0;
  let place: Record<string, unknown> = {};
  for (;;) {
    const peer = await server.connect(FORMAT, { isChecked: false });
    const { log_id, from_seq } = await peer.follow(session_id, place);
    assertEquals(from_seq, place.from_seq ?? 0);
    let left = turns - ended;
    const isDone = (line: WebLine): boolean => isSummary(line) && --left === 0;
    const isWhole = await peer.next(isDone).then(() => true, () => false);
    // Of several lines of an event only the last has a number: without it they come again.
    const whole = peer.lines.slice(0, peer.lines.findLastIndex(({ seq }) => seq !== undefined) + 1);
    const numbers = whole.flatMap(({ seq }) => seq ?? []);
    assert(numbers.every((number, index) => number > (numbers[index - 1] ?? from_seq)));
    text += whole.map((line) => line.choices?.[0]?.delta?.content ?? "").join("");
    ended += whole.filter(isSummary).length;
    if (isWhole) return text;
    place = { from_seq: numbers.at(-1) ?? from_seq, log_id };
  }
}

Deno.test(
  withProc(
    "serve --web: 50,000 chunks reach several clients whole, a stalled one does not hold them, and memory is bounded",
    async () => {
      await using model = fakeModel([[{ repeat: WORD, times: 100 }], [{ repeat: WORD, times: CHUNKS }]]);
      await using server = await WebServer.start([], { model });
      const first = await server.connect();
      const { session_id } = await first.follow();
      first.prompt(session_id, "warm up");
      await first.next(isSummary);
      const following = [1, 2, 3].map(() => textOf(server, { session_id, turns: 2 }));
      // A client that reads nothing from now on.
      const stalled = await Deno.connect({ hostname: "127.0.0.1", port: server.ready.port });
      await stalled.write(stalledClient(server.ready.port, [
        { type: "auth", token: server.token, dialect: "chat", ...FORMAT },
        { type: "control_request", request_id: "r1", session_id, request: { subtype: "open_session" } },
      ]));
      const before = await peakOf(server.run.pid);
      const from = first.lines.length;
      first.prompt(session_id, "flood");
      await first.next(isSummary, from);
      const whole = WORD.repeat(CHUNKS + 100);
      for (const text of await Promise.all(following)) assert(text === whole, `${text.length} of ${whole.length}`);
      assert(await textOf(server, { session_id, turns: 2 }) === whole, "a client that comes later");
      const grown = (await peakOf(server.run.pid)) - before;
      assert(grown < 160 * MIB, `memory grew by ${Math.round(grown / MIB)} MiB`);
      stalled.close();
    },
  ),
);

/** A request for the WebSocket and messages, as bytes: a client by hand, which can stop to read. */
function stalledClient(port: number, lines: readonly object[]): Uint8Array {
  const head = [
    "GET /ws HTTP/1.1",
    `host: 127.0.0.1:${port}`,
    "connection: Upgrade",
    "upgrade: websocket",
    "sec-websocket-version: 13",
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    "",
    "",
  ].join("\r\n");
  const frames = lines.flatMap((line) => {
    const bytes = new TextEncoder().encode(JSON.stringify(line));
    // A mask of zeros leaves the text as it is.
    return [0x81, 0xfe, bytes.length >> 8, bytes.length & 0xff, 0, 0, 0, 0, ...bytes];
  });
  return Uint8Array.from([...new TextEncoder().encode(head), ...frames]);
}
