/** Forms: the questions of the model, and those of MCP servers. */
import { h } from "../dom.ts";

/** A form, and what was filled in so far. */
export interface Form {
  fields: HTMLElement[];
  /** The answers by their names; null while something is missing. */
  read(): Record<string, unknown> | null;
}

interface AskedOption {
  label: string;
  description?: string;
}

interface AskedQuestion {
  question: string;
  header?: string;
  options: AskedOption[];
  multiSelect?: boolean;
}

let count = 0;

/** The form of `ask_user_question`: a choice for each question. */
export function questionForm(input: unknown): Form {
  const questions = questionsOf(input);
  const groups = questions.map((question) => choiceGroup(question));
  return {
    fields: groups.map(({ element }) => element),
    read(): Record<string, unknown> | null {
      const answers: Record<string, unknown> = {};
      for (const [at, { read }] of groups.entries()) {
        const chosen = read();
        if (chosen.length === 0) return null;
        answers[String(at)] = questions[at].multiSelect ? chosen : chosen[0];
      }
      return answers;
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

function choiceGroup({ question, options, multiSelect }: AskedQuestion): { element: HTMLElement; read(): string[] } {
  const name = `choice-${++count}`;
  const inputs: HTMLInputElement[] = [];
  const rows = options.map(({ label, description }, at) => {
    const type = multiSelect ? "checkbox" : "radio";
    const about = description ? `${name}-${at}-about` : null;
    const id = `${name}-${at}`;
    const input = h("input", { attributes: { type, name, id, value: label, "aria-describedby": about } });
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

interface FieldSchema {
  type?: string;
  title?: string;
  description?: string;
  enum?: unknown[];
}

/** The form of a JSON Schema with simple fields. */
export function schemaForm(schema: unknown): Form {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  const fields = Object.entries(properties).map(([name, one]) => ({ name, ...schemaField(name, one) }));
  return {
    fields: fields.map(({ element }) => element),
    read(): Record<string, unknown> | null {
      const values: Record<string, unknown> = {};
      for (const { name, read } of fields) {
        const value = read();
        if (value !== undefined) values[name] = value;
        else if (required.includes(name)) return null;
      }
      return values;
    },
  };
}

function schemaField(name: string, schema: FieldSchema): { element: HTMLElement; read(): unknown } {
  const title = schema.title ?? name;
  if (Array.isArray(schema.enum)) {
    const options = schema.enum.map((value) => ({ label: String(value) }));
    const group = choiceGroup({ question: schema.description ?? title, options });
    return { element: group.element, read: () => group.read()[0] };
  }
  const id = `field-${++count}`;
  const isFlag = schema.type === "boolean";
  const isNumber = schema.type === "number" || schema.type === "integer";
  const type = isFlag ? "checkbox" : isNumber ? "number" : "text";
  const input = h("input", { attributes: { type, id, ...(isNumber ? { step: "any" } : {}) } });
  const label = h("label", {
    text: schema.description ? `${title}: ${schema.description}` : title,
    attributes: { for: id },
  });
  const element = h("div", { class: isFlag ? "choice" : "field", children: isFlag ? [input, label] : [label, input] });
  return {
    element,
    read(): unknown {
      if (isFlag) return input.checked;
      if (input.value === "") return undefined;
      return isNumber ? Number(input.value) : input.value;
    },
  };
}
