/**
 * The path functions of this system. Inside the program, paths have `/` between their parts on every system: paths from
 * the operating system come through `currentFolder`, `realPath` and `slashed`.
 */
import * as posix from "./posix.ts";
import * as windows from "./windows.ts";

/** Whether this system is Windows. */
export const IS_WINDOWS: boolean = Deno.build.os === "windows";

const system: Omit<typeof windows, "resolveFrom"> = IS_WINDOWS ? windows : posix;

/** The functions of this system; `relative` never throws. */
export const {
  basename,
  comparable,
  dirname,
  extname,
  fromFileUrl,
  isAbsolute,
  join,
  nameFault,
  normalize,
  relative,
  resolve,
  slashed,
} = system;

/** The working folder of this process. */
export function currentFolder(): string {
  return slashed(Deno.cwd());
}

/** The path of a file without links. */
export async function realPath(path: string): Promise<string> {
  return slashed(await Deno.realPath(path));
}

/** The path of a file without links, found at once. */
export function realPathSync(path: string): string {
  return slashed(Deno.realPathSync(path));
}

/** Whether a path is a folder or is inside it, by component. */
export function isInside(path: string, folder: string): boolean {
  const [inner, outer] = [comparable(path), comparable(folder)];
  return inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}

/** The folders that a PATH names. */
export function searchFolders(path: string): string[] {
  return path.split(IS_WINDOWS ? ";" : ":").map(slashed);
}

/** The folder for temporary files. */
export function temporaryFolder(env: (name: string) => string | undefined = (name) => Deno.env.get(name)): string {
  const names = IS_WINDOWS ? ["TEMP", "TMP"] : ["TMPDIR"];
  const named = names.map(env).find((folder) => folder !== undefined && folder !== "");
  return slashed(named ?? (IS_WINDOWS ? "C:/Windows/Temp" : "/tmp"));
}
