import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { agentRun } from "../support/agent_run.ts";

async function offered(args: string[], env: Record<string, string> = {}): Promise<string[]> {
  const { requests } = await agentRun(() => ["Done."], { args: [...args, "--output-format", "json"], env });
  return requests[0].body.tools.map((tool: { function: { name: string } }) => tool.function.name);
}

Deno.test("only tools that can work in the run are offered", async () => {
  const alone = await offered(["--approval-mode", "yolo"]);
  for (const name of ["ask_user_question", "exit_plan_mode", "web_fetch", "apply_patch"]) {
    assert(!alone.includes(name), `${name} is offered`);
  }
  assert(alone.includes("edit") && alone.includes("run_shell_command"));
  const planning = await offered(["--approval-mode", "plan"]);
  for (const name of ["exit_plan_mode", "edit", "write_file", "save_memory"]) {
    assert(!planning.includes(name), `${name} is offered in plan mode`);
  }
  assert(planning.includes("read_file") && planning.includes("run_shell_command"));
  assert((await offered(["--allow-net"])).includes("web_fetch"));
  assert((await offered(["--allowed-tools", "WebFetch"])).includes("web_fetch"));
});

Deno.test("apply_patch is offered to the family that was trained on it, and works", async () => {
  const patch = "*** Begin Patch\n*** Update File: a.txt\n-alpha\n+beta\n*** End Patch";
  const { requests, results } = await agentRun(() => [[{ call: "apply_patch", input: { input: patch } }]], {
    files: { "a.txt": "alpha\n" },
    env: { OPENAI_MODEL: "gpt-5-codex" },
    after: async ({ cwd }) => assertEquals(await Deno.readTextFile(`${cwd}/a.txt`), "beta\n"),
  });
  const names = requests[0].body.tools.map((tool: { function: { name: string } }) => tool.function.name);
  assert(names.includes("apply_patch"));
  assertStringIncludes(results[0], "Updated a.txt (+1 -1)");
});

Deno.test("apply_patch moves and deletes files, all or none, and the result lists them", async () => {
  const patchOf = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
  const move = ["*** Update File: a.txt", "*** Move to: lib/a.txt", "-alpha", "+beta"];
  const { results, result } = await agentRun(() => [
    [{ call: "apply_patch", input: { patch: patchOf(...move, "*** Delete File: none.txt") } }],
    [{ call: "apply_patch", input: { patch: patchOf(...move, "*** Move to: b.txt") } }],
    [{
      call: "apply_patch",
      input: { patch: patchOf(...move, "*** Delete File: old.txt", "*** Add File: c.txt", "+c") },
    }],
  ], {
    files: { "a.txt": "alpha\n", "old.txt": "old\n" },
    env: { OPENAI_MODEL: "gpt-5-codex" },
    after: async ({ cwd }) => {
      assertEquals([...Deno.readDirSync(cwd)].map(({ name }) => name).toSorted(), ["c.txt", "lib"]);
      assertEquals(await Deno.readTextFile(`${cwd}/lib/a.txt`), "beta\n");
    },
  });
  assertStringIncludes(results[0], "File not found");
  assertStringIncludes(results[1], "must follow the line");
  assertEquals(results[2], "Moved a.txt to lib/a.txt (+1 -1)\nDeleted old.txt (+0 -1)\nAdded c.txt (+1 -0)");
  assertEquals(result.work.files.map(({ path, status }: { path: string; status: string }) => `${status} ${path}`), [
    "deleted a.txt",
    "added c.txt",
    "added lib/a.txt",
    "deleted old.txt",
  ]);
});

Deno.test("a deny rule covers the place to which a patch moves a file", async () => {
  const patch = "*** Begin Patch\n*** Update File: a.txt\n*** Move to: guarded/a.txt\n*** End Patch";
  const { results } = await agentRun(() => [[{ call: "apply_patch", input: { patch } }]], {
    files: { "a.txt": "alpha\n" },
    env: { OPENAI_MODEL: "gpt-5-codex" },
    args: ["--approval-mode", "yolo", "--output-format", "json", "--exclude-tools", "Edit(guarded/**)"],
    after: ({ cwd }) => Promise.resolve(assertEquals([...Deno.readDirSync(cwd)].map(({ name }) => name), ["a.txt"])),
  });
  assertStringIncludes(results[0], "Edit(guarded/**)");
});

Deno.test("the shell is not offered where a sandbox is required and does not work, and the prompt says so", async () => {
  const { requests } = await agentRun(() => ["Done."], {
    args: ["--sandbox=required", "--output-format", "json"],
    before: async ({ home }) => {
      await Deno.mkdir(`${home}/bin`);
      await Deno.writeTextFile(`${home}/bin/bwrap`, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    },
    env: ({ home }) => ({ PATH: `${home}/bin:${Deno.env.get("PATH")}` }),
  });
  const { messages, tools } = requests[0].body;
  const names = tools.map((tool: { function: { name: string } }) => tool.function.name);
  assertEquals([names.includes("run_shell_command"), names.includes("edit")], [false, true]);
  assertStringIncludes(messages[0].content, "every command is refused");
});
