/** What rules say of a deed: which tool, with what input, on which files and addresses. */
import type { Access } from "../model/access.ts";
import type { JsonObject } from "../model/json.ts";
import type { Behavior, RuleBook } from "./rule_book.ts";
import { matchesDomain, matchesLiteral, matchesPath } from "./rule_matches.ts";
import type { ParsedRule, RuleFolders } from "./rules.ts";

/** Something that a rule may speak of: a tool and what the call needs. Paths come literally and with links followed. */
export interface Deed {
  tool: string;
  input: JsonObject;
  paths: readonly { literal: string; real: string }[];
  urls: readonly string[];
}

/** A deed under the rules of one behavior. */
export interface DeedCase {
  behavior: Behavior;
  deed: Deed;
  folders: RuleFolders;
}

/** The first rule of a book that matches a deed; commands are matched elsewhere. */
export function matchingRule(book: RuleBook, deedCase: DeedCase): ParsedRule | null {
  const { behavior, deed } = deedCase;
  const matches = (rule: ParsedRule): boolean => rule.specifier === null || matchesDeed(rule.specifier, deedCase);
  return book.forTool(behavior, deed.tool).find(matches) ?? null;
}

/** Whether rules keep some files from being read that others are not kept from. */
export function keepsFiles(book: RuleBook): boolean {
  return [...book.forTool("deny", "read_file"), ...book.forTool("ask", "read_file")]
    .some((rule) => rule.specifier !== null);
}

/** What an access is about, for rules. */
export function deedOf(
  call: { tool: string; input: JsonObject; access: readonly Access[] },
  real: (path: string) => string,
): Deed {
  const paths = call.access.flatMap((access) =>
    access.kind === "read" || access.kind === "write" ? [{ literal: access.path, real: real(access.path) }] : []
  );
  const urls = call.access.flatMap((access) => access.kind === "net" ? [access.url] : []);
  return { tool: call.tool, input: call.input, paths, urls };
}

function matchesDeed(specifier: string, { behavior, deed, folders }: DeedCase): boolean {
  if (deed.paths.length > 0) {
    const matches = (path: string): boolean => matchesPath(specifier, path, folders);
    return behavior === "allow"
      ? deed.paths.every((path) => matches(path.literal))
      : deed.paths.some((path) => matches(path.literal) || matches(path.real));
  }
  if (deed.urls.length > 0) {
    const matches = (url: string): boolean => matchesDomain(specifier, url);
    return behavior === "allow" ? deed.urls.every(matches) : deed.urls.some(matches);
  }
  return matchesLiteral(specifier, deed.input);
}
