import type { PermissionUpdate } from "../../model/ports/access.ts";
import { hasExtendedGlob, namesTool, type ParsedRule, parseRule, ruleText } from "./rules.ts";
import type { ToolNames } from "./tool_names.ts";

/** What a rule does to the calls it matches. */
export type Behavior = "deny" | "ask" | "allow";

/** Rules as texts, by behavior. */
export interface RuleTexts {
  allow?: readonly string[];
  ask?: readonly string[];
  deny?: readonly string[];
}

/** The rules of a session. Rules added later come first. */
export class RuleBook {
  readonly #names: ToolNames;
  readonly #rules: Record<Behavior, ParsedRule[]>;

  constructor(texts: RuleTexts, names: ToolNames) {
    this.#names = names;
    this.#rules = {
      deny: this.#parse("deny", texts.deny),
      ask: this.#parse("ask", texts.ask),
      allow: this.#parse("allow", texts.allow),
    };
  }

  /** Applies a host's change. */
  update(update: Extract<PermissionUpdate, { type: "rules" }>): void {
    const texts = update.rules.map(ruleText);
    const added = this.#parse(update.behavior, texts);
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

  /** All rules of one behavior that apply to a tool. */
  forTool(behavior: Behavior, tool: string): ParsedRule[] {
    return this.#rules[behavior].filter((rule) => namesTool(rule, tool, this.#names));
  }

  #parse(behavior: Behavior, texts: readonly string[] = []): ParsedRule[] {
    return texts.flatMap((text) => {
      const rule = parseRule(text, this.#names);
      if (rule?.specifier === undefined || rule.specifier === null || !hasExtendedGlob(rule.specifier)) {
        return rule ?? [];
      }
      // A prohibition that cannot be matched covers the whole tool; a permission covers nothing.
      return behavior === "allow" ? [] : { ...rule, specifier: null };
    });
  }
}
