import { resolve } from "../../../path/mod.ts";
import { fail, inputHash, isObject, type Json, reasonOf, type Ticket } from "../../../model/mod.ts";
import { replaceFile } from "../../../store/replace_file.ts";

/** The writer of tickets to one file; a later ticket of the run replaces an earlier one. */
export function ticketWriter(file: string): (ticket: Ticket) => Promise<string> {
  const path = resolve(file);
  return async (ticket) => {
    try {
      await replaceFile(path, new TextEncoder().encode(`${JSON.stringify(ticket, null, 2)}\n`));
    } catch (error) {
      throw fail("input_error", `Cannot write the question to ${path}: ${reasonOf(error)}`, { param: "--park" });
    }
    return path;
  };
}

/** Reads a ticket. Throws `input_error` for a file that is none, and `ticket_void` where its input was changed. */
export async function readTicket(file: string): Promise<Ticket> {
  let text: string;
  try {
    text = await Deno.readTextFile(file);
  } catch (error) {
    throw fail("input_error", `Cannot read the ticket ${file}: ${reasonOf(error)}`);
  }
  const value = parse(text);
  const names = ["ticket", "session_id", "tool", "input_sha256", "question"] as const;
  if (!isObject(value) || !names.every((name) => typeof value[name] === "string") || value.input === undefined) {
    throw fail("input_error", `${file} is not a ticket`, { hint: "A run with --park FILE writes one." });
  }
  const ticket = { ...value, input: value.input as Json } as Ticket;
  if (await inputHash(ticket.input) === ticket.input_sha256) return ticket;
  throw fail("ticket_void", `The input in ${file} was changed: it does not have the SHA-256 ${ticket.input_sha256}`, {
    hint: "To change the input of an allowed call, use --input.",
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
