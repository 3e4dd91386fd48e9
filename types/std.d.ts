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
declare module "@std/cli/parse-args" {
  export interface ParseOptions {
    boolean?: readonly string[];
    string?: readonly string[];
    collect?: readonly string[];
    negatable?: readonly string[];
    alias?: Readonly<Record<string, string | readonly string[]>>;
    default?: Readonly<Record<string, unknown>>;
    stopEarly?: boolean;
    "--"?: boolean;
    unknown?: (arg: string, key?: string, value?: unknown) => unknown;
  }
  export interface Args {
    _: (string | number)[];
    "--"?: string[];
    [key: string]: unknown;
  }
  export function parseArgs(args: readonly string[], options?: ParseOptions): Args;
}
declare module "@std/jsonc" {
  export function parse(text: string): unknown;
}
declare module "@std/path" {
  export function join(...paths: string[]): string;
  export function resolve(...paths: string[]): string;
  export function dirname(path: string): string;
  export function basename(path: string, suffix?: string): string;
  export function extname(path: string): string;
  export function relative(from: string, to: string): string;
  export function normalize(path: string): string;
  export function isAbsolute(path: string): boolean;
  export function fromFileUrl(url: string | URL): string;
  export function toFileUrl(path: string): URL;
  export interface GlobOptions {
    extended?: boolean;
    globstar?: boolean;
    caseInsensitive?: boolean;
  }
  export function globToRegExp(glob: string, options?: GlobOptions): RegExp;
  export const SEPARATOR: string;
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
