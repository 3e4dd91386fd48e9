/**
 * Marks the functions that usual runs call. The engine compiles a function when it is first called, unless the function
 * stands in parentheses: then it is compiled with the script, and Deno's cache keeps what was compiled. Which functions
 * those are is learned by running the script and asking the engine what was called. A method cannot stand in
 * parentheses; where that makes no difference it becomes a function that the class puts in its place itself, a private
 * one under a name that nobody else has. So does the body of a long constructor. An asynchronous arrow, which the engine
 * passes over, becomes a function where it means the same.
 */
import { type AnyNode, type ClassBody, type MethodDefinition, parse } from "acorn";
import { childrenOf, type FunctionNode, isFunction } from "./syntax.ts";

type MethodNode = Extract<AnyNode, { type: "MethodDefinition" | "Property" }>;
/** A piece of the script: where it begins and ends. */
type Span = readonly [start: number, end: number];

/** A text in the place of another: before what begins there, or after what ends there. */
interface Edit {
  span: Span;
  text: string;
  side: "before" | "after";
}

/** A function that is called although it stands further down: it moves to the top of its chunk. */
interface Hoisted {
  top: number;
  name: string;
  span: Span;
}

/** Puts a function in the place of an accessor; the script has to define it. */
export const GETTER =
  "const $getter=(type,name,get)=>Object.defineProperty(type.prototype,name,{get,configurable:true});\n";
/** A constructor of fewer characters is compiled as soon as one that only calls another function. */
const MIN_CONSTRUCTOR = 120;

/** The code with every called function in parentheses. */
export function compileAhead(code: string, called: ReadonlySet<string>): string {
  const marks = new Marks(code, called);
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

/** A class around: which of its members move, and what its private names become; null where they stay. */
interface ClassMarks {
  moved: Map<AnyNode, string>;
  names: Map<string, string | null>;
}

/** Finds what is to be changed. */
class Marks {
  readonly edits: Edit[] = [];
  readonly hoisted: Hoisted[] = [];
  readonly #code: string;
  readonly #called: ReadonlySet<string>;
  /** The innermost last. */
  readonly #classes: ClassMarks[] = [];
  #opened = 0;

  constructor(code: string, called: ReadonlySet<string>) {
    this.#code = code;
    this.#called = called;
  }

  visit(node: AnyNode, parent: AnyNode | null, chunkTop: number | null = null): void {
    if (isMethod(node)) this.#markMethod(node);
    else if (isFunction(node) && !(parent && isMethod(parent))) this.#markFunction(node, chunkTop);
    else if (node.type === "PrivateIdentifier" && parent?.type === "MemberExpression") this.#rename(node);
    const top = topOf(node) ?? (parent?.type === "BlockStatement" ? null : chunkTop);
    if (node.type === "ClassBody") this.#classes.push(this.#membersOf(node, parent));
    for (const child of childrenOf(node)) this.visit(child, node, top);
    if (node.type === "ClassBody") this.#classes.pop();
  }

  #membersOf(body: ClassBody, parent: AnyNode | null): ClassMarks {
    const marks: ClassMarks = { moved: new Map(), names: new Map() };
    // What a parent has could be set off by putting something in its place.
    const canMove = !isInitialised(body) && parent !== null && "superClass" in parent && parent.superClass === null;
    for (const member of body.body) {
      if (member.type === "StaticBlock" || member.computed) continue;
      const { key } = member;
      const name = canMove && member.type === "MethodDefinition" ? this.#newNameOf(member, body) : null;
      if (name !== null) marks.moved.set(member, name);
      if (key.type === "PrivateIdentifier") marks.names.set(key.name, name);
    }
    return marks;
  }

  /** The name under which a member of a class is put in its place; null where it stays. */
  #newNameOf(member: MethodDefinition, body: ClassBody): string | null {
    const { key, kind, value } = member;
    if (member.static || !this.#called.has(keyOf([member.start, member.end])) || has(value, isSuper)) return null;
    if (kind === "constructor") return isPlainAndLong(value) ? this.#freshName() : null;
    if (key.type === "PrivateIdentifier") {
      return kind === "method" && !isAskedFor(key.name, body) ? this.#freshName() : null;
    }
    return key.type === "Identifier" && kind !== "set" ? key.name : null;
  }

  #freshName(): string {
    return `$${++this.#opened}`;
  }

  #rename({ start, end, name }: { start: number; end: number; name: string }): void {
    const opened = this.#classes.findLast(({ names }) => names.has(name))?.names.get(name);
    if (opened) this.edits.push({ span: [start, end], text: opened, side: "before" });
  }

  #markFunction(node: FunctionNode, chunkTop: number | null): void {
    const { start, end } = node;
    const isCalled = this.#called.has(keyOf([start, end]));
    if (topOf(node) !== null) {
      // A chunk stands in parentheses; behind a comma they mean nothing to the engine.
      if (!isCalled) this.edits.push({ span: [start, start], text: "0,", side: "before" });
    } else if (!isCalled) return;
    else if (node.type === "ArrowFunctionExpression" && node.async && isFreeStanding(node)) this.#markAsyncArrow(node);
    else if (node.type !== "FunctionDeclaration") {
      this.#put("(", [start, start], { after: ")", at: end });
    } else if (chunkTop !== null && node.id && !replacesItself(node, node.id.name)) {
      this.hoisted.push({ top: chunkTop, name: node.id.name, span: [start, end] });
    }
  }

  #markAsyncArrow({ start, end, params, body, expression }: FunctionNode): void {
    const list = params.map((param) => this.#code.slice(param.start, param.end)).join(",");
    const arrow = this.#code.lastIndexOf("=>", body.start);
    const [open, close] = expression ? ["{return(", ")}"] : ["", ""];
    this.#put(`(async function(${list})${open}`, [start, arrow + 2], { after: `${close})`, at: end });
  }

  #markMethod(method: MethodNode): void {
    const { start, end, key, value } = method;
    if (method.computed || value.type !== "FunctionExpression") return;
    const head = `${value.async ? "async " : ""}function${value.generator ? "*" : ""}`;
    // What takes the place of a method is a function before its parameters.
    const place: Span = [start, value.start];
    if (method.type === "MethodDefinition") {
      const name = this.#classes.at(-1)?.moved.get(method);
      if (name === undefined) return;
      if (method.kind === "get") {
        this.#put(`static{$getter(this,"${name}",(${head}`, place, { after: "))}", at: end });
        return;
      }
      const given = value.params.map((_, index) => `$${index}`).join(",");
      const caller = method.kind === "constructor" ? `constructor(${given}){this.${name}(${given})}` : "";
      this.#put(`${caller}static{this.prototype.${name}=(${head}`, place, { after: ")}", at: end });
    } else if (method.method && this.#called.has(keyOf([start, end])) && !has(value, isSuper)) {
      const name = key.type === "Identifier" ? key.name : "";
      if (name !== "" && name !== "__proto__") this.#put(`${name}:(${head}`, place, { after: ")", at: end });
    }
  }

  #put(before: string, span: Span, { after, at }: { after: string; at: number }): void {
    this.edits.push({ span, text: before, side: "before" }, { span: [at, at], text: after, side: "after" });
  }
}

