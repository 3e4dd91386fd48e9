/**
 * Which lines of a session file count: records form a tree by `parentUuid`, and the branch that ends in the last
 * record is the conversation. Only this skeleton is held while a file is read, not its content.
 */
import { isObject } from "../model/json.ts";
import { readLines } from "./lines.ts";

/** A record without its content. */
export interface Node {
  uuid: string;
  parent: string | null;
  /** Numbers of its lines, from 0: old files spread one message over several. */
  lines: number[];
  type: string;
  subtype: string | null;
}

/** The skeleton of a session file. */
export interface Skeleton {
  nodes: Map<string, Node>;
  /** The last record that the conversation hangs on. */
  leaf: string | null;
  title: string | null;
  /** Working folder of the first record. */
  cwd: string | null;
  /** Lines that could not be read. */
  skippedLines: number;
}

/** Reads the skeleton of a session file. */
export async function readSkeleton(path: string): Promise<Skeleton> {
  const skeleton: Skeleton = { nodes: new Map(), leaf: null, title: null, cwd: null, skippedLines: 0 };
  let previous: string | null = null;
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
    previous = addNode(skeleton, { record, previous, number });
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

function addNode(
  skeleton: Skeleton,
  found: { record: Record<string, unknown>; previous: string | null; number: number },
): string {
  const { record, previous, number } = found;
  const uuid = String(record.uuid);
  const known = skeleton.nodes.get(uuid);
  if (known) known.lines.push(number);
  else {
    const named = typeof record.parentUuid === "string" ? record.parentUuid : null;
    skeleton.nodes.set(uuid, {
      uuid,
      // A parent that was lost is replaced by the record before: a gap costs one entry, not all that precede.
      parent: named === null || skeleton.nodes.has(named) ? named : previous,
      lines: [number],
      type: String(record.type),
      subtype: subtypeOf(record),
    });
  }
  // Artifact records are written beside the conversation and never continue it.
  if (!String(record.subtype ?? "").startsWith("session_artifact")) skeleton.leaf = uuid;
  return uuid;
}

/** A compaction that carries no summary replaces nothing: it is told apart here. */
function subtypeOf(record: Record<string, unknown>): string | null {
  if (typeof record.subtype !== "string") return null;
  if (record.subtype !== "chat_compression") return record.subtype;
  const payload = record.systemPayload;
  return isObject(payload) && Array.isArray(payload.compressedHistory) ? record.subtype : "empty_compression";
}

/** The records from the root to the given one, in order. */
export function branchTo(skeleton: Skeleton, leaf: string | null): Node[] {
  const branch: Node[] = [];
  const visited = new Set<string>();
  for (let uuid = leaf; uuid !== null && !visited.has(uuid);) {
    visited.add(uuid);
    const node = skeleton.nodes.get(uuid);
    if (!node) break;
    branch.push(node);
    uuid = node.parent;
  }
  return branch.reverse();
}

/** Reads the content of some records again, in the order of the file. */
export async function* readNodes(path: string, nodes: Iterable<Node>): AsyncGenerator<Record<string, unknown>> {
  const wanted = new Set<number>();
  for (const node of nodes) for (const line of node.lines) wanted.add(line);
  let number = -1;
  for await (const line of readLines(path)) {
    number += 1;
    if (!wanted.has(number)) continue;
    const record = parseRecord(line.text);
    if (record !== null) yield record;
  }
}
