import type { EntryQuery, FileSearch, FoundEntry, LineMatch, LineQuery, MatchedFile } from "../../../model/ports.ts";
import type { SearchEnd, SearchOptions, SearchRequest } from "../../../model/ports.ts";
import { FairSelection } from "../../../search/fair_selection.ts";
import { ROOT_IGNORE_FILE } from "../../../search/ignore_rules.ts";
import { shownLine } from "../../../search/line_scanner.ts";
import { ripgrepPattern } from "../../../search/pattern/ripgrep_pattern.ts";
import { parseSearchPattern } from "../../../search/pattern/text_search.ts";
import { groundOf } from "./confined_search.ts";
import { lstatOrNull } from "../paths/stat_or_null.ts";
import type { WorkspaceFiles } from "../workspace_files.ts";

/** What a search with ripgrep needs. */
export interface RipgrepHost {
  builtin: FileSearch;
  direct: WorkspaceFiles;
  forbids(path: string): boolean;
  /** The command line that runs ripgrep confined to reading; null where it is not installed or cannot be confined. */
  command(args: readonly string[], cwd: string): Promise<readonly string[] | null>;
}

const FLAGS = ["--json", "--no-config", "--no-messages", "--no-ignore-global", "--hidden", "-g", "!.git", "--debug"];
/** The remark of `--debug` about an entry that an ignore file leaves out. */
const IGNORING = "Ignore(IgnoreMatch(Gitignore(";

/**
 * Searches with ripgrep in the read-only sandbox, and with the built-in search where ripgrep could answer differently:
 * in a single file, across lines, with patterns of paths, or below ignore files that the sandbox does not show.
 */
export class RipgrepSearch implements FileSearch {
  readonly #host: RipgrepHost;

  constructor(host: RipgrepHost) {
    this.#host = host;
  }

  async lines(
    request: SearchRequest,
    query: LineQuery,
    options: SearchOptions & { onFiles(files: readonly MatchedFile[]): void },
  ): Promise<SearchEnd> {
    const end = await this.#lines(request, query, options);
    return end ?? await this.#host.builtin.lines(request, query, options);
  }

  entries(
    request: SearchRequest,
    query: EntryQuery,
    options: SearchOptions,
  ): Promise<SearchEnd & { entries: FoundEntry[] }> {
    return this.#host.builtin.entries(request, query, options);
  }

  async #lines(
    request: SearchRequest,
    query: LineQuery,
    { signal, onFiles }: SearchOptions & { onFiles(files: readonly MatchedFile[]): void },
  ): Promise<SearchEnd | null> {
    const { direct, forbids } = this.#host;
    const path = direct.located(request.path);
    // Its folder has another name in the sandbox.
    if (direct.seen(path) !== path) return null;
    const { root, above } = groundOf(path, direct);
    const isHiddenFromSandbox = above.some((level) => level.isRepository || Object.keys(level.files).length > 0);
    const hasPaths = request.globs.some((glob) => !/^[\w.*?{}, -]+$/.test(glob) || glob.startsWith("-"));
    if (isHiddenFromSandbox || hasPaths || query.multiline || !lstatOrNull(path)?.isDirectory) return null;
    const own = lstatOrNull(`${root}/${ROOT_IGNORE_FILE}`)?.isFile ? ["--ignore-file", ROOT_IGNORE_FILE] : [];
    const below = path === root ? "./" : `./${path.slice(root === "/" ? 1 : root.length + 1)}/`;
    const args = [...FLAGS, ...own, ...queryArgs(query), ...globArgs(request.globs), "--", below];
    const argv = await this.#host.command(args, root);
    if (!argv) return null;
    const isDenied = direct.deniedBelow(path);
    const reader = new RipgrepReader(query, {
      root,
      deliver: (file) => {
        if (!isDenied(file.path) && !forbids(file.path)) onFiles([file]);
      },
    });
    const { isAnswered, hasIgnored } = await run(argv, { cwd: root, signal, onLine: (line) => reader.read(line) });
    return isAnswered ? { files: reader.files, ignored: hasIgnored, leftOut: {} } : null;
  }
}

function queryArgs(query: LineQuery): string[] {
  const context = [`--before-context=${query.before}`, `--after-context=${query.after}`];
  const pattern = ripgrepPattern(parseSearchPattern(query), query.ignoreCase);
  return [query.ignoreCase ? "--ignore-case" : "--case-sensitive", ...context, "-e", pattern];
}

/** Globs as a file type: a glob of its own would bring back ignored files. */
function globArgs(globs: readonly string[]): string[] {
  if (globs.length === 0) return [];
  return [...globs.flatMap((glob) => ["--type-add", `wanted:${glob}`]), "--type", "wanted"];
}

