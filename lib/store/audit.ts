/**
 * A tamper-evident record of decisions and actions: every line contains the hash of the line before it, and the last
 * line of a run contains the number of lines.
 */
import { isObject, type JsonObject } from "../model/json.ts";
import { fail, QwenError, reasonOf } from "../model/problem.ts";
import { readLines } from "./journal/read_lines.ts";

/** The hash before the first line. */
const ORIGIN = "0".repeat(64);
const MAX_LINE = 1024 * 1024;

type Sha256 = (text: string) => string;

/** An open audit file. */
export class AuditLog {
  readonly #path: string;
  readonly #file: Deno.FsFile;
  readonly #sha256: Sha256;
  readonly #now: () => number;
  #head: string;
  #count: number;
  #bytes: number;
  #hasFailed = false;
  #isClosed = false;

  private constructor(
    file: Deno.FsFile,
    state: { path: string; sha256: Sha256; now: () => number; head: string; count: number },
  ) {
    this.#path = state.path;
    this.#file = file;
    this.#sha256 = state.sha256;
    this.#now = state.now;
    this.#head = state.head;
    this.#count = state.count;
    this.#bytes = file.statSync().size;
  }

  /** Opens a file and continues its chain; throws QwenError when the chain is broken or the file cannot be written. */
  static async open(path: string, options: { now: () => number }): Promise<AuditLog> {
    const sha256 = await loadSha256();
    try {
      const before = await verifyAudit(path).catch((error) => {
        if (error instanceof Deno.errors.NotFound) return null;
        throw error;
      });
      if (before && !before.isSound) {
        throw fail("config_invalid", `--audit: ${path} was changed: ${before.problem} (line ${before.line})`, {
          hint: "Keep it as evidence and name another file.",
        });
      }
      const file = await Deno.open(path, { append: true, create: true, mode: 0o600 });
      const log = new AuditLog(file, {
        path,
        sha256,
        now: options.now,
        head: before?.head ?? ORIGIN,
        count: before?.count ?? 0,
      });
      log.append("opened", { pid: Deno.pid });
      return log;
    } catch (error) {
      if (error instanceof QwenError) throw error;
      throw cannotWrite(path, error);
    }
  }

  /** The hash of the last line. Stored elsewhere, it proves the whole file. */
  get head(): string {
    return this.#head;
  }

  /** Writes an entry synchronously; throws if it cannot, so that nothing happens unrecorded. */
  append(type: string, facts: JsonObject): void {
    if (this.#isClosed) return;
    const line = { seq: this.#count + 1, at: this.#now(), type, ...facts, prev: this.#head };
    const hash = this.#sha256(JSON.stringify(line));
    const bytes = new TextEncoder().encode(`${JSON.stringify({ ...line, hash })}\n`);
    try {
      for (let sent = 0; sent < bytes.length;) sent += this.#file.writeSync(bytes.subarray(sent));
    } catch (error) {
      // A line that a full disk cut off would look like an edited one.
      this.#file.truncateSync(this.#bytes);
      this.#hasFailed = true;
      throw cannotWrite(this.#path, error);
    }
    this.#bytes += bytes.length;
    this.#head = hash;
    this.#count++;
  }

  /** The hash of a value, for entries that identify a value without containing it. */
  hashOf(value: unknown): string {
    return this.#sha256(typeof value === "string" ? value : JSON.stringify(value) ?? "");
  }

  /** Writes the number of lines, unless a write has failed before, and closes the file in any case. */
  close(): void {
    if (this.#isClosed) return;
    try {
      if (!this.#hasFailed) this.append("closed", { count: this.#count + 1 });
      this.#file.syncSync();
    } finally {
      this.#isClosed = true;
      this.#file.close();
    }
  }
}

function cannotWrite(path: string, error: unknown): QwenError {
  const reason = reasonOf(error);
  return fail("config_invalid", `--audit cannot write ${path}: ${reason}`, {
    cause: error,
    hint: "Nothing happens unrecorded: make room, or name another file.",
  });
}

/** The result of verifying an audit file. */
export interface AuditFinding {
  isSound: boolean;
  /** Whether the last run was closed; if not, lines may be missing at the end. */
  isClosed: boolean;
  count: number;
  head: string;
  /** The first invalid line, from 1, and why. */
  line?: number;
  problem?: string;
}

/** Reads an audit file and finds the first line that was edited, removed, added or moved. */
export async function verifyAudit(path: string): Promise<AuditFinding> {
  const sha256 = await loadSha256();
  // Reading a pipe or a device may never end.
  if (!(await Deno.stat(path)).isFile) throw new TypeError("it is not a regular file");
  const finding: AuditFinding = { isSound: true, isClosed: false, count: 0, head: ORIGIN };
  for await (const { text } of readLines(path, MAX_LINE)) {
    const problem = text === null ? "it is too long" : linkProblem(text, { finding, sha256 });
    if (problem !== null) return { ...finding, isSound: false, line: finding.count + 1, problem };
  }
  return finding;
}

/** Why a line is invalid; a valid line is added to the finding. */
function linkProblem(
  text: string,
  { finding, sha256 }: { finding: AuditFinding; sha256: Sha256 },
): string | null {
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    return "it is not JSON: it was edited or written half";
  }
  if (!isObject(entry) || typeof entry.hash !== "string") return "it has no hash";
  const { hash, ...rest } = entry;
  // The exact bytes are hashed, so that two spellings of one value differ.
  const spelled = text.slice(0, text.lastIndexOf(`,"hash":"`)) + "}";
  if (sha256(spelled) !== hash) return "its hash does not fit: it was edited";
  if (rest.prev !== finding.head) return "it does not follow the line before it: lines were cut out, added or moved";
  if (rest.seq !== finding.count + 1) return `its number is ${rest.seq}, not ${finding.count + 1}`;
  finding.count++;
  finding.head = hash;
  finding.isClosed = rest.type === "closed";
  return rest.type === "closed" && rest.count !== finding.count ? `it counts ${rest.count} lines` : null;
}

async function loadSha256(): Promise<Sha256> {
  // Web Crypto has no synchronous hash; loading Node's takes time, which only audited runs spend.
  const { createHash } = await import("node:crypto");
  return (text) => createHash("sha256").update(text).digest("hex");
}
