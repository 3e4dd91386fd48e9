import type { Ask, CommandBody, Event, PromptOptions, SessionInfo, TurnCompleted } from "../../model/mod.ts";
import type { Palette, Theme } from "../draw/palette.ts";
import type { InputHistory } from "../input/input_history.ts";
import type { Key } from "../input/key_decoder.ts";
import { LineEditor } from "../input/line_editor.ts";
import { oneLine, plain } from "../plain_text.ts";
import type { ChatPort, ChatScreen } from "./chat_port.ts";
import { ChatCommands } from "./chat_commands.ts";
import type { CommandSource } from "./command_source.ts";
import { HintList } from "./hint_list.ts";
import { type Asker, Prompts } from "./prompts.ts";
import { answerAsk } from "./questions.ts";
import type { TurnFeed } from "./turn_feed.ts";
import { type TypedCall, typedCall } from "./typed_call.ts";

/** The parts of a conversation. */
export interface ChatParts {
  screen: ChatScreen;
  commands: CommandSource;
  feed: TurnFeed;
  history: InputHistory;
  port: ChatPort;
  palette: () => Palette;
  setTheme: (theme: Theme) => void;
  theme: () => Theme;
  now: () => number;
  /** Asks in place of the live rows, where nothing may be redrawn. */
  asker?: Asker;
  /** What the conversation begins with. */
  opening: Opening;
}

/** What a conversation begins with. */
export interface Opening {
  /** A first prompt. */
  prompt: string | null;
  /** `choose` lists the saved sessions first; `recall` shows the end of the session that is continued. */
  session: "new" | "recall" | "choose";
}

interface OpenQuestion {
  askId: string;
  ask: Ask;
}

/** How long the first Ctrl-C waits for the second. */
const TWICE_MS = 2_000;
/** A person who typed this shortly before a question appeared is still typing, not answering. */
const TYPING_MS = 300;

/** A conversation at the terminal: keys become commands, and events become rows. */
export class Chat {
  readonly editor: LineEditor;
  readonly prompts: Prompts;
  readonly hints: HintList;
  /** Texts that wait for the end of the running turn. */
  readonly queued: string[] = [];
  info: SessionInfo | null = null;
  spent: Pick<TurnCompleted, "total" | "costs" | "contextWindow"> | null = null;
  branch: string | null = null;
  /** A short message above the input line. */
  notice: string | null = null;
  readonly parts: ChatParts;
  readonly #commands: ChatCommands;
  readonly #questions: OpenQuestion[] = [];
  readonly #running = new Set<string>();
  #runningSince: number | null = null;
  #interruptedAt: number | null = null;
  #typedAt = 0;

  constructor(parts: ChatParts) {
    this.parts = parts;
    this.editor = new LineEditor(parts.history.lines);
    this.prompts = new Prompts(() => parts.screen.refresh());
    this.hints = new HintList((body) => void this.send(body));
    this.#commands = new ChatCommands(this);
  }

  /** Whether a turn or a command is under way. */
  get isWorking(): boolean {
    return this.#running.size > 0;
  }

  /** How long it has been under way. */
  get workingMs(): number {
    return this.#runningSince === null ? 0 : this.parts.now() - this.#runningSince;
  }

  get isAsking(): boolean {
    return this.#questions.length > 0;
  }

  /** The dialogue partner of questions and dialogs. */
  get asker(): Asker {
    return this.parts.asker ?? {
      print: (rows) => this.parts.screen.print(rows),
      choose: (menu) => this.prompts.choose(menu),
      edit: (field) => this.prompts.edit(field),
    };
  }

  send(body: CommandBody, sessionId: string | null = null): string {
    return this.parts.commands.send(body, sessionId);
  }

  /** Prints a message in full rows. */
  say(text: string, tone: "dim" | "warning" | "error" | null = null): void {
    const rows = this.parts.feed.markdown(text);
    this.parts.screen.print(tone ? rows.map((row) => this.parts.palette()[tone](row)) : rows);
  }

