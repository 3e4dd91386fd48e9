import type { Event, SessionInfo } from "../../model/event.ts";
import type { CommandOwners } from "../sessions/command_owners.ts";
import { HistoryEvents } from "./history_events.ts";
import type { Questions } from "../sessions/questions.ts";

/** What the entries of a log are made with. */
export interface LogEntriesOptions {
  /** The number before the first entry. */
  startsAfter: number;
  owners: CommandOwners;
  questions: Questions;
  /** The facts of the session as they are now. */
  session: () => SessionInfo;
}

/** The events of a session as its log has them: with the names of clients, and saved messages as turns. */
export class LogEntries {
  readonly #options: LogEntriesOptions;
  readonly #history = new HistoryEvents();
  #seq: number;

  constructor(options: LogEntriesOptions) {
    this.#options = options;
    this.#seq = options.startsAfter;
  }

  /** The entries of an event, numbered without gaps: itself, or several. */
  of(event: Event): Event | Event[] {
    const several = this.#expanded(event);
    return several ? several.map((one) => this.#numbered(one)) : this.#numbered(this.#named(event));
  }

  #numbered(event: Event): Event {
    this.#seq += 1;
    return event.seq === this.#seq ? event : { ...event, seq: this.#seq };
  }

  /** The entries of an event that stands for several; null for one that stands for itself. */
  #expanded(event: Event): Event[] | null {
    if (event.type === "message.added" && event.origin === "history") {
      return this.#history.of(event, this.#options.session());
    }
    return event.type === "reply" && event.result.kind === "opened" ? [...this.#history.end(event), event] : null;
  }

  /** An event with the name of the client that caused it. */
  #named(event: Event): Event {
    const { owners, questions } = this.#options;
    if (event.type === "turn.started") {
      const member = owners.of(event);
      return member ? { ...event, by: member.name } : event;
    }
    if (event.type !== "ask.closed") return event;
    const answered = questions.get(event.askId)?.answered;
    return answered ? { ...event, answered: { name: answered.name, decision: answered.decision } } : event;
  }
}
