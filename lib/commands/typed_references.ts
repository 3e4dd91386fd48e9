import type { Part } from "../model/content.ts";
import type { CommandContext } from "../model/ports.ts";
import { expandReferences } from "./references.ts";

/** The files that a typed text names by `@path`, as parts that follow it, with a note on those that were refused. */
export async function typedReferences(text: string, context: CommandContext): Promise<Part[]> {
  if (!text.includes("@")) return [];
  const parts: Part[] = [{ kind: "text", text }];
  const request = { parts, references: [], cwd: context.info().cwd, files: context.files };
  const expanded = await expandReferences(request, context.signal);
  if (expanded.parts.length > 1 || expanded.notes.length === 0) return expanded.parts.slice(1);
  return [{ kind: "text", text: expanded.notes.map((note) => `\n[Left out: ${note}]`).join("") }];
}
