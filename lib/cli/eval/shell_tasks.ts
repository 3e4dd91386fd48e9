import type { EvalTask } from "./task.ts";

const TESTED: Readonly<Record<string, string>> = {
  "max.sh": 'max() { if [ "$1" -lt "$2" ]; then echo "$1"; else echo "$2"; fi; }\n',
  "test.sh": '. ./max.sh\n[ "$(max 3 7)" = 7 ] || { echo "max 3 7 failed"; exit 1; }\necho ok\n',
};

/** Tasks that need commands. */
export const SHELL_TASKS: readonly EvalTask[] = [
  {
    name: "make-test-pass",
    files: TESTED,
    prompt: "sh test.sh fails. Fix the code, not the test.",
    check: 'sh test.sh && grep -q "max 3 7" test.sh',
  },
  {
    name: "add-test",
    files: { "double.sh": "double() { echo $(($1 * 2)); }\n" },
    prompt: "Write test.sh, which sources double.sh and fails unless double 4 is 8.",
    check: 'sh test.sh && sed -i "s/\\* 2/* 3/" double.sh && ! sh test.sh',
  },
  {
    name: "executable",
    files: { "run.sh": "#!/bin/sh\necho started\n" },
    prompt: "Make run.sh executable.",
    check: '[ -x run.sh ] && [ "$(./run.sh)" = started ]',
  },
  {
    name: "command-output",
    files: { "count.sh": "seq 1 5000\necho total 5000\n", "answer.txt": "" },
    prompt: "Run count.sh and write its last line into answer.txt.",
    check: 'grep -qx "total 5000" answer.txt',
  },
  {
    name: "wait-for-job",
    files: { "slow.sh": "sleep 0.5\necho finished > done.txt\n" },
    prompt: "Run slow.sh in the background, wait until done.txt exists, then copy it to copy.txt.",
    check: "grep -qx finished copy.txt",
  },
  {
    name: "rename-files",
    files: { "a.txt": "a\n", "b.txt": "b\n", "keep.md": "k\n" },
    prompt: "Rename every .txt file to .text.",
    check: '[ "$(ls)" = "$(printf "a.text\\nb.text\\nkeep.md")" ]',
  },
  {
    name: "fix-syntax",
    files: { "loop.sh": "for n in 1 2 3; do\n  echo $n\n" },
    prompt: "loop.sh has a syntax error. Fix it.",
    check: '[ "$(sh loop.sh | tr "\\n" " ")" = "1 2 3 " ]',
  },
  {
    name: "git-facts",
    files: { "answer.txt": "", "a.txt": "a\n" },
    prompt: "Write the subject of the last commit of this repository into answer.txt.",
    check: 'grep -qx "start" answer.txt',
  },
  {
    name: "argument-check",
    files: { "square.sh": "echo $(($1 * $1))\n" },
    prompt: "square.sh must print usage to stderr and exit with 2 when it has no argument.",
    check:
      '[ "$(sh square.sh 5)" = 25 ] && { sh square.sh 2>/dev/null; [ $? = 2 ]; } && [ -z "$(sh square.sh 2>/dev/null)" ]',
  },
  {
    name: "several-steps",
    files: { "in.txt": "b\na\nb\n" },
    prompt: "Write the sorted unique lines of in.txt to out.txt, their number to count.txt, and delete in.txt.",
    check: '[ "$(cat out.txt)" = "$(printf "a\\nb")" ] && [ "$(tr -d " \\n" < count.txt)" = 2 ] && [ ! -e in.txt ]',
  },
];
