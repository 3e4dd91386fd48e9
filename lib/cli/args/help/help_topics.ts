/** The topics of `--help`. */
import { DIALECT_NAMES, DIALECTS } from "../../../dialects/mod.ts";
import { LISTENING_TRANSPORTS } from "../../../host/transports/mod.ts";
import { type Code, CODES } from "../../../model/problem.ts";
import { type Flag, GROUPS } from "../table/flag_spec.ts";
import { flagLines, flagsIn, type Page } from "./help_page.ts";
import { allFlags } from "../table/known_flags.ts";
import { SANDBOX_FACTS } from "../sandbox_facts.ts";
import type { Topic } from "./topics.ts";
import { type ProjectRight, settingKeys, settingSpec } from "../../../config/settings/setting_keys.ts";

const WRITERS: Readonly<Record<Exclude<Topic, "all">, (page: Page) => void | Promise<void>>> = {
  "flags": flagPage,
  "exit-codes": exitCodes,
  "dialects": dialects,
  "acp": editors,
  "serve": serving,
  "sandbox": sandbox,
  "settings": settings,
  "environment": environment,
};

/** The text of a topic. */
export async function topicText(topic: Exclude<Topic, "all">, page: Page): Promise<string> {
  await WRITERS[topic](page);
  return page.toString();
}

async function flagPage(page: Page): Promise<void> {
  page.text(
    "Write a flag as --flag value or --flag=value, in kebab-case or camelCase. --no-flag turns a switch off. Lists are " +
      "split at commas outside parentheses. --flag a b takes all words up to the next flag; --flag=a,b takes only what " +
      "follows the sign. TIME is 90, 30s, 5m, 1.5h or 250ms. A value marked @FILE may be read from a file; @@ begins a " +
      "literal @. -- ends the flags. Unknown flags are errors. Under --input-format stream-json they are ignored with a " +
      "warning.",
  );
  const flags = await allFlags();
  for (const group of GROUPS) {
    page.section(group, flagsIn(group, flags).flatMap((flag) => flagLines(page, flag, { full: true })));
  }
}

