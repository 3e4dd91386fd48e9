import type { DeskParts } from "../engine/session_parts.ts";
import { deferred, type RestorePoint } from "../model/mod.ts";
import type { Checkpoints } from "../store/checkpoints.ts";
import type { Place } from "../store/places.ts";
import { type ContextFile, readContextFiles } from "./context_files.ts";
import type { Foundation } from "./foundation.ts";

/** What slash commands get from outside the engine: saved chats, restore points and memory files. */
export function deskParts(
  base: Foundation,
  around: { place: Place; checkpoints: Checkpoints | null; memory: MemoryBook; rules: DeskParts["rules"] },
): DeskParts {
  const chats = async (): Promise<import("../store/saved_chats.ts").SavedChats> => {
    const { SavedChats }: typeof import("../store/saved_chats.ts") = await import(deferred("../store/saved_chats.ts"));
    return new SavedChats(around.place);
  };
  const { checkpoints, memory, rules } = around;
  return {
    checkpoints: {
      list: async () => (await (await chats()).list()).map(({ tag, savedAt }) => ({ tag, at: savedAt })),
      save: async (tag, history) => await (await chats()).save(tag, history),
      load: async (tag) => await (await chats()).load(tag),
      delete: async (tag) => await (await chats()).remove(tag),
    },
    restores: {
      list: (): Promise<RestorePoint[]> => Promise.resolve(checkpoints ? [...checkpoints.points] : []),
      restore: async (id) => {
        const result = await checkpoints?.rewind(id, { dryRun: false });
        return { files: result?.filesChanged ?? [], history: null };
      },
    },
    memory,
    settings: () => base.settings.toJSON(),
    rules,
  };
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
