import type { AskClient, ClientWork } from "../../../engine/session/session_parts.ts";
import { fail } from "../../../model/mod.ts";

/** The client of one session, for the work that it does. */
export class SessionClient implements ClientWork {
  #ask: AskClient | null = null;

  bind(ask: AskClient): void {
    this.#ask = ask;
  }

  /** Leaves work to the client; see `AskClient`. */
  readonly ask: AskClient = async (call, options) => {
    if (!this.#ask) throw fail("internal", "The client belongs to no session yet");
    return await this.#ask(call, options);
  };
}