function exitCodes(page: Page): void {
  page.text(
    "0 is success. Every failure has one code and one exit status. The last record of a structured format carries the " +
      "code. In stream-json sessions of the qwen dialect the status is 0, whatever the results of the prompts were.",
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
  return facts.retryable ? `${facts.meaning} Retrying may help.` : facts.meaning;
}

function dialects(page: Page): void {
  page.text(
    "--output-format chooses the structure of the output, --dialect the protocol. The default, auto, recognises the " +
      "dialect from the first line of input and answers in the same one. A prompt on the command line has no such line: " +
      "json and stream-json then mean qwen, stream-chunk-json means chat. Lines of stream-json are chat.completion " +
      "objects only with --dialect chat, or after a first line of that dialect.",
  );
  page.section(
    "Dialects",
    DIALECT_NAMES.flatMap((name) => page.entry(name, DIALECTS[name].summary ?? "")),
  );
  page.section("Formats", [
    ...page.entry("text", "The answer alone; empty when the run failed"),
    ...page.entry("json", "One array with all messages, at the end"),
    ...page.entry("stream-json", "One JSON object per line, as it happens"),
    ...page.entry("stream-chunk-json", "The same with one line for each increment (chat)"),
  ]);
  page.text(
    "qwen schema DIALECT in|out prints the schemas. qwen validate --dialect DIALECT checks lines against them.",
  );
}

function editors(page: Page): void {
  page.text(
    "qwen --acp serves an editor by the Agent Client Protocol over stdin and stdout. The editor starts it, opens " +
      "sessions in its folders and sends the prompts, so --acp takes no prompt. All other flags keep their meaning.",
  );
  page.section("Settings of the editor (command qwen, argument --acp)", [
    ...page.entry("Zed", "agent_servers in ~/.config/zed/settings.json, with type custom"),
    ...page.entry("Neovim", "adapters.acp of the plugin codecompanion.nvim"),
    ...page.entry("JetBrains", "agent_servers in ~/.jetbrains/acp.json"),
  ]);
  page.section("In the editor", [
    ...page.entry("modes", "plan, default, auto-edit, auto, yolo; the first one is that of --approval-mode"),
    ...page.entry("options", "The model (setting modelProviders) and the effort (--effort)"),
    ...page.entry("files", "The editor reads and writes them, unsaved changes included; rules hold before it is asked"),
    ...page.entry("commands", "They run in the sandbox; with --sandbox=off in a terminal of the editor"),
    ...page.entry("sessions", "Saved as all others are; the editor can load them again"),
  ]);
  page.text(
    "The key of the provider comes from the environment of the editor, from ~/.qwen/.env or from --key-file. " +
      "Diagnosis goes to stderr, which editors show in their log. qwen schema acp in|out prints the lines.",
  );
}

function serving(page: Page): void {
  page.text(
    "`qwen serve` and --server-mode serve many clients at once. When the server listens, it prints one JSON line with " +
      "the transport, the address, the token file, the dialect and the process id. It ends on SIGTERM, not when its " +
      "stdin closes.",
  );
  page.section("Transports (--server-mode)", [
    ...LISTENING_TRANSPORTS.flatMap(({ name, summary }) => page.entry(name, summary)),
    ...page.entry("stdin", "The state dialect over stdin and stdout, for one client"),
  ]);
  page.text(
    "--server-mode uses the state dialect unless --dialect chooses another. qwen serve answers each client in the " +
      "dialect of its first line.",
  );
  page.section("First line of a client", [
    ...page.entry('{"type":"auth"', "With the token. Where a token is required (tcp, ws), it must come first"),
    ...page.entry('"attach":ID', "Join a live session instead of opening one; also in the first line of any dialect"),
    ...page.entry('"from_seq":N', "Continue after this event; the last record of each event has its seq"),
    ...page.entry('"role"', "controller, or observer, which only reads"),
    ...page.entry('"dialect", "name"', "The dialect to use, and the name that others see when this client answers"),
  ]);
  page.text(
    "`qwen attach SESSION` joins a live session from the command line. A client of the qwen or claude dialect gets the " +
      "increments of answers if its initialize request has include_partial_messages; --include-partial-messages sends " +
      "them to all.",
  );
  page.text(
    "The first valid answer to a question wins, and the other clients learn who gave it. A client that falls behind is " +
      "warned, then disconnected. It can reconnect with its seq and misses nothing. The init record of the state dialect " +
      "lists the limits.",
  );
}

function sandbox(page: Page): void {
  const facts = SANDBOX_FACTS;
  page.text(
    "Shell commands run in a sandbox made by bubblewrap (bwrap), on Linux. Install it with your package manager; " +
      "`qwen doctor` tests it. --sandbox=required refuses commands where there is no verified sandbox, --sandbox=off " +
      "uses none.",
  );
  page.section("Profiles", [
    ...page.entry("read-only", facts.readOnly),
    ...page.entry("workspace", `${facts.workspace} ${facts.temporary}`),
    ...page.entry("closed files", facts.closed),
    ...page.entry("guarded files", `${facts.guarded} ${facts.created}`),
    ...page.entry("rewind", facts.rewind),
    ...page.entry("verified", facts.probe),
    ...page.entry("not confined", facts.unconfined),
  ]);
  page.section("Network", [
    ...page.entry("no flag", facts.noNetwork),
    ...page.entry("--allow-net=HOST", `${facts.hosts} HOST:PORT names one port, *.HOST all names below it.`),
    ...page.entry(
      "localhost",
      "A server that a command starts is reached directly. Name localhost to reach servers of this machine; they are " +
        "then reached through the proxy.",
    ),
    ...page.entry("--allow-net", facts.allNetwork),
    ...page.entry(
      "certificates",
      "The proxy and the commands trust the authorities of the system, DENO_CERT and SSL_CERT_FILE.",
    ),
  ]);
  page.section("Secrets", [
    ...page.entry("hidden", facts.hidden),
    ...page.entry("--secret NAME@HOST", facts.secrets),
    ...page.entry(
      "value",
      "It comes from qwen's own environment. It replaces the placeholder in header values and Basic credentials, never " +
        "in addresses or bodies.",
    ),
    ...page.entry(
      "TLS",
      "The proxy ends TLS with a certificate of the session. Commands find its authority by SSL_CERT_FILE, " +
        "NODE_EXTRA_CA_CERTS, CURL_CA_BUNDLE and GIT_SSL_CAINFO.",
    ),
    ...page.entry(
      "plain HTTP",
      "There the value is used only if --secret names the port, or if the host is this machine.",
    ),
  ]);
  page.section("Limits", [
    ...page.entry("processes", facts.limits),
    ...page.entry("hard links", facts.hardLinks),
  ]);
  page.text("--audit FILE records each connection and each use of a secret. docs/security.md has the details.");
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
      "folder, the machine's overrides, the environment, flags. Files are JSON with comments. They must belong to you or " +
      "to root, and must not be writable by everybody. $NAME in your own file is replaced from the environment or " +
      "~/.qwen/.env.",
  );
  page.text(
    "A project is not trusted: its settings may only tighten, in the ways listed below. Other settings of it are ignored " +
      "with a warning, unless --trust-project is given. A project's .env file is never read.",
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

/** The environment variables that the program reads, under headings. */
export function environmentRows(
  known: readonly Flag[],
): { heading: string; rows: [name: string, meaning: string][] }[] {
  const flags = known.flatMap(({ name, spec: { env, inert } }): [string, string][] => {
    return env && !env.startsWith("OPENAI_") && !inert ? [[env, `The same as --${name}`]] : [];
  });
  return [
    {
      heading: "Providers",
      rows: [
        ["OPENAI_API_KEY", "Key of OpenAI or any compatible server"],
        ["OPENAI_BASE_URL", "The server; default https://api.openai.com/v1"],
        ["OPENAI_MODEL", "Its model; QWEN_MODEL is the same"],
        ["ANTHROPIC_API_KEY", "Key of Anthropic; also ANTHROPIC_BASE_URL, ANTHROPIC_MODEL"],
        ["GEMINI_API_KEY", "Key of Gemini; also GEMINI_BASE_URL, GEMINI_MODEL"],
        ["GOOGLE_API_KEY", "Key of Vertex AI; also GOOGLE_VERTEX_BASE_URL, GOOGLE_MODEL"],
        ["GOOGLE_CLOUD_PROJECT", "With GOOGLE_CLOUD_LOCATION: Vertex AI with the machine's own account, without a key"],
        ["QWEN_CODE_MAX_OUTPUT_TOKENS", "Most tokens in one answer"],
      ],
    },
    {
      heading: "Network",
      rows: [
        ["HTTPS_PROXY", "Proxy for the provider; also HTTP_PROXY, NO_PROXY"],
        ["DENO_CERT", "File with the certificate of a further authority to trust"],
      ],
    },
    { heading: "Flags", rows: flags },
    {
      heading: "Places",
      rows: [
        ["QWEN_HOME", "Folder of settings, sessions and memory; default ~/.qwen"],
        ["QWEN_RUNTIME_DIR", "Folder of sessions; default QWEN_HOME"],
        ["QWEN_CODE_SYSTEM_SETTINGS_PATH", "The machine's overriding settings"],
        ["QWEN_CODE_SYSTEM_DEFAULTS_PATH", "The machine's default settings"],
        ["NO_COLOR", "No colour, even on a terminal"],
      ],
    },
  ];
}

async function environment(page: Page): Promise<void> {
  page.text(
    "With exactly one provider's key in the environment no flag is needed. A server on this machine needs no key: set " +
      "OPENAI_BASE_URL to its address. Flags win over variables.",
  );
  for (const { heading, rows } of environmentRows(await allFlags())) {
    page.section(heading, rows.flatMap(([name, meaning]) => page.entry(name, meaning)));
  }
}
