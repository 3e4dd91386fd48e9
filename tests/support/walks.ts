/** Reads the walks of ARCHITECTURE and the sources that they name. */

/** One step of a walk: a function and the file that holds it. */
export interface Hop {
  file: string;
  /** `function`, `Class.method` or `object.member`. */
  symbol: string;
  /** The callback by whose name the step before calls this one. */
  as: string | null;
  /** The method in which this step and the one before it meet. */
  by: string | null;
  /** Whether it begins with a line from the client. */
  fromClient: boolean;
  text: string;
}

/** A walk with its title. */
export interface Walk {
  title: string;
  hops: Hop[];
}

const HOP = /^\d+\. `([^`]+)` `([^`]+)`(?:, (as|by) `([^`]+)`|(, from the client))?: (.+)$/;

/** The walks of a document: the lists under the headings of its section "Walks". Throws for a list that has another form. */
export function walksOf(document: string): Walk[] {
  const section = document.split(/^## /m).find((part) => part.startsWith("Walks\n")) ?? "";
  return section.split(/^### /m).slice(1).map((part) => {
    const [title, ...lines] = part.split("\n");
    const items = lines.join("\n").trim().split(/\n(?=\d+\. )/).map((item) => item.replaceAll(/\s*\n\s*/g, " "));
    return { title, hops: items.map(hopOf) };
  });
}

function hopOf(item: string): Hop {
  const match = HOP.exec(item);
  if (!match) throw new Error(`Not a step of a walk: ${item}`);
  const [, file, symbol, link, name, fromClient, text] = match;
  return {
    file,
    symbol,
    as: link === "as" ? name : null,
    by: link === "by" ? name : null,
    fromClient: fromClient !== undefined,
    text,
  };
}

/** The source of a function, method or member, as `deno fmt` lays it out; null where there is none. */
export function bodyOf(source: string, symbol: string): string | null {
  const [owner, member] = symbol.split(".");
  if (member === undefined) {
    return blockAt(source.split("\n"), new RegExp(`^(export )?(async )?function\\*? ${owner}\\b`));
  }
  const holder = blockAt(source.split("\n"), new RegExp(`^(export )?(class|const) ${owner}\\b`));
  if (holder === null) return null;
  const name = member.replace("#", "\\#");
  return blockAt(holder.split("\n"), new RegExp(`^  (static |async |get |\\*)*${name}(\\(|<|:)`));
}

/** Whether the source of a function calls a method or a callback of this name. */
export function calls(body: string, name: string): boolean {
  return new RegExp(`(?<!\\w)${plain(name)}\\(`).test(withoutFirstLine(body));
}

/** A step with the text of its file. */
export interface Place {
  hop: Pick<Hop, "file" | "symbol">;
  source: string;
}

/**
 * Whether one step calls another. A function must be imported or stand in the same file, a private member must stand in
 * the same file, and of any other member only the name can be seen.
 */
export function callsStep(caller: Place, callee: Place): boolean {
  const body = withoutFirstLine(bodyOf(caller.source, caller.hop.symbol) ?? "");
  const [owner, member] = callee.hop.symbol.split(".");
  const isNear = caller.hop.file === callee.hop.file;
  if (member === undefined) {
    const module = callee.hop.file.split("/").at(-1) ?? "";
    const isImported = new RegExp(`\\b${owner}\\b[^;]*(from|import\\() ?"[^"]*/${module.replaceAll(".", "\\.")}"`);
    return new RegExp(`(?<![\\w.#])${owner}\\(`).test(body) && (isNear || isImported.test(caller.source));
  }
  if (member.startsWith("#")) {
    // An emitter has the private method as its public one.
    return isNear ? body.includes(`${member}(`) : new RegExp(`\\bemitter\\.${plain(member)}\\(`).test(body);
  }
  return calls(body, member);
}

/** The name of a symbol without its owner and without the mark of a private member. */
export function nameOf(symbol: string): string {
  return plain(symbol.split(".").at(-1) ?? symbol);
}

function plain(name: string): string {
  return name.replace("#", "");
}

/** The line of the definition holds the name as well. */
function withoutFirstLine(body: string): string {
  const [first, ...rest] = body.split("\n");
  return [first.replace(/^\s*(export )?(static |async |get |\*|function )*#?\w+/, ""), ...rest].join("\n");
}

/** The lines from one that matches to the end of its block. */
function blockAt(lines: readonly string[], start: RegExp): string | null {
  const from = lines.findIndex((line) => start.test(line));
  if (from < 0) return null;
  const indent = lines[from].search(/\S/);
  const isInside = (line: string): boolean => line === "" || line.search(/\S/) > indent || /^\s*\)/.test(line);
  const length = lines.slice(from + 1).findIndex((line) => !isInside(line));
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join("\n");
}
