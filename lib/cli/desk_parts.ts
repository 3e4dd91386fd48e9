import type { DeskParts } from "../engine/session_parts.ts";
import { deferred, isObject, type Json, type JsonObject, type RestorePoint, type SettingOrigin } from "../model/mod.ts";
import type { FileHistory } from "../store/file_history.ts";
import type { Place } from "../store/places.ts";
import { type ContextFile, readContextFiles } from "./context_files.ts";
import type { Foundation } from "./foundation.ts";

/** What slash commands get from outside the engine: saved chats, restore points and memory files. */
export function deskParts(
  base: Foundation,
  around: { place: Place; fileHistory: FileHistory | null; memory: MemoryBook; rules: DeskParts["rules"] },
): DeskParts {
  const chats = async (): Promise<import("../store/saved_chats.ts").SavedChats> => {
    const { SavedChats }: typeof import("../store/saved_chats.ts") = await import(deferred("../store/saved_chats.ts"));
    return new SavedChats(around.place);
  };
  const { fileHistory, memory, rules } = around;
  const first = rules();
  return {
    checkpoints: {
      list: async () => (await (await chats()).list()).map(({ tag, savedAt }) => ({ tag, at: savedAt })),
      save: async (tag, history) => await (await chats()).save(tag, history),
      load: async (tag) => await (await chats()).load(tag),
      delete: async (tag) => await (await chats()).remove(tag),
    },
    restores: {
      list: async (): Promise<RestorePoint[]> => await fileHistory?.points() ?? [],
      restore: async (id) => {
        const result = await fileHistory?.rewind(id, { dryRun: false });
        return { files: result?.filesChanged ?? [], history: null };
      },
    },
    memory,
    settings: () => nested(base.settings.toJSON()),
    settingSources: () =>
      base.loaded.sources.map(({ origin, values }) => ({ origin, settings: nested(Object.fromEntries(values)) })),
    rules,
    ruleOrigin: (behavior, rule) => first[behavior].includes(rule) ? ruleOrigin(base, { behavior, rule }) : "session",
  };
}

/** Settings as files write them: `a.b` is `b` inside `a`. Whoever is shown them is not shown secrets. */
function nested(flat: JsonObject): JsonObject {
  const settings: JsonObject = {};
  for (const [path, value] of Object.entries(flat)) {
    const names = path.split(".");
    const last = names.pop() ?? path;
    let inner: JsonObject = settings;
    for (const name of names) {
      const deeper = inner[name];
      inner = isObject(deeper) ? deeper as JsonObject : inner[name] = {};
    }
    inner[last] = covered(last, value);
  }
  return settings;
}

const SECRET = /key|token|secret|password|authorization/i;

function covered(name: string, value: Json): Json {
  if (Array.isArray(value)) return value.map((entry) => covered(name, entry));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value as JsonObject).map(([key, inner]) => [key, covered(key, inner)]));
  }
  return typeof value === "string" && SECRET.test(name) ? "***" : value;
}

const RULE_FLAGS = { allow: "allowedTools", ask: null, deny: "excludeTools" } as const;
const RULE_SETTINGS = {
  allow: ["permissions.allow", "tools.allowed"],
  ask: ["permissions.ask"],
  deny: ["permissions.deny", "tools.exclude", "tools.disabled"],
} as const;

/** Where a rule comes from that was there at the start; fences become rules as well and are the flags' word. */
function ruleOrigin(
  { flags, loaded }: Foundation,
  { behavior, rule }: { behavior: "allow" | "ask" | "deny"; rule: string },
): SettingOrigin {
  const flag = RULE_FLAGS[behavior];
  if (flag !== null && flags[flag]?.includes(rule)) return "flag";
  const source = loaded.sources.findLast(({ values }) =>
    RULE_SETTINGS[behavior].some((key) => {
      const list = values.get(key);
      return Array.isArray(list) && list.includes(rule);
    })
  );
  return source?.origin ?? "flag";
}

/** The context files in force; a fact that is added goes to the nearest one. */
export class MemoryBook {
  readonly #base: Foundation;
  #files: ContextFile[];

  constructor(base: Foundation, files: ContextFile[]) {
    this.#base = base;
    this.#files = files;
  }

  get files(): readonly ContextFile[] {
    return this.#files;
  }

  show(): Promise<{ path: string; content: string }[]> {
    return Promise.resolve(this.#files.map(({ path, text }) => ({ path, content: text })));
  }

  async add(fact: string, scope: "project" | "user"): Promise<string> {
    const folder = scope === "user" ? this.#base.home : this.#base.cwd;
    const path = `${folder}/QWEN.md`;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(path, `- ${fact.replaceAll("\n", " ").trim()}\n`, { append: true });
    await this.refresh();
    return path;
  }

  async refresh(): Promise<{ path: string; content: string }[]> {
    const { cwd, home, settings } = this.#base;
    const names = settings.get("context.fileName");
    this.#files = (await readContextFiles({ cwd, home, ...(names ? { names } : {}) })).files;
    return await this.show();
  }
}
