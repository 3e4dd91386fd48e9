import { assertEquals } from "@std/assert";
import type { CommandResult } from "../../../lib/model/event.ts";
import type { HintReply, HintRequest } from "../../../lib/model/ports.ts";
import { Catalogue } from "../../../lib/commands/catalogue.ts";
import type { CommandRegistry } from "../../../lib/commands/registry.ts";
import { inFolder, systemClock, testDesk } from "../../support/command_desk.ts";

function open(cwd: string, disabled: string[] = []): Promise<CommandRegistry> {
  return new Catalogue({ cwd, clock: systemClock, folders: [], disabled }).load();
}

async function answer(commands: CommandRegistry, text: string): Promise<CommandResult | null> {
  const parsed = commands.parse(text);
  return parsed && await commands.run(parsed, testDesk());
}

Deno.test("parse reads commands, subcommands, aliases and arguments", async () => {
  const commands = await open("/project");
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

Deno.test("parse leaves paths, comments and plain text to the model", async () => {
  const commands = await open("/project");
  const texts = ["/etc/hosts is odd", "//note", "/* note */", "/", "help", "", "see /help", "/usr\\bin x"];
  assertEquals(texts.map((text) => commands.parse(text)), texts.map(() => null));
});

Deno.test("run answers an unknown command with the nearest one", async () => {
  const commands = await open("/project");
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
  const commands = await open("/project", ["Docs"]);
  assertEquals(commands.list().some(({ name }) => name === "docs"), false);
  assertEquals(commands.parse("/docs")?.known, false);
  assertEquals(await commands.run({ path: ["docs"], args: "", raw: "/docs" }, testDesk()), {
    type: "message",
    level: "error",
    content: 'The command "/docs" is disabled by the current configuration.',
  });
});

Deno.test("run turns a failure into an error message", async () => {
  const commands = await open("/project");
  const desk = testDesk({ clear: () => Promise.reject(new Error("disk full")) });
  assertEquals(await commands.run({ path: ["clear"], args: "", raw: "/clear" }, desk), {
    type: "message",
    level: "error",
    content: "/clear failed: disk full",
  });
});

Deno.test("list names every command of the contract in order", async () => {
  const commands = await open("/project");
  const names = commands.list().map(({ name }) => name);
  assertEquals(names, [...names].sort());
  const wanted =
    ("about agents auth chat clear compress copy corgi directory docs editor export help init mcp memory model " +
      "permissions privacy quit restore settings stats summary theme tools").split(" ");
  assertEquals(wanted.filter((name) => !names.includes(name)), []);
  const headless = commands.list("headless").map(({ name }) => name);
  assertEquals(headless.filter((name) => ["help", "theme", "quit", "settings"].includes(name)), []);
});

async function hints(commands: CommandRegistry, request: Partial<HintRequest>, cwd: string): Promise<HintReply[]> {
  const text = request.text ?? "";
  const whole: HintRequest = { promptId: "p", trigger: "slash", text, cursor: text.length, cwd: null, ...request };
  return await Array.fromAsync(commands.hint(whole, testDesk({ cwd })));
}

Deno.test("hint answers the slash example of the RFC", async () => {
  const commands = await open("/workspace/demo");
  assertEquals(await hints(commands, { text: "/c", cwd: "/workspace/demo" }, "/workspace/demo"), [{
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
  const commands = await open("/workspace/demo");
  const help = { label: "help", value: "help", description: "For help on Qwen Code", matchedIndex: 0 };
  const reply: Omit<HintReply, "trigger"> = {
    kind: "hint",
    promptId: "p",
    status: "ok",
    suggestions: [help],
    isPerfectMatch: true,
  };
  assertEquals(await hints(commands, { text: "/?" }, "/workspace/demo"), [{ ...reply, trigger: "slash" }]);
  assertEquals(await hints(commands, { text: "?", trigger: "question" }, "/workspace/demo"), [
    { ...reply, trigger: "question" },
  ]);
});

Deno.test("hint answers the file example of the RFC", async () => {
  await inFolder({
    "src/components/Button.tsx": "",
    "src/components/Button with spaces.tsx": "",
    "src/main.ts": "",
  }, async (root) => {
    const commands = await open(root);
    assertEquals(await hints(commands, { text: "@src/co", trigger: "at", cwd: root }, root), [{
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
    const commands = await new Catalogue({ cwd: root, clock, folders: [], loadingAfterMs: 0 }).load();
    const replies = await hints(commands, { text: "@a", trigger: "at" }, root);
    assertEquals(replies.map(({ status, suggestions }) => [status, suggestions.length]), [["loading", 0], ["ok", 1]]);
  });
});

Deno.test("hint reports a folder that cannot be searched", async () => {
  const commands = await open("/nonexistent/folder");
  const replies = await hints(commands, { text: "@a", trigger: "at" }, "/nonexistent/folder");
  assertEquals(replies.map(({ status, suggestions }) => [status, suggestions]), [["error", []]]);
  await inFolder({ "a.ts": "" }, async (root) => {
    const inside = await open(root);
    assertEquals(
      (await hints(inside, { text: "@a", trigger: "at", cwd: "/etc" }, root)).map(({ message }) => message),
      [
        `/etc lies outside the workspace ${root}: hints are given for files below it`,
      ],
    );
    assertEquals((await hints(inside, { text: "@../x", trigger: "at" }, root)).map(({ message }) => message), [
      `"@../x" lies outside the workspace: type a path below ${root}`,
    ]);
  });
});

Deno.test("hint ends in silence when a newer one of the same prompt replaces it or it is cancelled", async () => {
  await inFolder({ "a.ts": "", "b.ts": "" }, async (root) => {
    const commands = await open(root);
    const [older, newer] = await Promise.all([
      hints(commands, { text: "@a", trigger: "at" }, root),
      hints(commands, { text: "@b", trigger: "at" }, root),
    ]);
    assertEquals(older, []);
    assertEquals(newer.map(({ suggestions }) => suggestions), [[{ label: "b.ts", value: "b.ts" }]]);
    const cancelled = hints(commands, { text: "@a", trigger: "at" }, root);
    assertEquals(commands.cancelHint("session-1", "other"), false);
    assertEquals(commands.cancelHint("session-1", "p"), true);
    assertEquals(await cancelled, []);
    await commands.close();
  });
});
