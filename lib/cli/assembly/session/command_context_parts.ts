import { SavedChats } from "../../../store/saved_chats.ts";
import type { CommandContextParts } from "../../../engine/session/session_parts.ts";
import { isObject, type Json, type JsonObject, type RestorePoint, type SettingOrigin } from "../../../model/mod.ts";
import type { FileHistory } from "../../../store/checkpoints/file_history.ts";
import type { StorePaths } from "../../../store/store_paths.ts";
import { type ContextFile, readContextFiles } from "../../../config/context_files.ts";
import type { RunConfig } from "../config/load_config.ts";

/** The part of a command context that comes from outside the engine: saved chats, restore points, memory files. */
export function commandContextParts(
  config: RunConfig,
  { paths, fileHistory, memory, rules }: {
    paths: StorePaths;
    fileHistory: FileHistory | null;
    memory: MemoryBook;
    rules: CommandContextParts["rules"];
  },
): CommandContextParts {
  const chats = new SavedChats(paths);
  const first = rules();
  return {
    checkpoints: {
      list: async () => (await chats.list()).map(({ tag, savedAt }) => ({ tag, at: savedAt })),
      save: (tag, history) => chats.save(tag, history),
      load: (tag) => chats.load(tag),
      delete: (tag) => chats.remove(tag),
    },
    restores: {
      list: async (): Promise<RestorePoint[]> => {
        // A turn whose commands changed files is one of them.
        await fileHistory?.settle();
        return fileHistory?.points ?? [];
      },
      restore: async (id) => {
        const result = await fileHistory?.rewind(id, { dryRun: false });
        return { files: result?.filesChanged ?? [], history: null };
      },
    },
    memory,
    settings: () => nested(config.settings.toJSON()),
    settingSources: () =>
      config.loaded.sources.map(({ origin, values }) => ({ origin, settings: nested(Object.fromEntries(values)) })),
    rules,
    ruleOrigin: (behavior, rule) => first[behavior].includes(rule) ? ruleOrigin(config, { behavior, rule }) : "session",
  };
}

/** The settings in the form of a settings file: `a.b` is `b` inside `a`. Secrets are masked. */
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
    inner[last] = masked(last, value);
  }
  return settings;
}

const SECRET = /key|token|secret|password|authorization/i;

function masked(name: string, value: Json): Json {
  if (Array.isArray(value)) return value.map((entry) => masked(name, entry));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value as JsonObject).map(([key, inner]) => [key, masked(key, inner)]));
  }
  return typeof value === "string" && SECRET.test(name) ? "***" : value;
}

const RULE_FLAGS = { allow: "allowedTools", ask: null, deny: "excludeTools" } as const;
const RULE_SETTINGS = {
  allow: ["permissions.allow", "tools.allowed"],
  ask: ["permissions.ask"],
  deny: ["permissions.deny", "tools.exclude", "tools.disabled"],
} as const;

/** The origin of a rule that was in force at the start. Fences become rules too; they count as flags. */
function ruleOrigin(
  { flags, loaded }: RunConfig,
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

/** The context files in force. A new fact goes to the nearest one. */
export class MemoryBook {
  readonly #config: Pick<RunConfig, "cwd" | "home" | "settings">;
  #files: ContextFile[];

  constructor(config: Pick<RunConfig, "cwd" | "home" | "settings">, files: ContextFile[]) {
    this.#config = config;
    this.#files = files;
  }

  get files(): readonly ContextFile[] {
    return this.#files;
  }

  show(): Promise<{ path: string; content: string }[]> {
    return Promise.resolve(this.#files.map(({ path, text }) => ({ path, content: text })));
  }

  async add(fact: string, scope: "project" | "user"): Promise<string> {
    const folder = scope === "user" ? this.#config.home : this.#config.cwd;
    const path = `${folder}/QWEN.md`;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(path, `- ${fact.replaceAll("\n", " ").trim()}\n`, { append: true });
    await this.refresh();
    return path;
  }

  async refresh(): Promise<{ path: string; content: string }[]> {
    const { cwd, home, settings } = this.#config;
    const names = settings.get("context.fileName");
    this.#files = (await readContextFiles({ cwd, home, ...(names ? { names } : {}) })).files;
    return await this.show();
  }
}
