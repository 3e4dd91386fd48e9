import { shellWord } from "../../../model/shell_word.ts";

/** How a flag opens a path. A name that could be read as further words or flags is left out. */
export function openingHint(flag: string, path: string): string {
  const word = shellWord(path);
  return word === null ? `${flag} with its path opens it.` : `${flag}=${word} opens it.`;
}

/** Where files may be touched, and how a folder is added. */
export function outsideHint(roots: readonly string[], folder: string): string {
  const named = roots.map((root) => shellWord(root) ?? "a folder with an unusual name").join(", ");
  const word = shellWord(folder);
  const flag = word === null ? "--include-directories with its path" : `--include-directories=${word}`;
  return `Only ${named} may be touched; ${flag} adds a folder.`;
}
