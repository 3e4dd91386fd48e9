import type { JsonObject } from "../model/json.ts";
import type { Access, PermissionUpdate } from "../model/access.ts";
import { matchesDomain, matchesLiteral, matchesPath, namesTool, parseRule, ruleText } from "./rules.ts";
import type { ParsedRule, RuleFolders } from "./rules.ts";

/** What a rule does to the calls it matches. */
export type Behavior = "deny" | "ask" | "allow";

/** Rules as texts, by what they do. */
export interface RuleTexts {
  allow?: readonly string[];
  ask?: readonly string[];
  deny?: readonly string[];
}

/** Something that a rule may speak of: a tool and what the call needs. Paths come literally and with links followed. */
export interface Deed {
  tool: string;
  input: JsonObject;
  paths: readonly { literal: string; real: string }[];
  urls: readonly string[];
}

/** The rules of a session. Session rules come before those it was started with. */
export class RuleBook {
  readonly #rules: Record<Behavior, ParsedRule[]>;

  constructor(texts: RuleTexts) {
    const parsed = (list: readonly string[] = []): ParsedRule[] => list.flatMap((text) => parseRule(text) ?? []);
    this.#rules = { deny: parsed(texts.deny), ask: parsed(texts.ask), allow: parsed(texts.allow) };
  }

  /** Applies a host's change. */
  update(update: Extract<PermissionUpdate, { type: "rules" }>): void {
    const texts = update.rules.map(ruleText);
    const added = texts.flatMap((text) => parseRule(text) ?? []);
    const kept = this.#rules[update.behavior].filter((rule) => !texts.includes(rule.text));
    if (update.change === "replace") this.#rules[update.behavior] = added;
    else this.#rules[update.behavior] = update.change === "add" ? [...added, ...kept] : kept;
  }

  /** The rules in force, as texts. */
  get texts(): Record<Behavior, string[]> {
    const { allow, ask, deny } = this.#rules;
    const texts = (rules: ParsedRule[]): string[] => rules.map(({ text }) => text);
    return { allow: texts(allow), ask: texts(ask), deny: texts(deny) };
  }

  /** Whether rules keep some files from being read that others are not kept from. */
  get keepsFiles(): boolean {
    return [...this.forTool("deny", "read_file"), ...this.forTool("ask", "read_file")]
      .some((rule) => rule.specifier !== null);
  }

  /** All rules of one behavior that speak of a tool. */
  forTool(behavior: Behavior, tool: string): ParsedRule[] {
    return this.#rules[behavior].filter((rule) => namesTool(rule, tool));
  }

  /** The first rule of one behavior that matches a deed; commands are matched elsewhere. */
  match(behavior: Behavior, deed: Deed, folders: RuleFolders): ParsedRule | null {
    for (const rule of this.forTool(behavior, deed.tool)) {
      if (rule.specifier === null || matchesDeed(rule, { behavior, deed, folders })) return rule;
    }
    return null;
  }
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

function matchesDeed(rule: ParsedRule, call: { behavior: Behavior; deed: Deed; folders: RuleFolders }): boolean {
  const { behavior, deed, folders } = call;
  const specifier = rule.specifier ?? "";
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
