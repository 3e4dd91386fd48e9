import { extname } from "../../path/mod.ts";
import type { JsonObject } from "../../model/json.ts";
import type { FileInfo, Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import type { ClaudeResult } from "../../model/ports/tool_naming.ts";
import { decodeText, linesOf } from "../../stream/text_file.ts";
import {
  absolutePath,
  FILE_PATH_ALIASES,
  optionalInteger,
  optionalText,
  textField,
  titleOf,
  toolFailure,
} from "../input.ts";
import { shortPath } from "../short_path.ts";
import { withoutProgress } from "../without_progress.ts";
import { notebookText } from "./notebook_text.ts";
import { pageRange, pdfText } from "./pdf_text.ts";
import { seenUnchanged } from "./seen_files.ts";

/** The most lines one call returns. */
const MAX_LINES = 2000;

/** A longer line is cut. */
const MAX_LINE_CHARS = 2000;

const DESCRIPTION = `Reads a file. Each line comes with its number and a tab, which are not part of the file.
Of a long file only the first ${MAX_LINES} lines are returned, with the total number of lines; use offset and limit to \
read the rest. Lines over ${MAX_LINE_CHARS} characters are cut. Images are returned as media, PDF files as text, \
notebooks as cells.
A file that has not changed since you last read it is only reported as unchanged.`;

/** How the answer begins when it holds only a part of the file, and what separates that line from the text. */
const PARTIAL = "Showing lines ";
const RULE = "\n\n---\n\n";
const EMPTY = "(empty file)";
/** The most characters one call returns. */
const MAX_CHARS = 100_000;
/** The most bytes of a file that are read. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** The pages of a PDF that are read unless the call names others. */
const MAX_PAGES = 20;
const PDF = "application/pdf";
const MEDIA: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".bmp": "image/bmp",
  ".pdf": PDF,
};

/** Reads one file. */
export const readFile: Tool = {
  name: "read_file",
  description: DESCRIPTION,
  kind: "read",
  parallel: true,
  aliases: ["Read", "ReadFile", "ReadFileTool"],
  callNames: ["view", "view_file", "open_file", "cat", "get_file_contents", "fs_read"],
  insteadOf: ["str_replace_editor", "str_replace_based_edit_tool"],
  fieldAliases: FILE_PATH_ALIASES,
  claude: {
    name: "Read",
    toResult: claudeResult,
  },
  input: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "The absolute path of the file." },
      offset: { type: "integer", minimum: 0, description: "The first line to return, starting at 1." },
      limit: { type: "integer", minimum: 1, description: "The number of lines to return." },
      pages: { type: "string", description: "Pages of a PDF, such as 1-5." },
    },
    required: ["file_path"],
  },
  title: (input) => titleOf("Read", input.file_path),
  needs: (input, context) => [{ kind: "read", path: absolutePath(textField(input, "file_path"), context.cwd) }],
  run: (input, context) => withoutProgress(() => run(input, context)),
};

/** A file that a call reads. */
interface Opened {
  path: string;
  real: string;
  info: FileInfo;
}

