import type { Message } from "../model/content.ts";
import { isObject } from "../model/json.ts";
import { fail } from "../model/problem.ts";
import { makePrivateFolder, MAX_DRAFT_NAME, projectFolder, type StorePaths } from "./store_paths.ts";
import { replaceFile } from "./replace_file.ts";
import { fromWireParts } from "./journal/read_record.ts";
import { toContent } from "./journal/record.ts";
import { repairCalls } from "../model/conversation/repair_calls.ts";

/** A conversation saved under a name. */
export interface SavedChat {
  tag: string;
  savedAt: number;
}

const PREFIX = "checkpoint-";

/** Conversations saved by name, for `/chat save`, `list`, `resume` and `delete`. */
export class SavedChats {
  readonly #folder: string;

  constructor(paths: StorePaths) {
    this.#folder = `${projectFolder(paths)}/checkpoints`;
  }

  /** All saved conversations, oldest first. */
  async list(): Promise<SavedChat[]> {
    const chats: SavedChat[] = [];
    try {
      for await (const { name, isFile } of Deno.readDir(this.#folder)) {
        const encoded = /^checkpoint-(.+)\.json$/.exec(name)?.[1];
        const tag = encoded === undefined ? null : decode(encoded);
        if (!isFile || tag === null) continue;
        const { mtime } = await Deno.stat(`${this.#folder}/${name}`);
        chats.push({ tag, savedAt: mtime?.getTime() ?? 0 });
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return chats.sort((a, b) => a.savedAt - b.savedAt || a.tag.localeCompare(b.tag));
  }

  /** Whether a name is in use. */
  async has(tag: string): Promise<boolean> {
    return (await this.list()).some((chat) => chat.tag === tag);
  }

  /** Saves a conversation; replaces one of the same name. */
  async save(tag: string, history: readonly Message[]): Promise<void> {
    const path = this.#path(tag);
    await makePrivateFolder(this.#folder);
    const contents = history.map((message) => ({ id: message.id, ...toContent(message) }));
    await replaceFile(path, new TextEncoder().encode(JSON.stringify(contents)));
  }

  /** The saved conversation of this name, or null. */
  async load(tag: string): Promise<Message[] | null> {
    let text: string;
    try {
      text = await Deno.readTextFile(this.#path(tag));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
    return repairCalls(readHistory(tag, text)).messages;
  }

  /** Deletes a saved conversation; false when it does not exist. */
  async remove(tag: string): Promise<boolean> {
    try {
      await Deno.remove(this.#path(tag));
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  }

  #path(tag: string): string {
    const name = encodeURIComponent(tag.toWellFormed());
    if (tag === "" || name.length > MAX_DRAFT_NAME) {
      throw fail("command_failed", `Cannot use "${tag.slice(0, 50)}" as a name: it is empty or too long`);
    }
    return `${this.#folder}/${PREFIX}${name}.json`;
  }
}

function decode(name: string): string | null {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function readHistory(tag: string, text: string): Message[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fail("command_failed", `The saved conversation "${tag}" cannot be read`, { cause: error });
  }
  const contents = Array.isArray(value) ? value : isObject(value) && Array.isArray(value.history) ? value.history : [];
  return contents.flatMap((content, index): Message[] => {
    if (!isObject(content)) return [];
    const id = typeof content.id === "string" ? content.id : `${tag}-${index}`;
    const parts = fromWireParts(content.parts, { owner: id });
    if (parts.some((part) => part.kind === "tool_result")) return [{ id, role: "tool", parts }];
    return [{ id, role: content.role === "model" ? "assistant" : "user", parts }];
  });
}
