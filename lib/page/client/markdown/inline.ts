/** Turns the inline marks of Markdown into nodes. Nothing is ever parsed as HTML. */
import { h } from "../dom.ts";

/** How far the end of a mark is looked for, so that hostile text costs linear time. */
const REACH = 2_000;
const MAX_TRIES = 20;
const SPECIAL = /[\\`*_~[!<h]/g;
const ADDRESS = /https?:\/\/[^\s<>"'`]+/y;
const SAFE = /^(https?:|mailto:)/i;

/** The nodes of a piece of text. */
export function inlineNodes(text: string, depth = 0): Node[] {
  const nodes: Node[] = [];
  let plain = "";
  const add = (node: Node): void => {
    if (plain !== "") nodes.push(document.createTextNode(plain));
    plain = "";
    nodes.push(node);
  };
  let at = 0;
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const special = SPECIAL.exec(text);
    const place = special ? special.index : text.length;
    plain += text.slice(at, place);
    if (!special) break;
    const found = depth > 6 ? null : markAt(text, place, { depth });
    if (found) {
      if (typeof found.node === "string") plain += found.node;
      else add(found.node);
      at = found.end;
    } else {
      plain += text[place];
      at = place + 1;
    }
  }
  if (plain !== "") nodes.push(document.createTextNode(plain));
  return nodes;
}

interface Found {
  node: Node | string;
  end: number;
}

function markAt(text: string, at: number, { depth }: { depth: number }): Found | null {
  switch (text[at]) {
    case "\\":
      return /[\\`*_~[\]()#+\-.!<>|{}]/.test(text[at + 1] ?? "") ? { node: text[at + 1], end: at + 2 } : null;
    case "`":
      return codeAt(text, at);
    case "*":
    case "_":
    case "~":
      return emphasisAt(text, at, { depth });
    case "!":
      return text[at + 1] === "[" ? linkAt(text, at + 1, { depth }) : null;
    case "[":
      return linkAt(text, at, { depth });
    case "<":
      return bracketAt(text, at);
    default:
      return addressAt(text, at);
  }
}

function codeAt(text: string, at: number): Found | null {
  let length = 1;
  while (text[at + length] === "`") length++;
  const mark = "`".repeat(length);
  const end = find(text, mark, { from: at + length });
  if (end < 0 || text[end + length] === "`") return { node: mark, end: at + length };
  const code = text.slice(at + length, end).replaceAll("\n", " ");
  const trimmed = /^ .*\S.* $/.test(code) ? code.slice(1, -1) : code;
  return { node: h("code", { text: trimmed }), end: end + length };
}

const EMPHASIS = { "**": "strong", "__": "strong", "~~": "del", "*": "em", "_": "em" } as const;

function emphasisAt(text: string, at: number, { depth }: { depth: number }): Found | null {
  const double = text.slice(at, at + 2);
  const mark = double in EMPHASIS ? double : text[at];
  if (!(mark in EMPHASIS)) return null;
  const tag = EMPHASIS[mark as keyof typeof EMPHASIS];
  const isWord = (index: number): boolean => /[\p{L}\p{N}]/u.test(text[index] ?? "");
  const start = at + mark.length;
  if (/\s/.test(text[start] ?? " ") || (mark[0] === "_" && isWord(at - 1))) return { node: mark, end: start };
  let end = find(text, mark, { from: start });
  for (
    let tries = 0;
    end > 0 && (/\s/.test(text[end - 1]) || (mark[0] === "_" && isWord(end + mark.length)));
    tries++
  ) {
    end = tries < MAX_TRIES ? find(text, mark, { from: end + mark.length, start }) : -1;
  }
  if (end <= start) return { node: mark, end: start };
  const children = inlineNodes(text.slice(start, end), depth + 1);
  return { node: h(tag, { children }), end: end + mark.length };
}

function linkAt(text: string, at: number, { depth }: { depth: number }): Found | null {
  const middle = find(text, "](", { from: at + 1 });
  if (middle < 0) return null;
  const label = text.slice(at + 1, middle);
  if (label.includes("\n\n") || label.includes("[")) return null;
  const end = find(text, ")", { from: middle + 2 });
  if (end < 0) return null;
  const address = text.slice(middle + 2, end).trim().split(/\s/)[0].replace(/^<|>$/g, "");
  const children = inlineNodes(label === "" ? address : label, depth + 1);
  return { node: linkTo(address, children), end: end + 1 };
}

function bracketAt(text: string, at: number): Found | null {
  const end = find(text, ">", { from: at + 1 });
  const address = end < 0 ? "" : text.slice(at + 1, end);
  if (!SAFE.test(address) || /\s/.test(address)) return null;
  return { node: linkTo(address, [document.createTextNode(address)]), end: end + 1 };
}

function addressAt(text: string, at: number): Found | null {
  if (at > 0 && /[\w@]/.test(text[at - 1])) return null;
  ADDRESS.lastIndex = at;
  const address = ADDRESS.exec(text)?.[0].replace(/[.,;:!?)\]*_]+$/, "");
  if (!address) return null;
  return { node: linkTo(address, [document.createTextNode(address)]), end: at + address.length };
}

/** A link, or only its text where the address could do anything but open a page. */
export function linkTo(address: string, children: readonly Node[]): Node {
  if (!SAFE.test(address) || !URL.canParse(address)) {
    return h("span", { class: "unlinked", children, attributes: { title: address } });
  }
  const attributes = { href: address, target: "_blank", rel: "noopener noreferrer nofollow" };
  return h("a", { attributes, children });
}

function find(text: string, mark: string, { from, start = from }: { from: number; start?: number }): number {
  const end = text.indexOf(mark, from);
  return end < 0 || end - start > REACH ? -1 : end;
}
