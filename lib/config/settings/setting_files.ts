import { isInside, join, realPath } from "../../path/mod.ts";
import { exists } from "../exists.ts";
import { homeFolder } from "../home_folder.ts";
import { readSettingFile } from "./setting_file.ts";
import type { SettingSource } from "./setting_source.ts";
import type { SettingOptions, SettingScope } from "./settings.ts";
import { unsafeFile } from "../unsafe_file.ts";
import { isObject } from "../../model/json.ts";
import { fail } from "../../model/problem.ts";

/** Where the settings files of a user and a project are. */
export interface SettingFilesOptions extends Pick<SettingOptions, "cwd" | "env" | "trustProject"> {
  scopes: readonly SettingScope[];
  /** The folder of the user's settings. */
  home: string;
  expand: (name: string) => string | undefined;
}

/** The settings files of a user and a project, in the order in which they apply, and those that were left out. */
export interface SettingFiles {
  sources: { origin: "user" | "project"; source: SettingSource; unused: string | null }[];
  ignored: { path: string; reason: string }[];
}

interface Candidate {
  origin: "user" | "project";
  path: string;
  /** Of another program only the rules are used. */
  isForeign: boolean;
}

const MAX_KEYS = 10;

/** Reads the settings files of a user and a project. Throws a QwenError for one that is unsafe or wrong. */
export async function readSettingFiles(options: SettingFilesOptions): Promise<SettingFiles> {
  const found: SettingFiles = { sources: [], ignored: [] };
  for (const { origin, path, isForeign } of candidates(options)) {
    if (!options.scopes.includes(origin)) continue;
    const reason = origin === "project" && !options.trustProject ? await distrust(path, options.cwd) : null;
    if (reason !== null) {
      found.ignored.push({ path, reason });
      continue;
    }
    let unused: string | null = null;
    const pick = (value: unknown): unknown => {
      unused = otherThanRules(value);
      return claudePermissions(value, path);
    };
    const source = await readSettingFile(path, {
      expand: origin === "project" ? null : options.expand,
      ...(isForeign ? { pick } : {}),
    });
    if (source) found.sources.push({ origin, source, unused });
  }
  return found;
}

/** What of another program's settings is not used; null where that is nothing. */
function otherThanRules(value: unknown): string | null {
  const keys = Object.keys(isObject(value) ? value : {}).filter((key) => key !== "permissions" && key !== "$schema");
  return keys.length === 0 ? null : `Only its permissions are used, not ${keys.slice(0, MAX_KEYS).join(", ")}`;
}

function candidates({ cwd, env, home }: SettingFilesOptions): Candidate[] {
  const user = homeFolder(env);
  const files: Candidate[] = [
    ...CLAUDE_SETTINGS.map((name) => ({ origin: "user" as const, path: join(user, name), isForeign: true })),
    { origin: "user", path: join(home, "settings.json"), isForeign: false },
    ...CLAUDE_SETTINGS.map((name) => ({ origin: "project" as const, path: join(cwd, name), isForeign: true })),
    { origin: "project", path: join(cwd, ".qwen", "settings.json"), isForeign: false },
  ];
  // In the home folder the files of the project are those of the user.
  return files.filter(({ path }, index) => files.findIndex((other) => other.path === path) === index);
}

/** Why the settings file of an untrusted project is not read, or null. Such a file must not stop the run. */
async function distrust(path: string, cwd: string): Promise<string | null> {
  if (!exists(path)) return null;
  const real = await realPath(path).catch(() => null);
  if (real === null) return "It is a link to a missing file";
  // Reading it reports that it is a folder, a pipe or a device.
  if (!Deno.statSync(real).isFile) return null;
  if (!isInside(real, await realPath(cwd))) return `It is a link that leads out of the project, to ${real}`;
  const unsafe = unsafeFile(path);
  return unsafe === null || unsafe === "missing" ? null : `It is not safe: ${unsafe.reason}`;
}

/** The names of Claude Code's settings files; a later one is more specific. */
const CLAUDE_SETTINGS: readonly string[] = [".claude/settings.json", ".claude/settings.local.json"];

const LISTS = ["allow", "ask", "deny"] as const;

/** The rules of a settings file of Claude Code, which is all that is used of it. Throws a QwenError where it is wrong. */
function claudePermissions(value: unknown, path: string): unknown {
  if (!isObject(value)) return value;
  const { permissions } = value;
  if (permissions === undefined) return {};
  if (!isObject(permissions)) throw fail("config_invalid", `Cannot use ${path}: permissions must be an object`);
  const rules = LISTS.flatMap((name) => permissions[name] === undefined ? [] : [[name, permissions[name]] as const]);
  return { permissions: Object.fromEntries(rules) };
}
