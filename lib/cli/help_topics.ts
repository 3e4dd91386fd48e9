/** The longer topics of `--help`, loaded when one is asked for. */
import { type Code, CODES } from "../model/problem.ts";
import { flagNames, specOf } from "./flag_table.ts";
import { GROUPS } from "./flag_spec.ts";
import { flagLines, isInGroup, type Page, type TOPICS } from "./help.ts";
import { type ProjectRight, settingKeys, settingSpec } from "./setting_keys.ts";

/** The text of a topic. */
export function topicText(topic: (typeof TOPICS)[number], page: Page): string {
  switch (topic) {
    case "flags":
      allFlags(page);
      break;
    case "exit-codes":
      exitCodes(page);
      break;
    case "dialects":
      dialects(page);
      break;
    case "serve":
      serving(page);
      break;
    case "settings":
      settings(page);
      break;
    case "environment":
      environment(page);
  }
  return page.toString();
}

function allFlags(page: Page): void {
  page.text(
    "Every flag is written --flag value or --flag=value, in kebab-case or camelCase. Switches are turned off by " +
      "--no-flag. Lists are split at commas outside parentheses; written --flag a b they take all words up to the next " +
      "flag, written --flag=a,b only what follows the sign. TIME is 90, 30s, 5m, 1.5h or 250ms. A value marked @FILE may be " +
      "read from a file; @@ begins a literal @. -- ends the flags. Unknown flags are an error, except under --input-format " +
      "stream-json, where they are ignored with a note.",
  );
  for (const group of GROUPS) {
    const shown = flagNames().filter((name) => isInGroup(name, group));
    page.section(group, shown.flatMap((name) => flagLines(page, name, { full: true })));
  }
}

function exitCodes(page: Page): void {
  page.text(
    "0 is success. Every failure has one code, which the last record of a structured format carries, and one exit " +
      "status. In stream-json sessions of the qwen dialect the status is 0 whatever the single results were.",
  );
  const codes = Object.keys(CODES) as Code[];
  const statuses = [...new Set(codes.map((code) => CODES[code].exit))].sort((a, b) => a - b);
  for (const status of statuses) {
    const own = codes.filter((code) => CODES[code].exit === status);
    page.section(`Exit ${status}`, own.flatMap((code) => page.entry(code, meaningOf(code))));
  }
}

function meaningOf(code: Code): string {
  const facts: { meaning: string; retryable?: true } = CODES[code];
  return facts.retryable ? `${facts.meaning} Trying again may help.` : facts.meaning;
}

function dialects(page: Page): void {
  page.text(
    "--output-format says how much structure, --dialect says whose words. `auto`, the default, looks at the first line " +
      "of input and answers in the words of the asker. With a prompt on the command line there is no such line: json and " +
      "stream-json then mean qwen, stream-chunk-json means chat.",
  );
  page.section("Dialects", [
    ...page.entry(
      "qwen",
      "The words of qwen-code and its SDKs: system, assistant, user, stream_event, result, control_*",
    ),
    ...page.entry("claude", "The same family with Claude's names and fields, for its agent SDKs"),
    ...page.entry("chat", "OpenAI's words: chat.completion lines, or chat.completion.chunk with stream-chunk-json"),
    ...page.entry("state", "init, conversation, tool_group, status, for clients that draw a screen (--server-mode)"),
  ]);
  page.section("Formats", [
    ...page.entry("text", "The answer alone; empty when the run failed"),
    ...page.entry("json", "One array with all messages, at the end"),
    ...page.entry("stream-json", "One JSON object a line, as it happens"),
    ...page.entry("stream-chunk-json", "The same, one line for each increment (chat)"),
  ]);
  page.text("The schemas are printed by qwen schema DIALECT in|out, and checked by qwen validate --dialect DIALECT.");
}

