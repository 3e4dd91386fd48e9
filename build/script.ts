/**
 * One script made of chunks. What nearly every run needs is code, evaluated chunk by chunk when it is asked for, and
 * compiled ahead by Deno's cache. The rest waits in a comment at the end, which costs the least to pass over: our
 * own chunks as they are, large packages packed. Each is read when it is asked for; nothing is written to disk and
 * nothing is fetched. Where a second file can come along, as in a compiled program, the rest waits there.
 */
import type { Chunk } from "./chunks.ts";
import { waitsAtTop } from "./syntax.ts";

/** How a script is made. */
export interface ScriptOptions {
  /** Names, without their hash, of the chunks that nearly every run loads. */
  core: readonly string[];
  /** The first lines of the script. */
  head: string;
  /** A file beside the script for what is not code in it; without it all is in the script. */
  storeFile?: string;
}

/** The script in two parts, the code and what waits in its comment, and the text of its second file. */
export interface Script {
  code: string;
  rest: string;
  store: string;
}

const ENTRY = "main.js";
/** A deferred import of more characters than this is packed, with all that only such imports need. */
const MIN_PACKED = 100_000;
const BEYOND_ASCII = /[\u0080-\uffff]/g;
const STAR_SLASH = "*\u0001/";

/** Makes the script. */
export async function makeScript(chunks: readonly Chunk[], options: ScriptOptions): Promise<Script> {
  const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
  const closure = (names: Iterable<string>, without: ReadonlySet<string> = new Set()): Set<string> => {
    const found = new Set<string>();
    const visit = (name: string): void => {
      const chunk = byName.get(name);
      if (!chunk || found.has(name) || without.has(name)) return;
      for (const link of chunk.imports) visit(link.from);
      found.add(name);
    };
    for (const name of names) visit(name);
    return found;
  };
  const isCore = (name: string): boolean => options.core.includes(name.replace(/-[A-Z0-9]+\.js$/, ""));
  const core = closure([ENTRY, ...chunks.map(({ name }) => name).filter(isCore)]);
  const light = new Set<string>();
  // What only a packed import asks for is packed too: it is not looked at here.
  const asked = [...core];
  for (const name of asked) {
    for (const entry of byName.get(name)?.later ?? []) {
      const needed = closure([entry], core);
      const size = [...needed].reduce((sum, needed) => sum + (byName.get(needed)?.body.length ?? 0), 0);
      if (size >= MIN_PACKED || light.has(entry)) continue;
      for (const name of needed) light.add(name);
      asked.push(...needed);
    }
  }
  const store = new Store();
  for (const chunk of chunks) {
    if (!core.has(chunk.name)) await store.add(chunk, light.has(chunk.name) ? "plain" : "packed");
  }
  const rows = [...core].map((name) => byName.get(name)).filter((chunk) => chunk !== undefined)
    .map((chunk) => `${JSON.stringify(chunk.name)}:${rowOf(chunk)}`).join(",\n");
  const notices = new Set(chunks.flatMap((chunk) => chunk.notices));
  const text = `${store.text}${[...notices].map(inComment).join("\n")}*/\n`;
  // Another build may have taken the place of this one before it could open itself: what belongs to it has its mark.
  const mark = `/*store ${await digest(text)}\n`;
  const rest = mark + text;
  const { storeFile } = options;
  const place = storeFile ? `import.meta.dirname+${JSON.stringify(`/${storeFile}`)}` : "import.meta.filename";
  const code = `${options.head}const $core={${rows}};\nconst $stored=${JSON.stringify(store.index)};\n` +
    `const $place=${place},$mark=${JSON.stringify(mark)},$length=${rest.length};\n${LOADER}await $load("${ENTRY}");\n`;
  return storeFile ? { code, rest: "", store: rest } : { code, rest, store: "" };
}

