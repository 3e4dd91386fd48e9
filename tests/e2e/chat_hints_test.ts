import { assert, assertEquals } from "@std/assert";
import { ChatHost, isType, type Line } from "../support/chat_host.ts";

const FILES = {
  "src/components/Button.tsx": "",
  "src/components/Button with spaces.tsx": "",
  "src/other.ts": "",
  "node_modules/src/components.js": "",
  ".git/HEAD": "",
  ".gitignore": "node_modules\n",
};

const PREVIEW = { type: "command_hint_request", session_id: "session-123", prompt_id: "session-123########preview" };

async function hint(host: ChatHost, request: object): Promise<Line> {
  await host.send({ ...PREVIEW, ...request });
  return await host.next((line) => line.type === "result/command_hint" && line.status !== "loading");
}

Deno.test("chat answers the hint examples of the RFC word for word", async () => {
  await using host = await ChatHost.open([], { files: FILES });
  const context = { cwd: host.cwd, selected_text: "" };
  const head = { type: "result/command_hint", session_id: "session-123", prompt_id: "session-123########preview" };
  assertEquals(await hint(host, { trigger: "slash", text: "/c", cursor: 2, context }), {
    ...head,
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
    metadata: { is_perfect_match: false },
  });
  assertEquals(await hint(host, { trigger: "at", text: "@src/co", cursor: 7, context }), {
    ...head,
    trigger: "at",
    status: "ok",
    suggestions: [
      { label: "src/components/", value: "src/components/" },
      { label: "src/components/Button.tsx", value: "src/components/Button.tsx" },
      { label: "src/components/Button with spaces.tsx", value: "src/components/Button\\ with\\ spaces.tsx" },
    ],
    metadata: { is_perfect_match: false },
  });
  assertEquals(await hint(host, { trigger: "slash", text: "/?", cursor: 2, context }), {
    ...head,
    trigger: "slash",
    status: "ok",
    suggestions: [{ label: "help", value: "help", description: "For help on qwen", matchedIndex: 0 }],
    metadata: { is_perfect_match: true },
  });
});

Deno.test("chat hints at subcommands and arguments, and sees files that came since", async () => {
  await using host = await ChatHost.open([], { files: FILES });
  const labels = async (request: object): Promise<string[]> =>
    ((await hint(host, request)).suggestions as { label: string }[]).map(({ label }) => label);
  assertEquals(await labels({ text: "/chat ", cursor: 6 }), ["delete", "list", "resume", "save"]);
  assertEquals(await labels({ text: "/export ", cursor: 8 }), ["md", "html", "json", "jsonl"]);
  assertEquals(await labels({ text: "?", cursor: 1, trigger: "question" }), ["help"]);
  assertEquals(await labels({ text: "@src/o", cursor: 6 }), ["src/other.ts"]);
  await Deno.writeTextFile(`${host.cwd}/src/owl.ts`, "");
  let seen = await labels({ text: "@src/ow", cursor: 7 });
  while (seen.length === 0) seen = await labels({ text: "@src/ow", cursor: 7 });
  assertEquals(seen, ["src/owl.ts"]);
});

Deno.test("chat answers the newest of many hints, stops a withdrawn one, and keeps them out of the conversation", async () => {
  await using host = await ChatHost.open([], { files: FILES });
  const text = "@src/components";
  const requests = Array.from(text, (_, index) => ({ ...PREVIEW, text: text.slice(0, index + 1), cursor: index + 1 }));
  await host.write(requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
  await host.send({ type: "heartbeat_request", session_id: "session-123" });
  const last = await host.next((line) => line.type === "result/command_hint" && line.status === "ok");
  assert((last.suggestions as { label: string }[]).length > 0);
  await host.send({ ...PREVIEW, prompt_id: "gone", text: "@src/co", cursor: 7 });
  await host.send({ type: "command_hint_cancel", session_id: "session-123", prompt_id: "gone" });
  assertEquals(await host.close(), 0);
  const beats = host.lines.filter(isType("result/heartbeat"));
  assertEquals(beats.length, 1);
  assert(host.lines.filter(isType("result/command_hint")).length <= requests.length + 1);
  assertEquals(host.lines.filter(({ object, metadata }) => object && metadata?.event !== "init"), []);
});

Deno.test("Not verified: the state of hints is loading while a huge folder is walked, and ok when it is through", async () => {
  await using host = await ChatHost.open();
  for (let i = 0; i < 8_000; i++) Deno.mkdirSync(`${host.cwd}/folder_${i}`);
  const { type: _, ...head } = PREVIEW;
  await host.send({ ...PREVIEW, trigger: "at", text: "@folder_7999", cursor: 12 });
  await host.next((line) => line.type === "result/command_hint" && line.status === "ok");
  assertEquals(host.lines.filter(isType("result/command_hint")), [
    {
      type: "result/command_hint",
      ...head,
      trigger: "at",
      status: "loading",
      suggestions: [],
      metadata: { is_perfect_match: false },
    },
    {
      type: "result/command_hint",
      ...head,
      trigger: "at",
      status: "ok",
      suggestions: [{ label: "folder_7999/", value: "folder_7999/" }],
      metadata: { is_perfect_match: false },
    },
  ]);
});

Deno.test("chat answers hints that cannot be given with an error and its reason, and gives later ones", async () => {
  await using host = await ChatHost.open([], { files: FILES });
  const head = { type: "result/command_hint", session_id: "session-123", prompt_id: "session-123########preview" };
  const failed = { ...head, trigger: "at", status: "error", suggestions: [], metadata: { is_perfect_match: false } };
  assertEquals(await hint(host, { trigger: "at", text: "@../secret", cursor: 10 }), {
    ...failed,
    message: `"@../secret" lies outside the workspace: type a path below ${host.cwd}`,
  });
  assertEquals(await hint(host, { trigger: "at", text: "@src", cursor: 4, context: { cwd: "/" } }), {
    ...failed,
    message: `/ lies outside the workspace ${host.cwd}: hints are given for files below it`,
  });
  await Deno.rename(host.cwd, `${host.folder}/away`);
  assertEquals(await hint(host, { trigger: "at", text: "@src", cursor: 4 }), {
    ...failed,
    message: `Cannot list the folder ${host.cwd}: it is not there or may not be read`,
  });
  await Deno.rename(`${host.folder}/away`, host.cwd);
  assertEquals((await hint(host, { trigger: "at", text: "@src/other.ts", cursor: 13 })).metadata, {
    is_perfect_match: true,
  });
});
