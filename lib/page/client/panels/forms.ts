/** The form of `ask_user_question`. */
import { h } from "../dom.ts";

/** What was filled in: the answers by their names, or why they cannot be sent. */
export type Filled = { values: Record<string, unknown> } | { fault: string; field: HTMLElement };

/** A form, and what was filled in so far. */
export interface Form {
  fields: HTMLElement[];
  read(): Filled;
}

/** One label to choose. */
export interface ChoiceOption {
  label: string;
  description?: string;
  /** What is chosen; the label unless set. */
  value?: string;
  isChosen?: boolean;
}

/** Labels to choose from. */
export interface ChoiceGroup {
  element: HTMLElement;
  read(): string[];
}

/** A question with its labels. */
export interface AskedQuestion {
  question: string;
  options: ChoiceOption[];
  multiSelect?: boolean;
}

let count = 0;

/** The form of `ask_user_question`: a choice for each question. */
export function questionForm(input: unknown): Form {
  const questions = questionsOf(input);
  const groups = questions.map((question) => choiceGroup(question));
  return {
    fields: groups.map(({ element }) => element),
    read(): Filled {
      const values: Record<string, unknown> = {};
      for (const [at, { read, element }] of groups.entries()) {
        const chosen = read();
        if (chosen.length === 0) return { fault: `Please choose: ${questions[at].question}`, field: element };
        values[String(at)] = questions[at].multiSelect ? chosen : chosen[0];
      }
      return { values };
    },
  };
}

function questionsOf(input: unknown): AskedQuestion[] {
  const { questions } = (input ?? {}) as { questions?: unknown };
  if (!Array.isArray(questions)) return [];
  return questions.filter((one): one is AskedQuestion =>
    one !== null && typeof one === "object" && typeof one.question === "string" && Array.isArray(one.options)
  );
}

/** A radio or a checkbox for each label, under their question. */
export function choiceGroup({ question, options, multiSelect }: AskedQuestion): ChoiceGroup {
  const name = `choice-${++count}`;
  const inputs: HTMLInputElement[] = [];
  const rows = options.map(({ label, description, value = label, isChosen = false }, at) => {
    const type = multiSelect ? "checkbox" : "radio";
    const about = description ? `${name}-${at}-about` : null;
    const id = `${name}-${at}`;
    const input = h("input", { attributes: { type, name, id, value, "aria-describedby": about } });
    input.checked = isChosen;
    inputs.push(input);
    const text = [h("label", { text: label, attributes: { for: id } })];
    const detail = about === null
      ? []
      : [h("span", { class: "about", text: description ?? "", attributes: { id: about } })];
    return h("div", { class: "choice", children: [input, h("div", { children: [...text, ...detail] })] });
  });
  const element = h("fieldset", { children: [h("legend", { text: question }), ...rows] });
  return { element, read: () => inputs.filter(({ checked }) => checked).map(({ value }) => value) };
}
