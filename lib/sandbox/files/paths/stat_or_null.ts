/** Looks at a path without following a last link; null when nothing is visible there. */
export function lstatOrNull(path: string): Deno.FileInfo | null {
  return nullOnError(() => Deno.lstatSync(path));
}

/** Looks at what a path leads to; null when nothing is visible there, such as behind a dangling link. */
export function statOrNull(path: string): Deno.FileInfo | null {
  return nullOnError(() => Deno.statSync(path));
}

function nullOnError(look: () => Deno.FileInfo): Deno.FileInfo | null {
  try {
    return look();
  } catch {
    // Absent and forbidden paths are the same to the callers: there is nothing to see.
    return null;
  }
}
