import { assertEquals } from "@std/assert";
import { parseAgent } from "../../../lib/config/agent_files.ts";

Deno.test("parseAgent reads front matter in the forms that files use", async () => {
  const text = `---
name: reviewer
description: >
  Reviews changes
  with care
tools: Read, Bash(git diff, git log), "glob"
model: 'fast'
maxTurns: 7
background: true
---

You review.
`;
  assertEquals(await parseAgent(text, "file"), {
    name: "reviewer",
    description: "Reviews changes with care",
    prompt: "You review.",
    tools: ["Read", "Bash(git diff, git log)", "glob"],
    model: "fast",
    maxTurns: 7,
    background: true,
  });
});

Deno.test("parseAgent reads lists, and takes its name from the file", async () => {
  const text = "---\r\ntools:\r\n  - read_file\r\n  - glob\r\ndisallowedTools: [edit]\r\n---\r\nGo.";
  assertEquals(await parseAgent(text, "finder"), {
    name: "finder",
    description: "",
    prompt: "Go.",
    tools: ["read_file", "glob"],
    deniedTools: ["edit"],
  });
});

Deno.test("parseAgent says what is wrong with a file", async () => {
  assertEquals(await parseAgent("You review.", "x"), "it does not begin with front matter between --- lines");
  assertEquals(await parseAgent("---\nname: x\n---\n \n", "x"), "it has no prompt after its front matter");
});
