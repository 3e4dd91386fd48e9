import type { CommandInfo } from "../model/event.ts";
import type { Clock, Commands, Expanded, ExpandRequest, OfferedPrompt } from "../model/ports.ts";
import { deferred } from "../model/deferred.ts";
import { untraced } from "../model/untraced.ts";
import { LISTED_COMMANDS } from "./builtin/listed.ts";
import type { CommandFolder } from "./custom/load_custom_commands.ts";
import type { CommandRegistry } from "./registry.ts";
import type { ListedCommand } from "./slash_command.ts";

/** What the commands of a folder are opened with. */
export interface CommandsOptions {
  /** Absolute folder whose files hints are given for. */
  cwd: string;
  clock: Clock;
  /** Where prompt files are; an earlier folder wins. */
  folders: readonly CommandFolder[];
  /** Names that are switched off, in whatever case. */
  disabled?: readonly string[];
  /** Prompts that MCP servers offer at the moment. */
  offers?: () => readonly OfferedPrompt[];
  /** How long a hint may take before `loading` is said. */
  loadingAfterMs?: number;
}

/** Which commands a folder has. What they do is loaded with the first one that is sent, or where prompt files are. */
export class Catalogue implements Commands {
  readonly #options: CommandsOptions;
  readonly #disabled: ReadonlySet<string>;
  readonly #offers: () => readonly OfferedPrompt[];
  #loading: Promise<CommandRegistry> | undefined;
  #registry: CommandRegistry | undefined;

  constructor(options: CommandsOptions) {
    this.#options = options;
    this.#disabled = new Set(options.disabled?.map((name) => name.trim().replace(/^\//, "").toLowerCase()));
    this.#offers = options.offers ?? (() => []);
  }

  get ignored(): readonly { path: string; reason: string }[] {
    return this.#registry?.ignored ?? [];
  }

  list(scope: "all" | "headless" = "all"): CommandInfo[] {
    if (this.#registry) return this.#registry.list(scope);
    const all: ListedCommand[] = [...LISTED_COMMANDS, ...this.#offers().map(listedOffer)];
    return listOf(all.filter(({ name }) => !this.#disabled.has(name.toLowerCase())), scope);
  }

  load(): Promise<CommandRegistry> {
    return this.#loading ??= this.#load();
  }

  async suggestFiles(text: string, signal: AbortSignal): Promise<string[]> {
    return await (await this.load()).suggestFiles(text, signal);
  }

  async expand(request: ExpandRequest, signal: AbortSignal): Promise<Expanded> {
    const mayRefer = request.parts.some((part) => part.kind === "text" && part.text.includes("@"));
    if (!mayRefer && request.references.length === 0) return { parts: [...request.parts], notes: [] };
    const { expandReferences }: typeof import("./references.ts") = await import(deferred("./references.ts"));
    return await expandReferences(request, signal);
  }

  async refresh(): Promise<void> {
    if (!this.#loading && !this.#options.folders.some(({ path }) => isThere(path))) return;
    await (await this.load()).refresh();
  }

  async close(): Promise<void> {
    await (await this.#loading)?.close();
  }

  async #load(): Promise<CommandRegistry> {
    const { CommandRegistry }: typeof import("./registry.ts") = await import(deferred("./registry.ts"));
    return this.#registry = new CommandRegistry({ ...this.#options, disabled: this.#disabled, offers: this.#offers });
  }
}

/** Commands as hosts are told of them, in alphabetical order. */
export function listOf(commands: readonly ListedCommand[], scope: "all" | "headless"): CommandInfo[] {
  return commands
    .filter((command) => scope === "all" || !command.needsInterface)
    .map(({ name, description, argumentHint }) => ({ name, description, argumentHint: argumentHint ?? "" }))
    .sort((a, b) => a.name < b.name ? -1 : 1);
}

/** A prompt of a server as lists show it. */
export function listedOffer(prompt: OfferedPrompt): ListedCommand & { argumentHint: string } {
  const hint = prompt.arguments.map(({ name, required }) => required ? `<${name}>` : `[${name}]`).join(" ");
  return { name: prompt.name, description: prompt.description, argumentHint: hint };
}

/** Whether there is such a folder. */
export function isThere(path: string): boolean {
  try {
    // Asked at once: a look that is waited for costs five times as much, and mostly there is nothing.
    untraced(() => Deno.lstatSync(path));
    return true;
  } catch {
    return false; // A folder that cannot be seen holds no commands.
  }
}
