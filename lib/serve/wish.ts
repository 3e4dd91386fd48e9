import { isObject } from "../model/json.ts";
import { fail } from "../model/problem.ts";
import type { Role } from "./client.ts";

/** What a client asks for before anything else. */
export interface Wish {
  /** The live session that it wants to join. */
  attach: string | null;
  /** The last event that it saw. */
  fromSeq: number | null;
  role: Role;
  dialect: string | null;
  /** What others are told when it answers. */
  name: string | null;
}

/** What a client gets that asks for nothing. */
export const NO_WISH: Readonly<Wish> = { attach: null, fromSeq: null, role: "controller", dialect: null, name: null };

const MAX_NAME = 64;

/** A line as an object, or null. */
export function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line.replace(/^\ufeff/, ""));
    return isObject(value) ? value : null;
  } catch {
    // Whoever asked refuses the line, or leaves that to the dialect.
    return null;
  }
}

/** Whether a line is there only to open the connection. */
export function isOpening(line: Record<string, unknown>): boolean {
  if (line.type === "auth" || line.type === "attach") return true;
  return !("type" in line) && "attach" in line && !("input" in line) && !("messages" in line);
}

/** Reads the wish of a first line. Throws a QwenError where it makes no sense. */
export function wishOf(line: Record<string, unknown>): Wish {
  const { attach = null, from_seq: fromSeq = null, role = "controller", dialect = null, name = null } = line;
  if (attach !== null && typeof attach !== "string") throw bad("attach", "the id of a session");
  if (fromSeq !== null && !(Number.isSafeInteger(fromSeq) && Number(fromSeq) >= 0)) {
    throw bad("from_seq", "a whole number from 0");
  }
  if (role !== "controller" && role !== "observer") {
    // Chat requests have roles of their own; only an opening line, or one that attaches, means ours.
    if (attach !== null || isOpening(line)) throw bad("role", "controller or observer");
  }
  const isOwn = attach !== null || fromSeq !== null || isOpening(line);
  return {
    attach,
    fromSeq: fromSeq === null ? null : Number(fromSeq),
    role: role === "observer" ? "observer" : "controller",
    dialect: isOwn && typeof dialect === "string" ? dialect : null,
    name: isOwn && typeof name === "string" && name !== "" ? name.slice(0, MAX_NAME) : null,
  };
}

function bad(field: string, what: string): Error {
  return fail("protocol_error", `The field "${field}" must be ${what}`, { param: field, detail: "bad_field" });
}
