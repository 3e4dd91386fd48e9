/**
 * The structure of a session file: records form a tree by `parentUuid`, and the branch that ends in the last record is
 * the conversation. Only this skeleton is held in memory, not the content.
 */
import { isObject } from "../model/json.ts";
import { removedResultNote } from "../model/conversation/removed_result.ts";
import { indexLines, readHeadAt, readLineAt } from "./journal/line_index.ts";
import { entryTitle, entryType } from "./journal/read_claude_entry.ts";

/** Where a line is in its file, in bytes. */
export interface LinePlace {
  start: number;
  end: number;
}

/** A record without its content. */
export interface Node {
  uuid: string;
  parent: Node | null;
  /** Where its lines are: in old files a message can have several. */
  lines: LinePlace[];
  type: string;
  subtype: string | null;
}

/** The skeleton of a session file. */
export interface Skeleton {
  /** The last record of the conversation. */
  leaf: Node | null;
  title: string | null;
  /** The working folder of the first record. */
  cwd: string | null;
  /** Lines that could not be read. */
  skippedLines: number;
  /** The results of tools, on every branch. */
  results: Node[];
}

/** Reads the skeleton of a session file. Of long records only the beginning is parsed. */
export async function readSkeleton(path: string): Promise<Skeleton> {
  const skeleton: Skeleton = { leaf: null, title: null, cwd: null, skippedLines: 0, results: [] };
  let side: Node | null = null;
  const tree = new Tree();
  // A second descriptor, because reading a whole line moves the position.
  using file = await Deno.open(path, { read: true });
  using other = await Deno.open(path, { read: true });
  for (const line of indexLines(file)) {
    const text = new TextDecoder().decode(line.head);
    if (line.isWhole && text.trim() === "") continue;
    const record = line.isWhole ? parseRecord(text) : parseHead(text) ?? parseRecord(readLineAt(other, line));
    if (record === null) {
      const aside = line.isWhole ? parseObject(text) : null;
      if (aside === null || typeof aside.type !== "string" || "uuid" in aside) skeleton.skippedLines += 1;
      else skeleton.title = entryTitle(aside) ?? skeleton.title;
      continue;
    }
    if (skeleton.cwd === null && typeof record.cwd === "string") skeleton.cwd = record.cwd;
    const payload = record.systemPayload;
    if (record.subtype === "custom_title" && isObject(payload) && typeof payload.customTitle === "string") {
      skeleton.title = payload.customTitle;
    }
    const node = tree.add(record, { start: line.start, end: line.end });
    if (node.type === "tool_result" && node.lines.length === 1) skeleton.results.push(node);
    // Artifact records are not part of the conversation.
    if (node.subtype?.startsWith("session_artifact")) continue;
    if (record.isSidechain === true) side = node;
    else skeleton.leaf = node;
  }
  // The file of a sub-agent has nothing but its conversation.
  skeleton.leaf ??= side;
  return skeleton;
}

/** The beginning of a record as this program writes it, up to its folder. */
const HEAD =
  /^\{"uuid":"[^"\\]+","parentUuid":(?:null|"[^"\\]+"),"sessionId":"[^"\\]*","timestamp":"[^"\\]*","type":"\w+","provenance":"\w+",(?:"subtype":"(\w+)",)?"cwd":"[^"\\]*"/;

/** Records whose content belongs to the skeleton. */
const WITH_CONTENT: ReadonlySet<string> = new Set(["custom_title", "chat_compression"]);

/** The first fields of a long record; null when the record has to be parsed as a whole. */
function parseHead(text: string): Record<string, unknown> | null {
  const found = HEAD.exec(text);
  return !found || WITH_CONTENT.has(found[1] ?? "") ? null : parseRecord(`${found[0]}}`);
}

/** Parses a line; null when it is not a record. */
export function parseRecord(text: string | null): Record<string, unknown> | null {
  const value = text === null ? null : parseObject(text);
  return value && typeof value.uuid === "string" && typeof value.type === "string" ? value : null;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Builds the tree of records. */
class Tree {
  readonly #latest = new Map<string, Node>();
  #previous: Node | null = null;

  add(record: Record<string, unknown>, line: LinePlace): Node {
    const uuid = String(record.uuid);
    const parent = this.#parentOf(record);
    const known = this.#latest.get(uuid);
    // With the same parent it is more of the same message; otherwise a host has used the id twice.
    if (known && known.parent === parent) {
      known.lines.push(line);
      return known;
    }
    const kind = entryType(record) ?? { type: String(record.type), subtype: subtypeOf(record) };
    const node = { uuid, parent, lines: [line], ...kind };
    this.#latest.set(uuid, node);
    this.#previous = node;
    return node;
  }

  #parentOf(record: Record<string, unknown>): Node | null {
    if (typeof record.parentUuid !== "string") return null;
    // A lost parent is replaced by the record before, so that only the lost entry is missing.
    return this.#latest.get(record.parentUuid) ?? this.#previous;
  }
}

/** The subtype of a record; a compaction without a summary gets its own, because it replaces nothing. */
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

/**
 * Reads the content of some records, in the order of the file; null for one that is broken behind its beginning. Of
 * those in `withoutOutput`, which are tool results, a note replaces the output, which is not read.
 */
export async function* readNodes(
  path: string,
  nodes: Iterable<Node>,
  withoutOutput: ReadonlySet<Node> = new Set(),
): AsyncGenerator<{ node: Node; record: Record<string, unknown> | null }> {
  const wanted: { node: Node; line: LinePlace }[] = [];
  for (const node of nodes) for (const line of node.lines) wanted.push({ node, line });
  using file = await Deno.open(path, { read: true });
  for (const { node, line } of wanted.sort((a, b) => a.line.start - b.line.start)) {
    const short = withoutOutput.has(node) ? shortResult(readHeadAt(file, line), { node, line }) : null;
    yield { node, record: short ?? parseRecord(readLineAt(file, line)) };
  }
}

/** The beginning of a tool result as this program writes it, up to its output. */
const RESULT =
  /"message":\{"role":"user","parts":\[\{"functionResponse":\{"id":("[^"\\]*"),"name":("[^"\\]*"),"response":\{"(output|error)":"/;

/** A tool result without its output; null when its beginning is not as expected. */
function shortResult(head: string, { node, line }: { node: Node; line: LinePlace }): Record<string, unknown> | null {
  const found = RESULT.exec(head);
  if (!found) return null;
  const [, id, name, kind] = found;
  const response = { [kind]: removedResultNote(`${line.end - line.start} bytes`) };
  const functionResponse = { id: JSON.parse(id), name: JSON.parse(name), response };
  return { uuid: node.uuid, type: node.type, message: { role: "user", parts: [{ functionResponse }] } };
}
