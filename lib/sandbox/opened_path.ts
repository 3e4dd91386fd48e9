/**
 * Where an open file or folder really is. Deno opens by path, and a path may lead elsewhere by the time it is opened;
 * but the system tells of everything that is open where it lies, and nobody can swap that.
 */

/** What an open file or folder is known by. */
export interface Identity {
  dev: number;
  ino: number | null;
}

/** An open file or folder. */
export interface OpenedPath {
  /** Where it is now. */
  real: string;
  /** A path that leads to it wherever it goes, as long as it is open. */
  door: string;
}

const DESCRIPTORS = "/proc/self/fd";
/** With more open files than this it would take long to find one. */
const MAX_DESCRIPTORS = 4_096;

/** Where the last one was found: the next one is often given the same number. */
let last = "";

/** Finds what is open in this process; null where the system does not show it to us. */
export function openedPath(wanted: Identity): OpenedPath | null {
  if (Deno.build.os !== "linux") return null;
  try {
    if (last !== "" && isIt(last, wanted)) return { real: Deno.readLinkSync(last), door: last };
    let count = 0;
    for (const { name } of Deno.readDirSync(DESCRIPTORS)) {
      if (++count > MAX_DESCRIPTORS) return null;
      const door = `${DESCRIPTORS}/${name}`;
      if (!isIt(door, wanted)) continue;
      last = door;
      return { real: Deno.readLinkSync(door), door };
    }
  } catch {
    // Without all rights Deno does not show /proc.
  }
  return null;
}

function isIt(path: string, wanted: Identity): boolean {
  try {
    const { dev, ino } = Deno.statSync(path);
    return dev === wanted.dev && ino === wanted.ino;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    // It was closed while we looked.
    return false;
  }
}
