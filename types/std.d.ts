// Types of the @std files that npm:deno-std carries without declarations. With JSR at hand this file goes and
// deno.json maps the same names to jsr: instead.
declare module "@std/assert" {
  export class AssertionError extends Error {}
  export function assert(expr: unknown, msg?: string): asserts expr;
  export function assertEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertStringIncludes(actual: string, expected: string, msg?: string): void;
  export function assertMatch(actual: string, expected: RegExp, msg?: string): void;
  export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T>;
  export function assertThrows<E extends Error = Error>(
    fn: () => unknown,
    errorClass: abstract new (...args: never[]) => E,
    includes?: string,
  ): E;
  export function assertRejects<E extends Error = Error>(
    fn: () => PromiseLike<unknown>,
    errorClass: abstract new (...args: never[]) => E,
    includes?: string,
  ): Promise<E>;
  export function fail(msg?: string): never;
}
declare module "@std/jsonc" {
  export function parse(text: string): unknown;
}
// One module a function: the modules that choose at run time ask for process.platform, and that loads more than the
// rest of the program. lib/path chooses by itself and makes the functions for Windows of these.
declare module "@std/path/join" {
  export function join(...paths: string[]): string;
}
declare module "@std/path/dirname" {
  export function dirname(path: string): string;
}
declare module "@std/path/basename" {
  export function basename(path: string, suffix?: string): string;
}
declare module "@std/path/is-absolute" {
  export function isAbsolute(path: string): boolean;
}
declare module "@std/path/normalize" {
  export function normalize(path: string): string;
}
declare module "@std/path/resolve" {
  export function resolve(...paths: string[]): string;
}
declare module "@std/path/relative" {
  export function relative(from: string, to: string): string;
}
declare module "@std/path/extname" {
  export function extname(path: string): string;
}
declare module "@std/path/from-file-url" {
  export function fromFileUrl(url: string | URL): string;
}
declare module "@std/streams/text-line-stream" {
  export class TextLineStream extends TransformStream<string, string> {
    constructor(options?: { allowCR?: boolean });
  }
}
declare module "@std/text/closest-string" {
  export function closestString(
    givenWord: string,
    possibleWords: readonly string[],
    options?: { caseSensitive?: boolean; compareFn?: (a: string, b: string) => number },
  ): string;
}
declare module "@std/text/levenshtein-distance" {
  export function levenshteinDistance(a: string, b: string): number;
}
declare module "@std/toml" {
  export function parse(text: string): Record<string, unknown>;
}
declare module "@std/yaml" {
  export function parse(text: string): unknown;
  export function parseAll(text: string): unknown;
}
