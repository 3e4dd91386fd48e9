import { button, h } from "../dom.ts";

/** A session as the server lists it. */
export interface ListedSession {
  session_id: string;
  title: string;
  cwd: string;
  updated_at: string;
  state: string;
}

const MAX_LISTED = 200;

/** The list of sessions. */
export class SessionList {
  readonly #list: HTMLElement;
  readonly #open: (sessionId: string) => void;
  #drawn = "";

  constructor(list: HTMLElement, open: (sessionId: string) => void) {
    this.#list = list;
    this.#open = open;
  }

  /** Draws the sessions, the newest first, and keeps the focus where it is. */
  update(sessions: readonly ListedSession[], current: string | null): void {
    const shown = sessions.toSorted((a, b) => a.updated_at < b.updated_at ? 1 : -1).slice(0, MAX_LISTED);
    if (current !== null && !shown.some(({ session_id: id }) => id === current)) {
      shown.unshift({ session_id: current, title: "", cwd: "", updated_at: "", state: "idle" });
    }
    const drawn = JSON.stringify([shown.map((one) => ({ ...one, updated_at: "" })), current]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const focused = this.#list.contains(document.activeElement) ? document.activeElement?.id : null;
    this.#list.replaceChildren(...shown.map((session) => this.#item(session, session.session_id === current)));
    if (focused) document.getElementById(focused)?.focus();
  }

  #item({ session_id: id, title, cwd, state }: ListedSession, isCurrent: boolean): HTMLElement {
    const name = h("span", { class: "session-title", text: title === "" ? `Session ${id.slice(0, 8)}` : title });
    const folder = cwd.split("/").at(-1) ?? "";
    const detail = h("span", { class: "session-detail", text: [folder, wordOf(state)].filter(Boolean).join(" · ") });
    const control = button("", {
      class: "session",
      attributes: { id: `session-${id}`, "aria-current": isCurrent ? "true" : null, title: cwd },
      onClick: () => this.#open(id),
    });
    control.append(name, detail);
    return h("li", { children: [control] });
  }
}

function wordOf(state: string): string {
  if (state === "idle" || state === "saved") return state;
  return state === "waiting_permission" ? "asks" : "working";
}
