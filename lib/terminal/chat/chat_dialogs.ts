import { type CommandResult, type Json, MODES, problemOf, type SessionChange } from "../../model/mod.ts";
import { THEMES } from "../draw/palette.ts";
import { oneLine, plain } from "../plain_text.ts";
import type { Chat } from "./chat.ts";
import type { Choice, Menu } from "./prompts.ts";

type Dialog = Extract<CommandResult, { type: "dialog" }>;

/** The dialogs of a conversation: lists to choose from. */
export class ChatDialogs {
  readonly #chat: Chat;
  /** The models of the session. */
  readonly #models: () => Promise<Json>;

  constructor(chat: Chat, models: () => Promise<Json>) {
    this.#chat = chat;
    this.#models = models;
  }

  /** Opens a dialog that needs no more than its name; false where the session has to be asked. */
  openOwn(name: string): boolean {
    const open = this.#own()[name];
    if (open) void open().catch((error) => this.#chat.say(plain(problemOf(error).message), "error"));
    return open !== undefined;
  }

  /** Opens the dialog that a command of the session asks for. */
  async open({ dialog, choices = [], current, text }: Dialog): Promise<void> {
    if (this.openOwn(dialog)) return;
    if (text !== undefined) return this.#chat.say(text);
    if (dialog === "subagent_list") return this.#slash("/agents list");
    if (choices.length === 0) {
      const about = oneLine(dialog.replaceAll("_", " "), 40);
      return this.#chat.say(`There is nothing to choose for ${about}. See /help.`);
    }
    const value = await this.choose({
      title: titleOf(dialog),
      choices: choices.map((value) => ({ value, label: oneLine(value, 200) })),
      current: current ?? "",
    });
    if (value !== undefined) this.#slash(`/${dialog} ${value}`);
  }

  /** The entry that the person chooses; undefined when the person leaves the list. */
  async choose(menu: Menu): Promise<string | undefined> {
    if (menu.choices.length === 0) {
      this.#chat.say(`${menu.title}: there is nothing to choose from.`);
      return undefined;
    }
    return (await this.#chat.asker.choose(menu))?.[0];
  }

  /** Sets the approval mode; without a name the person chooses it. */
  async setMode(given: string | undefined): Promise<void> {
    const current = this.#chat.info?.mode ?? "";
    const choices = MODES.map((mode) => ({ value: mode, label: mode, detail: MODE_DETAILS[mode] }));
    const chosen = given ?? await this.choose({ title: "Approval mode", choices, current });
    const mode = MODES.find((known) => known === chosen);
    if (mode) return this.#configure({ key: "mode", value: mode }, `Approval mode set to ${mode}.`);
    if (chosen !== undefined) this.#chat.say(`The approval modes are ${MODES.join(", ")}.`, "error");
  }

  /** Sets the theme and keeps it for later conversations; without a name the person chooses it. */
  async setTheme(given: string | undefined): Promise<void> {
    const { port, setTheme, theme: current } = this.#chat.parts;
    const choices = THEMES.map((theme) => ({ value: theme, label: theme }));
    const chosen = given ?? await this.choose({ title: "Theme", choices, current: current() });
    const theme = THEMES.find((known) => known === chosen);
    if (theme) {
      setTheme(theme);
      const file = await port.keepSetting("ui.theme", theme);
      return this.#chat.say(`Theme set to ${theme}, also in ${file}.`);
    }
    if (chosen !== undefined) this.#chat.say(`The themes are ${THEMES.join(", ")}.`, "error");
  }

  #own(): Record<string, () => Promise<void>> {
    return {
      "model": () => this.#chooseModel(),
      "approval-mode": () => this.setMode(undefined),
      "theme": () => this.setTheme(undefined),
      "permissions": () => this.#permissions(),
      "auth": () => this.#provider(),
      "settings": () => this.#settings(),
      "privacy": () => this.#privacy(),
    };
  }

  async #chooseModel(): Promise<void> {
    const models = await this.#models();
    const list = Array.isArray(models) ? models : [];
    const choices = list.flatMap((entry): Choice[] => {
      if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return [];
      const id = plain(String(entry.id));
      const detail = entry.label === entry.id ? "" : plain(String(entry.label));
      return [{ value: String(entry.id), label: id, detail }];
    });
    const model = await this.choose({ title: "Model", choices, current: this.#chat.info?.model ?? "" });
    if (model !== undefined) this.#configure({ key: "model", value: model }, `Model set to ${model}.`);
  }

  async #permissions(): Promise<void> {
    const chosen = await this.choose({
      title: "Permissions",
      choices: [
        { value: "show", label: "Show the rules" },
        { value: "mode", label: "Change the approval mode" },
        { value: "allow", label: "Add a rule that allows", detail: "without a question, in this session" },
        { value: "ask", label: "Add a rule that asks" },
        { value: "deny", label: "Add a rule that refuses" },
      ],
    });
    if (chosen === undefined) return;
    if (chosen === "mode") return await this.setMode(undefined);
    if (chosen === "show") return this.#slash("/permissions");
    const rule = await this.#chat.asker.edit({ label: "The rule, such as run_shell_command(git *):", text: "" });
    if (rule?.trim()) this.#slash(`/permissions ${chosen} ${rule.trim()}`);
  }

  /** The provider of a session is fixed when it starts, so the choice is for later conversations. */
  async #provider(): Promise<void> {
    const chosen = await this.#chat.parts.port.chooseProvider(this.#chat.asker);
    if (chosen !== null) this.#chat.say(`The next conversation uses ${chosen}. Leave this one and start qwen again.`);
  }

  async #settings(): Promise<void> {
    const { port } = this.#chat.parts;
    const settings = port.settings();
    const key = await this.choose({
      title: "Settings",
      choices: settings.map(({ key, value, help }) => ({
        value: key,
        label: `${key} = ${value ?? "(not set)"}`,
        detail: help,
      })),
    });
    const setting = settings.find((one) => one.key === key);
    if (!setting) return;
    const value = await this.choose({
      title: `${setting.key}: ${setting.help}`,
      choices: setting.choices.map((choice) => ({ value: choice, label: choice })),
      current: setting.value ?? "",
    });
    if (value === undefined) return;
    const file = await port.keepSetting(setting.key, value);
    this.#chat.say(`Set ${setting.key} to ${value} in ${file}. It holds from the next start.`);
  }

  async #privacy(): Promise<void> {
    const facts = this.#chat.parts.port.privacy();
    const chosen = await this.choose({ title: "Privacy", choices: facts });
    const fact = facts.find(({ value }) => value === chosen);
    if (fact) this.#chat.say(`${fact.label}: ${fact.detail}`);
  }

  #slash(raw: string): void {
    const chat = this.#chat;
    chat.track(chat.send({ type: "slash", promptId: null, path: [], args: "", raw }));
  }

  #configure(change: SessionChange, done: string): void {
    this.#chat.track(this.#chat.send({ type: "configure", changes: [change] }));
    this.#chat.say(done, "dim");
  }
}

function titleOf(dialog: string): string {
  const words = oneLine(dialog, 40).replaceAll(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MODE_DETAILS: Record<typeof MODES[number], string> = {
  "plan": "only reads, and presents a plan",
  "default": "asks before changes and commands",
  "auto-edit": "edits files without asking",
  "auto": "also runs commands that only read",
  "yolo": "asks for nothing",
};
