import { isInside, temporaryFolder } from "../../path/mod.ts";
import { realPathNow } from "../files/paths/real_path.ts";

const PREFIX = "qwen-sandbox-";
/** Where temporary folders can be made, in the order in which they are tried; undefined is the system's default. */
const TEMPORARY_FOLDERS = [undefined, "/tmp", "/var/tmp", "/dev/shm"];
/** The parts of a sandbox that lie in its folder. */
const PARTS = ["tmp", "lasting", "empty", "outside"];

/**
 * Makes the private folder of a sandbox, in which no command can write, because the sandbox is built from its content.
 * Its name says which process it belongs to.
 */
export function makePrivateFolder(options: { temporary?: string; writable: readonly string[] }): string {
  const folder = makeOutside(options);
  for (const name of PARTS) Deno.mkdirSync(`${folder}/${name}`, { mode: 0o700 });
  return folder;
}

/** Removes a folder in which a probe may still write: files that appear while it is emptied need another try. */
export function removePrivateFolder(folder: string): void {
  for (let tries = 0; tries < 10; tries++) {
    try {
      return Deno.removeSync(folder, { recursive: true });
    } catch {
      // After the last try a folder is left among the temporary files; a later run removes it.
    }
  }
}

/** Removes the private folders of processes that were killed. */
export function removeOrphanedFolders(): void {
  const own = processNamespace();
  if (own === null) return;
  for (const parent of new Set(TEMPORARY_FOLDERS.map((folder) => folder ?? temporaryFolder()))) {
    for (const name of namesIn(parent)) {
      const [, namespace, pid] = /^qwen-sandbox-(\d+)-(\d+)-/.exec(name) ?? [];
      if (namespace === own && !isAlive(Number(pid))) removePrivateFolder(`${parent}/${name}`);
    }
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    return Deno.statSync(`/proc/${pid}`).isDirectory;
  } catch (error) {
    // Where Deno does not show /proc, a process counts as alive.
    return !(error instanceof Deno.errors.NotFound);
  }
}

/** The number of our process namespace; null where it is unknown. In another one, ids mean other processes. */
export function processNamespace(): string | null {
  try {
    return /\d+/.exec(Deno.readLinkSync("/proc/self/ns/pid"))?.[0] ?? null;
  } catch {
    return null;
  }
}

function makeOutside({ temporary, writable }: { temporary?: string; writable: readonly string[] }): string {
  const prefix = `${PREFIX}${processNamespace() ?? "x"}-${Deno.pid}-`;
  if (temporary) return Deno.makeTempDirSync({ prefix, dir: temporary });
  for (const dir of TEMPORARY_FOLDERS) {
    try {
      const made = realPathNow(Deno.makeTempDirSync({ prefix, ...(dir === undefined ? {} : { dir }) }));
      if (!writable.some((root) => isInside(made, root))) return made;
      Deno.removeSync(made);
    } catch {
      // The folder does not exist or is not writable: the next one is tried.
    }
  }
  return Deno.makeTempDirSync({ prefix });
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.startsWith(PREFIX));
  } catch {
    // There is no such folder.
    return [];
  }
}