/** Reads the file. */
async function run(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const path = absolutePath(textField(input, "file_path"), context.cwd);
  const start = Math.max(0, (optionalInteger(input, "offset") ?? 1) - 1);
  const limit = optionalInteger(input, "limit");
  const pages = optionalText(input, "pages");
  const { real, info } = await context.files.examine(path, "read");
  if (!info) throw toolFailure(`File not found: ${path}`, "Check the path with glob or list_directory.");
  if (info.isDirectory) throw toolFailure(`${path} is a folder, not a file.`, "Use list_directory for folders.");
  context.signal.throwIfAborted();
  const range = `${start}:${limit ?? ""}:${pages ?? ""}`;
  const seen = seenUnchanged(context.memory.seen.get(real), info);
  if (seen?.range === range) return unchanged(path, context);
  const opened = { path, real, info };
  const mediaType = MEDIA[extname(path).toLowerCase()];
  if (mediaType === PDF) return await pdf(opened, { pages, range, context });
  if (mediaType) return await media({ ...opened, mediaType }, context);
  const bytes = await context.files.read(real, { maxBytes: MAX_BYTES });
  const file = decodeText(bytes);
  if (!file) return binary(path, info);
  const isCut = info.size > bytes.length;
  const cells = extname(path).toLowerCase() === ".ipynb" && !isCut ? notebookText(file.text) : null;
  const view = viewOf(cells ?? file.text, { start, limit, isCut, isNumbered: cells === null });
  if (start > 0 && start >= view.total) {
    throw toolFailure(`Line ${start + 1} is beyond the end of ${path}: it has ${view.total} lines.`);
  }
  const readTo = Math.max(seen?.readTo ?? 0, (seen?.readTo ?? 0) >= start ? view.end : 0);
  context.memory.seen.set(real, {
    mtimeMs: info.mtimeMs,
    size: info.size,
    whole: seen?.whole || view.isWhole || (readTo >= view.total && !view.isCutInLine),
    range,
    readTo,
  });
  // Line numbers are for the model: a host shows the file as it is.
  const raw = view.isWhole && cells === null ? file.text : null;
  return textOutcome(view, { path, raw, context });
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

interface Wanted {
  start: number;
  limit: number | null;
  isCut: boolean;
  isNumbered: boolean;
}

function viewOf(text: string, { start, limit, isCut, isNumbered }: Wanted): View {
  const lines = linesOf(text);
  const last = Math.min(lines.length, start + Math.min(limit ?? MAX_LINES, MAX_LINES));
  const shown: string[] = [];
  let isCutInLine = false;
  let end = start;
  for (let chars = 0; end < last; end++) {
    const line = lines[end].replace(/\r$/, "");
    const isLong = line.length > MAX_LINE_CHARS;
    const kept = isLong ? `${line.slice(0, MAX_LINE_CHARS)} [... line cut: it has ${line.length} characters]` : line;
    chars += kept.length + 8;
    if (chars > MAX_CHARS) break;
    isCutInLine ||= isLong;
    shown.push(isNumbered ? `${end + 1}\t${kept}` : kept);
  }
  return {
    text: shown.join("\n"),
    start,
    end,
    total: lines.length,
    isWhole: start === 0 && end === lines.length && !isCutInLine && !isCut,
    isCutInLine: isCutInLine || isCut,
    isCutInFile: isCut,
  };
}

function textOutcome(view: View, about: { path: string; raw: string | null; context: ToolContext }): ToolOutcome {
  const { path, raw, context } = about;
  const data: JsonObject = {
    filePath: path,
    startLine: view.start,
    numLines: view.end - view.start,
    totalLines: view.total,
  };
  if (view.total === 0) return { output: [{ kind: "text", text: EMPTY }], data };
  if (view.start === 0 && view.end === view.total && !view.isCutInFile) {
    return {
      output: [{ kind: "text", text: view.text }],
      ...(raw === null ? {} : { display: { kind: "text", text: raw } }),
      data,
    };
  }
  const total = view.isCutInFile ? `more than ${view.total}` : `${view.total}`;
  const head = `${PARTIAL}${view.start + 1}-${view.end} of ${total} total lines.`;
  const next = view.end < view.total ? ` Use offset ${view.end + 1} to read on.` : "";
  const cut = view.isCutInFile ? ` Only the first ${MAX_BYTES} bytes were looked at; search the rest.` : "";
  return {
    output: [{ kind: "text", text: `${head}${next}${cut}${RULE}${view.text}` }],
    display: {
      kind: "text",
      text: `Read lines ${view.start + 1}-${view.end} of ${total} from ${shortPath(path, context.cwd)}`,
    },
    data,
  };
}

async function pdf(
  opened: Opened,
  options: { pages: string | null; range: string; context: ToolContext },
): Promise<ToolOutcome> {
  const { path, real, info } = opened;
  const { context, pages, range } = options;
  if (info.size > MAX_BYTES) {
    throw toolFailure(`${path} has ${info.size} bytes, at most ${MAX_BYTES} of a PDF are read.`);
  }
  const wanted = pages === null ? { first: 1, last: MAX_PAGES } : pageRange(pages);
  if (!wanted) throw toolFailure(`params/pages must be a page or a range such as 1-5, not "${pages}"`);
  const { first } = wanted;
  const last = Math.min(wanted.last, first + MAX_PAGES - 1);
  const text = await pdfText(await context.files.read(real), { first, last }).catch(() => null);
  if (!text) throw toolFailure(`${path} is not a PDF that can be read.`);
  if (first > text.total) throw toolFailure(`Page ${first} is beyond the end of ${path}: it has ${text.total} pages.`);
  // Scanned pages have no text: a model that understands pictures may read them.
  if (text.pages.every((page) => page.trim() === "") && info.size <= MAX_IMAGE_BYTES) {
    return await media({ ...opened, mediaType: PDF }, context);
  }
  context.memory.seen.set(real, { mtimeMs: info.mtimeMs, size: info.size, whole: false, range });
  const end = first + text.pages.length - 1;
  const next = end < text.total ? ` Use pages "${end + 1}-${Math.min(text.total, end + MAX_PAGES)}" to read on.` : "";
  const body = text.pages.map((page, index) => `[page ${first + index}]\n${page === "" ? "(no text)" : page}`).join(
    "\n\n",
  );
  const shown = body.length > MAX_CHARS ? `${body.slice(0, MAX_CHARS)}\n[... cut: ask for fewer pages ...]` : body;
  return {
    output: [{ kind: "text", text: `Text of pages ${first}-${end} of ${text.total}.${next}\n\n${shown}` }],
    display: { kind: "text", text: `Read pages ${first}-${end} of ${text.total} from ${shortPath(path, context.cwd)}` },
    data: { filePath: path, mediaType: PDF, bytes: info.size },
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

async function media(file: Opened & { mediaType: string }, context: ToolContext): Promise<ToolOutcome> {
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

function claudeResult({ data, output, shorten }: ClaudeResult): JsonObject {
  const [first] = output;
  if (first?.kind === "media") {
    const { base64, mediaType } = first;
    return { type: "image", file: { base64, type: mediaType, originalSize: data.bytes ?? 0 } };
  }
  const text = first?.kind === "text" ? first.text : "";
  const start = text.startsWith(PARTIAL) ? text.indexOf(RULE) + RULE.length : 0;
  // Hosts number the lines themselves.
  const content = text === EMPTY ? "" : text.slice(start).replace(/^\d+\t/gm, "");
  return {
    type: "text",
    file: {
      filePath: data.filePath ?? "",
      content: shorten(content),
      numLines: data.numLines ?? 0,
      startLine: Number(data.startLine ?? 0) + 1,
      totalLines: data.totalLines ?? 0,
    },
  };
}
