/**
 * Programs in the languages of sed and awk that only compute and print. Both languages can start programs and write
 * files, so a text is accepted only if every part of it is known to do neither.
 */

/** Commands of sed without an argument. */
const SED_COMMANDS = "pPdDhHgGxnNqQlz=";
const SED_ADDRESS =
  /^(\d+(~\d+)?|\$|\/(?:[^/\\\n]|\\[^\n])*\/[IM]*)(,[+~]?(\d+|\$|\/(?:[^/\\\n]|\\[^\n])*\/[IM]*))?\s*!?\s*/;

/** Whether a script of sed only prints, deletes and substitutes. */
export function isPlainSed(script: string): boolean {
  let rest = script;
  for (;;) {
    rest = rest.replace(/^[\s;]+/, "");
    if (rest === "") return true;
    const address = SED_ADDRESS.exec(rest);
    if (address) rest = rest.slice(address[0].length);
    const command = rest[0] ?? "";
    rest = rest.slice(1);
    if (command === "{" || command === "}") continue;
    if (command === "s" || command === "y") {
      const after = substitution(rest, command);
      if (after === null) return false;
      rest = after;
    } else if (command === "" || !SED_COMMANDS.includes(command)) return false;
    // A command ends at a semicolon, a brace or a newline; anything else would be an argument.
    if (!/^[ \t]*([;}\n]|$)/.test(rest)) return false;
  }
}

/** The text after a substitution whose flags start and write nothing; null for any other one. */
function substitution(text: string, command: "s" | "y"): string | null {
  const delimiter = text[0] ?? "";
  if (!/^[/|,#@:!%_]$/.test(delimiter)) return null;
  let at = 1;
  for (let parts = 0; parts < 2; parts++) {
    for (; at < text.length && text[at] !== delimiter; at++) {
      if (text[at] === "\n") return null;
      if (text[at] === "\\") at++;
      // In brackets the program and this parser could disagree about where the expression ends.
      if (text[at] === "[" && text.slice(at, text.indexOf("]", at + 2) + 1).includes(delimiter)) return null;
    }
    if (at++ >= text.length) return null;
  }
  const flags = command === "s" ? /^[gpiIM\d]*/.exec(text.slice(at)) : null;
  return text.slice(at + (flags?.[0].length ?? 0));
}

/** Functions of awk that only compute. */
const AWK_FUNCTIONS = new Set(
  ("length substr split gsub sub gensub match index tolower toupper sprintf int sqrt exp log sin cos atan2 rand srand " +
    "strftime mktime systime asort asorti if while for switch print printf return and or xor lshift rshift compl in " +
    "delete else do strtonum patsplit").split(" "),
);

/** Whether a program of awk only computes and prints. Strings and expressions are not told apart from code. */
export function isPlainAwk(program: string): boolean {
  // Directives and indirect calls, redirections and pipes; `||`, `>=` and `=>` are neither.
  const text = program.replaceAll("||", "  ").replaceAll(">=", "  ");
  if (/[@|>]|\\\r?\n|\bgetline\b/.test(text)) return false;
  return [...text.matchAll(/([A-Za-z_]\w*)\s*\(/g)].every(([, name]) => AWK_FUNCTIONS.has(name));
}
