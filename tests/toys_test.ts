/**
 * A new tool, provider, dialect, slash command, subcommand or transport is one file and its entry in one `mod.ts`. This
 * test adds a toy of each to a copy of the program, touches nothing else, and uses each one through the program.
 */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { forbiddenImport } from "./support/layers.ts";
import { Fixture, linesOf, type QwenEnd, runQwen, startQwen } from "./support/qwen.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const PARTS = ["main.ts", "deno.json", "deno.lock", "lib", "schemas", "types"];

/** A toy: its source under tests/support/toys, where it goes, and its entry in the list beside it. */
interface Toy {
  source: string;
  file: string;
  mod: string;
  /** The line of the list after which the entry is inserted. */
  after: string;
  entry: string;
  /** Imports the toy into the list; absent where the entry itself loads it. */
  import?: string;
}

const TOYS: readonly Toy[] = [
  {
    source: "toy_tool.ts",
    file: "lib/tools/toy_reverse.ts",
    mod: "lib/tools/mod.ts",
    after: "  return [",
    entry: "toyReverse,",
    import: 'import { toyReverse } from "./toy_reverse.ts";',
  },
  {
    source: "toy_provider.ts",
    file: "lib/providers/toy.ts",
    mod: "lib/providers/mod.ts",
    after: "export const PROVIDERS: readonly ProviderRow[] = [",
    entry: 'provider("toy", () => import("./toy.ts"), { model: "toy" }),',
  },
  {
    source: "toy_dialect.ts",
    file: "lib/dialects/toy.ts",
    mod: "lib/dialects/mod.ts",
    after: "export const DIALECTS: Readonly<Record<string, DialectEntry>> = {",
    entry: 'toy: { summary: "Toys", load: async () => (await import("./toy.ts")).toy },',
  },
  {
    source: "toy_slash_command.ts",
    file: "lib/commands/builtin/info/toy.ts",
    mod: "lib/commands/builtin/mod.ts",
    after: "export const BUILTIN_COMMANDS: readonly SlashCommand[] = [",
    entry: "toy,",
    import: 'import { toy } from "./info/toy.ts";',
  },
  {
    source: "toy_subcommand.ts",
    file: "lib/cli/commands/setup/toy.ts",
    mod: "lib/cli/commands/mod.ts",
    after: "const SUBCOMMANDS: Readonly<Record<string, () => Promise<Subcommand>>> = {",
    entry: 'toy: async () => (await import("./setup/toy.ts")).toy,',
  },
  {
    source: "toy_transport.ts",
    file: "lib/host/transports/toy.ts",
    mod: "lib/host/transports/mod.ts",
    after: "export const LISTENING_TRANSPORTS: readonly ListeningTransport[] = [",
    entry: "toy,",
    import: 'import { toy } from "./toy.ts";',
  },
];

/** Every file below a folder, by its path relative to the folder. */
async function filesIn(folder: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}${below}`)) {
    if (isDirectory) found.push(...await filesIn(folder, `${below}${name}/`));
    else found.push(`${below}${name}`);
  }
  return found;
}

async function programFiles(root: string): Promise<string[]> {
  const all = await Promise.all(PARTS.map(async (part) => {
    const { isDirectory } = await Deno.stat(`${root}${part}`);
    return isDirectory ? await filesIn(root, `${part}/`) : [part];
  }));
  return all.flat().sort();
}

async function copyFile(from: string, to: string): Promise<void> {
  await Deno.mkdir(to.slice(0, to.lastIndexOf("/")), { recursive: true });
  await Deno.copyFile(from, to);
}

/** Writes a toy's file, with its imports as they are from there, and its entry in the list. */
async function add(toy: Toy, root: string): Promise<void> {
  const source = await Deno.readTextFile(`${ROOT}tests/support/toys/${toy.source}`);
  const up = "../".repeat(toy.file.split("/").length - 2);
  await Deno.writeTextFile(`${root}${toy.file}`, source.replaceAll('"../../../lib/', `"${up}`));
  const list = await Deno.readTextFile(`${root}${toy.mod}`);
  assertEquals(list.split(toy.after).length, 2, `${toy.mod} has no line "${toy.after}"`);
  const entered = list.replace(toy.after, `${toy.after}\n${toy.entry}`);
  await Deno.writeTextFile(`${root}${toy.mod}`, toy.import ? `${toy.import}\n${entered}` : entered);
}

/** A copy of the program with all toys. */
class ToyProgram implements AsyncDisposable {
  readonly root: string;
  readonly #fixture: Fixture;

