import { assertEquals } from "@std/assert";
import type { CommandResult } from "../../../../lib/model/event.ts";
import { inFolder, type TestContext, testContext } from "../../../support/command_context.ts";
import { commands, error, info, TALK, type } from "../../../support/builtin_commands.ts";

Deno.test("commands that need a user interface answer with their dialog", async () => {
  const dialogs = { auth: "auth", editor: "editor", help: "help", model: "model", privacy: "privacy" };
  const more = {
    settings: "settings",
    theme: "theme",
    "agents create": "subagent_create",
    "agents manage": "subagent_list",
  };
  for (const [name, dialog] of Object.entries({ ...dialogs, ...more, "?": "help" })) {
    const result = await type(`/${name}`);
    assertEquals([result.type, result.type === "dialog" && result.dialog], ["dialog", dialog]);
  }
});

Deno.test("/chat saves, lists, resumes and deletes conversations", async () => {
  const fixture = testContext({ conversation: TALK });
  assertEquals(await type("/chat list", fixture), info("No saved conversation checkpoints found."));
  assertEquals(await type("/chat save", fixture), error("Missing tag. Usage: /chat save <tag>"));
  assertEquals(
    await type("/chat save ../x", fixture),
    error('"../x" cannot be a tag: use letters, digits, dots, dashes and spaces, at most 100 characters'),
  );
  assertEquals(await type("/chat save one", fixture), info("Conversation checkpoint saved with tag: one."));
  const again: CommandResult = {
    type: "confirm_action",
    prompt: 'A checkpoint with the tag "one" exists already. Do you want to overwrite it?',
  };
  assertEquals(await type("/chat save one", fixture), again);
  assertEquals(
    await type("/chat save one", fixture, { approved: ["/chat save one"] }),
    info("Conversation checkpoint saved with tag: one."),
  );
  assertEquals(
    await type("/chat list", fixture),
    info("Saved conversation checkpoints (1, oldest first):\n- one (saved 1970-01-01T00:00:00.000Z)"),
  );
  await type("/clear", fixture);
  assertEquals(await type("/chat resume one", fixture), { type: "load_history", history: TALK });
  assertEquals(fixture.done, ["clear", "replaceHistory 2"]);
  assertEquals(
    await type("/chat resume two", fixture),
    error('No saved checkpoint found with tag "two". Saved are: one.'),
  );
  assertEquals(await type("/chat delete one", fixture), info('Conversation checkpoint "one" has been deleted.'));
  assertEquals(
    await type("/chat delete one", fixture),
    error('No saved checkpoint found with tag "one". None is saved; /chat save <tag> saves one.'),
  );
  assertEquals(await type("/chat save x", testContext()), info("There is no conversation to save yet."));
});

Deno.test("/chat alone names its subcommands", async () => {
  const result = await type("/chat");
  assertEquals(result.type === "message" && result.content.split("\n").map((line) => line.split(":")[0]), [
    "/chat takes a subcommand",
    "- /chat delete <tag>",
    "- /chat list",
    "- /chat resume <tag>",
    "- /chat save <tag>",
  ]);
});

Deno.test("/clear and /compress work on the conversation", async () => {
  const fixture = testContext({ conversation: TALK });
  assertEquals(await type("/compress keep names", fixture), info("Chat history compressed from 900 to 100 tokens."));
  assertEquals(await type("/clear", fixture), { type: "handled", text: "The conversation history was cleared." });
  assertEquals(fixture.done, ["compact keep names", "clear"]);
  assertEquals(await type("/compress", fixture), info("There is no conversation to compress yet."));
});

Deno.test("/compress-fast empties old tool results only", async () => {
  const result = (id: string): TestContext["history"] extends () => readonly (infer M)[] ? M : never => ({
    id,
    role: "tool",
    parts: [{ kind: "tool_result", callId: id, tool: "t", output: [{ kind: "text", text: "long" }], isError: false }],
  });
  const fixture = testContext({ conversation: ["1", "2", "3", "4", "5", "6", "7"].map(result) });
  assertEquals(await type("/compress-fast", fixture), info("Cleared 1 old tool result."));
  assertEquals(fixture.history()[1], result("2"));
  assertEquals(await type("/compress-fast", fixture), info("There are no old tool results to clear."));
});

