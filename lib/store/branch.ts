/**
 * Which lines of a session file count: records form a tree by `parentUuid`, and the branch that ends in the last
 * record is the conversation. Only this skeleton is held while a file is read, not its content.
 */
import { isObject } from "../model/json.ts";
import { readLines } from "./read_lines.ts";

/** A record without its content. */
export interface Node {
  uuid: string;
  parent: Node | null;
  /** Numbers of its lines, from 0: old files spread one message over several. */
  lines: number[];
  type: string;
  subtype: string | null;
}

/** The skeleton of a session file. */
export interface Skeleton {
  /** The last record that the conversation hangs on. */
  leaf: Node | null;
  title: string | null;
  /** Working folder of the first record. */
  cwd: string | null;
  /** Lines that could not be read. */
  skippedLines: number;
}

/** Reads the skeleton of a session file. */
export async function readSkeleton(path: string): Promise<Skeleton> {
  const skeleton: Skeleton = { leaf: null, title: null, cwd: null, skippedLines: 0 };
  const tree = new Tree();
  let number = -1;
  for await (const line of readLines(path)) {
    number += 1;
    if (line.text?.trim() === "") continue;
    const record = parseRecord(line.text);
    if (record === null) {
      skeleton.skippedLines += 1;
      continue;
    }
    if (skeleton.cwd === null && typeof record.cwd === "string") skeleton.cwd = record.cwd;
    const payload = record.systemPayload;
    if (record.subtype === "custom_title" && isObject(payload) && typeof payload.customTitle === "string") {
      skeleton.title = payload.customTitle;
    }
    const node = tree.add(record, number);
    // Artifact records are written beside the conversation and never continue it.
    if (!node.subtype?.startsWith("session_artifact")) skeleton.leaf = node;
  }
  return skeleton;
}

/** A line as a record, or null when it is none. */
export function parseRecord(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && typeof value.uuid === "string" && typeof value.type === "string" ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Records in, tree out. */
class Tree {
  readonly #latest = new Map<string, Node>();
  #previous: Node | null = null;

  add(record: Record<string, unknown>, line: number): Node {
    const uuid = String(record.uuid);
    const parent = this.#parentOf(record);
    const known = this.#latest.get(uuid);
    // The same id in the same place is more of the same message; in another place it is a host that uses ids twice.
    if (known && known.parent === parent) {
      known.lines.push(line);
      return known;
    }
    const node = { uuid, parent, lines: [line], type: String(record.type), subtype: subtypeOf(record) };
    this.#latest.set(uuid, node);
    this.#previous = node;
    return node;
  }

  #parentOf(record: Record<string, unknown>): Node | null {
    if (typeof record.parentUuid !== "string") return null;
    // A parent that was lost is replaced by the record before: a gap costs one entry, not all that precede.
    return this.#latest.get(record.parentUuid) ?? this.#previous;
  }
}

/** A compaction that carries no summary replaces nothing: it is told apart here. */
function subtypeOf(record: Record<string, unknown>): string | null {
  if (typeof record.subtype !== "string") return null;
  if (record.subtype !== "chat_compression") return record.subtype;
  const payload = record.systemPayload;
  return isObject(payload) && Array.isArray(payload.compressedHistory) ? record.subtype : "empty_compression";
}

/** The records from the root to the given one, in order. */
export function branchTo(leaf: Node | null): Node[] {
  const branch: Node[] = [];
  for (let node = leaf; node !== null; node = node.parent) branch.push(node);
  return branch.reverse();
}

/** Reads the content of some records again, in the order of the file. */
export async function* readNodes(
  path: string,
  nodes: Iterable<Node>,
): AsyncGenerator<{ node: Node; record: Record<string, unknown> }> {
  const wanted = new Map<number, Node>();
  for (const node of nodes) for (const line of node.lines) wanted.set(line, node);
  let number = -1;
  for await (const line of readLines(path)) {
    number += 1;
    const node = wanted.get(number);
    const record = node ? parseRecord(line.text) : null;
    if (node && record !== null) yield { node, record };
  }
}
