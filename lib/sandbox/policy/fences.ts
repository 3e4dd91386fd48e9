/**
 * What tools may reach, as plain data. The flags `--allow-*` and `--deny-*` and the settings of the same names are
 * parsed here and nowhere else; the file worker's permissions, the policy and the sandbox are all made from it.
 */
import { isAbsolute, isInside, join, normalize } from "../../path/mod.ts";
import { fail } from "../../model/problem.ts";
import type { RuleTexts } from "./rule_book.ts";

/** Everything of a kind, or only what is listed. */
export type Grant = "all" | readonly string[];

/** One kind of resource: what is allowed, and the exceptions that are denied. */
export interface Fence {
  allow: Grant;
  deny: Grant;
}

/** The kinds of resources that are fenced. */
export type FenceKind = "read" | "write" | "net" | "run" | "env";

/** What tools may reach outside the workspace: paths are absolute, hosts may have a port, the rest are names. */
export type Fences = Readonly<Record<FenceKind, Fence>>;

/** Lists as users write them, by the name of the setting; `*` means everything. */
export type FenceTexts = Partial<Record<`${"allow" | "deny"}${Capitalize<FenceKind>}`, readonly string[]>>;

/** The folders of relative paths and of `~`. */
export interface FencePlace {
  cwd: string;
  home: string;
}

const KINDS: readonly FenceKind[] = ["read", "write", "net", "run", "env"];
const HOST = /^(\*\.)?([A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?\.?|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;

/** Nothing outside the workspace: the default. */
export const WORKSPACE_ONLY: Fences = parseFences({}, { cwd: "/", home: "/" });

/** Parses the lists; throws QwenError for an invalid entry. */
export function parseFences(texts: FenceTexts, place: FencePlace): Fences {
  const fences: Partial<Record<FenceKind, Fence>> = {};
  for (const kind of KINDS) {
    const name = `${kind[0].toUpperCase()}${kind.slice(1)}` as Capitalize<FenceKind>;
    fences[kind] = {
      allow: grantOf(kind, texts[`allow${name}`], { ...place, flag: `--allow-${kind}` }),
      deny: grantOf(kind, texts[`deny${name}`], { ...place, flag: `--deny-${kind}` }),
    };
  }
  return fences as Fences;
}

/** The fences for programs as rules, in the notation of users. */
export function fenceRules(fences: Fences): Required<Pick<RuleTexts, "allow" | "deny">> {
  const { run } = fences;
  const shell = "run_shell_command";
  return {
    allow: run.allow === "all" ? [shell] : run.allow.map((program) => `${shell}(${program} *)`),
    deny: run.deny === "all" ? [shell] : run.deny.map((program) => `${shell}(${program})`),
  };
}

/** Whether an absolute path is in a list, by component. */
export function coversPath(grant: Grant, path: string): boolean {
  return grant === "all" || grant.some((folder) => isInside(path, folder));
}

/** Whether a name is in a list. */
export function coversName(grant: Grant, name: string): boolean {
  return grant === "all" || grant.includes(name);
}

/** How a host is covered: `named` by its own entry, or `any` by a general grant. */
export function coversHost(grant: Grant, { host, port }: { host: string; port: number }): "named" | "any" | null {
  if (grant === "all") return "any";
  const wanted = plainHost(host);
  for (const entry of grant) {
    const [, wildcard, name, number] = HOST.exec(entry) ?? [];
    if (name === undefined || (number !== undefined && Number(number) !== port)) continue;
    const listed = plainHost(name);
    if (listed === wanted || (wildcard && wanted.endsWith(`.${listed}`))) return "named";
  }
  return null;
}

/** Whether a web address may be reached: `named` even if it is private, `public` only if it is not. */
export function reachOf(net: Fence, url: string): "named" | "public" | "denied" | "closed" {
  const parsed = URL.parse(url);
  if (!parsed) return "closed";
  const port = Number(parsed.port || (parsed.protocol === "https:" ? 443 : 80));
  if (coversHost(net.deny, { host: parsed.hostname, port }) !== null) return "denied";
  const covered = coversHost(net.allow, { host: parsed.hostname, port });
  return covered === "named" ? "named" : covered === "any" ? "public" : "closed";
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, "").replace(/^\[|\]$/g, "");
}

function grantOf(kind: FenceKind, list: readonly string[] = [], around: FencePlace & { flag: string }): Grant {
  const entries = list.map((entry) => entry.trim()).filter((entry) => entry !== "");
  if (entries.includes("*")) return "all";
  return [...new Set(entries.map((entry) => entryOf(kind, entry, around)))];
}

function entryOf(kind: FenceKind, entry: string, around: FencePlace & { flag: string }): string {
  const wrong = (what: string): Error =>
    fail("config_invalid", `${around.flag} cannot use ${JSON.stringify(entry)}: ${what}`, { param: around.flag });
  if (/[\0\n]/.test(entry)) throw wrong("it has a control character");
  if (kind === "read" || kind === "write") return absolute(entry, around);
  if (kind === "net" && (!HOST.test(entry) || Number(HOST.exec(entry)?.[3] ?? 0) > 65535)) {
    throw wrong("give a host, or host:port, without a scheme or a path");
  }
  if (kind === "env" && !/^[A-Za-z_]\w*$/.test(entry)) throw wrong("give the name of a variable");
  if (kind === "run" && /[\s*?[\]$`'"\\;&|<>()]/.test(entry)) throw wrong("give the name or the path of a program");
  return entry;
}

function absolute(path: string, { cwd, home }: FencePlace): string {
  const expanded = path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
  const joined = normalize(isAbsolute(expanded) ? expanded : join(cwd, expanded));
  return joined.length > 1 ? joined.replace(/\/+$/, "") : joined;
}
