/** What rules are matched against: a tool with its input, files and addresses. */
import type { Access } from "../../model/ports/access.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Behavior, RuleBook } from "./rule_book.ts";
import { matchesDomain, matchesLiteral, matchesPath } from "./rule_matches.ts";
import type { ParsedRule, RuleFolders } from "./rules.ts";

/** A tool and what a call of it needs. Each path comes as it is written and with links resolved. */
export interface PolicySubject {
  tool: string;
  input: JsonObject;
  paths: readonly { literal: string; real: string }[];
  urls: readonly string[];
}

/** A subject under the rules of one behavior. */
export interface SubjectCase {
  behavior: Behavior;
  subject: PolicySubject;
  folders: RuleFolders;
}

/** The first rule of a book that matches a subject; command lines are matched by `judgeShell`. */
export function matchingRule(book: RuleBook, subjectCase: SubjectCase): ParsedRule | null {
  const { behavior, subject } = subjectCase;
  const matches = (rule: ParsedRule): boolean => rule.specifier === null || matchesSubject(rule.specifier, subjectCase);
  return book.forTool(behavior, subject.tool).find(matches) ?? null;
}

/** Whether rules restrict the reading of some files but not of all. */
export function restrictsReading(book: RuleBook): boolean {
  return [...book.forTool("deny", "read_file"), ...book.forTool("ask", "read_file")]
    .some((rule) => rule.specifier !== null);
}

/** The subject of a call. */
export function subjectOf(
  call: { tool: string; input: JsonObject; access: readonly Access[] },
  real: (path: string) => string,
): PolicySubject {
  const paths = call.access.flatMap((access) =>
    access.kind === "read" || access.kind === "write" ? [{ literal: access.path, real: real(access.path) }] : []
  );
  const urls = call.access.flatMap((access) => access.kind === "net" ? [access.url] : []);
  return { tool: call.tool, input: call.input, paths, urls };
}

function matchesSubject(specifier: string, { behavior, subject, folders }: SubjectCase): boolean {
  if (subject.paths.length > 0) {
    const matches = (path: string): boolean => matchesPath(specifier, path, folders);
    return behavior === "allow"
      ? subject.paths.every((path) => matches(path.literal))
      : subject.paths.some((path) => matches(path.literal) || matches(path.real));
  }
  if (subject.urls.length > 0) {
    const matches = (url: string): boolean => matchesDomain(specifier, url);
    return behavior === "allow" ? subject.urls.every(matches) : subject.urls.some(matches);
  }
  return matchesLiteral(specifier, subject.input);
}
