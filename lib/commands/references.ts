import { isAbsolute } from "../path/mod.ts";
import type { Part } from "../model/content.ts";
import type { Expanded, ExpandRequest, Files } from "../model/ports.ts";
import { problemOf, QwenError } from "../model/problem.ts";
import { findAtTokens } from "./at_token.ts";
import { type ReferenceLimits, ReferenceReader } from "./reference_reader.ts";

/** How much of the referenced files a prompt takes in. */
export const REFERENCE_LIMITS: ReferenceLimits = Object.freeze({
  fileBytes: 128 * 1024,
  totalBytes: 512 * 1024,
  mediaBytes: 8 * 1024 * 1024,
  totalMediaBytes: 24 * 1024 * 1024,
  files: 200,
});

/** Names looked up for one prompt, their length, and the punctuation taken off one. */
const MAX_LOOKUPS = 500;
const MAX_PATH = 4096;
const MAX_TRAILING = 4;

const TRAILING = /[.,;:!?)\]}>"'`]$/;

/** A file or folder that a prompt names. */
interface Reference {
  /** As a person writes it. */
  name: string;
  absolute: string;
  isDirectory: boolean;
}

interface Lookup {
  cwd: string;
  files: Files;
  notes: string[];
}

/**
 * Brings what `@path` names into a prompt: the host's own references first, then those in the text. Missing files stay
 * text; `notes` names the files that lie outside the workspace, are binary or do not fit, and the model reads it too.
 */
export async function expandReferences(
  request: ExpandRequest,
  signal: AbortSignal,
  limits: ReferenceLimits = REFERENCE_LIMITS,
): Promise<Expanded> {
  const notes: string[] = [];
  const absent = new Set<string>();
  const parts = request.parts.map((part) => renameReferences(part, request.references));
  const found = new Map<string, Reference>();
  const add = async (reference: Reference): Promise<void> => {
    found.set(await request.files.resolve(reference.absolute, "read"), reference);
  };
  for (const { resolved } of request.references) {
    signal.throwIfAborted();
    const reference = await locate(resolved, { ...request, notes });
    if (reference === null) {
      notes.push(`${resolved}: there is no such file`);
      absent.add(resolved.replace(/^\.\//, ""));
    } else if (reference !== "refused") await add(reference);
  }
  const typed = new Set(
    parts.flatMap((part) => part.kind === "text" && !part.isQuoted ? findAtTokens(part.text) : [])
      .map(({ path }) => path),
  );
  for (const path of [...typed].slice(0, MAX_LOOKUPS)) {
    signal.throwIfAborted();
    if (path.length > MAX_PATH) continue;
    const reference = await locateTyped(path, { ...request, notes });
    if (reference === null) absent.add(path);
    else if (reference !== "refused") await add(reference);
  }
  if (typed.size > MAX_LOOKUPS) notes.push(`All references after the first ${MAX_LOOKUPS} were left as text`);
  const missing = [...absent];
  if (found.size === 0) return { parts, notes, read: [], missing };
  const reader = new ReferenceReader(request.files, limits);
  for (const { name, absolute, isDirectory } of found.values()) {
    signal.throwIfAborted();
    if (isDirectory) await reader.readFolder(name, absolute, signal);
    else await reader.readNamedFile(name, absolute);
  }
  const refused = reader.leftOut.filter((note) => !note.includes(": all after the first "));
  const left = new Set(refused.map((note) => note.slice(0, note.indexOf(":"))));
  const read = [...found.values()].map(({ name }) => name).filter((name) => !left.has(name));
  return { parts: [...parts, ...reader.parts()], notes: [...notes, ...reader.leftOut], read, missing };
}

function renameReferences(part: Part, references: ExpandRequest["references"]): Part {
  if (part.kind !== "text") return part;
  let text = part.text;
  for (const { original, resolved } of references) {
    const target = `@${resolved.replace(/^\.\//, "")}`;
    if (original !== "" && original !== target) text = text.replaceAll(original, target);
  }
  return text === part.text ? part : { ...part, text };
}

/** Finds a typed path; when there is no such file, retries without the punctuation after it. */
async function locateTyped(typed: string, lookup: Lookup): Promise<Reference | "refused" | null> {
  let path = typed;
  for (let taken = 0; path !== "" && taken <= MAX_TRAILING; taken++) {
    const reference = await locate(path, lookup);
    if (reference || !TRAILING.test(path)) return reference;
    path = path.slice(0, -1);
  }
  return null;
}

async function locate(path: string, { cwd, files, notes }: Lookup): Promise<Reference | "refused" | null> {
  const name = path.replace(/^(\.\/)+/, "") || ".";
  const absolute = isAbsolute(name) ? name : `${cwd}/${name}`;
  try {
    const info = await files.stat(absolute);
    if (!info || (!info.isFile && !info.isDirectory)) return null;
    return { name, absolute: absolute.replace(/(?<=.)\/+$/, ""), isDirectory: info.isDirectory };
  } catch (error) {
    if (!(error instanceof QwenError)) throw error;
    const note = `${path}: ${problemOf(error).message}`;
    if (!notes.includes(note)) notes.push(note);
    return "refused";
  }
}