/** Runs ripgrep and reads its lines. Without an answer it failed. */
async function run(
  [program, ...args]: readonly string[],
  options: { cwd: string; signal: AbortSignal; onLine: (line: string) => void },
): Promise<{ isAnswered: boolean; hasIgnored: boolean }> {
  const { cwd, signal, onLine } = options;
  signal.throwIfAborted();
  const child = new Deno.Command(program, { args, cwd, stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
  const hasIgnored = contains(child.stderr, IGNORING);
  const kill = (): void => child.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  let hasAnswer = false;
  try {
    let rest = "";
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        hasAnswer ||= line.startsWith('{"type":"begin"');
        onLine(line);
      }
      signal.throwIfAborted();
    }
    const { code } = await child.status;
    signal.throwIfAborted();
    return { isAnswered: code < 2 || hasAnswer, hasIgnored: await hasIgnored };
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

/** Reads a stream to its end and tells whether it contains a text. */
async function contains(stream: ReadableStream<Uint8Array>, text: string): Promise<boolean> {
  let isFound = false;
  let rest = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    if (isFound) continue;
    rest = rest.slice(-text.length) + piece;
    isFound = rest.includes(text);
  }
  return isFound;
}

interface OpenFile {
  path: string;
  count: number;
  /** The numbers of the matching lines that are returned. */
  kept: number[];
  /** The lines that may be shown, by number. */
  lines: Map<number, string>;
}

/** Reads the messages of ripgrep. */
class RipgrepReader {
  files = 0;
  readonly #query: LineQuery;
  readonly #root: string;
  readonly #deliver: (file: MatchedFile) => void;
  readonly #selection: FairSelection<null>;
  #file: OpenFile = { path: "", count: 0, kept: [], lines: new Map() };
  #isKeeping = false;

  constructor(query: LineQuery, parts: { root: string; deliver: (file: MatchedFile) => void }) {
    this.#query = query;
    this.#root = parts.root;
    this.#deliver = parts.deliver;
    this.#selection = new FairSelection(query.limit);
  }

  read(line: string): void {
    if (line.startsWith('{"type":"begin"')) this.#begin(JSON.parse(line).data.path);
    else if (line.startsWith('{"type":"match"')) this.#match(line);
    else if (line.startsWith('{"type":"context"')) this.#context(line);
    else if (line.startsWith('{"type":"end"')) this.#end(JSON.parse(line).data.binary_offset !== null);
    else if (line.includes('"type":"summary"')) this.files = JSON.parse(line).data.stats.searches;
  }

  /** A name that is not UTF-8 is shown with replacement characters, as everywhere else. */
  #begin(path: { text?: string; bytes?: string }): void {
    const below = rawTextOf(path).replace(/^\.\//, "");
    this.#file = { path: `${this.#root === "/" ? "" : this.#root}/${below}`, count: 0, kept: [], lines: new Map() };
    this.#isKeeping = true;
  }

  #match(line: string): void {
    const { path, kept } = this.#file;
    const round = this.#file.count++;
    this.#isKeeping &&= this.#selection.offer({ path, round }, () => null);
    const number = this.#context(line);
    if (this.#isKeeping && number !== null) kept.push(number);
  }

  /** Keeps a line that may be shown, and returns its number. */
  #context(line: string): number | null {
    const { kept, lines } = this.#file;
    if (!this.#isKeeping && this.#query.after === 0) return null;
    const { lines: content, line_number: number } = JSON.parse(line).data;
    if (this.#isKeeping || number <= (kept.at(-1) ?? -Infinity) + this.#query.after) lines.set(number, textOf(content));
    return number;
  }

  #end(isBinary: boolean): void {
    const { path, count, kept, lines } = this.#file;
    this.#isKeeping = false;
    if (isBinary) return;
    const known = (numbers: number[]): string[] => numbers.flatMap((number) => lines.get(number) ?? []);
    const { before, after } = this.#query;
    const matches: LineMatch[] = kept.map((line) => ({
      line,
      lines: known([line]),
      before: known(Array.from({ length: before }, (_, index) => line - before + index)),
      after: known(Array.from({ length: after }, (_, index) => line + 1 + index)),
    }));
    this.#deliver({ path, count, matches });
  }
}

function textOf(line: { text?: string; bytes?: string }): string {
  return shownLine(rawTextOf(line).replace(/\n$/, ""));
}

function rawTextOf({ text, bytes }: { text?: string; bytes?: string }): string {
  return text ?? new TextDecoder().decode(Uint8Array.fromBase64(bytes ?? ""));
}
