import { isObject } from "../../model/json.ts";
import { fail } from "../../model/problem.ts";
import type { Role } from "../client.ts";

/** What the first line of a connection asks for. */
export interface AttachRequest {
  /** The live session to join. */
  attach: string | null;
  /** The last event that the client saw. */
  fromSeq: number | null;
  role: Role;
  dialect: string | null;
  /** The form of records that the client wants, where the dialect has several. */
  format: RecordFormat | null;
  /** The name that other clients see when this one answers. */
  name: string | null;
}

/** The request of a client that asks for nothing. */
export const NO_ATTACH: Readonly<AttachRequest> = {
  attach: null,
  fromSeq: null,
  role: "controller",
  dialect: null,
  format: null,
  name: null,
};

const FORMATS = ["stream-json", "stream-chunk-json"] as const;

/** A form of records that a client can choose. */
export type RecordFormat = typeof FORMATS[number];

const MAX_NAME = 64;

/** A line as an object, or null. */
export function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line.replace(/^\ufeff/, ""));
    return isObject(value) ? value : null;
  } catch {
    // The caller refuses the line, or leaves that to the dialect.
    return null;
  }
}

/** Whether a line only opens the connection. */
export function isOpening(line: Record<string, unknown>): boolean {
  if (line.type === "auth" || line.type === "attach") return true;
  return !("type" in line) && "attach" in line && !("input" in line) && !("messages" in line);
}

/** Reads a first line. Throws a QwenError for a field of the wrong kind. */
export function attachRequestOf(line: Record<string, unknown>): AttachRequest {
  const { attach = null, from_seq: fromSeq = null, role = "controller", dialect = null, name = null } = line;
  if (attach !== null && typeof attach !== "string") throw bad("attach", "the id of a session");
  if (fromSeq !== null && !(Number.isSafeInteger(fromSeq) && Number(fromSeq) >= 0)) {
    throw bad("from_seq", "a whole number from 0");
  }
  if (role !== "controller" && role !== "observer") {
    // Chat requests have their own roles; ours counts only in an opening line or one that attaches.
    if (attach !== null || isOpening(line)) throw bad("role", "controller or observer");
  }
  const isOwn = attach !== null || fromSeq !== null || isOpening(line);
  const format = isOpening(line) ? line.output_format ?? null : null;
  if (format !== null && !isFormat(format)) throw bad("output_format", FORMATS.join(" or "));
  return {
    attach,
    fromSeq: fromSeq === null ? null : Number(fromSeq),
    role: role === "observer" ? "observer" : "controller",
    dialect: isOwn && typeof dialect === "string" ? dialect : null,
    format,
    name: isOwn && typeof name === "string" && name !== "" ? name.slice(0, MAX_NAME) : null,
  };
}

function isFormat(value: unknown): value is RecordFormat {
  return FORMATS.some((format) => format === value);
}

function bad(field: string, what: string): Error {
  return fail("protocol_error", `The field "${field}" must be ${what}`, { param: field, detail: "bad_field" });
}
