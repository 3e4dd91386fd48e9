import type { PermissionUpdate } from "../model/access.ts";
import { namesTool, type ParsedRule, parseRule, ruleText } from "./rules.ts";

/** What a rule does to the calls it matches. */
export type Behavior = "deny" | "ask" | "allow";

/** Rules as texts, by what they do. */
export interface RuleTexts {
  allow?: readonly string[];
  ask?: readonly string[];
  deny?: readonly string[];
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

  /** All rules of one behavior that speak of a tool. */
  forTool(behavior: Behavior, tool: string): ParsedRule[] {
    return this.#rules[behavior].filter((rule) => namesTool(rule, tool));
  }
}
