/**
 * A script made of chunks, and its store. What nearly every run needs is code in the script, evaluated chunk by chunk
 * when it is asked for, and compiled ahead by Deno's cache. The rest waits in the store, a second file, from which each
 * chunk is read when it is asked for: our own as they are, large packages packed. Whatever else is in a script is read
 * at every start.
 */
import type { Chunk } from "./chunks.ts";
import { waitsAtTop } from "./syntax.ts";

/** How a script is made. */
export interface ScriptOptions {
  /** Names, without their hash, of the chunks that nearly every run loads. */
  core: readonly string[];
  /** The first lines of the script. */
  head: string;
  /** The expression by which the script finds its store. */
  place: string;
}

/** The script and its store. */
export interface Script {
  code: string;
  store: Uint8Array<ArrayBuffer>;
}

const ENTRY = "main.js";
/** A deferred import of more characters than this is packed, with all that only such imports need. */
const MIN_PACKED = 100_000;

/** Makes the script. */
export async function makeScript(chunks: readonly Chunk[], options: ScriptOptions): Promise<Script> {
  const { core, plain } = placesOf(chunks, options.core);
  const store = new Store();
  for (const chunk of chunks) {
    if (!core.has(chunk)) await store.add(chunk, plain.has(chunk) ? "plain" : "packed");
  }
  const bytes = await store.close([...new Set(chunks.flatMap((chunk) => chunk.notices))]);
  const rows = [...core].map((chunk) => `${JSON.stringify(chunk.name)}:${rowOf(chunk)}`).join(",\n");
  // What belongs to another build is not taken for ours.
  const mark = await digest(bytes);
  const code = `${options.head}const $core={${rows}};\nconst $stored=${JSON.stringify(store.index)};\n` +
    `const $mark="${mark}",$place=()=>${options.place};\n${LOADER}await $load("${ENTRY}");\n`;
  return { code, store: await new Blob([mark, bytes]).bytes() };
}

/** Which chunks are code in the script, and which are kept plain in the store; the others are packed there. */
function placesOf(chunks: readonly Chunk[], names: readonly string[]): { core: Set<Chunk>; plain: Set<Chunk> } {
  const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
  const isNamed = (name: string): boolean => names.includes(withoutHash(name));
  const missing = names.find((name) => !chunks.some((chunk) => withoutHash(chunk.name) === name));
  if (missing !== undefined) throw new Error(`There is no chunk ${missing}, which nearly every run is said to load`);
  const named = [ENTRY, ...byName.keys().filter(isNamed)];
  const core = new Set<Chunk>();
  for (const name of named) for (const chunk of closureOf(name, byName)) core.add(chunk);
  const plain = new Set<Chunk>();
  // What only a packed import asks for is packed too: it is not looked at here.
  const looked = [...core];
  for (const entry of looked.values().flatMap(({ later }) => later)) {
    const needed = closureOf(entry, byName).filter((chunk) => !core.has(chunk));
    const size = needed.reduce((sum, { body }) => sum + body.length, 0);
    if (size >= MIN_PACKED || needed.every((chunk) => plain.has(chunk))) continue;
    for (const chunk of needed) plain.add(chunk);
    looked.push(...needed);
  }
  return { core, plain };
}

/** A chunk after all that is evaluated before it. */
function closureOf(name: string, byName: ReadonlyMap<string, Chunk>): Chunk[] {
  const found = new Set<Chunk>();
  const visit = (name: string): void => {
    const chunk = byName.get(name);
    if (!chunk || found.has(chunk)) return;
    for (const link of chunk.imports) visit(link.from);
    found.add(chunk);
  };
  visit(name);
  return [...found];
}

function withoutHash(name: string): string {
  return name.replace(/-[A-Z0-9]+\.js$/, "");
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

/** What waits. */
class Store {
  /** Where each chunk is: offset behind the mark, length, and whether it is packed. */
  readonly index: Record<string, [number, number, number]> = {};
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;

  async add(chunk: Chunk, form: "plain" | "packed"): Promise<void> {
    const row = new TextEncoder().encode(rowOf(chunk));
    const kept = form === "plain" ? row : await pack(row);
    this.index[chunk.name] = [this.#length, kept.length, form === "plain" ? 0 : 1];
    this.#parts.push(kept);
    this.#length += kept.length;
  }

  /** All chunks, and the terms of the packages behind them. */
  close(notices: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
    return new Blob([...this.#parts, `\n${notices.join("\n")}\n`]).bytes();
  }
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

async function pack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(packed).bytes();
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
const $file=(function(){try{return Deno.openSync($place())}catch(error){return error}})();
let $known=false;
async function $fetch(name){
  $known||=$recognize();
  const [start,length,packed]=$stored[name];
  let bytes=$read($mark.length+start,length);
  if(packed){
    const stream=new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    bytes=await new Response(stream).bytes();
  }
  return (0,eval)("'use strict';"+new TextDecoder().decode(bytes)+"\\n//# sourceURL=qwen/"+name);
}
function $recognize(){
  const isMissing=$file instanceof Error;
  if(!isMissing&&new TextDecoder().decode($read(0,$mark.length))===$mark)return true;
  const message=isMissing
    ?"Cannot read the file that belongs beside qwen: "+$file.message+". Install qwen again."
    :"Another version of qwen has taken the place of the one that runs: start it again.";
  // With a code it is told in one line: nothing is wrong in the program.
  throw Object.assign(new Error(message),{code:"ESTORE"});
}
function $read(start,length){
  const bytes=new Uint8Array(length);
  $file.seekSync(start,Deno.SeekMode.Start);
  for(let at=0,read;at<length&&(read=$file.readSync(bytes.subarray(at)));)at+=read;
  return bytes;
}
`;
