/** What is loaded before the first line: every module costs a fraction of a millisecond, packages many. */
import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);

interface Dependency {
  code?: { specifier?: string };
  isDynamic?: boolean;
}

interface Info {
  roots: string[];
  redirects?: Record<string, string>;
  modules: { specifier: string; dependencies?: Dependency[] }[];
}

/** Own modules and foreign ones that are loaded with a file: what it imports with a literal, also in `import("…")`. */
async function loadedWith(...files: string[]): Promise<{ own: Set<string>; foreign: Set<string> }> {
  const own = new Set<string>();
  const foreign = new Set<string>();
  for (const file of files) {
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", file], cwd: ROOT }).output();
    const info: Info = JSON.parse(new TextDecoder().decode(stdout));
    const modules = new Map(info.modules.map((module) => [module.specifier, module]));
    const waiting = [...info.roots];
    for (const specifier of waiting) {
      const name = info.redirects?.[specifier] ?? specifier;
      if (!name.startsWith("file:")) foreign.add(packageOf(name));
      else if (!own.has(name)) {
        own.add(name);
        const codes = modules.get(name)?.dependencies?.flatMap(({ code }) => code?.specifier ?? []) ?? [];
        waiting.push(...codes);
      }
    }
  }
  return { own, foreign };
}

/** `npm:/deno-std@1.4.0/path/posix/join.js` is deno-std. */
function packageOf(specifier: string): string {
  return specifier.replace(/^npm:\/?(@?[^@]+)@.*$/, "$1");
}

Deno.test("main loads its flags and nothing else", async () => {
  const { own, foreign } = await loadedWith("main.ts");
  assertEquals([...foreign], ["deno-std"]);
  assert(own.size <= 32, `${own.size} modules are loaded before the first flag is read`);
});

Deno.test("a run with one prompt loads no package but the standard library, and no part of Node, before it is needed", async () => {
  const { own, foreign } = await loadedWith(
    "main.ts",
    "lib/cli/drive.ts",
    "lib/dialects/qwen.ts",
    "lib/providers/openai.ts",
    "lib/commands/mod.ts",
  );
  assertEquals([...foreign], ["deno-std"]);
  assert(own.size <= 185, `${own.size} modules are loaded before the first answer`);
});
