import { assertEquals } from "@std/assert";
import { parseMarkdownPrompt, parseTomlPrompt } from "../../../../lib/commands/custom/prompt_file.ts";

Deno.test("parseMarkdownPrompt reads front matter and template", () => {
  const text = '---\r\ndescription: "Commit it"\nargument-hint: <message>\nmodel: small\n---\n\nWrite {{args}}\n';
  assertEquals(parseMarkdownPrompt(text), {
    description: "Commit it",
    argumentHint: "<message>",
    model: "small",
    template: "Write {{args}}",
  });
  assertEquals(parseMarkdownPrompt("Just do it\n"), {
    description: "",
    argumentHint: "",
    model: null,
    template: "Just do it",
  });
});

Deno.test("parseTomlPrompt reads all kinds of strings", () => {
  const facts = { argumentHint: "", model: null };
  assertEquals(parseTomlPrompt('description = "A \\"b\\""\nprompt = """\nOne\\nTwo \\\n  Three "x"\n"""\n'), {
    ...facts,
    description: 'A "b"',
    template: 'One\nTwo Three "x"',
  });
  assertEquals(parseTomlPrompt("prompt = '''\nraw \\n\n'''\n"), { ...facts, description: "", template: "raw \\n" });
  assertEquals(parseTomlPrompt("prompt = 'one'"), { ...facts, description: "", template: "one" });
  assertEquals(parseTomlPrompt('description = "nothing"'), null);
});
