/** Helpers to decode single lines of the chat dialect. */
import { assertEquals } from "@std/assert";
import { chat } from "../../../../lib/dialects/chat.ts";
import type { Command } from "../../../../lib/model/command.ts";
import { assertFits } from "../../../support/validate.ts";
import { hear, open } from "../../../support/say.ts";

/** The commands of a line in a new conversation. */
export function decode(line: unknown): Command[] {
  return hear(open(chat), typeof line === "string" ? line : JSON.stringify(line));
}

/** The only command of a valid line. */
export function read(line: object): Command {
  assertFits(line, "chat/in");
  const commands = decode(line);
  assertEquals(commands.length, 1);
  return commands[0];
}

/** A text part. */
export function text(words: string): { kind: "text"; text: string } {
  return { kind: "text", text: words };
}
