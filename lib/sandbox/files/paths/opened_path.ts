/**
 * Where an open file or folder really is. Deno opens by path, and a path may lead elsewhere by the time it is opened;
 * but /proc says where every open file is, and nobody can swap that.
 */

/** What identifies an open file or folder. */
export interface Identity {
  dev: number;
  ino: number | null;
}

/** An open file or folder. */
export interface OpenedPath {
  /** Where it is now. */
  real: string;
  /** A path that leads to it as long as it is open, even if it is moved. */
  descriptor: string;
}

const DESCRIPTORS = "/proc/self/fd";
/** With more open files than this a search would take too long. */
const MAX_DESCRIPTORS = 4_096;

/** Where the last file was found: the next one often gets the same descriptor. */
let last = "";

/** Finds an open file or folder of this process; null where /proc is not available. */
export function openedPath(wanted: Identity): OpenedPath | null {
  if (Deno.build.os !== "linux") return null;
  try {
    if (last !== "" && isIt(last, wanted)) return { real: Deno.readLinkSync(last), descriptor: last };
    let count = 0;
    for (const { name } of Deno.readDirSync(DESCRIPTORS)) {
      if (++count > MAX_DESCRIPTORS) return null;
      const descriptor = `${DESCRIPTORS}/${name}`;
      if (!isIt(descriptor, wanted)) continue;
      last = descriptor;
      return { real: Deno.readLinkSync(descriptor), descriptor };
    }
  } catch {
    // Without all permissions Deno does not show /proc.
  }
  return null;
}

/** How often to try again when a descriptor is closed at the same moment. */
const TRIES = 100;

/**
 * Runs a synchronous function on an open file or folder, or on null where /proc is not available. Another call may have the same file open under another descriptor and close it at any moment, so the result counts only if
 * the descriptor still leads to the file afterwards.
 */
export function whileOpen<Value>(wanted: Identity, act: (opened: OpenedPath | null) => Value): Value {
  for (let tries = 1;; tries++) {
    const opened = openedPath(wanted);
    if (!opened) return act(null);
    let failure: { error: unknown } | null = null;
    let value: Value | undefined;
    try {
      value = act(opened);
    } catch (error) {
      failure = { error };
    }
    if (isIt(opened.descriptor, wanted)) {
      if (failure) throw failure.error;
      return value as Value;
    }
    if (tries >= TRIES) return act(null);
  }
}

/** Where several open files of this process are, by `identityKey`; null where /proc is not available. */
export function openedPaths(wanted: readonly Identity[]): Map<string, string> | null {
  if (Deno.build.os !== "linux") return null;
  const keys = new Set(wanted.map(identityKey));
  const found = new Map<string, string>();
  try {
    for (const { name } of Deno.readDirSync(DESCRIPTORS)) {
      if (found.size === keys.size) break;
      const descriptor = `${DESCRIPTORS}/${name}`;
      const key = keyOf(descriptor);
      if (key === null || !keys.has(key) || found.has(key)) continue;
      const real = Deno.readLinkSync(descriptor);
      // The descriptor may have been closed and used again meanwhile.
      if (keyOf(descriptor) === key) found.set(key, real);
    }
    return found;
  } catch (error) {
    // Without all permissions Deno does not show /proc.
    if (error instanceof Deno.errors.NotCapable) return null;
    if (error instanceof Deno.errors.NotFound) return openedPaths(wanted);
    throw error;
  }
}

/** An identity as the key of a map. */
export function identityKey({ dev, ino }: Identity): string {
  return `${dev} ${ino}`;
}

function keyOf(path: string): string | null {
  try {
    return identityKey(Deno.statSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    // It was closed meanwhile.
    return null;
  }
}

function isIt(path: string, wanted: Identity): boolean {
  try {
    const { dev, ino } = Deno.statSync(path);
    return dev === wanted.dev && ino === wanted.ino;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    // It was closed meanwhile.
    return false;
  }
}
