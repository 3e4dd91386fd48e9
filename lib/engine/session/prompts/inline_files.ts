import { fromFileUrl, isAbsolute } from "../../../path/mod.ts";
import { fail, type Files, type Part, problemOf } from "../../../model/mod.ts";

const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Replaces each file part that names a local file by its content. Throws QwenError, which names the file. */
export async function inlineFiles(parts: readonly Part[], at: { files: Files; cwd: string }): Promise<Part[]> {
  return await Promise.all(parts.map(async (part) => {
    if (part.kind !== "file" || /^(?!file:)[a-z][a-z0-9+.-]+:/i.test(part.uri)) return part;
    const path = localPath(part.uri, at.cwd);
    const bytes = await read(path, { ...at, uri: part.uri });
    const mediaType = part.mediaType ?? "text/plain";
    if (!mediaType.startsWith("text/") && mediaType !== "application/json") {
      return { kind: "media", mediaType, base64: bytes.toBase64(), name: part.uri };
    }
    return { kind: "text", text: `\nContent from ${part.uri}:\n${new TextDecoder().decode(bytes)}` };
  }));
}

function localPath(uri: string, cwd: string): string {
  const path = uri.startsWith("file:") ? fromFileUrl(uri) : uri;
  return isAbsolute(path) ? path : `${cwd}/${path}`;
}

async function read(path: string, { files, uri }: { files: Files; uri: string }): Promise<Uint8Array> {
  try {
    const info = await files.stat(path);
    if (!info?.isFile) throw fail("input_error", "there is no such file");
    if (info.size > MAX_FILE_BYTES) throw fail("input_error", `it has more than ${MAX_FILE_BYTES} bytes`);
    return await files.read(path);
  } catch (error) {
    throw fail("input_error", `Cannot read the attached file ${uri}: ${problemOf(error).message}`, { cause: error });
  }
}
