import type { Answer } from "./command.ts";
import type { Json } from "./json.ts";

/** A question that nobody answered, as it is written to a file. */
export interface Ticket {
  /** The id of the question; it can be answered once per copy of the session. */
  ticket: string;
  session_id: string;
  tool: string;
  input: Json;
  input_sha256: string;
  /** What is asked, for a person. */
  question: string;
}

/** A parked question as the journal of its session names it. */
export interface ParkedCall {
  ticket: string;
  callId: string;
  inputSha256: string;
}

/** The answer to a parked question. */
export interface ParkedAnswer {
  ticket: string;
  answer: Answer;
}

/** The SHA-256 of an input, written as JSON without spaces. */
export async function inputHash(input: Json): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(input));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
