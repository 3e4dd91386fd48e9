/** The styles in which a conversation is drawn. Each takes a text and returns it with its style. */
export type Style = (text: string) => string;

/** The named styles. */
export interface Palette {
  bold: Style;
  dim: Style;
  italic: Style;
  underline: Style;
  /** Headings, the prompt sign and the chosen entry of a list. */
  accent: Style;
  code: Style;
  keyword: Style;
  text: Style;
  number: Style;
  comment: Style;
  added: Style;
  removed: Style;
  warning: Style;
  error: Style;
  done: Style;
}

/** The names of the themes, which `/theme` lists. */
export const THEMES = ["dark", "light", "mono"] as const;

/** A theme by name. */
export type Theme = typeof THEMES[number];

/** The theme that a name stands for; names of other programs mean a light or a dark one. */
export function themeOf(name: string | null): Theme {
  return THEMES.find((theme) => theme === name) ?? (/light|^xcode$/i.test(name ?? "") ? "light" : "dark");
}

const plainStyle: Style = (text) => text;

function style(code: string): Style {
  return (text) => text === "" ? "" : `\x1b[${code}m${text}\x1b[0m`;
}

/** Styles that change nothing, for terminals without colour. */
export const NO_STYLES: Palette = {
  bold: plainStyle,
  dim: plainStyle,
  italic: plainStyle,
  underline: plainStyle,
  accent: plainStyle,
  code: plainStyle,
  keyword: plainStyle,
  text: plainStyle,
  number: plainStyle,
  comment: plainStyle,
  added: plainStyle,
  removed: plainStyle,
  warning: plainStyle,
  error: plainStyle,
  done: plainStyle,
};

/** Emphasis without colour. */
const MONO: Palette = {
  ...NO_STYLES,
  bold: style("1"),
  dim: style("2"),
  italic: style("3"),
  underline: style("4"),
  accent: style("1"),
  keyword: style("1"),
  comment: style("2"),
  removed: style("2"),
  error: style("1"),
};

const DARK: Palette = {
  bold: style("1"),
  dim: style("2"),
  italic: style("3"),
  underline: style("4"),
  accent: style("36"),
  code: style("33"),
  keyword: style("35"),
  text: style("32"),
  number: style("33"),
  comment: style("2"),
  added: style("32"),
  removed: style("31"),
  warning: style("33"),
  error: style("31"),
  done: style("32"),
};

const LIGHT: Palette = { ...DARK, accent: style("34"), code: style("35"), number: style("36"), warning: style("35") };

/** The styles of a theme. */
export function paletteOf(theme: Theme): Palette {
  return { dark: DARK, light: LIGHT, mono: MONO }[theme];
}
