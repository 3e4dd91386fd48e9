import type { Style } from "../../../../schemas/chat/out.gen.ts";

/** The style of text, as `CSI … m` sets it. Values are compared by identity: `PLAIN` is the only plain one. */
export interface TextStyle {
  readonly foreground: string | null;
  readonly background: string | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly hidden: boolean;
  readonly strikethrough: boolean;
}

/** Text without any style. */
export const PLAIN: TextStyle = Object.freeze({
  foreground: null,
  background: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
  hidden: false,
  strikethrough: false,
});

/** Theme tokens of the eight colours, dark and bright. */
const TOKENS = [
  "Gray",
  "AccentRed",
  "AccentGreen",
  "AccentYellow",
  "AccentBlue",
  "AccentPurple",
  "AccentCyan",
  "Foreground",
];
const LEVELS = [0, 95, 135, 175, 215, 255];

type Flag = "bold" | "dim" | "italic" | "underline" | "inverse" | "hidden" | "strikethrough";
const ON: Record<number, Flag> = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  7: "inverse",
  8: "hidden",
  9: "strikethrough",
  21: "underline",
};
const OFF: Record<number, Flag[]> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  28: ["hidden"],
  29: ["strikethrough"],
};

/** The style after the parameters of one `CSI … m`. */
export function applySgr(style: TextStyle, parameters: string): TextStyle {
  const next: { -readonly [Key in keyof TextStyle]: TextStyle[Key] } = { ...style };
  const groups = parameters.split(";");
  for (let index = 0; index < groups.length; index++) {
    const parts = groups[index].split(":");
    const code = parts[0] === "" ? 0 : Number(parts[0]);
    if (code === 0) Object.assign(next, PLAIN);
    else if (code === 38 || code === 48) {
      const rest = parts.length > 1 ? parts.slice(1) : groups.slice(index + 1);
      const { color, used } = extendedColor(rest, { isColon: parts.length > 1 });
      if (parts.length === 1) index += used;
      if (color !== null) next[code === 38 ? "foreground" : "background"] = color;
    } else if (ON[code]) next[ON[code]] = parts[1] !== "0";
    else if (OFF[code]) { for (const flag of OFF[code]) next[flag] = false; }
    else if (code === 39) next.foreground = null;
    else if (code === 49) next.background = null;
    else if (isBetween(code, [30, 37])) next.foreground = TOKENS[code - 30];
    else if (isBetween(code, [90, 97])) next.foreground = TOKENS[code - 90];
    else if (isBetween(code, [40, 47])) next.background = TOKENS[code - 40];
    else if (isBetween(code, [100, 107])) next.background = TOKENS[code - 100];
  }
  return isPlain(next) ? PLAIN : next;
}

/** The style on the wire. */
export function styleOf(style: TextStyle): Style {
  const wire: Style = { bold: style.bold };
  if (style.foreground !== null) wire[style.foreground.startsWith("#") ? "color" : "theme_token"] = style.foreground;
  if (style.background !== null) wire.background = style.background;
  for (const flag of ["dim", "italic", "underline", "inverse", "hidden", "strikethrough"] as const) {
    if (style[flag]) wire[flag] = true;
  }
  return wire;
}

function isPlain(style: TextStyle): boolean {
  return (Object.keys(PLAIN) as (keyof TextStyle)[]).every((key) => style[key] === PLAIN[key]);
}

function isBetween(code: number, [low, high]: readonly [number, number]): boolean {
  return code >= low && code <= high;
}

function extendedColor(rest: string[], { isColon }: { isColon: boolean }): { color: string | null; used: number } {
  if (rest[0] === "5") return { color: indexedColor(Number(rest[1])), used: 2 };
  if (rest[0] !== "2") return { color: null, used: rest.length };
  // The colon form has a colour space between the mode and the components.
  const components = isColon && rest.length >= 5 ? rest.slice(2, 5) : rest.slice(1, 4);
  const numbers = components.map(Number);
  const isColor = numbers.length === 3 &&
    numbers.every((value) => Number.isInteger(value) && isBetween(value, [0, 255]));
  return { color: isColor ? hex(numbers) : null, used: 4 };
}

function indexedColor(index: number): string | null {
  if (!Number.isInteger(index) || index < 0 || index > 255) return null;
  if (index < 16) return TOKENS[index % 8];
  if (index >= 232) return hex([0, 0, 0].map(() => 8 + (index - 232) * 10));
  const cube = index - 16;
  return hex([LEVELS[Math.floor(cube / 36)], LEVELS[Math.floor(cube / 6) % 6], LEVELS[cube % 6]]);
}

function hex(components: number[]): string {
  return "#" + components.map((value) => value.toString(16).padStart(2, "0")).join("");
}
