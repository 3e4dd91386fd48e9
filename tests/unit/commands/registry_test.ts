import { assertEquals } from "@std/assert";
import type { CommandResult } from "../../../lib/model/event.ts";
import type { HintReply, HintRequest, OfferedPrompt } from "../../../lib/model/ports.ts";
import { CommandRegistry, type CommandsOptions } from "../../../lib/commands/registry.ts";
import { inFolder, systemClock, testContext } from "../../support/command_context.ts";

function open(cwd: string, options: Partial<CommandsOptions> = {}): CommandRegistry {
  return new CommandRegistry({ cwd, clock: systemClock, folders: [], ...options });
}

async function answer(commands: CommandRegistry, text: string): Promise<CommandResult | null> {
  const parsed = commands.parse(text);
  return parsed && await commands.run(parsed, testContext());
}

Deno.test("parse reads commands, subcommands, aliases and arguments", () => {
  const commands = open("/project");
  const slash = { trigger: "slash", known: true } as const;
  assertEquals(commands.parse("/chat save  my tag "), {
    ...slash,
    path: ["chat", "save"],
    args: "my tag",
    raw: "/chat save  my tag",
  });
  assertEquals(commands.parse("/?"), { ...slash, path: ["help"], args: "", raw: "/?" });
  assertEquals(commands.parse("/dir show"), { ...slash, path: ["directory", "show"], args: "", raw: "/dir show" });
  assertEquals(commands.parse("?"), { trigger: "question", known: true, path: ["help"], args: "", raw: "?" });
  assertEquals(commands.parse("?chat list"), {
    trigger: "question",
    known: true,
    path: ["chat", "list"],
    args: "",
    raw: "?chat list",
  });
  assertEquals(commands.parse("/nosuch a b"), {
    trigger: "slash",
    known: false,
    path: ["nosuch"],
    args: "a b",
    raw: "/nosuch a b",
  });
  assertEquals(commands.parse("/model model-b line one\nline two")?.args, "model-b line one\nline two");
});

Deno.test("parse leaves paths, comments and plain text to the model", () => {
  const commands = open("/project");
  const texts = ["/etc/hosts is odd", "//note", "/* note */", "/", "help", "", "see /help", "/usr\\bin x"];
  assertEquals(texts.map((text) => commands.parse(text)), texts.map(() => null));
});

Deno.test("run answers an unknown command with the nearest one", async () => {
  const commands = open("/project");
  assertEquals(await answer(commands, "/compres"), {
    type: "message",
    level: "error",
    content: "Unknown command: /compres. Did you mean /compress? /help lists all commands.",
  });
  assertEquals(await answer(commands, "/chat sve x"), {
    type: "message",
    level: "error",
    content: "Unknown command: /chat sve. Did you mean /chat save? /help lists all commands.",
  });
  assertEquals(await answer(commands, "/xyzzyxyzzy"), {
    type: "message",
    level: "error",
    content: "Unknown command: /xyzzyxyzzy. /help lists all commands.",
  });
});

Deno.test("run refuses a disabled command, which no list shows", async () => {
  const commands = open("/project", { disabled: ["Docs"] });
  assertEquals(commands.list().some(({ name }) => name === "docs"), false);
  assertEquals(commands.parse("/docs")?.known, false);
  assertEquals(await commands.run({ path: ["docs"], args: "", raw: "/docs" }, testContext()), {
    type: "message",
    level: "error",
    content: 'The command "/docs" is disabled by the current configuration.',
  });
});

Deno.test("run turns a failure into an error message", async () => {
  const commands = open("/project");
  const fixture = testContext({ clear: () => Promise.reject(new Error("disk full")) });
  assertEquals(await commands.run({ path: ["clear"], args: "", raw: "/clear" }, fixture), {
    type: "message",
    level: "error",
    content: "/clear failed: disk full",
  });
});

Deno.test("list names every command of the contract in order", () => {
  const commands = open("/project");
  const names = commands.list().map(({ name }) => name);
  assertEquals(names, [...names].sort());
  const wanted =
    ("about agents auth chat clear compress copy corgi directory docs editor export help init mcp memory model " +
      "permissions privacy quit restore settings stats summary theme tools").split(" ");
  assertEquals(wanted.filter((name) => !names.includes(name)), []);
  const headless = commands.list("headless").map(({ name }) => name);
  assertEquals(headless.filter((name) => ["help", "theme", "quit", "settings"].includes(name)), []);
});

async function hints(
  commands: CommandRegistry,
  request: Partial<HintRequest>,
  { cwd }: { cwd: string },
): Promise<HintReply[]> {
  const text = request.text ?? "";
  const whole: HintRequest = { promptId: "p", trigger: "slash", text, cursor: text.length, cwd: null, ...request };
  return await Array.fromAsync(commands.hint(whole, testContext({ cwd })));
}

Deno.test("hint answers the slash example of the RFC", async () => {
  const commands = open("/workspace/demo");
  assertEquals(await hints(commands, { text: "/c", cwd: "/workspace/demo" }, { cwd: "/workspace/demo" }), [{
    kind: "hint",
    promptId: "p",
    trigger: "slash",
    status: "ok",
    suggestions: [
      { label: "chat", value: "chat", description: "Manage conversation history." },
      { label: "clear", value: "clear", description: "Clear the screen and conversation history" },
      {
        label: "compress",
        value: "compress",
        description: "Compresses the context by replacing it with a summary.",
      },
      { label: "copy", value: "copy", description: "Copy the last result or code snippet to clipboard" },
      { label: "corgi", value: "corgi", description: "Toggles corgi mode." },
    ],
    isPerfectMatch: false,
  }]);
});

