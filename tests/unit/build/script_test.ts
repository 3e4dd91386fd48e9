import { assertEquals } from "@std/assert";
import { readChunk } from "../../../build/chunks.ts";
import { makeScript } from "../../../build/script.ts";

/** What a script of these chunks prints. */
async function printed(chunks: Record<string, string>, core: string[] = []): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "a folder " });
  try {
    const { code, store } = await makeScript(Object.entries(chunks).map(([name, text]) => readChunk(name, text)), {
      core,
      head: "",
      place: 'import.meta.filename+".store"',
    });
    const path = `${folder}/script.js`;
    await Deno.writeTextFile(path, code);
    await Deno.writeFile(`${path}.store`, store);
    const args = ["run", "-A", "--no-config", path];
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
    return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("makeScript lets each chunk be evaluated once, also one that exports nothing or that two ask for at once", async () => {
  const text = await printed({
    "main.js": 'import{a}from"./chunk-A.js";import"./side-B.js";' +
      'const[x,y]=await Promise.all([import("./late-C.js"),import("./late-C.js")]);console.log(a,x===y,x.c);',
    "chunk-A.js": 'console.log("a");var a=1;export{a};',
    "side-B.js": 'import"./chunk-A.js";console.log("b");',
    "late-C.js": 'import{a}from"./chunk-A.js";console.log("c");var c=a+1;export{c};',
  });
  assertEquals(text, "a\nb\nc\n1 true 2\n");
});

Deno.test("makeScript loads from its store what is small, what is large and what such a chunk asks for", async () => {
  const text = await printed({
    "main.js": 'const{run}=await import("./large-A.js");console.log(await run(),(await import("./small-B.js")).b);',
    "large-A.js": `var t="${
      "x".repeat(200_000)
    }";var run=async()=>t.length+(await import("./other-C.js")).c;export{run};`,
    "small-B.js": 'var b="ä";export{b};',
    "other-C.js": "var c=1;export{c};",
  });
  assertEquals(text, "200001 ä\n");
});

Deno.test("makeScript tells a chunk that failed to whoever asks for it", async () => {
  const text = await printed({
    "main.js": 'for(const n of[1,2])try{await import("./late-A.js")}catch(error){console.log(n,error.message)}',
    "late-A.js": 'throw new Error("no");',
  });
  assertEquals(text, "1 no\n2 no\n");
});

Deno.test("makeScript does not put up with a chunk of the core that is not there", async () => {
  const error = await printed({ "main.js": "1;" }, ["gone"]).catch(String);
  assertEquals(error, "Error: There is no chunk gone, which nearly every run is said to load");
});

Deno.test("makeScript needs no store for the core and what the core imports", async () => {
  const text = await printed({
    "main.js": 'console.log((await import("./drive-X1.js")).d,"drive-X1.js"in $core,"chunk-Y2.js"in $core,$stored);',
    "drive-X1.js": 'import{y}from"./chunk-Y2.js";var d=y+1;export{d};',
    "chunk-Y2.js": "var y=1;export{y};",
  }, ["drive"]);
  assertEquals(text, "2 true true {}\n");
});
