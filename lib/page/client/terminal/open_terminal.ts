/** The terminal, a module of its own: the page loads it when the person first looks at it. */
import { Terminal } from "@xterm/xterm";

/** A terminal on the page. */
export interface OpenTerminal {
  write(bytes: string): void;
  reset(): void;
  /** Fits the terminal into its place. */
  fit(): void;
}

const FONT = 'ui-monospace, "DejaVu Sans Mono", "Liberation Mono", Menlo, monospace';
const FONT_SIZE = 13;
const SCROLLBACK = 5_000;
/** In pixels, as the style sheet has them. */
const PADDING = 8;
const SCROLLBAR = 16;
const THEME = { background: "#14161a", foreground: "#e6e6e3", cursor: "#14161a" };

/** Opens a terminal that shows what is written to it and takes no keys. */
export function openTerminal(place: HTMLElement): OpenTerminal {
  const terminal = new Terminal({
    convertEol: true,
    disableStdin: true,
    cursorBlink: false,
    cursorInactiveStyle: "none",
    fontFamily: FONT,
    fontSize: FONT_SIZE,
    scrollback: SCROLLBACK,
    theme: THEME,
    screenReaderMode: true,
    // Only addresses that open a page become links.
    linkHandler: { activate: (_event, text) => openPage(text) },
  });
  setStylesAsProperties();
  withSheets(() => terminal.open(place));
  const fit = (): void => {
    const { width, height } = cellOf(place);
    const columns = Math.floor((place.clientWidth - 2 * PADDING - SCROLLBAR) / width);
    const rows = Math.floor((place.clientHeight - 2 * PADDING) / height);
    if (columns > 1 && rows > 1) terminal.resize(columns, rows);
  };
  fit();
  return { write: (bytes) => terminal.write(bytes), reset: () => terminal.reset(), fit };
}

function openPage(address: string): void {
  if (/^https?:/i.test(address) && URL.canParse(address)) open(address, "_blank", "noopener,noreferrer");
}

function cellOf(place: HTMLElement): { width: number; height: number } {
  const probe = document.createElement("span");
  probe.textContent = "W".repeat(50);
  Object.assign(probe.style, { font: `${FONT_SIZE}px ${FONT}`, position: "absolute", visibility: "hidden" });
  place.append(probe);
  const { width, height } = probe.getBoundingClientRect();
  probe.remove();
  return { width: Math.max(1, width / 50), height: Math.max(1, height) };
}

/** The page's policy forbids style attributes, which the terminal uses for colours; properties are allowed. */
function setStylesAsProperties(): void {
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name: string, value: string): void {
    if (name === "style" && this instanceof HTMLElement) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
}

/** The page's policy forbids inline styles, so those that the terminal makes become style sheets of the document. */
function withSheets(act: () => void): void {
  const make = document.createElement;
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    return name === "style" ? adoptedStyle() : make.call(document, name, options);
  };
  try {
    act();
  } finally {
    document.createElement = make;
  }
}

/** An element whose text is a style sheet of the document. A real style element would be refused, even an empty one. */
function adoptedStyle(): HTMLElement {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const element = document.createElementNS("http://www.w3.org/1999/xhtml", "template") as HTMLElement;
  Object.defineProperty(element, "textContent", { set: (text: string) => sheet.replaceSync(text) });
  return element;
}