Deno.test("hint answers the question mark examples of the RFC", async () => {
  const commands = open("/workspace/demo");
  const help = { label: "help", value: "help", description: "For help on qwen", matchedIndex: 0 };
  const reply: Omit<HintReply, "trigger"> = {
    kind: "hint",
    promptId: "p",
    status: "ok",
    suggestions: [help],
    isPerfectMatch: true,
  };
  assertEquals(await hints(commands, { text: "/?" }, { cwd: "/workspace/demo" }), [{ ...reply, trigger: "slash" }]);
  assertEquals(await hints(commands, { text: "?", trigger: "question" }, { cwd: "/workspace/demo" }), [
    { ...reply, trigger: "question" },
  ]);
});

Deno.test("hint answers the file example of the RFC", async () => {
  await inFolder({
    "src/components/Button.tsx": "",
    "src/components/Button with spaces.tsx": "",
    "src/main.ts": "",
  }, async (root) => {
    const commands = open(root);
    assertEquals(await hints(commands, { text: "@src/co", trigger: "at", cwd: root }, { cwd: root }), [{
      kind: "hint",
      promptId: "p",
      trigger: "at",
      status: "ok",
      suggestions: [
        { label: "src/components/", value: "src/components/" },
        { label: "src/components/Button.tsx", value: "src/components/Button.tsx" },
        { label: "src/components/Button with spaces.tsx", value: "src/components/Button\\ with\\ spaces.tsx" },
      ],
      isPerfectMatch: false,
    }]);
  });
});

Deno.test("hint says loading while the index is slow", async () => {
  await inFolder({ "a.ts": "" }, async (root) => {
    const clock = { ...systemClock, sleep: () => Promise.resolve() };
    const commands = new CommandRegistry({ cwd: root, clock, folders: [], loadingAfterMs: 0 });
    const replies = await hints(commands, { text: "@a", trigger: "at" }, { cwd: root });
    assertEquals(replies.map(({ status, suggestions }) => [status, suggestions.length]), [["loading", 0], ["ok", 1]]);
  });
});

Deno.test("hint reports a folder that cannot be searched", async () => {
  const commands = open("/nonexistent/folder");
  const replies = await hints(commands, { text: "@a", trigger: "at" }, { cwd: "/nonexistent/folder" });
  assertEquals(replies.map(({ status, suggestions }) => [status, suggestions]), [["error", []]]);
  await inFolder({ "a.ts": "" }, async (root) => {
    const inside = open(root);
    assertEquals(
      (await hints(inside, { text: "@a", trigger: "at", cwd: "/etc" }, { cwd: root })).map(({ message }) => message),
      [
        `/etc lies outside the workspace ${root}: hints are given for files below it`,
      ],
    );
    assertEquals((await hints(inside, { text: "@../x", trigger: "at" }, { cwd: root })).map(({ message }) => message), [
      `"@../x" lies outside the workspace: type a path below ${root}`,
    ]);
  });
});

Deno.test("hint ends in silence when a newer one of the same prompt replaces it or it is cancelled", async () => {
  await inFolder({ "a.ts": "", "b.ts": "" }, async (root) => {
    const commands = open(root);
    const [older, newer] = await Promise.all([
      hints(commands, { text: "@a", trigger: "at" }, { cwd: root }),
      hints(commands, { text: "@b", trigger: "at" }, { cwd: root }),
    ]);
    assertEquals(older, []);
    assertEquals(newer.map(({ suggestions }) => suggestions), [[{ label: "b.ts", value: "b.ts" }]]);
    const cancelled = hints(commands, { text: "@a", trigger: "at" }, { cwd: root });
    assertEquals(commands.cancelHint("session-1", "other"), false);
    assertEquals(commands.cancelHint("session-1", "p"), true);
    assertEquals(await cancelled, []);
    await commands.close();
  });
});

Deno.test("CommandRegistry lists offered prompts and leaves out disabled commands", async () => {
  const offer: OfferedPrompt = {
    name: "mcp__s__greet",
    description: "Greets",
    arguments: [{ name: "who", description: "", required: true }],
    fill: () => Promise.resolve([]),
  };
  const commands = open("/project", { disabled: ["/Docs"], offers: () => [offer] });
  const all = commands.list().map(({ name }) => name);
  const headless = commands.list("headless");
  assertEquals([all.includes("docs"), all.includes("help")], [false, true]);
  assertEquals(headless.some(({ name }) => name === "help"), false);
  assertEquals(headless.find(({ name }) => name === offer.name)?.argumentHint, "<who>");
  assertEquals(all, [...all].sort());
  await commands.close();
});

Deno.test("CommandRegistry reads prompt files that were there from the start, and those that came later", async () => {
  await inFolder({ "home/fix.md": "Fix it." }, async (root) => {
    const folders = [{ path: `${root}/home`, source: "user", isTrusted: true }] as const;
    const early = open(root, { folders });
    await early.refresh();
    assertEquals(early.list().filter(({ name }) => name === "fix").length, 1);
    const late = open(root, { folders: [{ ...folders[0], path: `${root}/later` }] });
    await late.refresh();
    assertEquals(late.list().filter(({ name }) => name === "fix").length, 0);
    await Deno.rename(`${root}/home`, `${root}/later`);
    await late.refresh();
    assertEquals(late.list().filter(({ name }) => name === "fix").length, 1);
    await Promise.all([early.close(), late.close()]);
  });
});
