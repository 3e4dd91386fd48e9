/** What the specifiers of rules mean: command lines, paths, domains and words of a call's input. */
import { globToRegExp } from "@std/path/glob-to-regexp";
import { join } from "@std/path/join";
import { matchesWildcard, type RuleFolders } from "./rules.ts";

/** Whether a command specifier matches a command line. */
export function matchesCommand(specifier: string, line: string): boolean {
  const pattern = specifier.replace(/:\*$/, " *");
  if (!pattern.includes("*")) return line === pattern || line.startsWith(`${pattern} `);
  if (matchesWildcard(pattern, line)) return true;
  // A star that is a word of its own may also stand for no word at all.
  return pattern.endsWith(" *") && matchesWildcard(pattern.slice(0, -2), line);
}

/** Whether a path specifier, written like a line of .gitignore, matches an absolute path or a folder above it. */
export function matchesPath(specifier: string, path: string, folders: RuleFolders): boolean {
  const pattern = compiled(absolutePattern(specifier, folders));
  for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) {
    if (pattern.test(path.slice(0, at))) return true;
  }
  return false;
}

/** Whether a domain specifier matches the host of an address or a domain above it. */
export function matchesDomain(specifier: string, url: string): boolean {
  const domain = specifier.replace(/^domain:/, "").trim().toLowerCase().replace(/^\*\./, "");
  const host = hostOf(url);
  return host !== null && domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

/** Whether a literal specifier, such as `coder,model:opus*`, matches a call's input. */
export function matchesLiteral(specifier: string, input: Readonly<Record<string, unknown>>): boolean {
  const names = [input.subagent_type, input.skill, input.name, input.url, input.query].filter((v) => v !== undefined);
  return specifier.split(",").map((part) => part.trim()).every((part) => {
    const colon = part.indexOf(":");
    if (colon > 0 && part.slice(0, colon) in input) {
      return matchesWildcard(part.slice(colon + 1), String(input[part.slice(0, colon)]));
    }
    return names.some((name) => name === part);
  });
}

/** The host of an address, without a last dot; null when it has none. */
export function hostOf(url: string): string | null {
  const parsed = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`);
  return parsed && parsed.hostname !== "" ? parsed.hostname.toLowerCase().replace(/\.$/, "") : null;
}

/** Patterns of rules: few, and asked for every file of a search. */
const patterns = new Map<string, RegExp>();
const MAX_PATTERNS = 1_000;

function compiled(glob: string): RegExp {
  const known = patterns.get(glob);
  if (known) return known;
  if (patterns.size >= MAX_PATTERNS) patterns.clear();
  const pattern = globToRegExp(glob, { globstar: true, extended: true });
  patterns.set(glob, pattern);
  return pattern;
}

function absolutePattern(specifier: string, folders: RuleFolders): string {
  // What holds for everything in a folder holds for the folder: removing it removes what is in it.
  const isFolder = /[^/]\/\*\*$/.test(specifier);
  const pattern = specifier.length > 1 ? specifier.replace(/\/(\*\*)?$/, "") : specifier;
  if (pattern.startsWith("//")) return pattern.slice(1);
  if (pattern === "~" || pattern.startsWith("~/")) return join(folders.home, pattern.slice(1));
  if (pattern.startsWith("/")) return join(folders.project, pattern);
  if (pattern.startsWith("./") || pattern.startsWith("../")) return join(folders.cwd, pattern);
  // As in .gitignore, a name without a slash is meant at every depth.
  return isFolder || pattern.includes("/") ? join(folders.cwd, pattern) : join(folders.cwd, "**", pattern);
}
