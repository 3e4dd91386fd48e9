/** What the tables of flags and settings promise is kept: each row is read by the code, or says that it has no effect. */
import { assertEquals } from "@std/assert";
import { DEFAULT_AGENT_DEPTH, SCHEMA_RETRIES } from "../lib/cli/assemble.ts";
import { MAX_INPUT_LINE_BYTES, MAX_LINE_BYTES } from "../lib/cli/limits.ts";
import { camelCase } from "../lib/cli/flag_spec.ts";
import { type FlagName, flagNames, FLAGS, specOf } from "../lib/cli/flag_table.ts";
import { helpText } from "../lib/cli/help.ts";
import { STDIN_TIMEOUT_MS } from "../lib/cli/prompt_input.ts";
import { settingKeys } from "../lib/cli/setting_keys.ts";
import { DIALECT_NAMES } from "../lib/dialects/mod.ts";
import { qwen } from "../lib/dialects/qwen.ts";
import { DEFAULT_RETRY } from "../lib/engine/retry.ts";
import { DEFAULT_TIMEOUTS } from "../lib/providers/deadlines.ts";
import { PROVIDERS } from "../lib/providers/mod.ts";
import { DEFAULT_LIMITS } from "../lib/serve/limits.ts";

const TABLES = /\/cli\/(flag_table|flag_spec|flags_run|flags_tools|flags_host|setting_keys)\.ts$/;

/** The sources of the program without the tables themselves. */
async function sources(folder: URL): Promise<string> {
  const texts: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const url = new URL(isDirectory ? `${name}/` : name, folder);
    if (isDirectory) texts.push(await sources(url));
    else if (!TABLES.test(url.pathname)) texts.push(await Deno.readTextFile(url));
  }
  return texts.join("\n");
}

const SOURCES = await sources(new URL("../lib/", import.meta.url));

Deno.test("every flag is read somewhere, or is said to have no effect", () => {
  const unread = flagNames().filter((name) => {
    const isRead = new RegExp(`\\b${camelCase(name)}\\b`).test(SOURCES);
    // The fences are read by kind.
    return !isRead && !specOf(name).inert && !/^(allow|deny)-(read|write|net|run|env)$/.test(name);
  });
  assertEquals(unread, []);
});

Deno.test("every dialect and every provider can be chosen by its flag, and help tells of each dialect", async () => {
  assertEquals(FLAGS.dialect.choices.toSorted(), ["auto", ...DIALECT_NAMES].toSorted());
  const names = PROVIDERS.map(({ name }) => name);
  // Names of qwen-code that are understood, to be refused or served by another provider.
  assertEquals(FLAGS.provider.choices.toSorted(), [...names, "qwen-oauth", "openai-responses"].toSorted());
  const page = await helpText("dialects");
  assertEquals(DIALECT_NAMES.filter((name) => !new RegExp(`^  ${name} `, "m").test(page)), []);
});

Deno.test("every setting is read somewhere", () => {
  // The fences are read by kind.
  const isRead = (key: string): boolean => SOURCES.includes(`"${key}"`) || /^fences\.(allow|deny)/.test(key);
  assertEquals(settingKeys().filter((key) => !isRead(key)), []);
});

Deno.test("the defaults that the help names are those of the program", () => {
  const said = (name: FlagName): unknown => specOf(name).default;
  const time = (ms: number): string => ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`;
  const { connectMs, firstByteMs, idleMs, totalMs } = DEFAULT_TIMEOUTS;
  assertEquals({
    "schema-retries": said("schema-retries"),
    "stdin-timeout": said("stdin-timeout"),
    "max-line-bytes": said("max-line-bytes"),
    "max-input-line-bytes": said("max-input-line-bytes"),
    "timeout-connect": said("timeout-connect"),
    "timeout-first-byte": said("timeout-first-byte"),
    "timeout-idle": said("timeout-idle"),
    "timeout-total": said("timeout-total"),
    "max-retries": said("max-retries"),
    "max-retry-wait": said("max-retry-wait"),
    "max-subagent-depth": said("max-subagent-depth"),
    "heartbeat-interval": said("heartbeat-interval"),
    "max-clients": said("max-clients"),
    "max-sessions": said("max-sessions"),
    "client-idle": said("client-idle"),
    "session-linger": said("session-linger"),
  }, {
    "schema-retries": String(SCHEMA_RETRIES),
    "stdin-timeout": time(STDIN_TIMEOUT_MS),
    "max-line-bytes": `${MAX_LINE_BYTES}; ${qwen.maxLineBytes} for hosts of the qwen dialect`,
    "max-input-line-bytes": String(MAX_INPUT_LINE_BYTES),
    "timeout-connect": time(connectMs),
    "timeout-first-byte": time(firstByteMs),
    "timeout-idle": time(idleMs),
    "timeout-total": time(totalMs),
    "max-retries": String(DEFAULT_RETRY.maxRetries),
    "max-retry-wait": time(DEFAULT_RETRY.maxTotalWaitMs),
    "max-subagent-depth": String(DEFAULT_AGENT_DEPTH),
    "heartbeat-interval": `${time(DEFAULT_LIMITS.heartbeatMs)} for clients of a server, else none`,
    "max-clients": String(DEFAULT_LIMITS.clients),
    "max-sessions": String(DEFAULT_LIMITS.sessions),
    "client-idle": time(DEFAULT_LIMITS.idleMs),
    "session-linger": time(DEFAULT_LIMITS.lingerMs),
  });
});
