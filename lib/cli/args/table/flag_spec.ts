import type { JsonObject } from "../../../model/json.ts";

/** The groups in which `--help` lists the flags, in this order. */
export const GROUPS = [
  "Prompt and output",
  "Model",
  "Tools and permissions",
  "Fences",
  "Limits",
  "Sessions",
  "Hosts and servers",
  "Diagnosis",
  "Subcommands",
  "Accepted for compatibility",
] as const;

/** A heading of the help text. */
export type Group = typeof GROUPS[number];

interface Shared {
  group: Group;
  /** One line for `--help`, without the full stop. */
  help: string;
  /** The placeholder of the value in the help text. */
  metavar?: string;
  short?: string;
  /** Further spellings in kebab-case; camelCase spellings of all of them are accepted too. */
  also?: readonly string[];
  /** The default, as the help text names it. */
  default?: string;
  /** The environment variable that is read when the flag is absent. */
  env?: string;
  /** Accepted, but left out of the help text. */
  hidden?: true;
  /** Passed by client SDKs rather than typed by people; listed by `--help flags` only. */
  host?: true;
  /** Accepted so that existing callers work; changes nothing. */
  inert?: true;
  /** For an inert flag: what it asks for holds without it. */
  met?: true;
  /** Printed as a warning whenever the flag is given. */
  warning?: string;
  /** A bad value is a configuration error (exit 52) rather than a usage error. */
  config?: true;
}

/** How the value of a flag is written and what it becomes. */
type Shape =
  | { type: "boolean" }
  /** `file: "at"` replaces `@path` by the file's text; `"path"` takes the value itself as the path. */
  | { type: "string"; file?: "at" | "path" }
  | { type: "integer"; min?: number; max?: number }
  | { type: "number"; min?: number }
  /** `90`, `30s`, `5m`, `1.5h`, `250ms`; becomes milliseconds. */
  | { type: "duration"; minMs?: number; maxMs?: number }
  /** Splits on commas outside parentheses. `--flag a b` takes all words up to the next flag, unless `bare` gives the
   * value of the flag alone: then only `--flag=value` has a value, as in Deno. */
  | { type: "list"; max?: number; choices?: readonly string[]; bare?: string }
  | { type: "choice"; choices: readonly string[]; same?: Readonly<Record<string, string>> }
  /** `bare` is the value of the flag alone; with `next` the following word may be the value. */
  | {
    type: "optional";
    bare: string;
    next: boolean;
    choices?: readonly string[];
    same?: Readonly<Record<string, string>>;
  }
  /** A JSON object, inline or from `@FILE`; `from: "path"` also takes a path without `@`. `holds: "servers"` is a map
   * of MCP servers, which may be repeated and may be wrapped as `{"mcpServers": …}`. */
  | { type: "json"; from: "inline" | "path"; holds?: "servers" };

/** One row of the flag table. */
export type FlagSpec = Shared & Shape;

/** A flag that belongs to one subcommand. */
export type OwnFlagSpec = Omit<Shared, "group"> & Shape;

/** A flag with its name. */
export interface Flag {
  name: string;
  spec: FlagSpec;
  /** The subcommand that it belongs to; null for flags of every run. */
  of: string | null;
}

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type ValueOf<Spec> = Spec extends { type: "boolean" } ? boolean
  : Spec extends { type: "integer" | "number" | "duration" } ? number
  : Spec extends { type: "list" } ? string[]
  : Spec extends { type: "choice" | "optional"; choices: readonly (infer Choice)[] } ? Choice
  : Spec extends { type: "json" } ? JsonObject
  : string;

/** The values that a table of flags can give, each under its camelCase name. */
export type ValuesOf<Table> = {
  -readonly [Name in keyof Table & string as CamelCase<Name>]?: ValueOf<Table[Name]>;
};

/** The camelCase spelling of a kebab-case name. */
export function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The kebab-case spelling of a camelCase name. */
export function kebabCase(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