  /** Takes a key. */
  press(key: Key): void {
    const { now, screen } = this.parts;
    this.notice = null;
    const isTyping = this.editor.text !== "" && now() - this.#typedAt < TYPING_MS;
    if (key.type !== "press") this.#typedAt = now();
    // Ctrl-C at a question of the turn means the turn; at a list of one's own it only leaves the list.
    if (this.isAsking && key.type === "press" && key.name === "ctrl+c") this.interrupt();
    else if (this.prompts.isOpen && !(isTyping && key.type === "text")) this.prompts.press(key);
    else if (!this.#pressedCommand(key)) this.#edit(key);
    screen.refresh();
  }

  /** Sends a text: a prompt, a slash command, `!command` or `#note`. While a turn runs, it waits. */
  submit(text: string): void {
    const trimmed = text.trim();
    if (trimmed === "") return this.sendQueued();
    void this.parts.history.add(text);
    if (/^[/?][\w?][\w:.-]*(\s|$)|^\?$/.test(trimmed)) return this.#commands.slash(trimmed);
    if (!this.isWorking) return this.#start(text);
    this.queued.push(text);
    this.parts.screen.refresh();
  }

  /** Sends the queued prompts into the running turn. Commands and notes keep waiting for its end. */
  sendQueued(): void {
    if (!this.isWorking) return;
    for (const text of this.queued.splice(0)) {
      if (typedCall(text)) this.queued.push(text);
      else this.#prompt(text, { urgent: true, steers: true });
    }
    this.parts.screen.refresh();
  }

  /** Ends the conversation. */
  leave(): void {
    if (this.parts.commands.isOver) return;
    this.prompts.cancel();
    if (this.isWorking) this.send({ type: "interrupt", promptId: null, cancelQueued: true });
    this.parts.commands.end();
  }

  /** Cancels what runs; a second time within a moment ends the conversation. */
  interrupt(): void {
    const { now } = this.parts;
    const isSecond = this.#interruptedAt !== null && now() - this.#interruptedAt < TWICE_MS;
    this.#interruptedAt = now();
    if (isSecond) return this.leave();
    if (this.isWorking || this.isAsking) return this.#cancel();
    if (this.editor.text !== "") this.editor.set("");
    else this.notice = "Press Ctrl-C again to leave.";
    this.parts.screen.refresh();
  }

  /** Takes an event of the session. */
  take(event: Event): void {
    const { feed, screen } = this.parts;
    const rows = feed.take(event);
    if (rows.length > 0) screen.print(rows);
    switch (event.type) {
      case "session.started":
        this.#begin(event.session);
        break;
      case "session.changed":
        this.info = event.session;
        break;
      case "turn.started":
        this.info = event.session;
        // A prompt that found no turn to join has a turn of its own.
        if (event.agent === null && event.cause !== null) this.track(event.cause);
        break;
      case "turn.completed":
        if (event.agent === null) this.#completed(event);
        break;
      case "rejected":
        this.say(
          event.problem.hint ? `${event.problem.message} ${event.problem.hint}` : event.problem.message,
          "error",
        );
        this.#settle(event.cause);
        break;
      case "ask.opened":
        this.#questions.push({ askId: event.askId, ask: event.ask });
        if (this.#questions.length === 1) void this.#askNext();
        break;
      case "ask.closed":
        this.#withdraw(event.askId);
        break;
      case "reply":
        if (event.result.kind === "hint") this.hints.take(event.result);
        else this.#commands.reply(event.result, event.cause);
        if (event.result.kind !== "interrupted") this.#settle(event.cause);
    }
    screen.refresh();
  }

  /** The first session is open: what the command line asked for is done now. */
  #begin(session: SessionInfo): void {
    const isFirst = this.info === null;
    this.info = session;
    if (!isFirst) return;
    const words = `qwen ${session.version}. /help lists the commands; Ctrl-D leaves.`;
    this.parts.screen.print([this.parts.palette().dim(words)]);
    const { prompt, session: which } = this.parts.opening;
    void this.#commands.open(which, session.sessionId).then(() => {
      if (prompt !== null) this.submit(prompt);
      this.parts.screen.refresh();
    });
  }

  /** Reads the branch of the folder, which a turn may change. */
  async readBranch(): Promise<void> {
    this.branch = await this.parts.port.branch();
    this.parts.screen.refresh();
  }

  /** Remembers that a command is under way. */
  track(commandId: string): void {
    this.#running.add(commandId);
    this.#runningSince ??= this.parts.now();
  }

  #start(text: string): void {
    const call = typedCall(text);
    if (call) this.#callTool(text, call);
    else this.track(this.#prompt(text, {}));
  }

  #prompt(text: string, options: PromptOptions): string {
    this.echo(text);
    return this.send({ type: "prompt", content: [{ kind: "text", text }], promptId: null, messageId: null, options });
  }

  /** Prints what the person has sent. */
  echo(text: string): void {
    if (this.parts.asker) return;
    const { palette, screen } = this.parts;
    const lines = plain(text).split("\n");
    screen.print(["", ...lines.map((line, index) => palette().accent(`${index === 0 ? "> " : "  "}${line}`))]);
  }

  #callTool(text: string, { tool, input }: TypedCall): void {
    this.echo(text);
    const id = this.send({ type: "tool_request", promptId: null, callId: `typed-${this.parts.now()}`, tool, input });
    this.track(id);
    this.#commands.showsOutput.add(id);
  }

  #completed(event: Event & TurnCompleted): void {
    this.spent = event;
    this.notice = null;
    if (!this.parts.asker) void this.readBranch();
    if (event.outcome.kind === "done" && event.cause !== null && this.#commands.showsOutput.delete(event.cause)) {
      this.parts.screen.print(this.parts.feed.openLast());
    }
    this.#settle(event.cause);
    this.prompts.isOpen || this.#sendNext();
  }

  #settle(commandId: string | null): void {
    // A turn of which the command is not known ends all that was under way.
    if (commandId !== null && this.#running.has(commandId)) this.#running.delete(commandId);
    else if (commandId === null) this.#running.clear();
    if (this.#running.size === 0) this.#runningSince = null;
    this.#sendNext();
  }

  #sendNext(): void {
    if (this.isWorking || this.isAsking) return;
    const next = this.queued.shift();
    if (next !== undefined) this.#start(next);
  }

  #interrupt(): void {
    this.send({ type: "interrupt", promptId: null });
  }

  /** Cancels the turn and gives queued texts back to the editor. */
  #cancel(): void {
    this.notice = "Cancelling.";
    if (this.queued.length > 0) {
      const text = [...this.queued.splice(0), this.editor.text].filter((piece) => piece !== "").join("\n");
      this.editor.set(text);
    }
    this.#interrupt();
  }

  /** Keys with a meaning of their own; says whether it was one. */
  #pressedCommand(key: Key): boolean {
    if (key.type !== "press" || this.editor.search) return false;
    switch (key.name) {
      case "ctrl+c":
        this.interrupt();
        return true;
      case "ctrl+d":
        if (this.editor.text !== "") return false;
        this.leave();
        return true;
      case "esc":
        if (this.hints.isOpen) this.hints.close();
        else if (this.isWorking) this.#cancel();
        return true;
      case "ctrl+o":
        this.parts.screen.print(this.parts.feed.openLast());
        return true;
      case "up":
      case "down":
        if (!this.hints.isOpen) return false;
        this.hints.move(key.name === "up" ? -1 : 1);
        return true;
      case "tab":
        if (this.hints.isOpen) {
          this.hints.accept(this.editor);
          this.hints.update(this.editor);
        }
        return true;
      case "enter":
        if (!this.hints.isChosen) return false;
        this.hints.accept(this.editor);
        return true;
      default:
        return false;
    }
  }

  #edit(key: Key): void {
    const outcome = this.editor.press(key);
    if (outcome === "edited" && !this.editor.search) this.hints.update(this.editor);
    if (outcome !== "submitted") return;
    this.hints.close();
    this.submit(this.editor.take());
  }

  async #askNext(): Promise<void> {
    for (let next = this.#questions[0]; next; next = this.#questions[0]) {
      const { palette, screen, port, feed } = this.parts;
      const answer = await answerAsk(next.ask, {
        asker: whileOpen(this.asker, () => this.#questions[0] === next),
        palette: palette(),
        columns: screen.columns,
        cwd: this.info?.cwd ?? "",
        keepRules: (rules) => port.keepRules(rules),
        markdown: (text) => feed.markdown(text),
      });
      // A question that was withdrawn meanwhile needs no answer.
      if (this.#questions[0] !== next) continue;
      this.#questions.shift();
      this.send({ type: "answer", askId: next.askId, answer });
      const word = answer.kind === "allow" ? "yes" : answer.kind === "value" ? "answered" : "no";
      const title = titleOf(next.ask).replaceAll(`${this.info?.cwd}/`, "");
      screen.print([palette().dim(`${oneLine(title, 120)} ${word}`)]);
    }
    this.#sendNext();
    this.parts.screen.refresh();
  }

  #withdraw(askId: string): void {
    const index = this.#questions.findIndex((question) => question.askId === askId);
    if (index < 0) return;
    this.#questions.splice(index, 1);
    if (index === 0) this.prompts.cancel();
  }
}

/** An asker that asks nothing more once its question was withdrawn. */
function whileOpen(asker: Asker, isOpen: () => boolean): Asker {
  return {
    print: (rows) => isOpen() ? asker.print(rows) : undefined,
    choose: async (menu) => isOpen() ? await asker.choose(menu) : null,
    edit: async (field) => isOpen() ? await asker.edit(field) : null,
  };
}

function titleOf(ask: Ask): string {
  switch (ask.kind) {
    case "permission":
      return `${ask.confirmation.title}:`;
    case "elicitation":
      return `${ask.server}:`;
    default:
      return "Answer:";
  }
}
