/** The chunks of a bundle with code splitting, taken apart so that one script can hold and evaluate them one by one. */

/** A chunk: the body of a function that takes what it imports and returns what it exports. */
export interface Chunk {
  name: string;
  /** Chunks that are evaluated before this one, with what it takes from each. */
  imports: Link[];
  /** Modules of the runtime, such as `node:fs`. */
  outside: Link[];
  /** Chunks that it loads when it needs them. */
  later: string[];
  body: string;
  /** Comments with licenses. */
  notices: string[];
}

/** What a chunk takes from another. */
export interface Link {
  from: string;
  /** A destructuring pattern, a name for the whole, or null where only the evaluation matters. */
  pattern: string | null;
}

const IMPORT =
  /(?<=^|[;}\n])import\s*(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\w$]+)|\{([^{}"]*)\})?\s*(?:from\s*)?"([^"]+)";?/g;
const EXPORT = /(?<=^|[;}\n])export\s*\{([^{}]*)\};?\s*$/;
const EXPORT_DEFAULT = /(?<=^|[;}\n])export default ([^;]+);?\s*$/;
const REQUIRE =
  /import\s*\{\s*createRequire as (\w+)\s*\}\s*from\s*"node:module";\s*var ([\w$]+)\s*=\s*\1\(import\.meta\.url\)/;

/** Takes a chunk apart. Throws where its form is not the one that the bundler is known to write. */
export function readChunk(name: string, text: string): Chunk {
  const chunk: Chunk = { name, imports: [], outside: [], later: [], body: "", notices: [] };
  let body = text.trimEnd();
  while (body.endsWith("*/")) {
    const start = body.lastIndexOf("/*");
    chunk.notices.push(body.slice(start));
    body = body.slice(0, start).trimEnd();
  }
  // A chunk always has something to return: by that one knows that it was evaluated.
  if (!EXPORT.test(body) && !EXPORT_DEFAULT.test(body)) body += "\nexport{};";
  chunk.body = body
    // The bundler asks for `require` at once; here it is had when a package first calls it.
    .replace(REQUIRE, "var $2=$require")
    .replace(IMPORT, (_, whole, space, names, from) => {
      const isChunk = from.startsWith("./");
      const link = { from: isChunk ? from.slice(2) : from, pattern: patternOf({ whole, space, names }) };
      (isChunk ? chunk.imports : chunk.outside).push(link);
      return "";
    })
    .replace(EXPORT, (_, names) => returning(namesOf(names)))
    // Only a CommonJS package is exported in this form; Deno shows its names as exports, too.
    .replace(EXPORT_DEFAULT, (_, value) => `return $package(${value});`)
    .replace(/\bimport\((?:"\.\/([^"]+)")?/g, (_, target) => {
      if (target) chunk.later.push(target);
      return target ? `$load("${target}"` : "$import(";
    })
    // One character beyond Latin makes all of a script twice as wide in memory. In code an escape means the same.
    .replace(/(?<!\\)[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (/(?<=^|[;}\n])(import|export)[\s{*"]|\bimport\.meta\b/.test(chunk.body)) {
    throw new Error(`The chunk ${name} has an import or an export of a form that is not known here`);
  }
  return chunk;
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

// Values and no getters: whoever imports takes them when the chunk was evaluated, and a getter is one more function.
function returning(pairs: readonly [string, string][]): string {
  return `return{${pairs.map(([inner, outer]) => inner === outer ? inner : `${outer}:${inner}`).join(",")}};`;
}
