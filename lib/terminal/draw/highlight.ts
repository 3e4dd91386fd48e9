import type { Palette } from "./palette.ts";

const WORDS = new Set(
  ("abstract as async await break case catch class const continue def default defer del delete do elif else enum except " +
    "export extends extern false final finally fn for from func function go if impl implements import in instanceof " +
    "interface is lambda let match mod module mut namespace new nil none not null of or package pass private protected " +
    "pub public raise return self static struct super switch this throw throws trait true try type typeof undefined " +
    "union unsafe use using var void where while with yield True False None and then fi done esac local echo select " +
    "insert update create table into values set join on group by order int float double string bool char long").split(
      " ",
    ),
);
const HASH = new Set(["py", "python", "sh", "bash", "shell", "zsh", "rb", "ruby", "yaml", "yml", "toml", "make", "r"]);
const DASH = new Set(["sql", "lua", "haskell", "hs"]);
const NONE = new Set(["", "text", "txt", "plain", "markdown", "md"]);

/** A line of source code with its comments, strings, numbers and keywords in colour. */
export function highlightLine(line: string, { language, palette }: { language: string; palette: Palette }): string {
  const name = language.toLowerCase();
  if (NONE.has(name)) return line;
  if (name === "diff" || name === "patch") return diffLine(line, palette);
  const comment = HASH.has(name) ? "#[^\\n]*" : DASH.has(name) ? "--[^\\n]*" : "\\/\\/[^\\n]*|\\/\\*.*?(?:\\*\\/|$)";
  const token = new RegExp(
    `(${comment})|("(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?|\`(?:[^\`\\\\]|\\\\.)*\`?)|(\\b\\d[\\w.]*)|([A-Za-z_]\\w*)`,
    "g",
  );
  return line.replace(token, (whole, note, text, number, word) => {
    if (note !== undefined) return palette.comment(whole);
    if (text !== undefined) return palette.text(whole);
    if (number !== undefined) return palette.number(whole);
    return word !== undefined && WORDS.has(whole) ? palette.keyword(whole) : whole;
  });
}

/** A line of a unified diff in colour. */
export function diffLine(line: string, palette: Palette): string {
  if (/^(\+\+\+|---) /.test(line)) return palette.dim(line);
  if (line.startsWith("+")) return palette.added(line);
  if (line.startsWith("-")) return palette.removed(line);
  return line.startsWith("@@") ? palette.accent(line) : line;
}
