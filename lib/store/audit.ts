/**
 * A record of what was decided and done that tells when it was changed afterwards: every line holds the hash of the
 * line before it, and the last line of a run says how many there are.
 */
import { isObject, type JsonObject } from "../model/json.ts";
import { fail, QwenError, reasonOf } from "../model/problem.ts";
import { readLines } from "./read_lines.ts";

/** What the chain begins with. */
const ORIGIN = "0".repeat(64);
const MAX_LINE = 1024 * 1024;

type Sha256 = (text: string) => string;

/** A file that takes entries one after the other. */
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

  /** Opens a file and goes on with the chain in it; throws QwenError when that is broken or cannot be written. */
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

  /** The hash of the last line: whoever keeps it elsewhere can prove the whole file. */
  get head(): string {
    return this.#head;
  }

  /** Writes an entry before it returns; throws where it cannot, so that nothing goes on unrecorded. */
  append(type: string, facts: JsonObject): void {
    if (this.#isClosed) return;
    const line = { seq: this.#count + 1, at: this.#now(), type, ...facts, prev: this.#head };
    const hash = this.#sha256(JSON.stringify(line));
    const bytes = new TextEncoder().encode(`${JSON.stringify({ ...line, hash })}\n`);
    try {
      for (let sent = 0; sent < bytes.length;) sent += this.#file.writeSync(bytes.subarray(sent));
    } catch (error) {
      // A line that a full disk has cut off would look like one that somebody has edited.
      this.#file.truncateSync(this.#bytes);
      this.#hasFailed = true;
      throw cannotWrite(this.#path, error);
    }
    this.#bytes += bytes.length;
    this.#head = hash;
    this.#count++;
  }

  /** The hash of a value, for entries that tell what something was without repeating it. */
  hashOf(value: unknown): string {
    return this.#sha256(typeof value === "string" ? value : JSON.stringify(value) ?? "");
  }

  /** Says how many lines there are, unless a write has failed before, and closes the file in any case. */
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
    hint: "Nothing goes on unrecorded: make room, or name another file.",
  });
}

/** What became of an audit file. */
export interface AuditFinding {
  isSound: boolean;
  /** Whether the last run was closed: without it, lines may be missing at the end. */
  isClosed: boolean;
  count: number;
  head: string;
  /** The first line that is wrong, from 1, and why. */
  line?: number;
  problem?: string;
}

/** Reads an audit file and finds the first line that was edited, cut out, added or moved. */
export async function verifyAudit(path: string): Promise<AuditFinding> {
  const sha256 = await loadSha256();
  // A pipe or a device may have no end, or no beginning.
  if (!(await Deno.stat(path)).isFile) throw new TypeError("it is not a regular file");
  const finding: AuditFinding = { isSound: true, isClosed: false, count: 0, head: ORIGIN };
  for await (const { text } of readLines(path, MAX_LINE)) {
    const problem = text === null ? "it is too long" : linkProblem(text, finding, sha256);
    if (problem !== null) return { ...finding, isSound: false, line: finding.count + 1, problem };
  }
  return finding;
}

/** What is wrong with a line; takes it into the finding when nothing is. */
function linkProblem(text: string, finding: AuditFinding, sha256: Sha256): string | null {
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    return "it is not JSON: it was edited or written half";
  }
  if (!isObject(entry) || typeof entry.hash !== "string") return "it has no hash";
  const { hash, ...rest } = entry;
  // The line is hashed as it is spelled, so that two spellings of one value differ.
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
  // Only Node's hash answers at once, and only audited runs pay for it.
  const { createHash } = await import("node:crypto");
  return (text) => createHash("sha256").update(text).digest("hex");
}
