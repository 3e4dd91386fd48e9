import { type Conversation, isObject, type JsonSchema } from "../../../model/mod.ts";
import type { RunConfig } from "./load_config.ts";

/** What was named in this process; each is named once. */
const named = new Set<string>();
/** More of them say nothing new. */
const MAX_NAMED = 50;

/** Names what a client sends without effect, once per run. A Claude host reads stderr only with `--debug`. */
export function unknownTeller(
  dialect: string,
  { config, note }: { config: RunConfig; note: (text: string) => void },
): (what: string) => void {
  const isSilent = dialect === "claude" && config.flags.debug === undefined;
  return (what) => {
    if (isSilent || named.has(what) || named.size >= MAX_NAMED) return;
    named.add(what);
    note(`qwen: Ignored ${what}: it is not known here.`);
  };
}

/** Dialects whose decoder names unknown fields itself, because their schemas leave requests open. */
const SELF_CHECKING: ReadonlySet<string> = new Set(["qwen", "claude"]);

/** Fields of the first line of a connection, which the server itself reads. */
const OPENING_FIELDS: ReadonlySet<string> = new Set(["attach", "from_seq", "role", "dialect", "name"]);

/**
 * A conversation that names the fields which the schema of its dialect does not have. The schema is loaded before the
 * first line, so that a field is named before the run can end.
 */
export async function namingUnknown(
  conversation: Conversation,
  { dialect, tell }: { dialect: string; tell: (what: string) => void },
): Promise<Conversation> {
  if (SELF_CHECKING.has(dialect) || dialect === "text") return conversation;
  const root = await schemaOf(dialect);
  if (root === null) return conversation;
  return {
    encode: (event) => conversation.encode(event),
    decode: (line) => {
      const commands = [...conversation.decode(line)];
      const isRead = commands.length > 0 && commands.every(({ type }) => type !== "invalid");
      for (const path of isRead ? unknownFields(parsed(line), { schema: root, root }) : []) {
        if (!OPENING_FIELDS.has(path)) tell(`the field ${path} of a line`);
      }
      return commands;
    },
  };
}

/** A line as JSON; null where the dialect read it otherwise, such as one with a byte order mark. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function schemaOf(dialect: string): Promise<JsonSchema | null> {
  const { schemaText } = await import("../../commands/work/schema_text.ts");
  try {
    return JSON.parse(schemaText(`${dialect}/in.schema.json`));
  } catch {
    // A dialect of one's own may have no schema.
    return null;
  }
}

/** The paths of fields that no fitting part of a schema names. Objects of which a schema names no field are free. */
export function unknownFields(value: unknown, { schema, root }: { schema: unknown; root: JsonSchema }): string[] {
  if (Array.isArray(value)) {
    const items = branches(schema, { value, root }).flatMap((one) => one.items === undefined ? [] : [one.items]);
    return value.flatMap((entry) => least(items.map((item) => unknownFields(entry, { schema: item, root }))));
  }
  if (!isObject(value)) return [];
  const fitting = branches(schema, { value, root });
  const closed = fitting.filter(({ properties }) => isObject(properties));
  if (closed.length === 0 || fitting.some(({ additionalProperties }) => isObject(additionalProperties))) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = closed.flatMap(({ properties }) =>
      isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []
    );
    if (known.length === 0) return [name];
    const deeper = least(known.map((one) => unknownFields(inner, { schema: one, root })));
    return deeper.map((path) => `${name}.${path}`);
  });
}

/** The answer of the alternative that knows most. */
function least(answers: string[][]): string[] {
  return answers.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** The parts of a schema that fit a value, with references and combinations resolved. */
function branches(schema: unknown, around: { value: unknown; root: JsonSchema }): Record<string, unknown>[] {
  if (!isObject(schema)) return [];
  if (typeof schema.$ref === "string") return branches(referred(schema.$ref, around.root), around);
  const combined = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => Array.isArray(list) ? list : [])
    .flatMap((one) => branches(one, around));
  const own = "properties" in schema || "items" in schema || "additionalProperties" in schema ? [schema] : [];
  return [...own, ...combined].filter((one) => fits(one, around.value));
}

function referred(ref: string, root: JsonSchema): unknown {
  return ref.split("/").slice(1).reduce<unknown>((inner, step) => isObject(inner) ? inner[step] : undefined, root);
}

/** Whether the fixed fields of a schema are those of a value. */
function fits({ properties, required }: Record<string, unknown>, value: unknown): boolean {
  if (!isObject(value)) return true;
  const needed = Array.isArray(required) ? required : [];
  if (!needed.every((name) => typeof name === "string" && name in value)) return false;
  return Object.entries(isObject(properties) ? properties : {}).every(([name, one]) => {
    if (!isObject(one) || !(name in value)) return true;
    if ("const" in one) return value[name] === one.const;
    return !Array.isArray(one.enum) || one.enum.includes(value[name]);
  });
}
