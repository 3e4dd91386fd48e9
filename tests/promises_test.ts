/** What the tables of flags and settings promise is kept: each row is read by the code, or says that it has no effect. */
import { assertEquals } from "@std/assert";
import project from "../deno.json" with { type: "json" };
import { DEFAULT_AGENT_DEPTH, VERIFY_ATTEMPTS } from "../lib/cli/assembly/session/assemble_session.ts";
import { SCHEMA_RETRIES } from "../lib/cli/assembly/session/model_port.ts";
import { MAX_INPUT_LINE_BYTES, MAX_RESULT_LINE_BYTES } from "../lib/cli/limits.ts";
import { camelCase } from "../lib/cli/args/table/flag_spec.ts";
import { FLAGS } from "../lib/cli/args/table/flag_table.ts";
import { helpText } from "../lib/cli/args/help/help.ts";
import { allFlags } from "../lib/cli/args/table/known_flags.ts";
import { settingKeys } from "../lib/config/settings/setting_keys.ts";
import { DIALECT_NAMES } from "../lib/dialects/mod.ts";
import { DEFAULT_RETRY } from "../lib/engine/turn/retry.ts";
import { DEFAULT_TIMEOUTS } from "../lib/providers/http/deadlines.ts";
import { PRESET_NAMES } from "../lib/config/models/provider_presets.ts";
import { PROVIDER_NAMES, PROVIDERS } from "../lib/providers/mod.ts";
import { DEFAULT_LIMITS } from "../lib/host/limits.ts";

const TABLES = /\/(cli\/args\/table\/\w+|config\/settings\/setting_keys)\.ts$/;

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

Deno.test("every flag is read somewhere, or is said to have no effect", async () => {
  const unread = (await allFlags()).filter(({ name, spec }) => {
    const isRead = new RegExp(`\\b${camelCase(name)}\\b`).test(SOURCES);
    // The fences are read by kind.
    return !isRead && !spec.inert && !/^(allow|deny)-(read|write|net|run|env)$/.test(name);
  });
  assertEquals(unread.map(({ name }) => name), []);
});

Deno.test("every dialect and every provider can be chosen by its flag, and help lists each dialect", async () => {
  assertEquals(FLAGS.dialect.choices.toSorted(), ["auto", ...DIALECT_NAMES].toSorted());
  assertEquals(FLAGS.provider.choices, [...PROVIDER_NAMES, ...PRESET_NAMES]);
  assertEquals(PROVIDERS.filter(({ name }) => !PROVIDER_NAMES.includes(name)), []);
  const page = await helpText("dialects");
  assertEquals(DIALECT_NAMES.filter((name) => !new RegExp(`^  ${name} `, "m").test(page)), []);
});

Deno.test("every setting is read somewhere", () => {
  // The fences are read by kind.
  const isRead = (key: string): boolean => SOURCES.includes(`"${key}"`) || /^fences\.(allow|deny)/.test(key);
  assertEquals(settingKeys().filter((key) => !isRead(key)), []);
});

Deno.test("the defaults that the help names are those of the program", async () => {
  const flags = await allFlags();
  const said = (name: string): unknown => flags.find((flag) => flag.name === name)?.spec.default;
  const time = (ms: number): string => ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`;
  const { connectMs, firstByteMs, idleMs, totalMs } = DEFAULT_TIMEOUTS;
  assertEquals({
    "schema-retries": said("schema-retries"),
    "max-line-bytes": said("max-line-bytes"),
    "max-input-line-bytes": said("max-input-line-bytes"),
    "timeout-connect": said("timeout-connect"),
    "timeout-first-byte": said("timeout-first-byte"),
    "timeout-idle": said("timeout-idle"),
    "timeout-total": said("timeout-total"),
    "max-retries": said("max-retries"),
    "max-retry-wait": said("max-retry-wait"),
    "max-subagent-depth": said("max-subagent-depth"),
    "verify-attempts": said("verify-attempts"),
    "heartbeat-interval": said("heartbeat-interval"),
    "max-clients": said("max-clients"),
    "max-sessions": said("max-sessions"),
    "client-idle": said("client-idle"),
    "session-linger": said("session-linger"),
  }, {
    "schema-retries": String(SCHEMA_RETRIES),
    "max-line-bytes": `none; what the Python SDKs can read for these; ${MAX_RESULT_LINE_BYTES} for tool results`,
    "max-input-line-bytes": String(MAX_INPUT_LINE_BYTES),
    "timeout-connect": time(connectMs),
    "timeout-first-byte": time(firstByteMs),
    "timeout-idle": time(idleMs),
    "timeout-total": time(totalMs),
    "max-retries": String(DEFAULT_RETRY.maxRetries),
    "max-retry-wait": time(DEFAULT_RETRY.maxTotalWaitMs),
    "verify-attempts": String(VERIFY_ATTEMPTS),
    "max-subagent-depth": String(DEFAULT_AGENT_DEPTH),
    "heartbeat-interval": `${time(DEFAULT_LIMITS.heartbeatMs)} for clients of a server, else none`,
    "max-clients": String(DEFAULT_LIMITS.clients),
    "max-sessions": String(DEFAULT_LIMITS.sessions),
    "client-idle": time(DEFAULT_LIMITS.idleMs),
    "session-linger": time(DEFAULT_LIMITS.lingerMs),
  });
});

Deno.test("every name that deno.json maps is imported somewhere", async () => {
  const { imports } = project;
  const folders = await Promise.all(
    ["tests/", "build/", "schemas/"].map((name) => sources(new URL(`../${name}`, import.meta.url))),
  );
  const main = await Deno.readTextFile(new URL("../main.ts", import.meta.url));
  const text = [SOURCES, main, ...folders].join("\n");
  const isImported = (name: string): boolean => new RegExp(`(from|import)[ (]*"${RegExp.escape(name)}"`).test(text);
  assertEquals(Object.keys(imports).filter((name) => !isImported(name)), []);
});