/** A chunk as the loader reads it. The parentheses let the engine compile it ahead, and keep what it compiled. */
function rowOf({ imports, outside, body }: Chunk): string {
  const links = [...imports, ...outside];
  const parameters = [
    "$load",
    "$import",
    "$require",
    "$package",
    ...links.map((link, index) => link.pattern ?? `$${index}`),
  ];
  const from = (list: Chunk["imports"]): string => JSON.stringify(list.map((link) => link.from));
  // A chunk that waits for nothing is had at once: a promise for each of many chunks adds up.
  const kind = waitsAtTop(body) ? "async function" : "function";
  return `[${from(imports)},${from(outside)},(${kind}(${parameters.join(",")}){${body}\n})]`;
}

/** What waits in the comment. */
class Store {
  /** Where each chunk is: offset behind the mark, length, and whether it is packed. */
  readonly index: Record<string, [number, number, number]> = {};
  text = "";

  async add(chunk: Chunk, form: "plain" | "packed"): Promise<void> {
    const row = rowOf(chunk);
    // Other than ASCII would make every character of the script twice as wide.
    const isPlain = form === "plain" && row.search(BEYOND_ASCII) < 0 && !row.includes(STAR_SLASH);
    const kept = isPlain ? row.replaceAll("*/", STAR_SLASH) : await pack(row);
    this.index[chunk.name] = [this.text.length, kept.length, isPlain ? 0 : 1];
    this.text += `${kept}\n`;
  }
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(bytes).toHex().slice(0, 16);
}

async function pack(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer()).toBase64();
}

function inComment(notice: string): string {
  const inner = notice.replace(/^\/\*!?/, "").replace(/\*\/$/, "");
  return inner.replace(BEYOND_ASCII, (char) => `\\u{${char.charCodeAt(0).toString(16)}}`);
}

// Functions in parentheses, because every run calls them.
const LOADER = `
const $import=(specifier)=>import(specifier);
const $require=(name)=>process.getBuiltinModule(name);
const $package=(value)=>({...value,default:value});
const $loaded={};
const $load=(async function(name){return await $get(name)});
const $get=(function(name){
  if(name in $loaded)return $loaded[name];
  const row=$core[name];
  const made=$loaded[name]=(row&&$now(row))??$later(name,row);
  if(made instanceof Promise)made.then((value)=>$loaded[name]=value,()=>{});
  return made;
});
const $now=(function([imports,outside,body]){
  if(outside.length>0)return;
  const values=[];
  for(const from of imports){
    const value=$get(from);
    if(value instanceof Promise)return;
    values.push(value);
  }
  return body($load,$import,$require,$package,...values);
});
const $later=(async function(name,row){
  const [imports,outside,body]=row??await $fetch(name);
  const values=[];
  for(const from of imports)values.push(await $get(from));
  for(const from of outside)values.push(await import(from));
  return body($load,$import,$require,$package,...values);
});
// Opened at once: a version that takes the place of this one later leaves it what it was opened with.
const $file=Deno.openSync($place);
let $known=false;
async function $fetch(name){
  $known||=$recognize();
  const [start,length,packed]=$stored[name];
  let text=$read($mark.length+start,length);
  if(packed){
    const stream=new Blob([Uint8Array.fromBase64(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
    text=await new Response(stream).text();
  }else text=text.replaceAll("*\\u0001/","*/");
  return (0,eval)("'use strict';"+text+"\\n//# sourceURL=qwen/"+name);
}
function $recognize(){
  try{
    if($read(0,$mark.length)===$mark)return true;
  }catch{}
  throw new Error("Another version of qwen has taken the place of the one that runs: start it again");
}
function $read(start,length){
  const bytes=new Uint8Array(length);
  $file.seekSync(start-$length,Deno.SeekMode.End);
  for(let at=0,read;at<length&&(read=$file.readSync(bytes.subarray(at)));)at+=read;
  return new TextDecoder().decode(bytes);
}
`;
