import type { Clock } from "../../model/clock.ts";
import { Entries, type UserEntry } from "./conversation/entries.ts";
import type { EntryActions } from "./conversation/entry_views.ts";
import { Fold, type FoldWatcher, type SessionFacts } from "./conversation/fold.ts";
import { ConversationView } from "./conversation/view.ts";
import { setText, show } from "./dom.ts";
import { Choice, MODES } from "./panels/choices.ts";
import { confirmRewind } from "./panels/rewind.ts";
import { drawQueue } from "./panels/queue.ts";
import { type QuestionActions, QuestionPanel } from "./panels/questions.ts";
import { type ListedSession, SessionList } from "./panels/sessions.ts";
import { PromptBox } from "./prompt/prompt_box.ts";
import { TerminalView } from "./terminal/terminal_view.ts";
import { freshId, keepName, type Place, readName, writeSession } from "./wire/address.ts";
import { type ControlRequestLine, isError, isHeartbeat, isHint, isQuestion, type OutLine } from "./wire/lines.ts";
import { type LinkState, type OpenedSession, SessionClient, type SessionWatcher } from "./wire/session_client.ts";
import type { PageParts } from "./page_parts.ts";

const QUEUE_MS = 2_000;
const SETTLED = "settled";

/** The page: one session at a time, with its views and controls. */
export class App implements SessionWatcher, FoldWatcher, EntryActions, QuestionActions {
  readonly #parts: PageParts;
  readonly #place: Place;
  readonly #clock: Clock;
  readonly #client: SessionClient;
  readonly #entries: Entries;
  readonly #fold: Fold;
  readonly #view: ConversationView;
  readonly #terminal: TerminalView;
  readonly #prompt: PromptBox;
  readonly #questions: QuestionPanel;
  readonly #sessionList: SessionList;
  readonly #model: Choice;
  readonly #mode: Choice;
  #sessions: ListedSession[] = [];
  #state: LinkState = "connecting";
  #facts: SessionFacts = { model: "", mode: "" };
  /** A prompt that waits until its new session is open. */
  #firstPrompt: string | null = null;
  #hasQueue = false;

