/** What the build wants to know of code. */
import { type AnyNode, parse } from "acorn";

/** A function of any form. */
export type FunctionNode = Extract<
  AnyNode,
  { type: "FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression" }
>;

/** Whether a node is a function. */
export function isFunction(node: AnyNode): node is FunctionNode {
  return node.type === "FunctionDeclaration" || node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression";
}

/** The nodes directly below a node. */
export function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node).flat().filter((value): value is AnyNode =>
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}

/** Whether the body of a function waits for something, other than in functions inside of it. */
export function waitsAtTop(body: string): boolean {
  const waits = (node: AnyNode): boolean =>
    node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await) ||
    (!isFunction(node) && childrenOf(node).some(waits));
  return waits(parse(body, {
    ecmaVersion: "latest",
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    allowSuperOutsideMethod: true,
  }));
}
