import { assertEquals } from "@std/assert";
import xterm from "@xterm/headless";
import { AnsiReader, hasAnsi, parseAnsi } from "../../../../../lib/dialects/chat/encode/ansi.ts";
import { rebuildAnsi } from "../../../../support/ansi.ts";

const ESC = "\u001b";

Deno.test("parseAnsi takes colours out of a text and says where they were", () => {
  assertEquals(parseAnsi(`${ESC}[32mHello${ESC}[0m world`), {
    text: "Hello world",
    spans: [{ start_index: 0, end_index: 5, style: { theme_token: "AccentGreen", bold: false } }],
    ansi: [{ offset: 0, sequence: `${ESC}[32m` }, { offset: 5, sequence: `${ESC}[0m` }],
  });
});

Deno.test("parseAnsi knows attributes, the theme's colours, indexed and true colours", () => {
  const { text, spans } = parseAnsi(
    `${ESC}[1;4;91mA${ESC}[22;24;39mB${ESC}[38;5;196mC${ESC}[38;2;1;2;255mD${ESC}[48:2::0:128:0mE${ESC}[mF${ESC}[7;9;2;3;8mG`,
  );
  assertEquals(text, "ABCDEFG");
  assertEquals(spans, [
    { start_index: 0, end_index: 1, style: { bold: true, theme_token: "AccentRed", underline: true } },
    { start_index: 2, end_index: 3, style: { bold: false, color: "#ff0000" } },
    { start_index: 3, end_index: 4, style: { bold: false, color: "#0102ff" } },
    { start_index: 4, end_index: 5, style: { bold: false, color: "#0102ff", background: "#008000" } },
    {
      start_index: 6,
      end_index: 7,
      style: { bold: false, dim: true, italic: true, inverse: true, hidden: true, strikethrough: true },
    },
  ]);
});

Deno.test("parseAnsi takes out titles, links, device strings and cursor movement", () => {
  const raw =
    `a${ESC}]0;title\u0007b${ESC}]8;;http://x${ESC}\\c${ESC}[2J${ESC}[1;1Hd${ESC}Pq#0${ESC}\\e${ESC}(Bf${ESC}7`;
  const parsed = parseAnsi(raw);
  assertEquals(parsed.text, "abcdef");
  assertEquals(rebuildAnsi(parsed), raw);
});

Deno.test("parseAnsi counts offsets in UTF-16 code units", () => {
  assertEquals(parseAnsi(`😀é${ESC}[31mx`).ansi, [{ offset: 3, sequence: `${ESC}[31m` }]);
});

Deno.test("AnsiReader holds back a sequence that is cut in two, and keeps colours from piece to piece", () => {
  const reader = new AnsiReader();
  assertEquals(reader.read(`one${ESC}[3`), { text: "one", spans: [], ansi: [] });
  assertEquals(reader.read("1mtwo"), {
    text: "two",
    spans: [{ start_index: 0, end_index: 3, style: { theme_token: "AccentRed", bold: false } }],
    ansi: [{ offset: 0, sequence: `${ESC}[31m` }],
  });
  assertEquals(reader.read("three").spans, [
    { start_index: 0, end_index: 5, style: { theme_token: "AccentRed", bold: false } },
  ]);
  assertEquals(reader.restore(), `${ESC}[0m`);
});

Deno.test("AnsiReader knows what brings the terminal back", () => {
  const reader = new AnsiReader();
  reader.read(`${ESC}[?2004h${ESC}[?25l${ESC}[?1049h text`);
  assertEquals(reader.restore(), `${ESC}[?2004l${ESC}[?25h${ESC}[?1049l`);
  reader.read(`${ESC}[?1049;2004l${ESC}[?25h`);
  assertEquals(reader.restore(), "");
});

Deno.test("AnsiReader does not hold back more than a bounded amount", () => {
  const reader = new AnsiReader();
  const raw = `${ESC}]0;${"x".repeat(10_000)}`;
  const parsed = reader.read(raw);
  assertEquals(rebuildAnsi(parsed), raw);
  assertEquals(reader.end().ansi, []);
});

/** Numbers from a seed, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

const SCRAPS = [
  ESC,
  "[",
  "]",
  "m",
  "31",
  ";",
  "0",
  "1",
  "?25l",
  "\u0007",
  `${ESC}\\`,
  "\u009b",
  "\u009c",
  "\u0090",
  "\n",
  "\r\n",
  "text",
  "é",
  "😀",
  "\ud800",
  `${ESC}[32m`,
  `${ESC}[0m`,
  `${ESC}[2K`,
  `${ESC}(B`,
  " ",
  "(",
  "P",
  "8;;",
  "\t",
  "\u0000",
  "\u2028",
];

Deno.test("parseAnsi and rebuildAnsi lose nothing, whatever comes and however it is cut", () => {
  const random = randomFrom(7);
  for (let round = 0; round < 5_000; round++) {
    let raw = "";
    for (let count = random(30); count > 0; count--) raw += SCRAPS[random(SCRAPS.length)];
    const parsed = parseAnsi(raw);
    assertEquals(rebuildAnsi(parsed), raw);
    assertEquals(hasAnsi(parsed.text), false);
    const reader = new AnsiReader();
    let rebuilt = "";
    let text = "";
    for (let from = 0; from < raw.length;) {
      const to = Math.min(raw.length, from + 1 + random(5));
      const piece = reader.read(raw.slice(from, to));
      rebuilt += rebuildAnsi(piece);
      text += piece.text;
      from = to;
    }
    assertEquals(rebuilt + rebuildAnsi(reader.end()), raw);
    assertEquals(text, parsed.text);
  }
});

/** What a terminal shows after some bytes: characters and colours of every cell, and the cursor. */
async function screen(chunks: string[]): Promise<unknown> {
  const terminal = new xterm.Terminal({ cols: 40, rows: 12, allowProposedApi: true });
  for (const chunk of chunks) await new Promise<void>((resolve) => terminal.write(chunk, resolve));
  const { active } = terminal.buffer;
  const rows: unknown[] = [];
  for (let row = 0; row < active.length; row++) {
    const line = active.getLine(row);
    const cells: unknown[] = [];
    for (let column = 0; column < 40; column++) {
      const cell = line?.getCell(column);
      cells.push([cell?.getChars(), cell?.getFgColor(), cell?.getBgColor(), cell?.isBold(), cell?.isUnderline()]);
    }
    rows.push(cells);
  }
  const shown = { rows, cursor: [active.cursorX, active.cursorY], kind: active.type };
  terminal.dispose();
  return shown;
}

Deno.test("a terminal that replays annotations shows the same screen as the raw bytes", async () => {
  const raw = [
    `plain ${ESC}[1;32mgreen bold${ESC}[0m\r\n`,
    `progress 10%\rprogress ${ESC}[3`,
    `3m50%${ESC}[0m\r\n${ESC}[4munder${ESC}[24m ${ESC}[38;5;208morange${ESC}[0m ${ESC}[48;2;10;20;30mback${ESC}[m\r\n`,
    `one\r\ntwo\r\nthree${ESC}[2A${ESC}[3Gx${ESC}[K${ESC}[3B\r\n`,
    `${ESC}]0;a title\u0007after title 你好 😀\r\n${ESC}[?25lhidden cursor`,
  ];
  const reader = new AnsiReader();
  const replayed = [...raw.map((piece) => rebuildAnsi(reader.read(piece))), rebuildAnsi(reader.end())];
  assertEquals(await screen(replayed), await screen(raw));
});
