/** The chunks of a bundle with code splitting, taken apart into what one script can hold and evaluate piece by piece. */

/** A chunk: a function body that takes what it imports and returns what it exports. */
export interface Chunk {
  name: string;
  /** Chunks that are evaluated before this one, with the names it takes from each. */
  imports: Link[];
  /** Modules of the runtime, such as `node:fs`. */
  outside: Link[];
  /** Chunks that it loads when it needs them. */
  later: string[];
  /** Names that others see. */
  exports: string[];
  body: string;
}

/** What a chunk takes from another. */
export interface Link {
  from: string;
  /** A destructuring pattern, a name for the whole, or nothing where only the evaluation matters. */
  pattern: string | null;
}

const IMPORT =
  /(?<=^|[;}\n])import\s*(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\w$]+)|\{([^{}"]*)\})?\s*(?:from\s*)?"([^"]+)";?/g;
const EXPORT = /(?<=^|[;}\n])export\s*\{([^{}]*)\};?(?=(?:\s|\/\*[\s\S]*?\*\/)*$)/;
const EXPORT_DEFAULT = /(?<=^|[;}\n])export default ([\s\S]+?);?\s*$/;
const REQUIRE =
  /import\s*\{\s*createRequire as (\w+)\s*\}\s*from\s*"node:module";\s*(var|const|let) ([\w$]+)\s*=\s*\1\(import\.meta\.url\)/;

/** Takes a chunk apart. Throws where its form is not the one that the bundler is known to write. */
export function readChunk(name: string, text: string): Chunk {
  const imports: Link[] = [];
  const outside: Link[] = [];
  const later = new Set<string>();
  let body = text
    // The bundler asks for `require` in every file; here it is made when a package first calls it.
    .replace(REQUIRE, "$2 $3=$require")
    .replace(IMPORT, (_, whole, space, names, from) => {
      const link = { from: chunkName(from), pattern: patternOf({ whole, space, names }) };
      (from.startsWith("./") ? imports : outside).push(link);
      return "";
    });
  const exports: string[] = [];
  body = body.replace(EXPORT, (_, names) => {
    const pairs = namesOf(names);
    exports.push(...pairs.map(([, outer]) => outer));
    return returning(pairs);
  }).replace(EXPORT_DEFAULT, (_, value) => {
    exports.push("default");
    return `return{default:${value}};`;
  });
  body = body.replace(/\bimport\(("\.\/([^"]+)")?/g, (_, literal, chunk) => {
    if (literal) later.add(chunk);
    return literal ? `$load("${chunk}"` : "$import(";
  });
  if (/(?<=^|[;}\n])(import|export)[\s{*"]|\bimport\.meta\b/.test(body)) {
    throw new Error(`${name} has an import or export of a form that is not known here`);
  }
  return { name, imports, outside, later: [...later], exports, body };
}

function chunkName(from: string): string {
  return from.startsWith("./") ? from.slice(2) : from;
}

function patternOf(link: { whole?: string; space?: string; names?: string }): string | null {
  if (link.space) return link.space;
  const taken = link.whole ? [["default", link.whole]] : [];
  if (link.names) taken.push(...namesOf(link.names));
  if (taken.length === 0) return null;
  return `{${taken.map(([outer, inner]) => outer === inner ? inner : `${outer}:${inner}`).join(",")}}`;
}

/** `a as b,c` as pairs. */
function namesOf(list: string): [string, string][] {
  return list.split(",").map((item) => item.trim()).filter((item) => item !== "").map((item) => {
    const [first, second] = item.split(/\s+as\s+/);
    return [first, second ?? first];
  });
}

// Getters, because a name may get its value after the chunk was evaluated.
function returning(pairs: readonly [string, string][]): string {
  return `return{${pairs.map(([inner, outer]) => `get ${outer}(){return ${inner}}`).join(",")}};`;
}