  constructor(parts: PageParts, { place, clock }: { place: Place; clock: Clock }) {
    this.#parts = parts;
    this.#place = place;
    this.#clock = clock;
    this.#entries = new Entries({
      onChange: (entry) => this.#view.onChange(entry),
      onReset: () => this.#view.onReset(),
    });
    this.#view = new ConversationView(parts.conversation, { entries: () => this.#entries.all, actions: this });
    this.#fold = new Fold(this.#entries, this);
    this.#terminal = new TerminalView(parts.terminal);
    this.#questions = new QuestionPanel(parts.questions, { announcer: parts.announcer, actions: this });
    this.#sessionList = new SessionList(parts.sessions, (id) => this.#openSession(id));
    this.#model = new Choice(parts.model, (model) => void this.#change({ subtype: "set_model", model }));
    this.#mode = new Choice(parts.mode, (mode) => void this.#change({ subtype: "set_permission_mode", mode }));
    this.#mode.offer(MODES);
    this.#prompt = new PromptBox(parts.prompt, {
      clock,
      actions: {
        submit: (text) => this.#submit(text),
        cancel: () => this.#cancel(),
        askHints: (request) => this.#askHints(request),
      },
    });
    const identity = (): { token: string; name: string; isObserver: boolean } => ({
      token: place.token,
      name: readName(),
      isObserver: place.isObserver,
    });
    this.#client = new SessionClient({ clock, identity, watcher: this });
    this.#listen();
  }

  /** Connects, and opens the session that the address names. */
  start(): void {
    show(this.#parts.role, { when: this.#place.isObserver });
    this.#parts.name.value = readName();
    if (this.#place.token === "") {
      this.onState("disconnected");
      return this.onRefused("The address has no token. Open the address that `qwen serve --web` printed.");
    }
    this.#client.start(this.#place.sessionId);
    this.#prompt.focus();
  }

  get mayAct(): boolean {
    return !this.#place.isObserver;
  }

  get isWriting(): boolean {
    return !this.#prompt.isEmpty && document.activeElement === this.#parts.prompt.box;
  }

  restoreFocus(): void {
    this.#prompt.focus();
  }

  onState(state: LinkState): void {
    this.#state = state;
    this.#showState();
    if (state !== "connected") return;
    setText(this.#parts.alert, "");
    void this.#watchQueue();
  }

  onRefused(message: string): void {
    setText(this.#parts.alert, `The server refuses this page: ${message}`);
  }

  onLine(line: OutLine): void {
    if (isQuestion(line)) return this.#questions.add(line);
    if (isHint(line)) return this.#prompt.takeHints(line);
    if (isHeartbeat(line)) return line.prompt_id === SETTLED && line.state === "idle" ? this.#findLost() : undefined;
    if (isError(line)) {
      this.#entries.add({ kind: "note", level: "error", text: line.error.message, isMarkdown: false });
    } else this.#fold.take(line);
  }

  onReset(): void {
    this.#fold.reset();
    this.#entries.clear();
    this.#terminal.clear();
    this.#questions.clear();
  }

  onOpened(session: OpenedSession): void {
    const { sessionId, models, model, mode, cwd } = session;
    writeSession(sessionId);
    this.#model.offer([model, ...models]);
    this.onFacts({ model, mode });
    setText(this.#parts.folder, cwd);
    this.#sessionList.update(this.#sessions, sessionId);
    this.#showState();
    // Everything that was sent before has its effect before the answer to this.
    if (this.#waiting.length > 0) this.#client.send({ type: "heartbeat_request", prompt_id: SETTLED });
    this.#flushFirst();
  }

  onMissing(message: string): void {
    writeSession(null);
    this.onReset();
    this.#entries.add({ kind: "note", level: "error", text: message, isMarkdown: false });
    this.#showState();
  }

  onSessions(sessions: ListedSession[]): void {
    this.#sessions = sessions;
    this.#sessionList.update(sessions, this.#client.sessionId);
    const title = sessions.find(({ session_id: id }) => id === this.#client.sessionId)?.title;
    document.title = title ? `${title} · qwen` : "qwen";
  }

  onFacts(facts: SessionFacts): void {
    this.#facts = facts;
    this.#model.set(facts.model);
    this.#mode.set(facts.mode);
  }

  onTurn(running: { promptId: string } | null): void {
    this.#showState();
    if (running === null) void this.#client.list();
  }

  onBytes(bytes: string): void {
    this.#terminal.write(bytes);
  }

  onQuestionClosed(requestId: string): void {
    this.#questions.close(requestId);
  }

  answer(line: ControlRequestLine, result: object): void {
    const { request_id: id } = line;
    this.#client.respond({ type: "control_response", request_id: id, response: { subtype: "success", result } });
  }

  rewind(entry: UserEntry): void {
    confirmRewind(this.#parts.questions, {
      text: entry.text,
      onDone: () => this.#prompt.focus(),
      rewind: () => void this.#rewindTo(entry),
    });
  }

  get #waiting(): UserEntry[] {
    return this.#entries.all.filter((entry): entry is UserEntry => entry.kind === "user" && entry.isWaiting);
  }

  /** Gives back a prompt that was on its way when the connection was lost and that has not arrived. */
  #findLost(): void {
    for (const entry of this.#waiting) {
      this.#entries.cut(entry, { only: true });
      if (this.#prompt.isEmpty) this.#prompt.fill(entry.text);
    }
  }

  async #rewindTo(entry: UserEntry): Promise<void> {
    const { promptId, text } = entry;
    if (await this.#change({ subtype: "rewind", user_message_id: promptId }) && this.#prompt.isEmpty) {
      this.#prompt.fill(text);
    }
  }

  #listen(): void {
    const { newSession, name, exporter, tabs } = this.#parts;
    newSession.addEventListener("click", () => this.#openSession(null));
    name.addEventListener("change", () => {
      keepName(name.value.trim());
      name.value = readName();
      this.#client.reconnect();
    });
    exporter.button.addEventListener("click", () => void this.#export(exporter.format.value));
    tabs.onTerminal = () => void this.#terminal.show();
    addEventListener("hashchange", () => {
      const wanted = new URLSearchParams(location.hash.slice(1)).get("session");
      if (wanted !== null && wanted !== this.#client.sessionId) this.#openSession(wanted);
    });
  }

  /** Opens a session, or a new one. */
  #openSession(sessionId: string | null): void {
    if (sessionId !== null && sessionId === this.#client.sessionId) return this.#prompt.focus();
    if (sessionId !== null) writeSession(sessionId);
    this.#client.open(sessionId);
    this.#sessionList.update(this.#sessions, sessionId);
    this.#parts.closeMenu();
    this.#view.pin();
    this.#prompt.focus();
  }

  #submit(text: string): boolean {
    if (!this.mayAct || this.#state !== "connected") return false;
    if (this.#client.sessionId === null) {
      this.#firstPrompt = text;
      this.#openSession(null);
      return true;
    }
    return this.#sendPrompt(text);
  }

  #sendPrompt(text: string): boolean {
    const promptId = freshId();
    const isSent = this.#client.send({ prompt_id: promptId, input: { parts: [{ type: "text", text }] } });
    if (!isSent) return false;
    this.#entries.add({ kind: "user", promptId, text, name: "", isWaiting: true });
    this.#view.pin();
    this.#showState();
    return true;
  }

  #flushFirst(): void {
    const text = this.#firstPrompt;
    if (text === null || this.#client.sessionId === null) return;
    this.#firstPrompt = null;
    if (!this.#sendPrompt(text)) this.#prompt.fill(text);
  }

  #cancel(): void {
    const promptId = this.#fold.running;
    if (promptId !== null) this.#client.send({ type: "control/cancel", prompt_id: promptId, reason: "escape" });
  }

  #askHints(request: object): boolean {
    return this.#client.send(request);
  }

  /** Asks for a change; a refusal is shown in the conversation. */
  async #change(request: { subtype: string; [field: string]: unknown }): Promise<boolean> {
    try {
      await this.#client.ask(request);
      return true;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#entries.add({ kind: "note", level: "error", text, isMarkdown: false });
      this.onFacts(this.#facts);
      return false;
    }
  }

  async #export(format: string): Promise<void> {
    try {
      const { content } = await this.#client.ask({ subtype: "export", format });
      this.#parts.exporter.save(String(content), { name: this.#client.sessionId ?? "session", format });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#entries.add({ kind: "note", level: "error", text: `Cannot export: ${text}`, isMarkdown: false });
    }
  }

  #showState(): void {
    const isWorking = this.#fold.running !== null;
    setText(this.#parts.status, isWorking && this.#state === "connected" ? "connected · working" : this.#state);
    this.#parts.status.dataset.state = isWorking ? "working" : this.#state;
    this.#prompt.setState({ isWorking, mayWrite: this.mayAct });
    const isOpen = this.mayAct && this.#client.sessionId !== null;
    this.#model.isEnabled = isOpen;
    this.#mode.isEnabled = isOpen;
    this.#parts.exporter.button.disabled = this.#client.sessionId === null;
    this.#view.isWorking = isWorking;
    show(this.#parts.empty, { when: this.#entries.all.length === 0 });
  }

  /** Shows the queue where the server has one. */
  async #watchQueue(): Promise<void> {
    if (this.#hasQueue) return;
    this.#hasQueue = true;
    try {
      while (this.#state === "connected") {
        drawQueue(this.#parts.queue, await this.#client.requests.ask({ subtype: "list_jobs" }));
        show(this.#parts.tabs.queue, { when: true });
        await new Promise<void>((resolve) => void this.#clock.after(QUEUE_MS, resolve));
      }
    } catch {
      // The server has no queue, or the connection was lost; the next connection asks again.
    }
    this.#hasQueue = false;
  }
}
