import { button, h } from "../dom.ts";
import { diffElement } from "../conversation/diff_view.ts";
import { linkTo } from "../markdown/inline.ts";
import { blockElements } from "../markdown/render.ts";
import type { CanUseTool, ConfirmAction, ControlRequestLine, WireConfirmation } from "../wire/lines.ts";
import { type Form, questionForm } from "./forms.ts";
import { schemaForm } from "./schema_form.ts";

/** What the questions ask of the page. */
export interface QuestionActions {
  answer(line: ControlRequestLine, result: object): void;
  /** Whether the person may answer. */
  readonly mayAct: boolean;
  /** Whether the person is writing, so that the focus must stay. */
  readonly isWriting: boolean;
  /** Puts the focus back after the last question. */
  restoreFocus(): void;
}

const FORM_TOOL = "ask_user_question";

/** The questions that are open, one at a time. */
export class QuestionPanel {
  readonly #place: HTMLElement;
  readonly #announcer: HTMLElement;
  readonly #actions: QuestionActions;
  #open: ControlRequestLine[] = [];
  #shown: { id: string; element: HTMLElement } | null = null;

  constructor(place: HTMLElement, { announcer, actions }: { announcer: HTMLElement; actions: QuestionActions }) {
    this.#place = place;
    this.#announcer = announcer;
    this.#actions = actions;
  }

