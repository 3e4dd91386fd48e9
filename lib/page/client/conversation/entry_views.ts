import { button, h, setText, show } from "../dom.ts";
import { blockElements } from "../markdown/render.ts";
import { MarkdownStream } from "../markdown/stream.ts";
import { TextParts } from "../markdown/text_parts.ts";
import type { AnswerEntry, Entry, NoteEntry, ThoughtEntry, UserEntry } from "./entries.ts";
import { toolView } from "./tool_view.ts";

/** An entry on the page. */
export interface EntryView {
  readonly element: HTMLElement;
  /** Draws the entry as it is now; returns false where it stopped before the end, so as not to take too long. */
  update(): boolean | void;
}

/** What a person may do with an entry. */
export interface EntryActions {
  /** Goes back to before a prompt. */
  rewind(entry: UserEntry): void;
  readonly mayAct: boolean;
}

/** Makes the view of an entry. */
export function viewOf(entry: Entry, actions: EntryActions): EntryView {
  switch (entry.kind) {
    case "user":
      return userView(entry, actions);
    case "answer":
      return answerView(entry);
    case "thought":
      return thoughtView(entry);
    case "tool":
      return toolView(entry);
    case "note":
      return noteView(entry);
  }
}

function userView(entry: UserEntry, actions: EntryActions): EntryView {
  const text = h("div", { class: "user-text" });
  const waiting = h("span", { class: "waiting", text: "queued" });
  const rewind = button("Rewind", {
    class: "quiet",
    attributes: { title: "Go back to before this prompt: files and conversation" },
    onClick: () => actions.rewind(entry),
  });
  const name = h("span", { class: "user-name" });
  const foot = h("div", { class: "user-foot", children: [name, waiting, rewind] });
  const element = h("article", { class: "user", attributes: { "aria-label": "Prompt" }, children: [text, foot] });
  return {
    element,
    update(): void {
      setText(text, entry.text);
      setText(name, entry.name);
      show(waiting, { when: entry.isWaiting });
      show(rewind, { when: !entry.isWaiting && actions.mayAct });
    },
  };
}

function answerView(entry: AnswerEntry): EntryView {
  const element = h("article", { class: "answer", attributes: { "aria-label": "Answer" } });
  const markdown = new MarkdownStream(element);
  return {
    element,
    update(): boolean {
      element.classList.toggle("open", entry.isOpen);
      // The last line of an answer that has ended cannot grow any more.
      return markdown.update(entry.isOpen ? entry.text : `${entry.text}\n`);
    },
  };
}

function thoughtView(entry: ThoughtEntry): EntryView {
  const head = h("summary");
  const text = h("div", { class: "thought-text" });
  const parts = new TextParts(text, { splitsLines: true });
  let written = 0;
  const details = h("details", { children: [head, text] });
  const element = h("article", { class: "thought", attributes: { "aria-label": "Thought" }, children: [details] });
  return {
    element,
    update(): void {
      setText(head, entry.subject !== "" ? `Thought: ${entry.subject}` : entry.isOpen ? "Thinking …" : "Thought");
      parts.add(entry.text.slice(written));
      written = entry.text.length;
    },
  };
}

function noteView(entry: NoteEntry): EntryView {
  const element = h("div", { class: `note ${entry.level}` });
  return {
    element,
    update(): void {
      if (entry.isMarkdown) element.replaceChildren(...blockElements(entry.text));
      else setText(element, entry.text);
    },
  };
}
