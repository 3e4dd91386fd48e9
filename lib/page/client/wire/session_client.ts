import type { Clock } from "../../../model/clock.ts";
import type { ListedSession } from "../panels/sessions.ts";
import { Link } from "./link.ts";
import { isAlone, isError, isRefusal, isResponse, type OutLine, seqOf, sessionOf } from "./lines.ts";
import { type RequestResult, Requests } from "./requests.ts";

/** The state of the connection. */
export type LinkState = "connecting" | "connected" | "reconnecting" | "disconnected";

/** Who connects. */
export interface Identity {
  token: string;
  name: string;
  isObserver: boolean;
}

/** What the server says of a session when it is opened. */
export interface OpenedSession {
  sessionId: string;
  model: string;
  models: string[];
  mode: string;
  cwd: string;
}

/** Where a client reports. */
export interface SessionWatcher {
  onState(state: LinkState): void;
  /** The server refuses the connection, such as for a wrong token. */
  onRefused(message: string): void;
  /** A session was opened, or joined again. */
  onOpened(session: OpenedSession): void;
  /** The session cannot be opened. */
  onMissing(message: string): void;
  /** A line of the session, in order, without a gap or a repeat. */
  onLine(line: OutLine): void;
  /** What is known of the session is void: it is told from its beginning. */
  onReset(): void;
  onSessions(sessions: ListedSession[]): void;
}

const LIST_MS = 4_000;
/** How long a refusal is held back: that of a request is told by its answer. */
const HOLD_MS = 100;

/**
 * The client of one session at a time. After a lost connection it continues after the last event that it saw. Where the
 * server has another log of the session by then, the session is told from its beginning.
 */
export class SessionClient {
  readonly requests: Requests;
  readonly #link: Link;
  readonly #clock: Clock;
  readonly #watcher: SessionWatcher;
  readonly #identity: () => Identity;
  /** The session that is wanted: an id, a new one, or none. */
  #wanted: { id: string | null } | null = null;
  #seq = 0;
  #logId: string | null = null;
  #isConfirmed = false;
  #hasConnected = false;
  /** Lines of an event whose last line has not come. */
  #partial: OutLine[] = [];
  #heldError: { line: OutLine; release: () => void } | null = null;

