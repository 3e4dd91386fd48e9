import { homeFolder } from "./home_folder.ts";
import { reasonOf } from "../model/problem.ts";

/** The text of a file that a value names, or why there is none. */
export type FileText =
  | { kind: "text"; text: string }
  | { kind: "missing" | "directory" | "not_regular" | "too_large" | "unreadable"; message: string };

/** Reads a whole file as text up to a limit; failures are values. `~/` is the home folder. */
export async function readValueFile(
  path: string,
  options: { regularOnly: boolean; maxBytes: number; home?: string },
): Promise<FileText> {
  const expanded = path.startsWith("~/")
    ? (options.home ?? homeFolder((name) => Deno.env.get(name))) + path.slice(1)
    : path;
  let file: Deno.FsFile;
  try {
    // Opening a named pipe blocks, so its kind is checked first.
    const info = Deno.statSync(expanded);
    if (info.isDirectory) return { kind: options.regularOnly ? "not_regular" : "directory", message: "it is a folder" };
    if (options.regularOnly && !info.isFile) return { kind: "not_regular", message: "it is not a regular file" };
    file = await Deno.open(expanded, { read: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { kind: "missing", message: "there is no such file" };
    return { kind: "unreadable", message: reasonOf(error) };
  }
  using _closing = file;
  return await readAll(file, options.maxBytes);
}

async function readAll(file: Deno.FsFile, maxBytes: number): Promise<FileText> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const buffer = new Uint8Array(65536);
  let size = 0;
  let text = "";
  try {
    for (let count = await file.read(buffer); count !== null; count = await file.read(buffer)) {
      size += count;
      if (size > maxBytes) return { kind: "too_large", message: `it is larger than ${maxBytes} bytes` };
      text += decoder.decode(buffer.subarray(0, count), { stream: true });
    }
    return { kind: "text", text: text + decoder.decode() };
  } catch (error) {
    const isText = !(error instanceof TypeError);
    return { kind: "unreadable", message: isText ? reasonOf(error) : "it is not UTF-8 text" };
  }
}
