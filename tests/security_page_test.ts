/** docs/security.md, `--help sandbox` and `qwen doctor` say the same. */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { helpText } from "../lib/cli/args/help/help.ts";
import { SANDBOX_FACTS, type SandboxFact } from "../lib/cli/args/sandbox_facts.ts";
import { MAX_ANSWER_CHARS } from "../lib/providers/http/bounded_answer.ts";
import { MAX_BODY_BYTES } from "../lib/mcp/transports/bounded_fetch.ts";
import { DEFAULT_LIMITS } from "../lib/host/limits.ts";
import { Fixture, linesOf, runQwen } from "./support/qwen.ts";

const PAGE = await Deno.readTextFile(fromFileUrl(new URL("../docs/security.md", import.meta.url)));

/** A text without line breaks and indentation. */
function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

for (const [name, sentence] of Object.entries(SANDBOX_FACTS)) {
  Deno.test(`the page and the help say the same about the sandbox: ${name}`, async () => {
    assert(flat(PAGE).includes(sentence), `docs/security.md lacks: ${sentence}`);
    assert(flat(await helpText("sandbox")).includes(sentence), `--help sandbox lacks: ${sentence}`);
  });
}

/** What readers of other pages learn. */
const TOLD: Record<string, readonly SandboxFact[]> = {
  "README.md": ["readOnly", "workspace", "guarded", "rewind", "noNetwork"],
  "docs/permissions.md": [
    ...["readOnly", "workspace", "temporary", "closed", "guarded", "created", "rewind", "hidden", "noNetwork"] as const,
  ],
};

for (const [path, names] of Object.entries(TOLD)) {
  Deno.test(`${path} says the same about the sandbox`, async () => {
    const text = flat(await Deno.readTextFile(fromFileUrl(new URL(`../${path}`, import.meta.url))));
    for (const name of names) assert(text.includes(SANDBOX_FACTS[name]), `${path} lacks: ${SANDBOX_FACTS[name]}`);
  });
}

Deno.test("the first record names the profiles of a verified sandbox, as the help does", async () => {
  await using fixture = await Fixture.open();
  for (const flags of [["--sandbox=auto"], ["--sandbox=off"]]) {
    const args = ["-o", "stream-json", "--provider", "demo", ...flags, "-p", "hello"];
    const { stdout } = await runQwen(args, { fixture });
    const { sandbox } = linesOf(stdout)[0];
    const profiles = sandbox?.verified ? ["read-only", "workspace"] : undefined;
    assertEquals(sandbox?.profiles, profiles);
    for (const name of profiles ?? []) assert((await helpText("sandbox")).includes(name));
  }
});

Deno.test("the page states the bounds as they are", () => {
  assert(flat(PAGE).includes(`${MAX_ANSWER_CHARS.toLocaleString("en")} characters`));
  assert(flat(PAGE).includes(`${MAX_BODY_BYTES / 1024 / 1024} MiB`));
  assert(flat(PAGE).includes(`${DEFAULT_LIMITS.preAuthBytes / 1024} KiB`));
});

Deno.test("doctor says the sentences that hold for its flags", async () => {
  await using fixture = await Fixture.open();
  const said = async (...flags: string[]): Promise<string[]> => {
    const args = ["doctor", "--offline", "--provider", "demo", "-o", "json", ...flags];
    const { stdout } = await runQwen(args, { fixture, env: { MY_TOKEN: "0123456789abcdef" } });
    const texts: string[] = JSON.parse(stdout).findings.map(({ text }: { text: string }) => text);
    return Object.entries(SANDBOX_FACTS).filter(([, sentence]) => texts.includes(sentence)).map(([name]) => name);
  };
  assertEquals(await said("--sandbox=off"), ["unconfined"]);
  const common = ["readOnly", "workspace", "temporary", "closed", "guarded", "created", "rewind", "hidden"];
  assertEquals(await said(), [...common, "noNetwork", "limits", "hardLinks"]);
  assertEquals(await said("--allow-net=example.org", "--secret=MY_TOKEN@example.org"), [
    ...common,
    "hosts",
    "secrets",
    "limits",
    "hardLinks",
  ]);
});
