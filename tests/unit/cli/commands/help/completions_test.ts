import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "../../../../../lib/path/mod.ts";
import { allFlags } from "../../../../../lib/cli/args/table/known_flags.ts";
import { SUBCOMMAND_NAMES } from "../../../../../lib/cli/commands/mod.ts";

const MAIN = fromFileUrl(new URL("../../../../../main.ts", import.meta.url));

async function output(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(command, { args, env, stdout: "piped", stderr: "piped" })
    .output();
  assertEquals({ code, stderr: new TextDecoder().decode(stderr) }, { code: 0, stderr: "" });
  return new TextDecoder().decode(stdout);
}

async function script(shell: string): Promise<string> {
  return await output(Deno.execPath(), ["run", "-A", "--quiet", MAIN, "completions", shell]);
}

function has(command: string): boolean {
  try {
    return new Deno.Command(command, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

/** What bash offers for a line whose last word is being typed. */
async function offers(words: string[]): Promise<string[]> {
  const line = `source <(printf %s "$SCRIPT"); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _qwen
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = await output("bash", ["-c", line, "bash", "qwen", ...words], { SCRIPT: await script("bash") });
  return out.split("\n").filter((word) => word !== "");
}

const typed = (await allFlags()).filter(({ spec }) => !spec.hidden && !spec.host && !spec.inert);

Deno.test("completions: bash completes flags, values, subcommands and their words", async () => {
  assertEquals(await offers(["--output-f"]), ["--output-format"]);
  assertEquals(await offers(["--output-format", "stream-"]), ["stream-json", "stream-chunk-json"]);
  assertEquals(await offers(["-o", "j"]), ["json"]);
  assertEquals(await offers(["--sandbox", "=", "re"]), ["required"]);
  assertEquals(await offers(["--output-format", "="]), ["text", "json", "stream-json", "stream-chunk-json"]);
  assertEquals((await offers(["comp"])).includes("completions"), true);
  assertEquals(await offers(["completions", "z"]), ["zsh"]);
  assertEquals((await offers(["schema", "c"])).slice(0, 2), ["chat", "claude"]);
  assertEquals(await offers(["translate", "--fr"]), ["--from"]);
  assertEquals(await offers(["--fr"]), []);
  assertEquals(await offers(["--no-au"]), ["--no-auth"]);
  assertEquals(await offers(["--help", "exit"]), ["exit-codes"]);
});

Deno.test("completions: bash offers every flag that people type, and no other", async () => {
  const all = (await offers(["--"])).filter((word) => !word.startsWith("--no-")).map((word) => word.slice(2));
  assertEquals(all.toSorted(), typed.filter(({ of }) => of === null).map(({ name }) => name).toSorted());
});

Deno.test("completions: bash completes files", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/task.md`, "");
  assertEquals(await offers(["--prompt-file", `${folder}/ta`]), [`${folder}/task.md`]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("completions: zsh and fish know every flag and subcommand", async () => {
  for (const shell of ["zsh", "fish"]) {
    const text = await script(shell);
    const dashes = shell === "zsh" ? "--" : "-l ";
    for (const { name } of typed) assert(text.includes(`${dashes}${name}`), `${shell} lacks ${name}`);
    for (const name of SUBCOMMAND_NAMES) assert(text.includes(name), `${shell} lacks ${name}`);
  }
});

Deno.test({
  name: "completions: zsh loads its script",
  ignore: !has("zsh"),
  async fn(): Promise<void> {
    const code = 'autoload -Uz compinit; compinit -D -u; eval "$SCRIPT"; print -r -- $_comps[qwen]';
    assertEquals((await output("zsh", ["-f", "-c", code], { SCRIPT: await script("zsh") })).trim(), "_qwen");
  },
});

Deno.test({
  name: "completions: fish completes flags and values",
  ignore: !has("fish"),
  async fn(): Promise<void> {
    const code = 'echo $SCRIPT | source; complete -C "qwen --output-format st"; complete -C "qwen completions z"';
    const offered = await output("fish", ["--no-config", "-c", code], { SCRIPT: await script("fish") });
    assertEquals(offered.trim().split("\n").map((line) => line.split("\t")[0]), [
      "stream-chunk-json",
      "stream-json",
      "zsh",
    ]);
  },
});
