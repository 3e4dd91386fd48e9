import type { EvalTask } from "./task.ts";

const MODULES: Readonly<Record<string, string>> = {
  "src/a.sh": ". ./src/util.sh\nold_name a\n",
  "src/b.sh": ". ./src/util.sh\nold_name b\nold_name again\n",
  "src/util.sh": 'old_name() { echo "<$1>"; }\n',
};

/** Tasks that need searching and reading before anything is changed. */
export const SEARCH_TASKS: readonly EvalTask[] = [
  {
    name: "rename-function",
    files: MODULES,
    prompt: "Rename the shell function old_name to wrap, in all files of src.",
    check: '! grep -rq old_name src && [ "$(sh src/a.sh; sh src/b.sh)" = "$(printf "<a>\\n<b>\\n<again>")" ]',
  },
  {
    name: "find-definition",
    files: { ...MODULES, "answer.txt": "" },
    prompt: "Write the path of the file that defines old_name into answer.txt.",
    check: 'grep -q "src/util.sh" answer.txt',
  },
  {
    name: "count-todos",
    files: { "a.txt": "TODO one\n", "b/c.txt": "x\nTODO two\nTODO three\n", "answer.txt": "" },
    prompt: "Count the lines with TODO in all text files. Write the number into answer.txt.",
    check: '[ "$(tr -d " \\n" < answer.txt)" = 3 ]',
  },
  {
    name: "dead-file",
    files: { "main.sh": ". ./used.sh\nhello\n", "used.sh": "hello() { echo hello; }\n", "unused.sh": "bye() { :; }\n" },
    prompt: "One shell file is not used by main.sh. Delete it.",
    check: '[ ! -e unused.sh ] && [ "$(sh main.sh)" = hello ]',
  },
  {
    name: "already-done",
    files: { "limit.conf": "max = 100\n" },
    prompt: "Make sure that max in limit.conf is 100.",
    check: '[ "$(cat limit.conf)" = "max = 100" ]',
  },
  {
    name: "read-only-question",
    files: { "src/port.conf": "port = 4242\n", "answer.txt": "" },
    prompt: "Which port does the project use? Write it into answer.txt.",
    check: 'grep -q 4242 answer.txt && grep -qx "port = 4242" src/port.conf',
  },
  {
    name: "move-constant",
    files: { "a.sh": "LIMIT=10\necho $LIMIT\n", "constants.sh": "NAME=tool\n" },
    prompt: "Move LIMIT from a.sh to constants.sh and let a.sh source constants.sh.",
    check: 'grep -qx LIMIT=10 constants.sh && ! grep -q "^LIMIT=" a.sh && [ "$(sh a.sh)" = 10 ]',
  },
  {
    name: "sort-entries",
    files: { "names.txt": "pear\napple\nfig\n" },
    prompt: "Sort the lines of names.txt.",
    check: '[ "$(cat names.txt)" = "$(printf "apple\\nfig\\npear")" ]',
  },
  {
    name: "csv-column",
    files: { "people.csv": "name,age\nAda,36\nAlan,41\n", "answer.txt": "" },
    prompt: "Write the sum of the ages in people.csv into answer.txt.",
    check: '[ "$(tr -d " \\n" < answer.txt)" = 77 ]',
  },
  {
    name: "broken-link",
    files: { "README.md": "See [guide](docs/giude.md).\n", "docs/guide.md": "# Guide\n" },
    prompt: "README.md has a broken link. Mend it without renaming files.",
    check: 'grep -q "(docs/guide.md)" README.md && [ -e docs/guide.md ]',
  },
];
