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
  const looked = [...core];
  for (const name of looked) {
    for (const entry of byName.get(name)?.later ?? []) {
      const needed = [...closure([entry], core)];
      const size = needed.reduce((sum, one) => sum + (byName.get(one)?.body.length ?? 0), 0);
      if (size >= MIN_PACKED || light.has(entry)) continue;
      for (const one of needed) light.add(one);
      looked.push(...needed);
    }
  }
  const store = new Store();
  for (const chunk of chunks) {
    if (!core.has(chunk.name)) await store.add(chunk, light.has(chunk.name) ? "plain" : "packed");
  }
  const rows = [...core].map((name) => byName.get(name)).filter((chunk) => chunk !== undefined)
    .map((chunk) => `${JSON.stringify(chunk.name)}:${rowOf(chunk)}`).join(",\n");
  store.end([...new Set(chunks.flatMap((chunk) => chunk.notices))]);
  // What belongs to another build is not taken for ours.
  const mark = await digest(store.bytes);
  const code = `${options.head}const $core={${rows}};\nconst $stored=${JSON.stringify(store.index)};\n` +
    `const $mark="${mark}",$place=()=>${options.place};\n${LOADER}await $load("${ENTRY}");\n`;
  return { code, store: joined([new TextEncoder().encode(mark), store.bytes]) };
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
  bytes = new Uint8Array();

  async add(chunk: Chunk, form: "plain" | "packed"): Promise<void> {
    const row = new TextEncoder().encode(rowOf(chunk));
    const kept = form === "plain" ? row : await pack(row);
    this.index[chunk.name] = [this.bytes.length, kept.length, form === "plain" ? 0 : 1];
    this.bytes = joined([this.bytes, kept]);
  }

  /** Puts the terms of the packages behind them. */
  end(notices: readonly string[]): void {
    this.bytes = joined([this.bytes, new TextEncoder().encode(`\n${notices.join("\n")}\n`)]);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

async function pack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
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