  private constructor(root: string, fixture: Fixture) {
    this.root = root;
    this.#fixture = fixture;
  }

  static async make(): Promise<ToyProgram> {
    const fixture = await Fixture.open();
    const root = `${fixture.home}/copy/`;
    for (const file of await programFiles(ROOT)) await copyFile(`${ROOT}${file}`, `${root}${file}`);
    for (const toy of TOYS) await add(toy, root);
    return new ToyProgram(root, fixture);
  }

  get options(): { fixture: Fixture; main: string } {
    return { fixture: this.#fixture, main: `${this.root}main.ts` };
  }

  async run(args: readonly string[], stdin?: string): Promise<QwenEnd> {
    return await runQwen(args, { ...this.options, ...(stdin !== undefined && { stdin }) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#fixture[Symbol.asyncDispose]();
  }
}

async function checkFiles(program: ToyProgram): Promise<void> {
  const changed: string[] = [];
  for (const file of await programFiles(program.root)) {
    const before = await Deno.readTextFile(`${ROOT}${file}`).catch(() => null);
    const after = await Deno.readTextFile(`${program.root}${file}`);
    if (before !== after) changed.push(file);
    if (before !== null) continue;
    for (const [, specifier] of after.matchAll(/from "([^"]+)"/g)) {
      assertEquals(forbiddenImport(`${program.root}${file}`, specifier), null, file);
    }
  }
  assertEquals(changed, TOYS.flatMap(({ file, mod }) => [file, mod]).sort());
}

Deno.test("a toy of each kind is one file and one entry, and the program uses it", async (test) => {
  await using program = await ToyProgram.make();

  await test.step("nothing else is touched, and no toy imports what its folder may not", () => checkFiles(program));

  await test.step("tool: the model calls it", async () => {
    const { code, stdout } = await program.run(["--provider", "demo", "-p", 'call toy_reverse {"text":"stressed"}']);
    assertEquals([code, /desserts/.test(stdout)], [0, true], stdout);
  });

  await test.step("provider: --provider toy", async () => {
    const { code, stdout } = await program.run(["--provider", "toy", "-p", "hello"]);
    assertEquals([code, stdout], [0, "The toy model heard: hello\n"]);
  });

  await test.step("dialect: --dialect toy", async () => {
    const flags = ["--provider", "demo", "--input-format", "stream-json", "--dialect", "toy"];
    const { code, stdout, stderr } = await program.run(flags, "say one\nsay two\n");
    assertEquals([code, linesOf(stdout), stderr], [0, [{ toy: "one" }, { toy: "two" }], ""]);
  });

  await test.step("slash command: /toy", async () => {
    const { code, stdout } = await program.run(["--provider", "demo", "-p", "/toy a b"]);
    assertEquals([code, stdout], [0, "The toy command heard: a b\n"]);
  });

  await test.step("subcommand: qwen toy, with a flag and a line in the help", async () => {
    const { code, stdout } = await program.run(["toy", "word", "--twice"]);
    assertEquals([code, stdout], [0, "The toy subcommand heard: wordword\n"]);
    const help = await program.run(["--help", "all"]);
    assertEquals([help.code, /^ +toy .*Repeat a word$/m.test(help.stdout)], [0, true]);
  });

  await test.step("transport: qwen serve --server-mode toy", async () => {
    const flags = ["serve", "--server-mode", "toy", "--tcp-port", "0", "--no-auth", "--provider", "demo"];
    await using server = startQwen([...flags, "--dialect", "toy"], program.options);
    await server.until(/\n/);
    const [ready] = linesOf(server.stdout);
    assertEquals([ready.type, ready.transport], ["ready", "toy"]);
    using socket = await Deno.connect({ hostname: "127.0.0.1", port: ready.port });
    await socket.write(masked("say masked\n"));
    await socket.closeWrite();
    assertEquals(linesOf(await readMasked(socket)), [{ toy: "masked" }]);
    server.kill("SIGTERM");
    assertEquals((await server.end).code, 0);
    const help = await program.run(["--help", "serve"]);
    assert(/^ +toy +Masked bytes/m.test(help.stdout), help.stdout);
  });
});

function masked(text: string): Uint8Array {
  return new TextEncoder().encode(text).map((byte) => byte ^ 0x55);
}

async function readMasked(socket: Deno.Conn): Promise<string> {
  let text = "";
  const buffer = new Uint8Array(4_096);
  for (let count = await socket.read(buffer); count !== null; count = await socket.read(buffer)) {
    text += new TextDecoder().decode(buffer.subarray(0, count).map((byte) => byte ^ 0x55));
  }
  return text;
}
