import type { CommandResult, Json, Reply } from "../../model/mod.ts";
import { oneLine } from "../plain_text.ts";
import type { Chat, Opening } from "./chat.ts";
import { ChatDialogs } from "./chat_dialogs.ts";

type CommandReply = Extract<Reply, { kind: "command" }>;

/** The slash commands of a conversation: most run in the session, dialogs are lists at the terminal. */
export class ChatCommands {
  /** Calls of the person whose output is shown in full. */
  readonly showsOutput: Set<string> = new Set();
  readonly #chat: Chat;
  readonly #dialogs: ChatDialogs;
  readonly #queries = new Map<string, (value: Json) => void>();
  /** Commands whose answer goes to the clipboard. */
  readonly #copies = new Set<string>();

  constructor(chat: Chat) {
    this.#chat = chat;
    this.#dialogs = new ChatDialogs(chat, () => this.#models());
  }

  /** Runs a slash command. */
  slash(text: string): void {
    const chat = this.#chat;
    chat.echo(text);
    const [name, ...rest] = text.slice(1).split(/\s+/);
    if (name === "quit" || name === "exit") return chat.leave();
    if (rest.length === 0 && this.#dialogs.openOwn(name)) return;
    if (name === "approval-mode") return void this.#dialogs.setMode(rest[0]);
    if (name === "resume") return void this.#resume(rest[0]);
    if (name === "theme") return void this.#dialogs.setTheme(rest[0]);
    const raw = text.startsWith("?") ? `/help ${text.slice(1)}`.trim() : text;
    const id = chat.send({ type: "slash", promptId: null, path: [], args: "", raw });
    if (name === "copy") this.#copies.add(id);
    chat.track(id);
  }

  /** Takes the answer to a command or a query. */
  reply(reply: Reply, cause: string | null): void {
    const isCopy = cause !== null && this.#copies.delete(cause);
    if (reply.kind === "command" && isCopy && copied(reply.result)) return this.#copy(reply.result.content);
    if (reply.kind === "command") this.#result(reply);
    if (reply.kind === "value" && cause !== null) {
      this.#queries.get(cause)?.(reply.value);
      this.#queries.delete(cause);
    }
  }

  #result({ result, promptId }: CommandReply): void {
    const chat = this.#chat;
    switch (result.type) {
      case "message":
        return chat.say(result.content, result.level === "error" ? "error" : null);
      case "handled":
        return result.text ? chat.say(result.text) : undefined;
      case "quit":
        if (result.text) chat.say(result.text);
        return chat.leave();
      case "dialog":
        return void this.#dialogs.open(result);
      case "submit_prompt":
        return this.#submit(result, promptId);
      case "tool": {
        const id = chat.send({
          type: "tool_request",
          promptId: null,
          callId: promptId,
          tool: result.tool,
          input: result.input,
        });
        return chat.track(id);
      }
      case "load_history":
        return chat.say(`Loaded ${result.history.length} messages.`);
      default:
        return chat.say("The command needs an answer that nobody gave.", "error");
    }
  }

  /** Hands a text to the clipboard; where the terminal has none, it is printed. */
  #copy(text: string): void {
    const { screen } = this.#chat.parts;
    if (!screen.copy(text)) return this.#chat.say(text);
    this.#chat.say(`Copied ${text.length} characters to the clipboard, if the terminal allows it.`, "dim");
  }

  /** Sends on the prompt that a command has made. */
  #submit(result: CommandResult & { type: "submit_prompt" }, promptId: string): void {
    const { content, model } = result;
    const options = { continuation: true as const, ...(model ? { model } : {}) };
    const chat = this.#chat;
    chat.track(chat.send({ type: "prompt", content, promptId, messageId: null, options }));
  }

  async #resume(given: string | undefined): Promise<void> {
    const chat = this.#chat;
    const id = given ?? await this.#dialogs.choose({
      title: "Resume a session",
      choices: await chat.parts.port.sessions(),
    });
    if (id === undefined) return;
    // Naming a session in a command opens it.
    chat.track(chat.send({ type: "query", query: { subject: "session" } }, id));
    await this.#recall(id);
  }

  /** Does what the command line asked for before the first prompt. */
  async open(which: Opening["session"], sessionId: string): Promise<void> {
    if (which === "recall") await this.#recall(sessionId);
    if (which === "choose") await this.#resume(undefined);
  }

  /** Shows the last messages of a session that is continued. */
  async #recall(sessionId: string): Promise<void> {
    const { port, feed, screen, palette } = this.#chat.parts;
    const messages = await port.recall(sessionId);
    if (!messages) {
      return screen.print([palette().dim("No earlier session of this folder is saved: this is a new one.")]);
    }
    for (const { role, text } of messages) {
      const rows = role === "user" ? [palette().accent(`> ${oneLine(text, 400)}`)] : feed.markdown(text);
      screen.print(["", ...rows]);
    }
    screen.print([palette().dim(`Resumed ${oneLine(sessionId, 80)}.`)]);
  }

  async #models(): Promise<Json> {
    const { promise, resolve } = Promise.withResolvers<Json>();
    const id = this.#chat.send({ type: "query", query: { subject: "models" } });
    this.#queries.set(id, resolve);
    return await promise;
  }
}

function copied(result: CommandResult): result is CommandResult & { type: "message" } {
  return result.type === "message" && result.level === "info";
}
