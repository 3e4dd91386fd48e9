/** The form of an MCP server: a field for each property of its schema. */
import { h } from "../dom.ts";
import { choiceGroup, type ChoiceOption, type Filled, type Form } from "./forms.ts";

interface FieldSchema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  format?: string;
  enum?: unknown[];
  enumNames?: unknown[];
  oneOf?: Titled[];
  anyOf?: Titled[];
  items?: FieldSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface Titled {
  const?: unknown;
  title?: string;
}

/** A field, its value, which is undefined where it is empty, and why the value does not fit. */
interface Field {
  element: HTMLElement;
  read(): unknown;
  fault(): string | null;
}

let count = 0;

/** The form of a JSON Schema with simple fields. */
export function schemaForm(schema: unknown): Form {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  const fields = Object.entries(properties).map(([name, one]) => ({ name, schema: one, field: fieldOf(name, one) }));
  return {
    fields: fields.map(({ field }) => field.element),
    read(): Filled {
      const values: Record<string, unknown> = {};
      for (const { name, schema: { title = name }, field } of fields) {
        const fault = field.fault();
        if (fault !== null) return { fault: `${title}: ${fault}`, field: field.element };
        const value = field.read();
        if (value !== undefined) values[name] = value;
        else if (required.includes(name)) return { fault: `Please fill in: ${title}`, field: field.element };
      }
      return { values };
    },
  };
}

function fieldOf(name: string, schema: FieldSchema): Field {
  const title = schema.title ?? name;
  if (schema.type === "array") return manyField(title, schema);
  if (schema.enum || schema.oneOf) return oneField(title, schema);
  return schema.type === "boolean" ? flagField(title, schema) : textField(title, schema);
}

/** The choices of a schema, of which some are chosen at first. */
function optionsOf({ enum: values, enumNames: names, oneOf, anyOf }: FieldSchema, chosen: unknown[]): ChoiceOption[] {
  const titled = oneOf ?? anyOf ?? (values ?? []).map((value, at): Titled => {
    const title = names?.[at];
    return { const: value, ...(typeof title === "string" ? { title } : {}) };
  });
  return titled.map(({ const: value, title }) => {
    const text = String(value);
    return { label: title ?? text, value: text, isChosen: chosen.includes(value) };
  });
}

function questionOf(title: string, { description }: FieldSchema): string {
  return description ? `${title}: ${description}` : title;
}

function oneField(title: string, schema: FieldSchema): Field {
  const options = optionsOf(schema, [schema.default]);
  const { element, read } = choiceGroup({ question: questionOf(title, schema), options });
  return { element, read: () => read()[0], fault: () => null };
}

function manyField(title: string, schema: FieldSchema): Field {
  const options = optionsOf(schema.items ?? {}, Array.isArray(schema.default) ? schema.default : []);
  const { element, read } = choiceGroup({ question: questionOf(title, schema), options, multiSelect: true });
  const { minItems = 0, maxItems = Infinity } = schema;
  return {
    element,
    read: () => read().length === 0 && minItems === 0 ? undefined : read(),
    fault(): string | null {
      const { length } = read();
      if (length < minItems) return `Choose at least ${minItems}.`;
      return length > maxItems ? `Choose at most ${maxItems}.` : null;
    },
  };
}

function flagField(title: string, schema: FieldSchema): Field {
  const id = `field-${++count}`;
  const input = h("input", { attributes: { type: "checkbox", id } });
  input.checked = schema.default === true;
  const label = h("label", { text: questionOf(title, schema), attributes: { for: id } });
  const element = h("div", { class: "choice", children: [input, label] });
  return { element, read: () => input.checked, fault: () => null };
}

/** The kinds of input for the formats of a text. */
const KINDS: Readonly<Record<string, string>> = {
  email: "email",
  uri: "url",
  date: "date",
  "date-time": "datetime-local",
};

function textField(title: string, schema: FieldSchema): Field {
  const id = `field-${++count}`;
  const isNumber = schema.type === "number" || schema.type === "integer";
  const kind = isNumber ? "number" : KINDS[schema.format ?? ""] ?? "text";
  const about = schema.description ? `${id}-about` : null;
  const bound = (value: number | undefined): string | null => value === undefined ? null : String(value);
  const attributes = {
    ...{ type: kind, id, "aria-describedby": about },
    ...(isNumber
      ? { step: schema.type === "integer" ? "1" : "any", min: bound(schema.minimum), max: bound(schema.maximum) }
      : { minlength: bound(schema.minLength), maxlength: bound(schema.maxLength) }),
    ...(kind === "datetime-local" ? { step: "1" } : {}),
  };
  const input = h("input", { attributes });
  const { default: first } = schema;
  if (typeof first === "string" || typeof first === "number") {
    input.value = kind === "datetime-local" ? localTime(String(first)) : String(first);
  }
  const label = h("label", { text: title, attributes: { for: id } });
  const detail = about === null
    ? []
    : [h("span", { class: "about", text: schema.description ?? "", attributes: { id: about } })];
  return {
    element: h("div", { class: "field", children: [label, input, ...detail] }),
    read(): unknown {
      if (input.value === "") return undefined;
      if (kind === "datetime-local") return new Date(input.value).toISOString();
      return isNumber ? Number(input.value) : input.value;
    },
    fault: () => input.validity.valid ? null : input.validationMessage,
  };
}

/** A point in time as the input for local times has it. */
function localTime(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return "";
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}
