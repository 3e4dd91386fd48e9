import { systemClock } from "../../../model/clock.ts";
import { join } from "../../../path/mod.ts";
import { lstatOrNull } from "../../files/paths/stat_or_null.ts";
import { isGuardedName } from "../../policy/guarded_files.ts";

/** More folders than these are not scanned; commands are then asked about. */
const MAX_FOLDERS = 50_000;
/** More guarded files than these cannot be mounted one by one; commands are then asked about. */
const MAX_GUARDED = 2_000;
/** Folders with the files of packages, which their managers write. */
const PACKAGES = new Set(["node_modules", ".venv", "venv", "__pycache__"]);
/** A folder that was changed so shortly before it was read may have changed again without a new time. */
const UNSETTLED_MS = 100;

/** What was found in one folder. */
interface Folder {
  /** Changes when an entry is made, renamed or removed; null while it cannot be trusted. */
  stamp: string | null;
  guarded: readonly { name: string; isSymlink: boolean }[];
  folders: readonly string[];
}

/** The guarded files of a workspace. */
export interface GuardScanResult {
  paths: readonly string[];
  /** Links with guarded names: nothing can be mounted over them. */
  links: readonly string[];
  /** Why some were not looked for; null when all were found. */
  gap: string | null;
}

/** Finds the guarded files and folders of a workspace at any depth. Folders that have not changed are not read again. */
export class GuardScan {
  readonly #now: () => number;
  #known = new Map<string, Folder>();

  constructor(now: () => number = systemClock.now) {
    this.#now = now;
  }

  /** All guarded files and folders that exist below some folders. */
  find(roots: readonly string[]): GuardScanResult {
    const known = new Map<string, Folder>();
    const paths: string[] = [];
    const links: string[] = [];
    const folders = [...new Set(roots)];
    const isRoot = new Set(folders);
    // The list grows while it is iterated.
    for (const path of folders) {
      if (folders.length > MAX_FOLDERS) return { paths, links, gap: `it has more than ${MAX_FOLDERS} folders` };
      const folder = this.#look(path);
      if (!folder) continue;
      known.set(path, folder);
      for (const { name, isSymlink } of folder.guarded) {
        // The repository of the workspace itself has guards of its own.
        if (name !== ".git" || !isRoot.has(path)) (isSymlink ? links : paths).push(join(path, name));
      }
      for (const name of folder.folders) folders.push(join(path, name));
      if (paths.length > MAX_GUARDED) return { paths, links, gap: `it has more than ${MAX_GUARDED} guarded files` };
    }
    this.#known = known;
    return { paths, links, gap: null };
  }

  #look(path: string): Folder | null {
    const info = lstatOrNull(path);
    if (!info?.isDirectory) return null;
    const stamp = `${info.dev} ${info.ino} ${info.ctime?.getTime()} ${info.mtime?.getTime()}`;
    const known = this.#known.get(path);
    if (known && known.stamp === stamp) return known;
    const isSettled = this.#now() - (info.ctime?.getTime() ?? Infinity) > UNSETTLED_MS;
    const guarded: Folder["guarded"][number][] = [];
    const folders: string[] = [];
    for (const { name, isDirectory, isSymlink } of entriesOf(path)) {
      if (isGuardedName(name, { isDirectory })) guarded.push({ name, isSymlink });
      else if (isDirectory && !PACKAGES.has(name)) folders.push(name);
    }
    return { stamp: isSettled ? stamp : null, guarded, folders };
  }
}

function entriesOf(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    // It was removed meanwhile, or it is not readable.
    return [];
  }
}
