/** A regular expression whose matching time is linear in the text, whatever the pattern. */
export interface LinearRegex {
  /** Whether the pattern matches somewhere in a text. */
  test(text: string): boolean;
  /** The size of the compiled pattern, by which the time of a match grows. */
  readonly size: number;
}

/** Compiles a pattern in the syntax of JavaScript; throws for look-around, back-references and syntax errors. */
export type CompileLinear = (pattern: string, options?: { ignoreCase: boolean }) => LinearRegex;

/** Loads the engine (RE2), because V8's can be made to run for hours. */
export async function loadLinearRegex(): Promise<CompileLinear> {
  const { RE2JS } = await import("re2js");
  return (pattern, options) => {
    const flags = options?.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0;
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), flags);
    return { size: compiled.programSize(), test: (text) => compiled.matcher(text).find() };
  };
}
