import type { EvalTask } from "./task.ts";

const GREET = `#!/bin/sh
greet() {
  name="$1"
  echo "Helo, $name!"
}
greet "\${1:-world}"
`;

const CONFIG = `[server]
host = "localhost"
port = 8080

[client]
host = "localhost"
port = 8080
`;

const SUM = `sum() {
	total=0
	for n in "$@"; do
		total=$((total - n))
	done
	echo "$total"
}
`;

/** Tasks that change one file. */
export const EDIT_TASKS: readonly EvalTask[] = [
  {
    name: "fix-typo",
    files: { "greet.sh": GREET },
    prompt: "greet.sh greets with a misspelt word. Correct it.",
    check: '[ "$(sh greet.sh Ada)" = "Hello, Ada!" ]',
  },
  {
    name: "fix-sign",
    files: { "sum.sh": SUM },
    prompt: "sum in sum.sh subtracts instead of adding. Fix it and keep the tabs.",
    check: '. ./sum.sh; [ "$(sum 1 2 3)" = 6 ] && grep -q "^\t\ttotal" sum.sh',
  },
  {
    name: "second-port",
    files: { "app.conf": CONFIG },
    prompt: "In app.conf set the port of the client, and only of the client, to 9090.",
    check: '[ "$(grep port app.conf | tr -d "\\n ")" = "port=8080port=9090" ]',
  },
  {
    name: "both-hosts",
    files: { "app.conf": CONFIG },
    prompt: 'In app.conf replace every host "localhost" by "example.org".',
    check: '[ "$(grep -c example.org app.conf)" = 2 ] && ! grep -q localhost app.conf',
  },
  {
    name: "json-field",
    files: { "package.json": '{\n  "name": "tool",\n  "version": "1.0.0"\n}\n' },
    prompt: 'Add "license": "MIT" to package.json, after the version.',
    check: `tr -d ' \\n' < package.json | grep -qx '{"name":"tool","version":"1.0.0","license":"MIT"}'`,
  },
  {
    name: "quotes",
    files: { "note.txt": 'She said "stop" and left.\nThe end.\n' },
    prompt: 'In note.txt change "stop" to "go", quotes included.',
    check: `grep -qx 'She said "go" and left.' note.txt && grep -qx 'The end.' note.txt`,
  },
  {
    name: "trailing-blanks",
    files: { "list.txt": "alpha  \nbeta\t\ngamma\n" },
    prompt: "Remove blanks and tabs from the ends of the lines of list.txt.",
    check: '[ "$(cat list.txt)" = "$(printf "alpha\\nbeta\\ngamma")" ]',
  },
  {
    name: "keep-crlf",
    files: { "dos.txt": "one\r\ntwo\r\nthree\r\n" },
    prompt: "Replace the line two of dos.txt by 2. Keep the line ends as they are.",
    check: '[ "$(tr "\\r" "@" < dos.txt | tr "\\n" "|")" = "one@|2@|three@|" ]',
  },
  {
    name: "long-file",
    files: { "numbers.txt": Array.from({ length: 3_000 }, (_, n) => `line ${n + 1}\n`).join("") },
    prompt: "In numbers.txt, replace line 2500 by the word here.",
    check: '[ "$(sed -n 2500p numbers.txt)" = here ] && [ "$(wc -l < numbers.txt)" -eq 3000 ]',
  },
  {
    name: "two-changes",
    files: { "math.sh": "add() { echo $(($1 - $2)); }\nmul() { echo $(($1 + $2)); }\n" },
    prompt: "Both functions of math.sh use a wrong operator. Correct them.",
    check: '. ./math.sh; [ "$(add 2 3)" = 5 ] && [ "$(mul 2 3)" = 6 ]',
  },
  {
    name: "empty-file",
    files: { "VERSION": "" },
    prompt: "VERSION is empty. Write 1.2.3 into it.",
    check: '[ "$(cat VERSION)" = 1.2.3 ]',
  },
  {
    name: "one-limit",
    files: { "limits.sh": Array.from({ length: 14 }, (_, n) => `limit_${n + 1}=${(n + 1) * 10}\n`).join("") },
    prompt: "In limits.sh set limit_12 to 500.",
    check: '. ./limits.sh; [ "$limit_12" = 500 ] && [ "$limit_11" = 110 ] && [ "$(wc -l < limits.sh)" -eq 14 ]',
  },
  {
    name: "new-file",
    files: { "README.md": "# Tool\n" },
    prompt: "Create docs/usage.md with the heading Usage and link it from README.md.",
    check: 'grep -q "^# *Usage" docs/usage.md && grep -q "docs/usage.md" README.md && grep -qx "# Tool" README.md',
  },
];