  constructor({ clock, identity, watcher }: { clock: Clock; identity: () => Identity; watcher: SessionWatcher }) {
    this.#clock = clock;
    this.#watcher = watcher;
    this.#identity = identity;
    this.#link = new Link({
      clock,
      hello: () => this.#hello(),
      onOpen: () => void this.#begin(),
      onLine: (line) => this.#take(line),
      onLost: () => this.#lose("reconnecting"),
    });
    this.requests = new Requests((line) => this.#link.send(line));
    const poll = (): void => {
      if (this.#isConfirmed) void this.list();
      clock.after(LIST_MS, poll);
    };
    clock.after(LIST_MS, poll);
  }

  /** The open session; null while there is none, or while a new one has no id yet. */
  get sessionId(): string | null {
    return this.#wanted?.id ?? null;
  }

  get isConnected(): boolean {
    return this.#isConfirmed;
  }

  /** Connects, with a session to open unless it is null. */
  start(sessionId: string | null): void {
    this.#wanted = sessionId === null ? null : { id: sessionId };
    this.reconnect();
  }

  /** Opens a session in place of the present one; null opens a new one. */
  open(sessionId: string | null): void {
    const before = this.sessionId;
    this.#wanted = { id: sessionId };
    this.#restart();
    if (!this.#isConfirmed) return;
    if (before !== null) {
      this.requests.ask({ subtype: "leave_session" }, before).catch(() => {/* It is left anyway. */});
    }
    void this.#enter();
  }

  /** Connects again, such as under another name. */
  reconnect(): void {
    this.#lose(this.#hasConnected ? "reconnecting" : "connecting");
    this.#link.open();
  }

  /** Sends a line to the session; returns whether there was a connection for it. */
  send(line: object): boolean {
    return this.#isConfirmed && this.sessionId !== null && this.#link.send({ ...line, session_id: this.sessionId });
  }

  /** Sends a line that names its session by what it answers. */
  respond(line: object): boolean {
    return this.#isConfirmed && this.#link.send(line);
  }

  /** Asks something about the session. */
  ask(request: { subtype: string; [field: string]: unknown }): Promise<RequestResult> {
    return this.requests.ask(request, this.sessionId);
  }

  /** Asks for the sessions; resolves with false where the connection is lost. */
  async list(): Promise<boolean> {
    try {
      const { sessions } = await this.requests.ask({ subtype: "list_sessions" });
      this.#watcher.onSessions(Array.isArray(sessions) ? sessions : []);
      return true;
    } catch {
      // The connection was lost; the link opens another one.
      return false;
    }
  }

  #hello(): object {
    const { token, name, isObserver } = this.#identity();
    const role = isObserver ? "observer" : "controller";
    return { type: "auth", token, dialect: "chat", name, role, output_format: "stream-chunk-json" };
  }

  async #begin(): Promise<void> {
    if (!await this.list()) return;
    this.#isConfirmed = true;
    this.#hasConnected = true;
    this.#watcher.onState("connected");
    await this.#enter();
  }

  /** Opens or joins the wanted session. The answer comes before the first line of the session. */
  async #enter(): Promise<void> {
    const wanted = this.#wanted;
    if (!wanted) return;
    const place = this.#logId === null ? {} : { from_seq: this.#seq, log_id: this.#logId };
    try {
      const opened = await this.requests.ask({ subtype: "open_session", ...place }, wanted.id);
      if (this.#wanted !== wanted) return;
      if (opened.log_id !== this.#logId || opened.from_seq !== this.#seq) this.#restart();
      this.#logId = String(opened.log_id);
      wanted.id = String(opened.session_id);
      this.#watcher.onOpened(openedOf(opened));
      void this.list();
    } catch (error) {
      if (!this.#isConfirmed || this.#wanted !== wanted) return;
      this.#wanted = null;
      this.#watcher.onMissing(error instanceof Error ? error.message : String(error));
    }
  }

  #restart(): void {
    this.#seq = 0;
    this.#logId = null;
    this.#partial = [];
    this.#watcher.onReset();
  }

  #take(line: OutLine): void {
    if (isRefusal(line)) return this.#refuse(line.message);
    if (isResponse(line) && line.response.subtype === "error") this.#heldError = null;
    this.#heldError?.release();
    if (isError(line)) {
      if (line.error.code === "QWEN_AUTH_REQUIRED") return this.#refuse(line.error.message);
      return this.#hold(line);
    }
    const session = sessionOf(line);
    if (session !== null && session !== this.sessionId) return;
    const seq = seqOf(line);
    // A line of an event counts when the event is whole: after a lost connection a part would come again.
    if (seq === null && !isAlone(line)) return void this.#partial.push(line);
    for (const part of this.#partial.splice(0)) this.#watcher.onLine(part);
    if (seq !== null) this.#seq = seq;
    if (isResponse(line)) this.requests.take(line);
    else this.#watcher.onLine(line);
  }

  /** A refused request has two lines: this one, and its answer. */
  #hold(line: OutLine): void {
    const cancel = this.#clock.after(HOLD_MS, () => held.release());
    const held = {
      line,
      release: (): void => {
        cancel();
        if (this.#heldError === held) {
          this.#heldError = null;
          this.#watcher.onLine(line);
        }
      },
    };
    this.#heldError = held;
  }

  #refuse(message: string): void {
    this.#link.close();
    this.#lose("disconnected");
    this.#watcher.onRefused(message);
  }

  #lose(state: LinkState): void {
    this.#isConfirmed = false;
    this.#partial = [];
    this.requests.loseAll();
    this.#watcher.onState(state);
  }
}

function openedOf(opened: RequestResult): OpenedSession {
  const models = Array.isArray(opened.models) ? opened.models.map((model) => String(model?.id ?? "")) : [];
  return {
    sessionId: String(opened.session_id),
    model: String(opened.model ?? ""),
    models,
    mode: String(opened.approval_mode ?? ""),
    cwd: String(opened.cwd ?? ""),
  };
}