function serving(page: Page): void {
  page.text(
    "`qwen serve` and --server-mode serve many clients at once. When the server listens it prints one JSON line with the " +
      "transport, the address, the token file, the dialect and the process id. It ends on SIGTERM, not with its stdin.",
  );
  page.section("Transports (--server-mode)", [
    ...page.entry("tcp", "JSON lines on --host and --tcp-port, 127.0.0.1:7777; C++ clients look at 8765 by default"),
    ...page.entry("ws", "WebSocket on the same port, one record a message; pages of browsers are refused"),
    ...page.entry("unix", "JSON lines on --socket-path, mode 0600"),
    ...page.entry("pipe", "--pipe-path P: clients write to P.in and read from P.out, one at a time, mode 0600"),
    ...page.entry("stdin", "The state dialect over stdin and stdout, for one client"),
  ]);
  page.text(
    "--server-mode speaks the state dialect unless --dialect says otherwise; qwen serve answers each client in the dialect of " +
      "its first line.",
  );
  page.section("First line of a client", [
    ...page.entry('{"type":"auth"', "with token: where a token is asked for (tcp, ws) nothing else may come first"),
    ...page.entry('"attach":ID', "Join a live session instead of opening one; also in the first line of any dialect"),
    ...page.entry(
      '"from_seq":N',
      "Go on after the last event that was seen; the last record of each event has its seq",
    ),
    ...page.entry('"role"', "controller, or observer: reads only"),
    ...page.entry('"dialect", "name"', "Whose words to use, and what others are told when this client answers"),
  ]);
  page.text(
    "The first valid answer to a question wins, and the others are told who gave it. A client that does not keep up is " +
      "warned, then let go; it comes back with its seq and misses nothing. The limits are in the init record of the state " +
      "dialect.",
  );
}

const RIGHTS: Readonly<Record<Exclude<ProjectRight, "ignore">, string>> = {
  add: "a project may add entries",
  shrink: "a project may lower it",
  stricter: "a project may tighten it",
  narrow: "a project may shorten it",
};

function settings(page: Page): void {
  page.text(
    "Later sources win: the machine's defaults, ~/.qwen/settings.json (QWEN_HOME), .qwen/settings.json of the working " +
      "folder, the machine's overrides, the environment, flags. Files are JSON with comments; they must belong to you or to " +
      "root and must not be writable by everybody. $NAME in your own file is replaced from the environment or ~/.qwen/.env.",
  );
  page.text(
    "A project is not trusted: its settings may only tighten, in the ways named below. Everything else in them is ignored, " +
      "and said so, unless --trust-project is given. A project's .env file is never read.",
  );
  page.section(
    "Settings",
    settingKeys().flatMap((key) => {
      const spec = settingSpec(key);
      const right = spec.project && spec.project !== "ignore" ? ` (${RIGHTS[spec.project]})` : "";
      return page.entry(key, spec.help + right);
    }),
  );
}

/** The variables that the program reads, under headings. */
export function environmentRows(): { heading: string; rows: [name: string, meaning: string][] }[] {
  const flags = flagNames().flatMap((name): [string, string][] => {
    const { env, inert } = specOf(name);
    return env && !env.startsWith("OPENAI_") && !inert ? [[env, `Stands in for --${name}`]] : [];
  });
  return [
    {
      heading: "Providers",
      rows: [
        ["OPENAI_API_KEY", "Key of OpenAI or any compatible server"],
        ["OPENAI_BASE_URL", "That server; default https://api.openai.com/v1"],
        ["OPENAI_MODEL", "Its model; QWEN_MODEL is the same"],
        ["ANTHROPIC_API_KEY", "Key of Anthropic; also ANTHROPIC_BASE_URL, ANTHROPIC_MODEL"],
        ["GEMINI_API_KEY", "Key of Gemini; also GEMINI_BASE_URL, GEMINI_MODEL"],
        ["GOOGLE_API_KEY", "Key of Vertex AI; also GOOGLE_VERTEX_BASE_URL, GOOGLE_MODEL"],
        ["GOOGLE_CLOUD_PROJECT", "With GOOGLE_CLOUD_LOCATION: Vertex AI by the machine's own account, without a key"],
        ["QWEN_CODE_MAX_OUTPUT_TOKENS", "Most tokens of one answer"],
      ],
    },
    {
      heading: "Network",
      rows: [
        ["HTTPS_PROXY", "Proxy for the provider; also HTTP_PROXY, NO_PROXY"],
        ["DENO_CERT", "File with the certificate of an authority to trust besides those of the system"],
      ],
    },
    { heading: "Flags", rows: flags },
    {
      heading: "Places",
      rows: [
        ["QWEN_HOME", "Folder of settings, sessions and memory; default ~/.qwen"],
        ["QWEN_RUNTIME_DIR", "Folder of sessions, where it is another one"],
        ["QWEN_CODE_SYSTEM_SETTINGS_PATH", "The machine's overriding settings"],
        ["QWEN_CODE_SYSTEM_DEFAULTS_PATH", "The machine's default settings"],
        ["NO_COLOR", "No colour, also on a terminal"],
      ],
    },
  ];
}

function environment(page: Page): void {
  page.text(
    "With exactly one provider's key in the environment no flag is needed. A server on this machine needs no key: its " +
      "address in OPENAI_BASE_URL is enough. Flags win over variables.",
  );
  for (const { heading, rows } of environmentRows()) {
    page.section(heading, rows.flatMap(([name, meaning]) => page.entry(name, meaning)));
  }
}
