/** An object whose fields are watched: those that nobody has read had no effect. */
export interface WatchedFields {
  fields: Record<string, unknown>;
  /** The names of fields that were not read. */
  unread(): string[];
}

/** Watches the fields of an object, but not those of the objects inside it. */
export function watchFields(value: Record<string, unknown>): WatchedFields {
  const read = new Set<PropertyKey>();
  const fields = new Proxy(value, {
    get: (target, name): unknown => {
      read.add(name);
      return Reflect.get(target, name);
    },
    has: (target, name): boolean => {
      read.add(name);
      return Reflect.has(target, name);
    },
  });
  return { fields, unread: () => Object.keys(value).filter((name) => !read.has(name)) };
}
