import { isInside, normalize } from "../../path/mod.ts";

/** The folder that confined commands see in place of the machine's own. */
export const TEMPORARY = "/tmp";

/** What the session's `/tmp` is made from; plain data, so that a worker can receive it. */
export interface TemporaryOptions {
  /** The real folder of this machine that commands see as `/tmp`. */
  folder: string;
  /** Folders in the machine's `/tmp` that commands see at their own place, such as a workspace there. */
  shown: readonly string[];
}

/**
 * The session's own `/tmp`, which confined commands and file tools share. Both name a file of it `/tmp/x`; on this
 * machine it is `x` in `folder`. Tools use only the name: the port `Files` takes and returns it.
 */
export class SessionTemporary {
  readonly folder: string;
  readonly #shown: readonly string[];

  constructor({ folder, shown }: TemporaryOptions) {
    this.folder = folder;
    this.#shown = shown.filter((path) => isInside(path, TEMPORARY));
  }

  /** Whether a path that a tool or a command names is in the session's `/tmp`. */
  holds(path: string): boolean {
    const plain = normalize(path);
    return isInside(plain, TEMPORARY) && !this.#shown.some((shown) => isInside(plain, shown));
  }

  /** Where a path that a tool names is on this machine; other paths stay as they are. */
  toHost(path: string): string {
    if (!this.holds(path)) return path;
    // The rest stays as it is written: behind a link, `..` is not where the words say.
    const rest = path.replace(/^\/+tmp(?=\/|$)/, "");
    return rest === path ? `${this.folder}${normalize(path).slice(TEMPORARY.length)}` : `${this.folder}${rest}`;
  }

  /** The path by which tools and commands know a file of this machine; other paths stay as they are. */
  toSeen(path: string): string {
    return isInside(path, this.folder) ? `${TEMPORARY}${path.slice(this.folder.length)}` : path;
  }
}
