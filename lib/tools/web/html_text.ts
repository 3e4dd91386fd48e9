/** Elements whose content nobody reads. */
const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "svg", "head"]);

/** Elements that begin and end a line. */
const LINES: ReadonlySet<string> = new Set(
  "address article aside br dd div dl dt fieldset figcaption figure footer form header li main nav option section tr"
    .split(" "),
);

/** Elements with an empty line before and after. */
const PARAGRAPHS: ReadonlySet<string> = new Set(
  "blockquote h1 h2 h3 h4 h5 h6 hr ol p pre table ul".split(" "),
);

/** Elements open at one time; no real page needs as many, and the parser's time grows with their number. */
const MAX_DEPTH = 1_000;

/** The readable text of an HTML page as plain Markdown: headings, lists, links, table rows and preformatted text. */
export async function htmlText(html: string): Promise<string> {
  const { Parser } = await import("htmlparser2");
  const page = new PageText();
  for (let at = 0; at < html.length;) {
    let depth = 0;
    const parser = new Parser({
      onopentag: (name, attributes) => {
        page.open(name, attributes.href ?? null);
        if (++depth > MAX_DEPTH) parser.pause();
      },
      onclosetag: (name) => {
        depth--;
        page.close(name);
      },
      ontext: (text) => page.text(text),
    });
    parser.write(html.slice(at));
    if (depth <= MAX_DEPTH) {
      parser.end();
      break;
    }
    // Elements beyond the limit become siblings of the outermost ones.
    at += parser.endIndex + 1;
    page.closeAll();
  }
  return page.toString();
}

/** Collects the text of a page as its elements open and close. */
class PageText {
  readonly #pieces: string[] = [];
  /** Line ends and a space that the next text brings with it. */
  #newlines = 0;
  #hasSpace = false;
  /** The mark of a heading or list item that the next text brings with it: empty elements leave nothing behind. */
  #mark = "";
  #link: { href: string; isShown: boolean } | null = null;
  #hidden = 0;
  #preformatted = 0;
  #listDepth = 0;
  #cells = 0;

  open(name: string, href: string | null): void {
    if (HIDDEN.has(name)) this.#hidden++;
    if (this.#hidden > 0) return;
    this.#break(name, "open");
    if (/^h[1-6]$/.test(name)) this.#mark = `${"#".repeat(Number(name[1]))} `;
    else if (name === "ul" || name === "ol") this.#listDepth++;
    else if (name === "li") this.#mark = `${"  ".repeat(Math.min(Math.max(0, this.#listDepth - 1), 8))}- `;
    else if (name === "tr") this.#cells = 0;
    else if (name === "td" || name === "th") this.#openCell();
    else if (name === "pre") this.#openPreformatted();
    else if (name === "a") this.#openLink(href);
  }

  close(name: string): void {
    if (HIDDEN.has(name)) this.#hidden--;
    if (this.#hidden > 0) return;
    if (name === "a") this.#closeLink();
    else if (name === "pre") this.#closePreformatted();
    else if (name === "ul" || name === "ol") this.#listDepth--;
    this.#break(name, "close");
  }

  text(text: string): void {
    if (this.#hidden > 0 || text === "") return;
    if (this.#preformatted > 0) {
      this.#write(text);
      return;
    }
    const words = text.trim().replace(/\s+/g, " ");
    if (words === "") {
      this.#hasSpace = true;
      return;
    }
    this.#hasSpace ||= /^\s/.test(text);
    this.#write(words);
    this.#hasSpace = /\s$/.test(text);
  }

  /** Ends all open elements. */
  closeAll(): void {
    while (this.#preformatted > 0) this.#closePreformatted();
    this.#closeLink();
    this.#hidden = 0;
    this.#listDepth = 0;
  }

  toString(): string {
    this.closeAll();
    return this.#pieces.join("").trim();
  }

  #break(name: string, side: "open" | "close"): void {
    if (this.#preformatted > 0) {
      if (name === "br" && side === "open") this.#pieces.push("\n");
      return;
    }
    const isListInList = (name === "ul" || name === "ol") && this.#listDepth > 0;
    const count = isListInList || LINES.has(name) ? 1 : PARAGRAPHS.has(name) ? 2 : 0;
    if (count === 0) return;
    // A paragraph that begins a list item stays on the line of its mark.
    this.#newlines = Math.max(this.#newlines, side === "open" && this.#mark !== "" ? 1 : count);
    this.#hasSpace = false;
    if (side === "close") this.#mark = "";
  }

  #openCell(): void {
    if (this.#cells++ === 0) return;
    this.#write(" |");
    this.#hasSpace = true;
  }

  #openPreformatted(): void {
    if (this.#preformatted++ === 0) this.#write("```\n");
  }

  #closePreformatted(): void {
    if (--this.#preformatted > 0) return;
    this.#pieces.push(this.#pieces.at(-1)?.endsWith("\n") ? "```" : "\n```");
    this.#newlines = 2;
  }

  #openLink(href: string | null): void {
    if (href !== null && this.#preformatted === 0 && !this.#link) this.#link = { href, isShown: false };
  }

  #closeLink(): void {
    if (this.#link?.isShown) this.#pieces.push(`](${this.#link.href})`);
    this.#link = null;
  }

  #write(text: string): void {
    if (this.#newlines > 0) { if (this.#pieces.length > 0) this.#pieces.push("\n".repeat(this.#newlines)); }
    else if (this.#hasSpace && this.#pieces.length > 0 && !text.startsWith(" ")) this.#pieces.push(" ");
    this.#newlines = 0;
    this.#hasSpace = false;
    const isLinkStart = this.#link?.isShown === false;
    if (this.#link) this.#link.isShown = true;
    this.#pieces.push(`${this.#mark}${isLinkStart ? "[" : ""}${text}`);
    this.#mark = "";
  }
}
