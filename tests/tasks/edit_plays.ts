import { edit, lastText, type Play, read, write } from "./play.ts";

const TOOL_CALL = (call: object): string => `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`;

/** Plays of the tasks that change one file. */
export const EDIT_PLAYS: Readonly<Record<string, Play>> = {
  // Indentation that differs from the file.
  "fix-typo": (path) => [
    [read(path("greet.sh"))],
    [edit(path("greet.sh"), ['name="$1"\necho "Helo, $name!"', 'name="$1"\necho "Hello, $name!"'])],
    "Corrected.",
  ],
  // A text that the file does not have, then the right one.
  "fix-sign": (path) => [
    [read(path("sum.sh"))],
    [edit(path("sum.sh"), ["total=$((total - n)) # subtract", "total=$((total + n))"])],
    [edit(path("sum.sh"), ["\t\ttotal=$((total - n))", "\t\ttotal=$((total + n))"])],
    "Fixed.",
  ],
  // An ambiguous text, then more context.
  "second-port": (path) => [
    [read(path("app.conf"))],
    [edit(path("app.conf"), ["port = 8080", "port = 9090"])],
    [
      edit(path("app.conf"), [
        '[client]\nhost = "localhost"\nport = 8080',
        '[client]\nhost = "localhost"\nport = 9090',
      ]),
    ],
    "Set.",
  ],
  // A boolean as a string.
  "both-hosts": (path) => [
    [read(path("app.conf"))],
    [{
      call: "edit",
      input: { file_path: path("app.conf"), old_string: "localhost", new_string: "example.org", replace_all: "true" },
    }],
    "Replaced.",
  ],
  // Names of other harnesses.
  "json-field": (path) => [
    [{ call: "read_file", input: { path: path("package.json") } }],
    [{
      call: "edit",
      input: {
        path: path("package.json"),
        old_str: '"version": "1.0.0"',
        new_str: '"version": "1.0.0",\n  "license": "MIT"',
      },
    }],
    "Added.",
  ],
  // Curly quotes in place of straight ones.
  "quotes": (path) => [
    [read(path("note.txt"))],
    [edit(path("note.txt"), ["She said “stop” and left.", 'She said "go" and left.'])],
    "Changed.",
  ],
  // An edit without a read, which is refused.
  "trailing-blanks": (path) => [
    [edit(path("list.txt"), ["alpha  \nbeta\t\n", "alpha\nbeta\n"])],
    [read(path("list.txt"))],
    [edit(path("list.txt"), ["alpha  \nbeta\t\n", "alpha\nbeta\n"])],
    "Trimmed.",
  ],
  "keep-crlf": (path) => [[read(path("dos.txt"))], [edit(path("dos.txt"), ["one\ntwo\n", "one\n2\n"])], "Replaced."],
  // Numbers as strings and a null.
  "long-file": (path) => [
    [{ call: "read_file", input: { file_path: path("numbers.txt"), offset: "2495", limit: "10", pages: null } }],
    [edit(path("numbers.txt"), ["line 2500\n", "here\n"])],
    "Replaced.",
  ],
  // A call written as text.
  "two-changes": (path) => [
    [read(path("math.sh"))],
    `I correct add first.\n${
      TOOL_CALL({
        name: "edit",
        arguments: { file_path: path("math.sh"), old_string: "$1 - $2", new_string: "$1 + $2" },
      })
    }`,
    [edit(path("math.sh"), ["mul() { echo $(($1 + $2)); }", "mul() { echo $(($1 * $2)); }"])],
    "Both are correct.",
  ],
  // Says that it is done before it has done anything.
  "empty-file": (path) => ["Done.", [read(path("VERSION"))], [write(path("VERSION"), "1.2.3\n")], "Now it is done."],
  // Line numbers that were copied with the text, first of all lines, then of one.
  "one-limit": (path) => [
    [read(path("limits.sh"))],
    [edit(path("limits.sh"), ["11→limit_11=110\n12→limit_12=120", "11→limit_11=110\n12→limit_12=500"])],
    [edit(path("limits.sh"), ["12\tlimit_12=120", "limit_12=500"])],
    (request) => {
      const isTold = lastText(request).includes("line numbers of read_file");
      return [edit(path("limits.sh"), isTold ? ["limit_12=120", "limit_12=500"] : ["nothing", "known"])];
    },
    "Set.",
  ],
  // Arguments that are no JSON.
  "new-file": (path) => [
    [{ call: "write_file", input: `{"file_path": "${path("docs/usage.md")}", "content": "# Usage` }],
    [write(path("docs/usage.md"), "# Usage\n"), read(path("README.md"))],
    [edit(path("README.md"), ["# Tool\n", "# Tool\n\nSee [usage](docs/usage.md).\n"])],
    "Created.",
  ],
};
