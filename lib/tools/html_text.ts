const BLOCKS = new Set(
  "p div br li ul ol tr table h1 h2 h3 h4 h5 h6 section article header footer pre blockquote hr dl dt dd main nav"
    .split(" "),
);
const UNSEEN = ["script", "style", "noscript", "template", "svg", "head"];
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  mdash: "—",
  ndash: "–",
  hellip: "…",
  copy: "©",
};

/** The text of a page of HTML, in one pass, with links kept as [text](address). */
export function htmlText(html: string): string {
  const lower = html.toLowerCase();
  let text = "";
  let link: string | null = null;
  for (let at = 0; at < html.length;) {
    const open = html.indexOf("<", at);
    text += entities(html.slice(at, open < 0 ? undefined : open).replace(/\s+/g, " "));
    if (open < 0) break;
    if (html.startsWith("<!--", open)) {
      at = after(html, "-->", open);
      continue;
    }
    const end = after(html, ">", open);
    const tag = html.slice(open, Math.min(end, open + 4000));
    const name = /^<\/?([a-zA-Z][a-zA-Z0-9]*)/.exec(tag)?.[1].toLowerCase() ?? "";
    const isClosing = tag.startsWith("</");
    at = end;
    if (!isClosing && UNSEEN.includes(name)) {
      const close = lower.indexOf(`</${name}`, end);
      at = close < 0 ? html.length : after(html, ">", close);
    } else if (name === "a") {
      if (isClosing && link !== null) text += `](${link})`;
      link = isClosing ? null : /\bhref\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? null;
      if (!isClosing && link !== null) text += "[";
    } else if (/^h[1-6]$/.test(name)) text += isClosing ? "\n\n" : `\n\n${"#".repeat(Number(name[1]))} `;
    else if (name === "li" && !isClosing) text += "\n- ";
    else if (BLOCKS.has(name)) text += "\n";
  }
  // Line by line: a pattern for blanks before a line end would look at a long run of them again and again.
  return text.split("\n").map((line) => line.trim()).join("\n").replace(/\n{3,}/g, "\n\n").trim();
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

function entities(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[a-z]{2,8});/g, (whole, name: string) => {
    if (!name.startsWith("#")) return NAMED[name] ?? whole;
    const code = name[1] === "x" ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
