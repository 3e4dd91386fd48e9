import { extname } from "@std/path/extname";
import type { JsonObject } from "../../model/json.ts";
import type { FileInfo, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { absolutePath, optionalInteger, textField, toolFailure } from "../input.ts";
import { MAX_LINES } from "../read_file.ts";
import { seenUnchanged } from "../seen_files.ts";
import { shortPath } from "../short_path.ts";
import { decodeText, linesOf } from "../text_file.ts";

/** The most characters one call returns. */
const MAX_CHARS = 100_000;
/** How much of a file is looked at. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const IMAGES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".bmp": "image/bmp",
  ".pdf": "application/pdf",
};

/** Reads the file. */
export async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const path = absolutePath(textField(input, "file_path"), context.cwd);
  const offset = optionalInteger(input, "offset") ?? 0;
  const limit = optionalInteger(input, "limit");
  const { real, info } = await context.files.examine(path, "read");
  if (!info) throw toolFailure(`File not found: ${path}`, "Check the path with glob or list_directory.");
  if (info.isDirectory) throw toolFailure(`${path} is a folder, not a file.`, "Use list_directory for folders.");
  context.signal.throwIfAborted();
  const range = `${offset}:${limit ?? ""}`;
  const seen = seenUnchanged(context.memory.seen.get(real), info);
  if (seen?.range === range) return unchanged(path, context);
  const mediaType = IMAGES[extname(path).toLowerCase()];
  if (mediaType) return await media({ path, real, info, mediaType }, context);
  const bytes = await context.files.read(real, { maxBytes: MAX_BYTES });
  const file = decodeText(bytes);
  if (!file) return binary(path, info);
  const view = viewOf(file.text, { offset, limit, isCut: info.size > bytes.length });
  if (offset > 0 && offset >= view.total) {
    throw toolFailure(`Line ${offset} is beyond the end of ${path}: it has ${view.total} lines.`);
  }
  const readTo = Math.max(seen?.readTo ?? 0, (seen?.readTo ?? 0) >= offset ? view.end : 0);
  context.memory.seen.set(real, {
    mtimeMs: info.mtimeMs,
    size: info.size,
    whole: seen?.whole || view.isWhole || (readTo >= view.total && !view.isCutInLine),
    range,
    readTo,
  });
  return textOutcome(path, view, context);
}

/** The part of a text that one call returns. */
interface View {
  text: string;
  /** First line, from 0, and the line after the last one. */
  start: number;
  end: number;
  total: number;
  isWhole: boolean;
  isCutInLine: boolean;
  isCutInFile: boolean;
}

function viewOf(text: string, wanted: { offset: number; limit: number | null; isCut: boolean }): View {
  const { offset, limit, isCut } = wanted;
  const lines = linesOf(text);
  const isShort = lines.length <= MAX_LINES && text.length <= MAX_CHARS && !isCut;
  if (isShort && offset === 0 && (limit === null || limit >= lines.length)) {
    return {
      text,
      start: 0,
      end: lines.length,
      total: lines.length,
      isWhole: true,
      isCutInLine: false,
      isCutInFile: false,
    };
  }
  const last = Math.min(lines.length, offset + Math.min(limit ?? MAX_LINES, MAX_LINES));
  let end = offset;
  let chars = 0;
  while (end < last && chars + lines[end].length + 1 <= MAX_CHARS) chars += lines[end++].length + 1;
  const isCutInLine = end === offset && end < last;
  const shown = isCutInLine
    ? lines[end].slice(0, MAX_CHARS) + `\n[... line cut after ${MAX_CHARS} characters ...]`
    : lines.slice(offset, end).join("\n");
  return {
    text: shown,
    start: offset,
    end: isCutInLine ? end + 1 : end,
    total: lines.length,
    isWhole: false,
    isCutInLine: isCutInLine || isCut,
    isCutInFile: isCut,
  };
}

function textOutcome(path: string, view: View, context: ToolContext): ToolOutcome {
  const data: JsonObject = {
    filePath: path,
    startLine: view.start,
    numLines: view.end - view.start,
    totalLines: view.total,
  };
  if (view.isWhole) return { output: [{ kind: "text", text: view.text }], data };
  const total = view.isCutInFile ? `more than ${view.total}` : `${view.total}`;
  const head = `Showing lines ${view.start + 1}-${view.end} of ${total} total lines.`;
  const next = view.end < view.total ? ` Use offset ${view.end} to read on.` : "";
  const cut = view.isCutInFile ? ` Only the first ${MAX_BYTES} bytes were looked at; search the rest.` : "";
  return {
    output: [{ kind: "text", text: `${head}${next}${cut}\n\n---\n\n${view.text}` }],
    display: {
      kind: "text",
      text: `Read lines ${view.start + 1}-${view.end} of ${total} from ${shortPath(path, context.cwd)}`,
    },
    data,
  };
}

function unchanged(path: string, context: ToolContext): ToolOutcome {
  const text =
    `File ${path} is unchanged since it was read before in this session: its content is in the earlier result.`;
  return {
    output: [{ kind: "text", text }],
    display: { kind: "text", text: `Unchanged: ${shortPath(path, context.cwd)}` },
    data: { filePath: path, unchanged: true },
  };
}

function binary(path: string, info: FileInfo): ToolOutcome {
  const text = `Cannot display content of binary file: ${path} (${info.size} bytes)`;
  return { output: [{ kind: "text", text }], display: { kind: "text", text } };
}

async function media(
  file: { path: string; real: string; info: FileInfo; mediaType: string },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { path, info, mediaType } = file;
  if (info.size > MAX_IMAGE_BYTES) {
    throw toolFailure(`${path} has ${info.size} bytes, at most ${MAX_IMAGE_BYTES} of an image are read.`);
  }
  const bytes = await context.files.read(file.real);
  context.memory.seen.set(file.real, { mtimeMs: info.mtimeMs, size: info.size, whole: true });
  return {
    output: [{ kind: "media", mediaType, base64: bytes.toBase64(), name: path }],
    display: { kind: "text", text: `Read ${mediaType} file: ${shortPath(path, context.cwd)}` },
    data: { filePath: path, mediaType, bytes: info.size },
  };
}
