import { systemClock } from "../../../model/clock.ts";
import { type Conversation, isObject, type JsonSchema, within } from "../../../model/mod.ts";
import { keepUnknownInput, unknownInputFile } from "../../../store/unknown_input.ts";
import type { RunConfig } from "./load_config.ts";
import { ownSchema, unknownFields } from "./unknown_fields.ts";

/** What was named in this process; each is named once. */
const named = new Set<string>();
/** More of them say nothing new. */
const MAX_NAMED = 50;
const MAX_NAME_CHARS = 160;
/** Inspections and notes that are still to be written. */
const pending = new Set<Promise<void>>();
const SETTLE_MS = 1_000;

/** Resolves when every line has been inspected and everything unknown in it is written down. */
export async function unknownInputSettled(): Promise<void> {
  while (pending.size > 0) {
    if (await within(Promise.all(pending), { ms: SETTLE_MS, clock: systemClock }) === null) return;
  }
}

function later(work: Promise<void>): void {
  // A line that cannot be parsed was read otherwise by the dialect, and a note that cannot be kept stops no run.
  const done = work.catch(() => undefined).finally(() => pending.delete(done));
  pending.add(done);
}

/** Names what a client sends without effect, once per run. A Claude host reads it by `--debug` and `doctor`. */
export function unknownTeller(
  dialect: string,
  { config, note }: { config: RunConfig; note: (text: string) => void },
): (what: string, reason?: string) => void {
  const isSilent = dialect === "claude" && config.flags.debug === undefined;
  let keeping = Promise.resolve();
  return (told, reason = "it is not known here") => {
    const what = shown(told);
    if (named.has(what) || named.size >= MAX_NAMED) return;
    named.add(what);
    if (!isSilent) note(`qwen: Ignored ${what}: ${reason}.`);
    const file = fileOf(config);
    if (file === null) return;
    keeping = keeping.catch(() => undefined).then(() =>
      keepUnknownInput(file, [{ dialect, what, at: systemClock.now() }])
    );
    later(keeping);
  };
}

/** Where `doctor` finds it; null where nothing is to be saved. */
function fileOf({ flags, settings, env, home, cwd }: RunConfig): string | null {
  if ((flags.chatRecording ?? settings.get("general.chatRecording")) === false) return null;
  const base = env("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? home;
  return unknownInputFile({ base, cwd });
}

/** Names come from outside: they are bounded and have no control characters. */
function shown(text: string): string {
  // deno-lint-ignore no-control-regex
  const plain = text.replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, "\ufffd");
  return plain.length <= MAX_NAME_CHARS ? plain : `${plain.slice(0, MAX_NAME_CHARS).toWellFormed()}…`;
}

/** Fields of the first line of a connection, which the server itself reads. */
const OPENING_FIELDS: ReadonlySet<string> = new Set(["attach", "from_seq", "role", "dialect", "name"]);

/** A conversation that names the fields which the schema of its dialect does not have, at any depth. */
export function namingUnknown(
  conversation: Conversation,
  { dialect, tell }: { dialect: string; tell: (what: string) => void },
): Conversation {
  if (dialect === "text") return conversation;
  let schema: Promise<JsonSchema | null> | undefined;
  const inspect = async (line: string): Promise<void> => {
    const root = await (schema ??= schemaOf(dialect));
    if (root === null) return;
    const value: unknown = JSON.parse(line);
    for (const path of unknownFields(value, { schema: root, root })) {
      if (!OPENING_FIELDS.has(path)) tell(`the field ${placeOf(path, value)}`);
    }
  };
  return {
    encode: (event) => conversation.encode(event),
    decode: (line) => {
      const commands = [...conversation.decode(line)];
      const isRead = commands.length > 0 && commands.every(({ type }) => type !== "invalid");
      if (isRead) later(inspect(line));
      return commands;
    },
  };
}

/** A field and the message it is in. */
function placeOf(path: string, line: unknown): string {
  const { type, request, method } = isObject(line) ? line : {};
  const subtype = isObject(request) && typeof request.subtype === "string" ? request.subtype : null;
  if (subtype !== null && path.startsWith("request.")) {
    return `${path.slice("request.".length)} of a ${subtype} request`;
  }
  if (type === "control_response") return `${path.replace(/^(response\.)+/, "")} of an answer to a question`;
  if (typeof method === "string") return `${path} of a ${method} line`;
  return typeof type === "string" ? `${path} of a ${type} line` : `${path} of a line`;
}

async function schemaOf(dialect: string): Promise<JsonSchema | null> {
  try {
    return await ownSchema(`${dialect}/in.schema.json`);
  } catch {
    // A dialect of one's own may have no schema.
    return null;
  }
}
