import { edit, lastText, type Play, read, sh, write } from "./play.ts";

/** Plays of the tasks that need commands. */
export const SHELL_PLAYS: Readonly<Record<string, Play>> = {
  // A first attempt that does not help; the check sends the model back.
  "make-test-pass": (path) => [
    [sh("sh test.sh"), read(path("max.sh"))],
    [edit(path("max.sh"), ["-lt", "-le"])],
    "Fixed.",
    [edit(path("max.sh"), ["-le", "-gt"])],
    [sh("sh test.sh")],
    "Now the test passes.",
  ],
  // A list of todos as a JSON string, with numbers as ids.
  "add-test": (path) => [
    [{
      call: "todo_write",
      input: { todos: JSON.stringify([{ id: 1, content: "Write test.sh", status: "in_progress" }]) },
    }],
    [write(path("test.sh"), '. ./double.sh\n[ "$(double 4)" = 8 ] || exit 1\n')],
    [sh("sh test.sh")],
    "Written.",
  ],
  // A command under another name.
  "executable": () => [[{ call: "run_shell_command", input: { cmd: "chmod +x run.sh" } }], "Done."],
  // More output than is shown: the end is enough.
  "command-output": (path) => [
    [sh("sh count.sh")],
    (request) => {
      const total = /total \d+/.exec(lastText(request))?.[0] ?? "not shown";
      return [sh(`echo '${total}' > ${path("answer.txt")}`)];
    },
    "Written.",
  ],
  // Polls that make progress.
  "wait-for-job": () => [
    [{ call: "run_shell_command", input: { command: "sh slow.sh", is_background: "true" } }],
    ...Array.from({ length: 3 }, (_, n) => [sh(`sleep 0.3; ls; echo poll ${n}`)]),
    [sh("until [ -s done.txt ]; do sleep 0.1; done; cp done.txt copy.txt")],
    "Copied.",
  ],
  // A tool that does not exist.
  "rename-files": () => [
    [{ call: "rename_files", input: { from: "*.txt", to: "*.text" } }],
    [sh('for f in *.txt; do mv "$f" "${f%.txt}.text"; done')],
    "Renamed.",
  ],
  // A call in a fence.
  "fix-syntax": (path) => [
    [read(path("loop.sh"))],
    `\`\`\`json\n${
      JSON.stringify({
        name: "edit",
        arguments: { file_path: path("loop.sh"), old_string: "  echo $n\n", new_string: "  echo $n\ndone\n" },
      })
    }\n\`\`\``,
    [sh("sh loop.sh")],
    "Fixed.",
  ],
  // The prompt has the facts; the model looks them up there.
  "git-facts": (path) => [
    ({ body }) => {
      const subject = /Last commits:\n[0-9a-f]+ (.+)/.exec(body.messages[0].content)?.[1] ?? "unknown";
      return [read(path("answer.txt")), sh(`echo '${subject}' > ${path("answer.txt")}`)];
    },
    "Written.",
  ],
  // A timeout far above the limit.
  "argument-check": (path) => [
    [read(path("square.sh"))],
    [
      write(
        path("square.sh"),
        'if [ $# -eq 0 ]; then\n  echo "usage: square.sh NUMBER" >&2\n  exit 2\nfi\necho $(($1 * $1))\n',
      ),
    ],
    [{ call: "run_shell_command", input: { command: "sh square.sh 5", is_background: false, timeout: 3_600_000 } }],
    "Checked.",
  ],
  // A cut call, then smaller pieces.
  "several-steps": (path) => [
    [{ call: "write_file", input: `{"file_path": "${path("out.txt")}", "content": "a` }, { stop: "length" }],
    [sh("sort -u in.txt > out.txt")],
    [sh("wc -l < out.txt > count.txt && rm in.txt")],
    "All done.",
  ],
};
