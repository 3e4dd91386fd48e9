import { shownCost, totalCost } from "../../model/mod.ts";
import type { Frame } from "../draw/live_region.ts";
import type { Palette } from "../draw/palette.ts";
import { cutToWidth, displayWidth } from "../draw/text_width.ts";
import { oneLine } from "../plain_text.ts";
import { elapsed } from "../terminal_view.ts";
import type { Chat } from "./chat.ts";
import { editorRows, type PromptRows } from "./prompts.ts";

/** How the live rows are drawn. */
export interface LayoutStyle {
  palette: Palette;
  columns: number;
  rows: number;
  /** The sign of the running turn, which moves. */
  spinner: string;
}

const MAX_STATUS_ROWS = 2;

/** The live rows of a conversation: the tail of the answer, what is queued, the question or the input, the status. */
export function layOut(chat: Chat, style: LayoutStyle): Omit<Frame, "finished"> {
  const { palette, columns } = style;
  const queued = chat.queued.map((text) => palette.dim(cutToWidth(`queued: ${oneLine(text, 200)}`, columns)));
  const input = chat.prompts.isOpen ? chat.prompts.rows(palette, columns) : inputRows(chat, style);
  const below = [...(chat.prompts.isOpen ? [] : chat.hints.rows(palette, columns)), ...statusRows(chat, style)];
  const above = [...activityRows(chat, style), ...queued];
  const room = Math.max(1, style.rows - 1 - below.length);
  const shown = clipped(input, room);
  const left = Math.max(0, room - shown.rows.length);
  const head = [...chat.parts.feed.live(), ...above].slice(-left || Infinity).slice(0, left);
  return {
    live: [...head, ...shown.rows, ...below],
    cursor: { row: head.length + shown.cursor.row, column: Math.min(shown.cursor.column, columns) },
  };
}

/** Rows around the cursor, where not all of them fit. */
function clipped({ rows, cursor }: PromptRows, room: number): PromptRows {
  if (rows.length <= room) return { rows, cursor };
  const first = Math.max(0, Math.min(cursor.row - Math.floor(room / 2), rows.length - room));
  return { rows: rows.slice(first, first + room), cursor: { ...cursor, row: cursor.row - first } };
}

function activityRows(chat: Chat, { palette, columns, spinner }: LayoutStyle): string[] {
  if (chat.notice !== null) return [palette.warning(cutToWidth(chat.notice, columns))];
  if (!chat.isWorking || chat.prompts.isOpen) return [];
  const what = chat.parts.feed.activity ?? "working";
  const keys = chat.queued.length > 0 ? "Enter sends it now, Esc cancels" : "Esc cancels";
  return [palette.dim(cutToWidth(`${spinner} ${what} · ${elapsed(chat.workingMs)} · ${keys}`, columns))];
}

function inputRows(chat: Chat, { palette, columns }: LayoutStyle): PromptRows {
  const { search } = chat.editor;
  if (search) {
    const head = `search: ${oneLine(search.query, 60)}`;
    const row = cutToWidth(`${head} > ${search.match === null ? "" : oneLine(search.match, 300)}`, columns);
    return { rows: [row], cursor: { row: 0, column: Math.min(head.length, columns) } };
  }
  const typed = editorRows(chat.editor, { columns, sign: "> " });
  const [first = "", ...rest] = typed.rows;
  return { ...typed, rows: [palette.accent("> ") + first.slice(2), ...rest] };
}

/** The status in one row, or in two where the terminal is narrow. */
function statusRows(chat: Chat, { palette, columns }: LayoutStyle): string[] {
  const { info, spent, branch } = chat;
  if (!info) return [palette.dim("starting")];
  const folder = info.cwd.split(/[/\\]/).at(-1) || info.cwd;
  const tokens = spent?.total.totalTokens ?? 0;
  const cost = spent?.costs ? totalCost(spent.costs) : null;
  const facts = [
    info.model,
    info.mode,
    folder,
    ...(branch === null ? [] : [branch]),
    ...(tokens > 0 ? [`${shortCount(tokens)} tokens`] : []),
    ...(cost === null || tokens === 0 ? [] : [shownCost(cost)]),
  ];
  const rows = [""];
  for (const fact of facts.map((one) => oneLine(one, 60))) {
    const last = rows[rows.length - 1];
    const longer = last === "" ? fact : `${last} · ${fact}`;
    if (displayWidth(longer) <= columns || rows.length === MAX_STATUS_ROWS) rows[rows.length - 1] = longer;
    else rows.push(fact);
  }
  return rows.map((row) => palette.dim(cutToWidth(row, columns)));
}

function shortCount(count: number): string {
  return count < 10_000 ? String(count) : `${(count / 1_000).toFixed(count < 100_000 ? 1 : 0)}k`;
}