Deno.test("/copy hands over the last answer or its code", async () => {
  const fixture = testContext({ conversation: TALK });
  assertEquals(await type("/copy", fixture), info("Look:\n```ts\nlet a;\n```\nDone."));
  assertEquals(await type("/copy code", fixture), info("let a;\n"));
  assertEquals(await type("/copy"), error("There is no answer to copy yet."));
});

Deno.test("/directory adds folders that exist and shows them", async () => {
  await inFolder({ "ws/": "", "lib/": "" }, async (root) => {
    const fixture = testContext({ cwd: `${root}/ws` });
    assertEquals(await type("/directory add ../lib", fixture), {
      type: "confirm_action",
      prompt: `Let this session read and change files in ${root}/lib?`,
    });
    assertEquals(
      await type("/directory add ../lib, nowhere", fixture, { approved: ["/directory add ../lib, nowhere"] }),
      error(`Added ${root}/lib\nNot added: ${root}/ws/nowhere: there is no such folder`),
    );
    assertEquals(fixture.done, [`permit {"type":"directories","change":"add","directories":["${root}/lib"]}`]);
    assertEquals(await type("/dir show", fixture), info(`Workspace directories:\n- ${root}/ws`));
  });
});

Deno.test("/export writes the conversation in each format", async () => {
  await inFolder({}, async (cwd) => {
    const fixture = testContext({ cwd, conversation: TALK });
    assertEquals(
      await type("/export", fixture),
      info("Conversation exported to qwen-export-session-1.md (2 messages)."),
    );
    assertEquals(
      await Deno.readTextFile(`${cwd}/qwen-export-session-1.md`),
      "# Conversation session-1\n\nModel: model-a  \nExported: 1970-01-01T00:01:05.000Z\n\n## User\n\nHi\n" +
        "\n## Assistant\n\nLook:\n```ts\nlet a;\n```\nDone.\n",
    );
    assertEquals(
      await type("/export jsonl talk.jsonl", fixture),
      info("Conversation exported to talk.jsonl (2 messages)."),
    );
    assertEquals(
      (await Deno.readTextFile(`${cwd}/talk.jsonl`)).trimEnd().split("\n").map((line) => JSON.parse(line)),
      TALK,
    );
    assertEquals(await type("/export a.json", fixture), info("Conversation exported to a.json (2 messages)."));
    assertEquals(JSON.parse(await Deno.readTextFile(`${cwd}/a.json`)), {
      sessionId: "session-1",
      model: "model-a",
      exportedAt: "1970-01-01T00:01:05.000Z",
      messages: TALK,
    });
    assertEquals(
      await type("/export html", fixture),
      info("Conversation exported to qwen-export-session-1.html (2 messages)."),
    );
    assertEquals(
      await type("/export ../x.md", fixture),
      error("/export failed: it lies outside the workspace"),
    );
    assertEquals(
      await type("/export notes.txt", fixture),
      error(
        '"notes.txt" names no file of a known format: use md, html, json, jsonl, and a file name that ends so',
      ),
    );
    assertEquals(await type("/export a.json", fixture), {
      type: "confirm_action",
      prompt: "a.json exists already. Do you want to overwrite it?",
    });
    assertEquals(
      await type("/export a.json", fixture, { approved: ["/export a.json"] }),
      info("Conversation exported to a.json (2 messages)."),
    );
  });
});

Deno.test("/bug says what to tell, and sends nobody to another program's door", async () => {
  const answer = await type("/bug it sleeps");
  const text = answer?.type === "message" ? answer.content : "";
  const rows = text.split("\n").map((line) => line.split(":")[0]);
  assertEquals(rows.slice(-6), ["Title", "Version", "System", "Model", "Sandbox", "Session"]);
  assertEquals(/https?:/.test(text), false);
});

