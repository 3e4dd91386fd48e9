import { assertEquals } from "@std/assert";
import { type ScreenOptions, TerminalScreen } from "../../../lib/terminal/terminal_screen.ts";

/** A screen whose time stands still until it is told to tick. */
function stage(over: Partial<ScreenOptions> = {}): {
  screen: TerminalScreen;
  tick: (ms: number) => void;
  written: string[];
  timers: () => number;
} {
  const written: string[] = [];
  const calls = new Set<() => void>();
  const decoder = new TextDecoder();
  let now = 0;
  const screen = new TerminalScreen({
    stdout: {
      // Takes little at a time, as terminals may.
      write(bytes): Promise<number> {
        written.push(`out ${decoder.decode(bytes.subarray(0, 4))}`);
        return Promise.resolve(Math.min(4, bytes.length));
      },
    },
    stderr: (text) => void written.push(`err ${text.replaceAll("\r\x1b[K", "<erase>")}`),
    isColoured: false,
    canMove: true,
    frames: ["-", "|"],
    columns: () => 30,
    now: () => now,
    every(_ms, call): () => void {
      calls.add(call);
      return () => calls.delete(call);
    },
    ...over,
  });
  const tick = (ms: number): void => {
    now += ms;
    for (const call of calls) call();
  };
  return { screen, tick, written, timers: () => calls.size };
}

Deno.test("TerminalScreen spins while the run is busy, and takes the spinner away before it writes", async () => {
  const { screen, tick, written, timers } = stage();
  const writer = screen;
  await writer.write({ kind: "busy", label: "waiting" });
  tick(100);
  tick(60_000);
  await writer.write({ kind: "line", tone: "dim", text: "+ Read a" });
  tick(1_000);
  await writer.write({ kind: "answer", text: "Hi" });
  tick(1_000);
  await writer.write({ kind: "answer", text: " you\n" });
  tick(1_000);
  await writer.close();
  assertEquals(timers(), 0);
  assertEquals(written, [
    "err <erase>- 0s waiting",
    "err <erase>| 1m 00s waiting",
    "err <erase>",
    "err + Read a\n",
    "err <erase>- 1m 01s waiting",
    "err <erase>",
    "out Hi",
    "out  you",
    "out \n",
    "err <erase>| 1m 03s waiting",
    "err <erase>",
  ]);
  assertEquals(screen.bytesTaken, 7);
});

Deno.test("TerminalScreen breaks the line of an unfinished answer before it notes something", async () => {
  const { screen, written } = stage();
  const writer = screen;
  await writer.write({ kind: "answer", text: "Hi" });
  screen.note("beside");
  writer.end();
  assertEquals(written, ["out Hi", "err \n", "err beside\n"]);
});

Deno.test("TerminalScreen colours only when it may, and never spins where the cursor cannot move", async () => {
  const coloured = stage({ isColoured: true });
  const writer = coloured.screen;
  await writer.write({ kind: "line", tone: "warning", text: "careful" });
  assertEquals(coloured.written, ["err \x1b[33mcareful\x1b[0m\n"]);
  await writer.close();
  const dumb = stage({ canMove: false });
  await dumb.screen.write({ kind: "busy", label: "waiting" });
  assertEquals(dumb.timers(), 0);
});

Deno.test("TerminalScreen says that a run is being cancelled", async () => {
  const { screen, tick, written } = stage({ columns: () => 80 });
  const writer = screen;
  await writer.write({ kind: "busy", label: "waiting" });
  screen.cancelling();
  tick(0);
  await writer.write({ kind: "busy", label: null });
  assertEquals(written, ["err <erase>- 0s cancelling; Ctrl-C again leaves at once", "err <erase>"]);
});

Deno.test("TerminalScreen writes what comes during a write in one go, and neither spins nor notes before it is out", async () => {
  const gate = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  const written: string[] = [];
  const { screen, tick } = stage({
    stderr: (text) => void written.push(`err ${text}`),
    stdout: {
      async write(bytes): Promise<number> {
        if (written.length === 0) await gate.promise;
        written.push(`out ${decoder.decode(bytes)}`);
        return bytes.length;
      },
    },
  });
  const writer = screen;
  await writer.write({ kind: "busy", label: "waiting" });
  await writer.write({ kind: "answer", text: "one\n" });
  await writer.write({ kind: "answer", text: "two" });
  await writer.write({ kind: "answer", text: " three\n" });
  const line = writer.write({ kind: "line", tone: "dim", text: "beside" });
  tick(1_000);
  assertEquals(written, []);
  gate.resolve();
  await line;
  await writer.close();
  assertEquals(written, ["out one\n", "out two three\n", "err beside\n"]);
});

Deno.test("TerminalScreen fails with the write that fails", async () => {
  const gone = new Error("gone");
  const { screen } = stage({ stdout: { write: () => Promise.reject(gone) } });
  const writer = screen;
  const closed = writer.failed().catch((error) => error);
  writer.write({ kind: "answer", text: "one" }).catch(() => {/* Told by the writer. */});
  writer.close().catch(() => {/* Told by the writer. */});
  assertEquals(await closed, gone);
});
