import { button, h } from "../dom.ts";
import { type Block, type ListItem, nextBlock } from "./blocks.ts";
import { inlineNodes } from "./inline.ts";

const MAX_DEPTH = 8;

/** The element of a block. */
export function blockElement(block: Block, depth = 0): HTMLElement {
  switch (block.kind) {
    case "code":
      return codeElement(block).element;
    case "heading":
      // The page itself has the headings of the first two levels.
      return h(`h${Math.min(6, block.level + 2)}` as "h3", { children: inlineNodes(block.text) });
    case "rule":
      return h("hr");
    case "quote":
      return h("blockquote", { children: blockElements(block.text, depth + 1) });
    case "list":
      return listElement(block, depth);
    case "table":
      return tableElement(block);
    case "paragraph":
      return h("p", { children: inlineNodes(block.text) });
  }
}

/** The elements of a text that is complete. */
export function blockElements(text: string, depth = 0): HTMLElement[] {
  if (depth > MAX_DEPTH) return [h("p", { text })];
  const elements: HTMLElement[] = [];
  for (let at = 0; at < text.length;) {
    const found = nextBlock(text, at);
    if (!found) break;
    elements.push(blockElement(found.block, depth));
    at = found.end;
  }
  return elements;
}

/** A code block; `code` is where its text goes. */
export function codeElement(
  { language, text }: { language: string; text: string },
): { element: HTMLElement; code: HTMLElement } {
  const code = h("code", { text });
  const copy = button("Copy", {
    class: "copy",
    attributes: { "aria-label": language === "" ? "Copy code" : `Copy ${language} code` },
    onClick: () => void copyText(code.textContent ?? "", copy),
  });
  const head = h("div", { class: "code-head", children: [h("span", { text: language }), copy] });
  const pre = h("pre", { attributes: { tabindex: "0" }, children: [code] });
  return { element: h("div", { class: "code", children: [head, pre] }), code };
}

async function copyText(text: string, control: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    control.textContent = "Copied";
  } catch {
    // The browser does not allow it, and the text can be selected.
    control.textContent = "Select the text";
  }
}

function listElement(block: Block & { kind: "list" }, depth: number): HTMLElement {
  const children = block.items.map((item) => itemElement(item, depth));
  const list = block.isOrdered ? h("ol", { children }) : h("ul", { children });
  if (list instanceof HTMLOListElement && block.start !== 1) list.start = block.start;
  return list;
}

function itemElement({ text, isTicked }: ListItem, depth: number): HTMLElement {
  const elements = blockElements(text, depth + 1);
  const [first, ...rest] = elements;
  const isPlain = first?.tagName === "P" && rest.every(({ tagName }) => tagName === "UL" || tagName === "OL");
  const children: (Node | string)[] = isPlain ? [...first.childNodes, ...rest] : elements;
  if (isTicked === null) return h("li", { children });
  const box = h("span", { class: "tick", text: isTicked ? "☑ " : "☐ " });
  return h("li", { class: "task", children: [box, ...children] });
}

/** The row of a table's head. */
export function headRow(head: readonly string[]): HTMLElement {
  const cells = head.map((cell) => h("th", { attributes: { scope: "col" }, children: inlineNodes(cell) }));
  return h("tr", { children: cells });
}

/** A row of a table, with a cell for each column. */
export function bodyRow(head: readonly string[], row: readonly string[]): HTMLElement {
  return h("tr", { children: head.map((_, at) => h("td", { children: inlineNodes(row[at] ?? "") })) });
}

function tableElement({ head, rows }: Block & { kind: "table" }): HTMLElement {
  const table = h("table", {
    children: [
      h("thead", { children: [headRow(head)] }),
      h("tbody", { children: rows.map((row) => bodyRow(head, row)) }),
    ],
  });
  const attributes = { tabindex: "0", role: "group", "aria-label": "Table" };
  return h("div", { class: "table", attributes, children: [table] });
}
