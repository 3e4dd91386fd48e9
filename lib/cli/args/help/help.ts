import { allSubcommands, SUBCOMMAND_NAMES } from "../../commands/mod.ts";
import { type Subcommand, usageOf } from "../../commands/subcommand.ts";
import { fail } from "../../../model/problem.ts";
import { VERSION } from "../../version.ts";
import { GROUPS } from "../table/flag_spec.ts";
import { flagLines, flagsIn, Page } from "./help_page.ts";
import { topicText } from "./help_topics.ts";
import { GENERAL_FLAGS, ownFlags } from "../table/known_flags.ts";
import { isTopic, TOPIC_NAMES, TOPICS } from "./topics.ts";

/** The version of Claude's agent protocol; its clients warn about executables below 2.0.0. */
const PROTOCOL_VERSION = "2.1.0";

/** The output of `-v`: client SDKs read the first word, people the second. */
export const PROTOCOL_VERSION_LINE = `${PROTOCOL_VERSION} (qwen ${VERSION})`;

/** How wide the text may be. */
export interface HelpOptions {
  columns?: number;
}

/** The program and the two ways to use it. */
export const INTRODUCTION = `qwen: a coding agent. Talk to it at the terminal, give it a prompt and
read the answer, or let a program drive it with JSON lines over stdin
and stdout.`;

const USAGE = `  qwen [flags]                  start a conversation at the terminal
  qwen [flags] PROMPT…          answer a prompt
  … | qwen [flags] [PROMPT]     the same, with piped text before it
  qwen --input-format stream-json
                                serve one host over stdin and stdout
  qwen --acp [flags]            serve an editor over stdin and stdout
  qwen SUBCOMMAND               see below`;

/** Command lines to begin with. */
export const EXAMPLES = `  # First try: no key, no network.
  qwen --provider demo "say hello"

  # Ask about a change. Nothing is written.
  git diff | qwen --approval-mode plan "is anything wrong here?"

  # Let it work, within limits.
  qwen --approval-mode auto-edit --allowed-tools "Bash(npm test)" \\
    --max-wall-time 10m -p @task.md

  # A value for a script, or a failure.
  RESULT=$(qwen -p "list the TODOs" --json-schema @todo.json) || exit 1

  # Every event as a JSON line.
  qwen -p "fix the build" -o stream-json --include-partial-messages

  # Read prompts as JSON lines.
  curl -s "$URL" | qwen --input-format stream-json`;

/** The text of `--help`, or of one of its topics. */
export async function helpText(topic: string, options: HelpOptions = {}): Promise<string> {
  const page = new Page(options.columns);
  if (topic === "") return mainHelp(page);
  if (!isTopic(topic)) {
    throw fail("usage_error", `There is no help on ${JSON.stringify(topic)}`, {
      hint: `Topics: ${TOPIC_NAMES.join(", ")}.`,
    });
  }
  if (topic === "all") return await wholeHelp(page);
  return await topicText(topic, page);
}

/** The text of `qwen SUBCOMMAND --help`. */
export function subcommandHelp(subcommand: Subcommand, options: HelpOptions = {}): string {
  const page = new Page(options.columns);
  page.section("Usage", [`  ${usageOf(subcommand)} [flags]`]);
  page.text(`${subcommand.help}.`);
  const general = GENERAL_FLAGS.filter((flag) => subcommand.listsFlag?.(flag));
  const shown = [...general, ...ownFlags(subcommand)];
  if (shown.length > 0) page.section("Flags", shown.flatMap((flag) => flagLines(page, flag)));
  if (subcommand.note) page.text(subcommand.note);
  return page.toString();
}

/** The flags of the first page with a few words for each; `--help all` has the whole of it. */
export const COMMON = {
  "-p, --prompt TEXT": "The prompt; - reads stdin, @file a file",
  "-c, --continue": "Go on with the last session of this folder",
  "-m, --model ID": "The model",
  "--provider NAME": "Who serves it: openai, anthropic, ollama, demo, …",
  "--approval-mode MODE": "What runs unasked: plan, default, auto-edit, auto, yolo",
  "--allowed-tools RULE": 'Calls that need no question, such as "Bash(npm test)"',
  "--sandbox=WHEN": "Confine commands: required, auto, off",
  "--output-format F": "text, json or stream-json",
  "--json-schema @FILE": "The shape of the answer",
  "--max-wall-time TIME": "How long it may take: 90, 30s, 5m",
  "--verify COMMAND": "What must succeed before the work is done",
  "-q, --quiet": "Nothing but the answer and errors",
  "-V, --version": "The version",
};

/** One screen: what most people need, and where the rest is. */
function mainHelp(page: Page): string {
  page.verbatim(INTRODUCTION);
  page.section("Usage", [USAGE]);
  page.section("Common flags", Object.entries(COMMON).flatMap(([label, text]) => page.entry(label, text)));
  page.text(`Subcommands: ${SUBCOMMAND_NAMES.join(", ")}.`);
  page.text(`More: qwen --help TOPIC, with ${TOPIC_NAMES.join(", ")}; qwen SUBCOMMAND --help.`);
  return page.toString();
}

/** Everything that people type. */
async function wholeHelp(page: Page): Promise<string> {
  page.verbatim(INTRODUCTION);
  page.section("Usage", [USAGE]);
  page.section("Examples", [EXAMPLES]);
  const subcommands = (await allSubcommands()).flatMap(({ name, help }) => page.entry(name, help));
  page.section("Subcommands", subcommands);
  for (const group of GROUPS) {
    if (group === "Subcommands" || group === "Accepted for compatibility") continue;
    const shown = flagsIn(group, GENERAL_FLAGS).filter(({ spec }) => !spec.host);
    page.section(group, shown.flatMap((flag) => flagLines(page, flag)));
  }
  const topics = Object.entries(TOPICS).flatMap(([name, meaning]) => page.entry(`--help ${name}`, meaning));
  page.section("More", topics);
  return page.toString();
}
