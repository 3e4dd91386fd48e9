/**
 * Folders with very many entries. Deno reads a folder either whole and at once, which is faster, or piece by piece, which
 * takes little memory and can be interrupted.
 */

/** The size of a folder, as the system reports it, from which on it is read piece by piece. */
const BIG_BYTES = 512 * 1024;
const CHECK_EVERY = 2_000;
const RUN_LENGTH = 16_384;
const SEPARATOR = "\0";

/** Whether a folder is to be read piece by piece. */
export function isBigFolder({ size }: Pick<Deno.FileInfo, "size">): boolean {
  return size > BIG_BYTES;
}

/** The files and folders of a big folder, in the order of their names, in little memory: a few long texts. */
export class BigListing implements Iterable<Deno.DirEntry> {
  readonly #runs: string[] = [];

  /** Reads a folder; `check` is called now and then and may throw. */
  static async read(entries: AsyncIterable<Deno.DirEntry>, check: () => void): Promise<BigListing> {
    const listing = new BigListing();
    let names: string[] = [];
    let folders = new Set<string>();
    const endRun = (): void => {
      check();
      if (names.length > 0) listing.#runs.push(names.sort().map((name) => marked(name, folders)).join(SEPARATOR));
      names = [];
      folders = new Set();
    };
    for await (const { name, isDirectory, isFile } of entries) {
      if (!isDirectory && !isFile) continue;
      names.push(name);
      if (isDirectory) folders.add(name);
      if (names.length % CHECK_EVERY === 0) check();
      if (names.length === RUN_LENGTH) endRun();
    }
    endRun();
    return listing;
  }

  /** Merges the sorted runs. */
  *[Symbol.iterator](): Generator<Deno.DirEntry> {
    const heap = this.#runs.map((text) => new Run(text)).sort((a, b) => a.name < b.name ? -1 : 1);
    while (heap.length > 0) {
      const { name, isDirectory } = heap[0];
      yield { name, isDirectory, isFile: !isDirectory, isSymlink: false };
      if (!heap[0].advance()) {
        const last = heap.pop();
        if (!last || heap.length === 0) return;
        heap[0] = last;
      }
      sink(heap);
    }
  }
}

/** A name as it stands in a run: that of a folder ends with a slash. */
function marked(name: string, folders: ReadonlySet<string>): string {
  return folders.has(name) ? `${name}/` : name;
}

/** Some sorted names, and a place among them. */
class Run {
  name = "";
  isDirectory = false;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.advance();
  }

  /** Goes to the next name; false behind the last one. */
  advance(): boolean {
    if (this.#at > this.#text.length) return false;
    const found = this.#text.indexOf(SEPARATOR, this.#at);
    const end = found < 0 ? this.#text.length : found;
    this.isDirectory = this.#text[end - 1] === "/";
    this.name = this.#text.slice(this.#at, this.isDirectory ? end - 1 : end);
    this.#at = end + 1;
    return true;
  }
}

/** Moves the first run of a heap to its place. */
function sink(heap: Run[]): void {
  for (let at = 0;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) return;
    const child = left + 1 < heap.length && heap[left + 1].name < heap[left].name ? left + 1 : left;
    if (heap[at].name < heap[child].name) return;
    [heap[at], heap[child]] = [heap[child], heap[at]];
    at = child;
  }
}
