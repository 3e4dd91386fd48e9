import { assertEquals, assertRejects } from "@std/assert";
import { parseMarkdownPrompt, parseTomlPrompt } from "../../../../lib/commands/custom/prompt_file.ts";

Deno.test("parseMarkdownPrompt reads front matter and template", async () => {
  const text = '---\r\ndescription: "Commit it"\nargument-hint: <message>\nmodel: small\n---\n\nWrite {{args}}\n';
  assertEquals(await parseMarkdownPrompt(text), {
    description: "Commit it",
    argumentHint: "<message>",
    model: "small",
    template: "Write {{args}}",
  });
  assertEquals(await parseMarkdownPrompt("Just do it\n"), {
    description: "",
    argumentHint: "",
    model: null,
    template: "Just do it",
  });
});

Deno.test("parseTomlPrompt reads all kinds of strings", async () => {
  const facts = { argumentHint: "", model: null };
  assertEquals(await parseTomlPrompt('description = "A \\"b\\""\nprompt = """\nOne\\nTwo \\\n  Three "x"\n"""\n'), {
    ...facts,
    description: 'A "b"',
    template: 'One\nTwo Three "x"',
  });
  assertEquals(await parseTomlPrompt("prompt = '''\nraw \\n\n'''\n"), {
    ...facts,
    description: "",
    template: "raw \\n",
  });
  assertEquals(await parseTomlPrompt("prompt = 'one'"), { ...facts, description: "", template: "one" });
  assertEquals(await parseTomlPrompt('description = "nothing"'), null);
});

Deno.test("prompt files in a wrong format are refused, also hostile ones", async () => {
  await assertRejects(() => parseTomlPrompt('prompt = "open'), SyntaxError, "Parse error");
  await assertRejects(() => parseTomlPrompt(`a = ${"[".repeat(3000)}`), SyntaxError, "Parse error");
  assertEquals(await parseTomlPrompt("prompt = 5"), null);
  await assertRejects(() => parseMarkdownPrompt("---\n- [a\n---\nGo"), SyntaxError, "not valid YAML");
});

Deno.test("parseMarkdownPrompt keeps the brackets of an argument hint", async () => {
  const { argumentHint } = await parseMarkdownPrompt("---\nargument-hint: [file]\n---\nGo");
  assertEquals(argumentHint, "[file]");
});
