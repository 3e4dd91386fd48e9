import type { Part } from "../model/content.ts";
import type { SessionDesk } from "../model/ports.ts";
import { expandReferences } from "./references.ts";

/** What a typed text refers to by `@path`, as parts to be sent after it; what was refused is told to the model. */
export async function typedReferences(text: string, desk: SessionDesk): Promise<Part[]> {
  if (!text.includes("@")) return [];
  const parts: Part[] = [{ kind: "text", text }];
  const request = { parts, references: [], cwd: desk.info().cwd, files: desk.files };
  const expanded = await expandReferences(request, desk.signal);
  if (expanded.parts.length > 1 || expanded.notes.length === 0) return expanded.parts.slice(1);
  return [{ kind: "text", text: expanded.notes.map((note) => `\n[Left out: ${note}]`).join("") }];
}
