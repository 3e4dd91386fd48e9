import { edit, type Play, read, sh, write } from "./play.ts";

const FUNCTION_CALL = (name: string, parameters: Record<string, string>): string =>
  `<function=${name}>\n${
    Object.entries(parameters).map(([key, value]) => `<parameter=${key}>\n${value}\n</parameter>`).join("\n")
  }\n</function>\n</tool_call>`;

/** Plays of the tasks that need searching. */
export const SEARCH_PLAYS: Readonly<Record<string, Play>> = {
  // A pattern under another name.
  "rename-function": (path) => [
    [{ call: "grep_search", input: { query: "old_name", path: path("src") } }],
    [read(path("src/a.sh")), read(path("src/b.sh")), read(path("src/util.sh"))],
    [
      edit(path("src/a.sh"), ["old_name a", "wrap a"]),
      edit(path("src/b.sh"), ["old_name b\nold_name again", "wrap b\nwrap again"]),
      edit(path("src/util.sh"), ["old_name()", "wrap()"]),
    ],
    "Renamed.",
  ],
  // A call in the form of other models, without its opening.
  "find-definition": (path) => [
    FUNCTION_CALL("grep_search", { pattern: "old_name\\(\\)" }),
    [read(path("answer.txt"))],
    [write(path("answer.txt"), "src/util.sh\n")],
    "src/util.sh defines it.",
  ],
  // A tool of another harness.
  "count-todos": (path) => [
    [{ call: "bash", input: { command: "grep -rch TODO --include='*.txt' . | awk '{ n += $1 } END { print n }'" } }],
    [sh(`grep -rh TODO a.txt b | wc -l > ${path("answer.txt")}`)],
    "There are three.",
  ],
  // A file that is not there.
  "dead-file": (path) => [
    [read(path("mian.sh"))],
    [read(path("main.sh"))],
    [sh("rm unused.sh && sh main.sh")],
    "unused.sh is gone.",
  ],
  // Nothing to do.
  "already-done": (path) => [[read(path("limit.conf"))], "max is 100 already; nothing was changed."],
  // The same search again and again, until the warning.
  "read-only-question": (path) => [
    ...Array(4).fill([{ call: "glob", input: { pattern: "**/*.toml" } }]),
    [read(path("src/port.conf")), read(path("answer.txt"))],
    [write(path("answer.txt"), "4242\n")],
    "4242.",
  ],
  // An old text that is wrong, then small steps.
  "move-constant": (path) => [
    [read(path("a.sh")), read(path("constants.sh"))],
    [edit(path("a.sh"), ["LIMIT = 10 # most", ". ./constants.sh"])],
    [edit(path("a.sh"), ["LIMIT=10\n", ". ./constants.sh\n"])],
    [edit(path("constants.sh"), ["NAME=tool\n", "NAME=tool\nLIMIT=10\n"])],
    [sh("sh a.sh")],
    "Moved.",
  ],
  "sort-entries": () => [[sh("sort -o names.txt names.txt && cat names.txt")], "Sorted."],
  // Thoughts alone.
  "csv-column": (path) => [
    [{ thinking: "36 and 41 are 77. I should look at the file." }],
    [read(path("people.csv")), read(path("answer.txt"))],
    [write(path("answer.txt"), "77\n")],
    "77.",
  ],
  // A final answer that is cut by the limit.
  "broken-link": (path) => [
    [read(path("README.md")), { call: "glob", input: { pattern: "docs/*.md" } }],
    [edit(path("README.md"), ["docs/giude.md", "docs/guide.md"])],
    [{ text: "The link in README.md:1 now points to " }, { stop: "length" }],
    "docs/guide.md.",
  ],
};