Deno.test("/help tells about one command", async () => {
  assertEquals(await type("/help docs"), info("/docs\nSay where the documentation is"));
  assertEquals(await type("/help dosc"), error('There is no command "/dosc". Did you mean /docs?'));
});

Deno.test("/init asks before it replaces a memory file", async () => {
  await inFolder({ "QWEN.md": "" }, async (cwd) => {
    const fixture = testContext({ cwd });
    assertEquals((await type("/init", fixture)).type, "submit_prompt");
    await Deno.writeTextFile(`${cwd}/QWEN.md`, "Mine");
    assertEquals(await type("/init", fixture), {
      type: "confirm_action",
      prompt: "A QWEN.md file already exists in this directory. Do you want to regenerate it?",
    });
    assertEquals((await type("/init", fixture, { approved: ["/init"] })).type, "submit_prompt");
  });
});

Deno.test("/mcp lists servers and changes them", async () => {
  assertEquals(await type("/mcp"), info("No MCP servers are configured."));
  const fixture = testContext({
    session: {
      servers: [{ name: "calc", status: "failed", source: "flag", error: "no such program", tools: [] }],
    },
  });
  assertEquals(await type("/mcp list", fixture), info("MCP servers (1):\n- calc: failed, from flag (no such program)"));
  assertEquals(await type("/mcp reconnect calc", fixture), info("MCP server calc is now failed."));
  assertEquals(fixture.changes, [{ key: "mcpServer", name: "calc", action: "reconnect" }]);
  assertEquals(await type("/mcp enable x", fixture), error('There is no MCP server "x". Known are: calc.'));
});

Deno.test("/memory shows, adds and refreshes", async () => {
  const fixture = testContext();
  assertEquals(await type("/memory show", fixture), info("--- QWEN.md ---\nUse tabs."));
  assertEquals(await type("/memory add Be brief", fixture), info("Added to QWEN.md: Be brief"));
  assertEquals(await type("/memory add --global Be kind", fixture), info("Added to ~/.qwen/QWEN.md: Be kind"));
  assertEquals(fixture.done, ["remember project: Be brief", "remember user: Be kind"]);
  assertEquals(await type("/memory refresh", fixture), info("Memory refreshed: 10 characters from 1 file."));
  assertEquals(
    await type("/memory add", fixture),
    error("Missing text. Usage: /memory add [--global|--project] <text>"),
  );
});

Deno.test("/model switches the session or runs one prompt", async () => {
  const fixture = testContext();
  assertEquals(await type("/model model-b", fixture), info("Model set to model-b."));
  assertEquals(fixture.changes, [{ key: "model", value: "model-b" }]);
  assertEquals(await type("/model model-b say hi", fixture), {
    type: "submit_prompt",
    content: [{ kind: "text", text: "say hi" }],
    model: "model-b",
  });
  assertEquals(
    await type("/model modle-b", fixture),
    error('There is no model "modle-b". Did you mean model-b? /model list lists all.'),
  );
});

Deno.test("/model and /goal bring in what their prompt refers to", async () => {
  await inFolder({ "a.txt": "A" }, async (cwd) => {
    const read = ["\n--- Content from referenced files ---", "\nContent from @a.txt:\nA", "\n--- End of content ---"];
    const parts = read.map((text) => ({ kind: "text" as const, text }));
    assertEquals(await type("/model model-b see @a.txt", testContext({ cwd })), {
      type: "submit_prompt",
      content: [{ kind: "text", text: "see @a.txt" }, ...parts],
      model: "model-b",
    });
    assertEquals(await type("/model model-b see @../b", testContext({ cwd })), {
      type: "submit_prompt",
      content: [
        { kind: "text", text: "see @../b" },
        { kind: "text", text: "\n[Left out: ../b: it lies outside the workspace]" },
      ],
      model: "model-b",
    });
    const goal = await type("/goal improve @a.txt", testContext({ cwd }));
    assertEquals(goal.type === "submit_prompt" && goal.content.slice(1), parts);
  });
});

