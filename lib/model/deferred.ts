/**
 * Keeps a module out of the graph that is loaded at start: Deno follows an `import("…")` with a literal before the
 * program runs. Used as `const { x }: typeof import("./x.ts") = await import(deferred("./x.ts"))`.
 */
export function deferred(specifier: string): string {
  return specifier;
}
