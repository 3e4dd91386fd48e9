/**
 * Marks the functions that usual runs call. The engine compiles a function when it is first called, unless the function
 * stands in parentheses: then it is compiled with the script, and Deno's cache keeps what was compiled. Which functions
 * those are is learned by running the script and asking the engine what was called. Methods cannot be marked.
 */
import { type AnyNode, parse } from "acorn";

type FunctionNode = Extract<
  AnyNode,
  { type: "FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression" }
>;

/** A piece of the script: where it begins and ends. */
type Span = readonly [start: number, end: number];

/** A text and where it goes. */
interface Insertion {
  at: number;
  text: string;
}

/** A function that is called although it stands further down: it moves to the top of its chunk. */
interface Hoisted {
  top: number;
  name: string;
  span: Span;
}

/** The code with every called function in parentheses. */
export function compileAhead(code: string, called: ReadonlySet<string>): string {
  const marks = new Marks(called);
  marks.visit(parse(code, { ecmaVersion: "latest", sourceType: "module", allowHashBang: true }), null);
  return rewrite(code, marks);
}

/** The functions of a script that were called, as `start:end`. */
export function calledIn(coverage: Coverage): Set<string> {
  const called = coverage.functions.map(({ ranges }) => ranges[0]).filter(({ count }) => count > 0);
  return new Set(called.map(({ startOffset, endOffset }) => keyOf([startOffset, endOffset])));
}

/** What the engine tells of a script. */
export interface Coverage {
  url: string;
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
}

function keyOf([start, end]: Span): string {
  return `${start}:${end}`;
}

/** Finds what is to be changed. */
class Marks {
  readonly insertions: Insertion[] = [];
  readonly hoisted: Hoisted[] = [];
  readonly #called: ReadonlySet<string>;

  constructor(called: ReadonlySet<string>) {
    this.#called = called;
  }

  visit(node: AnyNode, parent: AnyNode | null, chunkTop: number | null = null): void {
    if (isFunction(node) && this.#called.has(keyOf([node.start, node.end]))) this.#mark(node, { parent, chunkTop });
    const top = topOf(node) ?? (parent?.type === "BlockStatement" ? null : chunkTop);
    for (const child of childrenOf(node)) this.visit(child, node, top);
  }

  #mark(node: FunctionNode, { parent, chunkTop }: { parent: AnyNode | null; chunkTop: number | null }): void {
    if (node.type === "FunctionDeclaration") {
      if (chunkTop !== null && node.id) {
        this.hoisted.push({ top: chunkTop, name: node.id.name, span: [node.start, node.end] });
      }
    } else if (!isMethod(parent) && topOf(node) === null) {
      this.insertions.push({ at: node.start, text: "(" }, { at: node.end, text: ")" });
    }
  }
}

function rewrite(code: string, { insertions, hoisted }: Marks): string {
  // What ends at a place comes before what begins there.
  const sorted = insertions.toSorted((a, b) => a.at - b.at || (a.text === ")" ? -1 : 0) - (b.text === ")" ? -1 : 0));
  const marked = ([start, end]: Span): string => {
    let text = "";
    let from = start;
    for (const insertion of sorted) {
      const { at } = insertion;
      if (insertion.text === "(" ? at < start || at >= end : at <= start || at > end) continue;
      text += code.slice(from, at) + insertion.text;
      from = at;
    }
    return text + code.slice(from, end);
  };
  let text = "";
  let from = 0;
  const moved = [...hoisted].sort((a, b) => a.span[0] - b.span[0]);
  for (const [top, functions] of Map.groupBy(moved, ({ top }) => top)) {
    text += marked([from, top]) + functions.map(({ name, span }) => `var ${name}=(${marked(span)});`).join("");
    from = top;
    for (const { span: [start, end] } of functions) {
      text += marked([from, start]);
      from = end;
    }
  }
  return text + marked([from, code.length]);
}

function isFunction(node: AnyNode): node is FunctionNode {
  return node.type === "FunctionDeclaration" || node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression";
}

/** Where the statements of a chunk begin, if it is the function that a chunk is wrapped in; that stands in parentheses. */
function topOf(node: AnyNode): number | null {
  if (node.type !== "FunctionExpression") return null;
  const [first] = node.params;
  return first?.type === "Identifier" && first.name === "$load" ? node.body.start + 1 : null;
}

function isMethod(parent: AnyNode | null): boolean {
  if (parent?.type === "MethodDefinition") return true;
  return parent?.type === "Property" && (parent.method || parent.kind !== "init");
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node).flat().filter((value): value is AnyNode =>
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}
