import { button, h } from "../dom.ts";

/** What the question before a rewind needs. */
export interface RewindOptions {
  /** The prompt that is taken back. */
  text: string;
  rewind: () => void;
  /** Called when the question is gone. */
  onDone: () => void;
}

const MAX_QUOTED = 200;

/** Asks before files and conversation go back. */
export function confirmRewind(place: HTMLElement, { text, rewind, onDone }: RewindOptions): void {
  const close = (): void => {
    element.remove();
    onDone();
  };
  const yes = button("Go back", {
    class: "danger",
    onClick: () => {
      close();
      rewind();
    },
  });
  const element = h("div", {
    class: "question",
    attributes: { role: "dialog", "aria-labelledby": "rewind-title", tabindex: "-1" },
    children: [
      h("h2", { text: "Go back to before this prompt?", attributes: { id: "rewind-title" } }),
      h("div", {
        class: "question-body",
        children: [
          h("blockquote", { text: text.slice(0, MAX_QUOTED) }),
          h("p", { text: "The conversation after it is removed, and files are restored as they were." }),
        ],
      }),
      h("div", { class: "question-controls", children: [yes, button("Keep", { onClick: close })] }),
    ],
  });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  place.append(element);
  element.focus();
}