function rewrite(code: string, { edits, hoisted }: Marks): string {
  // What ends at a place comes before what begins there.
  const rank = ({ side }: Edit): number => side === "after" ? 0 : 1;
  const sorted = edits.toSorted((a, b) => a.span[0] - b.span[0] || rank(a) - rank(b));
  const marked = ([start, end]: Span): string => {
    let text = "";
    let from = start;
    for (const { span, text: inserted, side } of sorted) {
      const isHere = side === "before" ? span[0] >= start && span[0] < end : span[0] > start && span[0] <= end;
      if (!isHere) continue;
      text += code.slice(from, span[0]) + inserted;
      from = span[1];
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

/** Where the statements of a chunk begin, if it is the function that a chunk is wrapped in; that stands in parentheses. */
function topOf(node: AnyNode): number | null {
  if (node.type !== "FunctionExpression") return null;
  const [first] = node.params;
  return first?.type === "Identifier" && first.name === "$load" ? node.body.start + 1 : null;
}

function isMethod(node: AnyNode): node is MethodNode {
  return node.type === "MethodDefinition" ||
    (node.type === "Property" && node.value.type === "FunctionExpression" && (node.method || node.kind !== "init"));
}

/** Whether a class runs code of its own while it is made, which may call its methods. */
function isInitialised(body: ClassBody): boolean {
  return body.body.some((member) =>
    member.type === "StaticBlock" || (member.type === "PropertyDefinition" && member.static)
  );
}

/** Whether it is asked somewhere if an object has a private name. */
function isAskedFor(name: string, body: ClassBody): boolean {
  return has(
    body,
    (node) => node.type === "BinaryExpression" && node.left.type === "PrivateIdentifier" && node.left.name === name,
  );
}

/** Whether a constructor is worth a function of its own, which can neither return something else nor ask for its class. */
function isPlainAndLong(constructor: FunctionNode): boolean {
  return constructor.end - constructor.start >= MIN_CONSTRUCTOR &&
    !constructor.params.some((param) => param.type === "RestElement") &&
    !has(constructor, (node) => node.type === "ReturnStatement" || node.type === "MetaProperty");
}

/** Whether an arrow takes nothing from the function around it, and has parameters that can be copied as they stand. */
function isFreeStanding(arrow: FunctionNode): boolean {
  const isBound = (node: AnyNode): boolean =>
    node.type === "ThisExpression" || node.type === "MetaProperty" || isSuper(node) ||
    (node.type === "Identifier" && node.name === "arguments");
  const isMarked = (node: AnyNode): boolean => isFunction(node) || node.type === "PrivateIdentifier";
  return !has(arrow, isBound) && !arrow.params.some((param) => has(param, isMarked));
}

/** Whether a function gives its name to something else, which in parentheses it could not. */
function replacesItself(node: FunctionNode, name: string): boolean {
  return has(
    node.body,
    (inner) => inner.type === "AssignmentExpression" && has(inner.left, (left) => isNamed(left, name)),
  );
}

function isNamed(node: AnyNode, name: string): boolean {
  return node.type === "Identifier" && node.name === name;
}

function isSuper(node: AnyNode): boolean {
  return node.type === "Super";
}

/** Whether there is something in a node, or whether it is that itself. */
function has(node: AnyNode, isIt: (node: AnyNode) => boolean): boolean {
  return isIt(node) || childrenOf(node).some((child) => has(child, isIt));
}
