/** Reads fields of a request; a missing or wrong field is refused with its path. */
import { isObject, type JsonObject } from "../../../model/json.ts";
import { Refusal } from "../errors.ts";

/** An object of a request, with its path. */
export class Fields {
  readonly value: Record<string, unknown>;
  readonly path: string;

  constructor(value: Record<string, unknown>, path: string) {
    this.value = value;
    this.path = path;
  }

  /** The path of a field. */
  at(key: string): string {
    return this.path === "" ? key : `${this.path}.${key}`;
  }

  /** Whether a field is present; null counts as absent. */
  has(key: string): boolean {
    return this.value[key] !== undefined && this.value[key] !== null;
  }

  /** A text, or null when the field is absent. */
  text(key: string): string | null {
    return this.has(key) ? asText(this.value[key], this.at(key)) : null;
  }

  /** A required text. */
  needText(key: string): string {
    return asText(this.need(key), this.at(key));
  }

  /** A number within bounds, or undefined when the field is absent. */
  number(key: string, bounds: { min?: number; max?: number; integer?: true } = {}): number | undefined {
    if (!this.has(key)) return undefined;
    const value = this.value[key];
    const { min = -Infinity, max = Infinity, integer } = bounds;
    if (typeof value !== "number" || value < min || value > max || (integer && !Number.isInteger(value))) {
      const kind = integer ? "an integer" : "a number";
      const range = min === -Infinity ? "" : max === Infinity ? ` of at least ${min}` : ` from ${min} to ${max}`;
      throw new Refusal("QWEN_INVALID_VALUE", `"${this.at(key)}" must be ${kind}${range}`, { param: this.at(key) });
    }
    return value;
  }

  /** A boolean, or undefined when the field is absent. */
  flag(key: string): boolean | undefined {
    if (!this.has(key)) return undefined;
    const value = this.value[key];
    if (typeof value !== "boolean") throw wrongKind(this.at(key), "true or false");
    return value;
  }

  /** One of several allowed values, or null when the field is absent. */
  word<Word extends string>(key: string, words: readonly Word[]): Word | null {
    const value = this.text(key);
    if (value === null) return null;
    const known = words.find((word) => word === value);
    if (known === undefined) throw wrongKind(this.at(key), `one of ${words.join(", ")}`);
    return known;
  }

  /** An object, or null when the field is absent. */
  object(key: string): Fields | null {
    return this.has(key) ? asFields(this.value[key], this.at(key)) : null;
  }

  /** A required object. */
  needObject(key: string): Fields {
    return asFields(this.need(key), this.at(key));
  }

  /** An object as plain JSON, or null when the field is absent. */
  json(key: string): JsonObject | null {
    return this.has(key) ? asFields(this.value[key], this.at(key)).value as JsonObject : null;
  }

  /** A list, empty when the field is absent. */
  list(key: string): unknown[] {
    if (!this.has(key)) return [];
    const value = this.value[key];
    if (!Array.isArray(value)) throw wrongKind(this.at(key), "an array");
    return value;
  }

  /** A list of objects, empty when the field is absent. */
  objects(key: string): Fields[] {
    return this.list(key).map((_, index) => this.item(key, index));
  }

  /** One object of a list. */
  item(key: string, index: number): Fields {
    return asFields(this.list(key)[index], `${this.at(key)}[${index}]`);
  }

  /** A list of texts, empty when the field is absent. */
  texts(key: string): string[] {
    return this.list(key).map((item, index) => asText(item, `${this.at(key)}[${index}]`));
  }

  /** A required value of any kind. */
  need(key: string): unknown {
    if (!this.has(key)) {
      throw new Refusal("QWEN_MISSING_FIELD", `"${this.at(key)}" is missing`, { param: this.at(key) });
    }
    return this.value[key];
  }
}

/** The refusal of a value of the wrong kind. */
export function wrongKind(path: string, wanted: string): Refusal {
  return new Refusal("QWEN_INVALID_VALUE", `"${path}" must be ${wanted}`, { param: path });
}

function asText(value: unknown, path: string): string {
  if (typeof value !== "string") throw wrongKind(path, "a string");
  return value;
}

function asFields(value: unknown, path: string): Fields {
  if (!isObject(value)) throw wrongKind(path, "an object");
  return new Fields(value, path);
}
