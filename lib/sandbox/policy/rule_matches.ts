/** Matches the specifiers of rules: command lines, paths, domains and fields of a call's input. */
import { join } from "../../path/mod.ts";
import { cachedGlob, escapeGlob } from "../../search/glob.ts";
import type { RuleFolders } from "./rules.ts";

/** Whether a command specifier matches a command line. */
export function matchesCommand(specifier: string, line: string): boolean {
  const pattern = specifier.replace(/:\*$/, " *");
  if (!pattern.includes("*")) return line === pattern || line.startsWith(`${pattern} `);
  if (matchesWildcard(pattern, line)) return true;
  // A star that is a word of its own may also stand for no word at all.
  return pattern.endsWith(" *") && matchesWildcard(pattern.slice(0, -2), line);
}

/**
 * Whether a path specifier, written like a line of .gitignore, matches an absolute path or a folder above it. `src/**`
 * also matches `src`: removing the folder removes its content.
 */
export function matchesPath(specifier: string, path: string, folders: RuleFolders): boolean {
  return cachedGlob(absolutePattern(specifier, folders)).covers(path);
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

function matchesWildcard(pattern: string, text: string): boolean {
  return cachedGlob(pattern, "wildcard").matches(text);
}

function absolutePattern(specifier: string, folders: RuleFolders): string {
  const pattern = relativeToRoot(specifier, folders);
  if (pattern === "/") return "/**";
  return pattern.replace(/\/+$/, "");
}

function relativeToRoot(pattern: string, folders: RuleFolders): string {
  if (pattern.startsWith("//")) return `/${pattern.replace(/^\/+/, "")}`;
  if (pattern === "~" || pattern.startsWith("~/")) return join(escapeGlob(folders.home), pattern.slice(1));
  if (pattern.startsWith("/")) return join(escapeGlob(folders.project), pattern);
  const here = escapeGlob(folders.cwd);
  // As in .gitignore, a name without a slash matches at every depth.
  return pattern.replace(/\/$/, "").includes("/") ? join(here, pattern) : join(here, "**", pattern);
}
