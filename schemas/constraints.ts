type Schema = Record<string, unknown>;

/** Keywords that say what a value is, and refuse none. */
const NOTES: ReadonlySet<string> = new Set(["description", "title", "$comment", "examples", "default"]);

/** A schema without the parts that refuse nothing: they only name fields, and would be checked for nothing. */
export function constraintsOf(root: Schema): Schema {
  const pruner = new Pruner(root);
  const definitions = isSchema(root.$defs) ? root.$defs : {};
  const kept = Object.fromEntries(
    Object.entries(definitions).flatMap(([name, part]) => pruner.isFree(part) ? [] : [[name, pruner.prune(part)]]),
  );
  const { $schema, $id, title } = root;
  return { $schema, $id, title, ...pruner.prune({ ...root, $defs: undefined }) as Schema, $defs: kept };
}

class Pruner {
  readonly #root: Schema;

  constructor(root: Schema) {
    this.#root = root;
  }

  isFree(part: unknown): boolean {
    return part === true || (isSchema(part) && Object.keys(this.prune(part) as Schema).length === 0);
  }

  prune(part: unknown): unknown {
    if (!isSchema(part)) return part;
    if (typeof part.$ref === "string") return this.isFree(this.#referred(part.$ref)) ? {} : { $ref: part.$ref };
    const entries = Object.entries(part).flatMap(([key, value]): [string, unknown][] => {
      if (NOTES.has(key) || value === undefined) return [];
      switch (key) {
        case "properties":
          return this.#filled(key, Object.entries(value as Schema).filter(([, inner]) => !this.isFree(inner)));
        case "items":
        case "additionalProperties":
          return this.isFree(value) ? [] : [[key, this.prune(value)]];
        case "allOf": {
          const parts = (value as unknown[]).filter((inner) => !this.isFree(inner));
          return parts.length === 0 ? [] : [[key, parts.map((inner) => this.prune(inner))]];
        }
        case "anyOf": {
          const parts = value as unknown[];
          return parts.some((inner) => this.isFree(inner)) ? [] : [[key, parts.map((inner) => this.prune(inner))]];
        }
        case "oneOf":
          return [[key, (value as unknown[]).map((inner) => this.prune(inner))]];
        case "then":
          return this.isFree(value) ? [] : [[key, this.prune(value)]];
        case "required":
          return (value as unknown[]).length === 0 ? [] : [[key, value]];
        default:
          return [[key, value]];
      }
    });
    const pruned = Object.fromEntries(entries);
    // A condition without a consequence refuses nothing.
    if ("if" in pruned && !("then" in pruned) && !("else" in pruned)) delete pruned.if;
    return pruned;
  }

  #filled(key: string, entries: [string, unknown][]): [string, unknown][] {
    if (entries.length === 0) return [];
    return [[key, Object.fromEntries(entries.map(([name, inner]) => [name, this.prune(inner)]))]];
  }

  #referred(ref: string): unknown {
    return ref.split("/").slice(1).reduce<unknown>(
      (inner, step) => isSchema(inner) ? inner[step] : undefined,
      this.#root,
    );
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