Deno.test("/permissions shows and changes rules and mode", async () => {
  const fixture = testContext();
  assertEquals(
    await type("/permissions", fixture),
    info("Approval mode: default\nallow:\n- Bash(git *)\nask:\n- (none)\ndeny:\n- WebFetch"),
  );
  assertEquals(await type("/permissions deny Bash(rm *)", fixture), info("Added to deny: Bash(rm *)"));
  assertEquals(await type("/permissions allow Bash(git *)", fixture), {
    type: "confirm_action",
    prompt: "Allow Bash(git *) without asking for the rest of the session?",
  });
  assertEquals(await type("/permissions mode yolo", fixture), {
    type: "confirm_action",
    prompt: "Set the approval mode to yolo? More will run without asking.",
  });
  const loosen = "/permissions mode auto_edit";
  assertEquals(await type(loosen, fixture, { approved: [loosen] }), info("Approval mode set to auto-edit."));
  assertEquals(await type("/permissions mode plan", fixture), info("Approval mode set to plan."));
  assertEquals(fixture.done, [
    'permit {"type":"rules","change":"add","behavior":"deny","rules":[{"tool":"Bash","specifier":"rm *"}]}',
  ]);
  assertEquals(fixture.changes, [{ key: "mode", value: "auto-edit" }, { key: "mode", value: "plan" }]);
});

Deno.test("/quit quits and /quit-confirm asks first", async () => {
  assertEquals(await type("/quit"), { type: "quit" });
  assertEquals(await type("/exit"), { type: "quit" });
  assertEquals(await type("/quit-confirm"), { type: "quit_confirmation" });
  assertEquals(await type("/quit-confirm", testContext(), { approved: ["/quit-confirm"] }), { type: "quit" });
});

Deno.test("/restore lists states, restores one and proposes its call again", async () => {
  assertEquals(await type("/restore"), info("There is nothing to restore: no tool has changed a file yet."));
  const call = { tool: "edit", input: { file_path: "a.ts" } };
  const fixture = testContext({
    restores: {
      list: () =>
        Promise.resolve([{ id: "r1", at: 0, label: "edit a.ts", call }, { id: "r2", at: 0, label: "edit b.ts" }]),
      restore: (id) =>
        Promise.resolve(id === "r1" ? { files: ["a.ts"], history: TALK } : { files: ["b.ts"], history: null }),
    },
  });
  assertEquals(
    await type("/restore", fixture),
    info(
      "States that can be restored:\n- r1: edit a.ts (1970-01-01T00:00:00.000Z)\n- r2: edit b.ts (1970-01-01T00:00:00.000Z)",
    ),
  );
  assertEquals(await type("/restore r1", fixture), { type: "tool", ...call });
  assertEquals(fixture.done, ["replaceHistory 2"]);
  assertEquals(await type("/restore r2", fixture), info("Restored 1 file: b.ts"));
  assertEquals(
    await type("/restore r3", fixture),
    error('There is no state "r3". /restore lists those that can be restored.'),
  );
});

Deno.test("/stats tells time, tokens and calls", async () => {
  assertEquals(
    await type("/stats"),
    info(
      "Session session-1\nTime: 1m 3s\nPrompts: 2\nTokens: 20 in (5 cached), 7 out, 27 in all\n" +
        "Cost: $0\nTool calls: 3 (1 failed)\nLines changed: +4 -1",
    ),
  );
  assertEquals(
    await type("/stats model"),
    info(
      "model-a\n- Requests: 2 (0 failed), 150 ms each\n- Tokens: 20 in (0 cached), 0 out, 0 thinking\n- Cost: unknown (no price of the model)",
    ),
  );
  assertEquals(
    await type("/stats tools"),
    info(
      "- read_file: 3 calls, 1 failed, 10 ms each\nDecisions: 1 accepted, 2 allowed without asking, 0 changed, 0 rejected",
    ),
  );
});

Deno.test("every built-in command answers when it is called without arguments", async () => {
  await inFolder({}, async (cwd) => {
    for (const { name } of commands.list()) {
      const result = await type(`/${name}`, testContext({ cwd }));
      const isUseful = result.type !== "message" || result.content.length > 0;
      assertEquals([name, isUseful], [name, true]);
    }
  });
});