  add(line: ControlRequestLine): void {
    const { subtype } = line;
    if (subtype === "hook_callback" || subtype === "mcp_message") return;
    if (this.#open.some(({ request_id: id }) => id === line.request_id)) return;
    this.#open.push(line);
    this.#draw();
  }

  /** A question needs no answer any more. */
  close(requestId: string): void {
    this.#open = this.#open.filter(({ request_id: id }) => id !== requestId);
    this.#draw();
  }

  clear(): void {
    this.#open = [];
    this.#draw();
  }

  #draw(): void {
    const next = this.#open[0];
    if (next?.request_id === this.#shown?.id) return;
    const hadFocus = this.#shown?.element.contains(document.activeElement) ?? false;
    this.#shown?.element.remove();
    this.#shown = null;
    if (!next) {
      this.#announcer.textContent = "";
      if (hadFocus) this.#actions.restoreFocus();
      return;
    }
    const element = this.#dialog(next);
    this.#shown = { id: next.request_id, element };
    this.#place.append(element);
    this.#announcer.textContent = `A question is open: ${titleOf(next)}`;
    // Keys that were meant for the prompt must not answer: no button has the focus at first.
    if (hadFocus || !this.#actions.isWriting) element.focus();
  }

  #dialog(line: ControlRequestLine): HTMLElement {
    const title = h("h2", { text: titleOf(line), attributes: { id: "question-title" } });
    const { nodes, form } = contentOf(line);
    const reason = line.metadata.reason === null || form
      ? []
      : [h("p", { class: "reason", text: line.metadata.reason })];
    const controls = this.#actions.mayAct
      ? this.#controls(line, form)
      : [h("p", { text: "Only watching: others answer." })];
    const element = h("div", {
      class: "question",
      attributes: { role: "dialog", "aria-labelledby": "question-title", tabindex: "-1" },
      children: [
        title,
        h("div", { class: "question-body", children: [...nodes, ...reason] }),
        h("div", { class: "question-controls", children: controls }),
      ],
    });
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#actions.mayAct) return;
      event.preventDefault();
      this.#answer(line, form ? form.dismissal : DENIAL);
    });
    return element;
  }

  #controls(line: ControlRequestLine, form: QuestionForm | null): HTMLElement[] {
    if (form) return this.#formControls(line, form);
    const allow = (scope: object): void => this.#answer(line, { behavior: "approve", ...scope });
    const isCall = line.request.subtype === "can_use_tool";
    return [
      button("Allow", { class: "primary", onClick: () => allow(isCall ? { scope: "once" } : {}) }),
      ...(isCall ? [button("Allow for session", { onClick: () => allow({ scope: "session" }) })] : []),
      button("Deny", { class: "danger", onClick: () => this.#answer(line, DENIAL) }),
    ];
  }

  #formControls(line: ControlRequestLine, { form, result, refusal, dismissal }: QuestionForm): HTMLElement[] {
    const missing = h("span", { class: "missing", attributes: { "aria-live": "polite" } });
    const answer = (): void => {
      const filled = form.read();
      if ("values" in filled) return this.#answer(line, result(filled.values));
      missing.textContent = filled.fault;
      filled.field.querySelector("input")?.focus();
    };
    return [
      button("Answer", { class: "primary", onClick: answer }),
      ...(refusal ? [button("Decline", { onClick: () => this.#answer(line, refusal) })] : []),
      button("Dismiss", { onClick: () => this.#answer(line, dismissal) }),
      missing,
    ];
  }

  #answer(line: ControlRequestLine, result: object): void {
    this.#actions.answer(line, result);
    this.close(line.request_id);
  }
}

interface QuestionForm {
  form: Form;
  result(values: Record<string, unknown>): object;
  /** The answer that declines, where that differs from leaving the question. */
  refusal: object | null;
  dismissal: object;
}

const DENIAL = { behavior: "deny", message: "The user denied it." };
const DISMISSAL = { behavior: "deny", message: "The user dismissed the question." };

function titleOf({ request }: ControlRequestLine): string {
  switch (request.subtype) {
    case "can_use_tool":
      if (request.tool_name === FORM_TOOL) return "The model asks";
      return `${request.tool_name}: ${request.confirmation.title}`;
    case "confirm_shell_commands":
      return "Run these commands?";
    case "confirm_action":
      return request.elicitation ? `${request.elicitation.server_name} asks` : "Please confirm";
    case "quit_confirmation":
      return "Quit?";
    default:
      return "Question";
  }
}

function contentOf({ request }: ControlRequestLine): { nodes: Node[]; form: QuestionForm | null } {
  switch (request.subtype) {
    case "can_use_tool":
      if (request.tool_name === FORM_TOOL) return asked(request);
      return { nodes: confirmationNodes(request.confirmation), form: null };
    case "confirm_shell_commands":
      return { nodes: request.commands.map((command) => h("pre", { text: command })), form: null };
    case "confirm_action":
      return elicited(request);
    default:
      return { nodes: [], form: null };
  }
}

function asked({ input }: CanUseTool): { nodes: Node[]; form: QuestionForm } {
  const form = questionForm(input);
  const result = (answers: object): object => ({
    behavior: "approve",
    updated_input: { ...(input as object), answers },
  });
  return { nodes: form.fields, form: { form, result, refusal: null, dismissal: DISMISSAL } };
}

function elicited({ prompt, elicitation }: ConfirmAction): { nodes: Node[]; form: QuestionForm | null } {
  const text = h("p", { text: prompt });
  if (!elicitation) return { nodes: [text], form: null };
  if (elicitation.mode === "url") {
    const url = elicitation.url ?? "";
    return { nodes: [text, h("p", { children: [linkTo(url, [document.createTextNode(url)])] })], form: null };
  }
  const form = schemaForm(elicitation.schema);
  const result = (content: object): object => ({ behavior: "approve", content });
  const dismissal = { ...DISMISSAL, interrupt: true };
  return { nodes: [text, ...form.fields], form: { form, result, refusal: DENIAL, dismissal } };
}

function confirmationNodes(confirmation: WireConfirmation): Node[] {
  switch (confirmation.type) {
    case "edit":
      return [h("p", { class: "file-name", text: confirmation.file_name }), diffElement(confirmation.file_diff)];
    case "exec":
      return [h("pre", { class: "command", attributes: { tabindex: "0" }, text: confirmation.command })];
    case "mcp":
      return [h("p", { text: `Tool ${confirmation.tool_name} of the server ${confirmation.server_name}` })];
    case "info":
      return [
        h("p", { text: confirmation.prompt }),
        ...confirmation.urls.map((url) => h("p", { children: [linkTo(url, [document.createTextNode(url)])] })),
      ];
    case "plan":
      return blockElements(confirmation.plan);
  }
}
