import { assertEquals } from "@std/assert";
import { coversArguments } from "../../../../lib/sandbox/shell/program_grammars.ts";
import { isPlainAwk, isPlainSed } from "../../../../lib/sandbox/shell/script_texts.ts";

function covers(rule: string, command: readonly string[]): boolean {
  const [program, ...args] = command;
  const patterns = args.filter((arg) => /[*?[]/.test(arg));
  return coversArguments({ program, args, patterns, named: rule.split(" ") });
}

Deno.test("coversArguments accepts options that a rule spells out", () => {
  assertEquals(covers("sort *", ["sort", "-o", "x", "a"]), false);
  assertEquals(covers("sort -o *", ["sort", "-o", "x", "a"]), true);
  assertEquals(covers("git log --output=*", ["git", "log", "--output=x"]), true);
  assertEquals(covers("git log --output=*", ["git", "log", "--output=x", "--output-x"]), false);
  assertEquals(covers("make CC=gcc *", ["make", "CC=gcc", "all"]), true);
  assertEquals(covers("make *", ["make", "CC=gcc", "all"]), false);
});

Deno.test("coversArguments takes the file names of a pattern neither for options nor for scripts", () => {
  assertEquals(covers("sort *", ["sort", "*.txt"]), false);
  assertEquals(covers("sort *", ["sort", "./*.txt"]), true);
  assertEquals(covers("sed *", ["sed", "s/*/w"]), false);
  assertEquals(covers("uniq *", ["uniq", "a*"]), false);
  assertEquals(covers("eslint *", ["eslint", "*.ts"]), true);
});

Deno.test("isPlainSed accepts scripts that print, delete and substitute", () => {
  const plain = ["p", "1,5p", "$d", "/a b/,/c/p", "s/a/b/g", "s|a|b|2p;p", "/x/!d", "1{p;d}", "2q", "y/ab/cd/", "="];
  assertEquals(plain.filter((script) => !isPlainSed(script)), []);
  const other = ["w x", "1w x", "s/a/b/w x", "s/a/b/e", "e", "1e touch x", "r /etc/passwd", "s/a/b/gw x", "/a/w x"];
  other.push("a\\\nw x", "s/[/]/b/w x", "s\na\nb\ne", "b x", ": x", "#n", "{w x", "1,2!w x", "p w x", "s/a/b/ge");
  assertEquals(other.filter(isPlainSed), []);
});

Deno.test("isPlainAwk accepts programs that compute and print", () => {
  const plain = ["{ print $1 }", 'NR >= 2 || /x/ { n++ } END { printf("%d\\n", n) }', "{ print substr($0, 2) }"];
  assertEquals(plain.filter((program) => !isPlainAwk(program)), []);
  const other = ['BEGIN{system("x")}', 'BEGIN{system ("x")}', 'BEGIN{f="system";@f(1)}', '{print > "f"}'];
  other.push('{print | "sh"}', '"date" | getline', '@load "x"', "BEGIN{system\\\n(1)}", 'a / b; system("x") / c');
  other.push('{print ||| "sh"}', 'awk::system("x")', '{ print >> "f" }', "function f(x) { }");
  assertEquals(other.filter(isPlainAwk), []);
});
