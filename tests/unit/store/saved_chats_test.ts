import { assertEquals, assertRejects } from "@std/assert";
import type { Message } from "../../../lib/model/content.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import { projectFolder } from "../../../lib/store/store_paths.ts";
import { SavedChats } from "../../../lib/store/saved_chats.ts";
import { withStore } from "../../support/store.ts";

const HISTORY: Message[] = [
  { id: "u1", role: "user", parts: [{ kind: "text", text: "Hi" }] },
  { id: "a1", role: "assistant", parts: [{ kind: "tool_call", callId: "c", tool: "glob", input: {} }] },
  {
    id: "t1",
    role: "tool",
    parts: [{ kind: "tool_result", callId: "c", tool: "glob", output: [{ kind: "text", text: "a" }], isError: false }],
  },
];

Deno.test("SavedChats saves, lists, loads and removes by name", async () => {
  await withStore(async (paths) => {
    const chats = new SavedChats(paths);
    assertEquals(await chats.list(), []);
    assertEquals(await chats.load("x"), null);
    const tag = "../before the refactoring / ü";
    await chats.save(tag, HISTORY);
    await chats.save(tag, HISTORY);
    assertEquals((await chats.list()).map((chat) => chat.tag), [tag]);
    assertEquals(await chats.load(tag), HISTORY);
    assertEquals([await chats.has(tag), await chats.has("x")], [true, false]);
    const [file] = [...Deno.readDirSync(`${projectFolder(paths)}/checkpoints`)];
    assertEquals(((await Deno.stat(`${projectFolder(paths)}/checkpoints/${file.name}`)).mode ?? 0) & 0o777, 0o600);
    assertEquals([await chats.remove(tag), await chats.remove(tag)], [true, false]);
    assertEquals(await chats.list(), []);
    await assertRejects(() => chats.save("", HISTORY), QwenError, "empty or too long");
    await assertRejects(() => chats.save("ü".repeat(90), HISTORY), QwenError, "empty or too long");
  });
});

Deno.test("SavedChats takes the longest name that it does not refuse", async () => {
  await withStore(async (paths) => {
    const chats = new SavedChats(paths);
    const longest = "x".repeat(150);
    await chats.save(longest, HISTORY);
    assertEquals(await chats.load(longest), HISTORY);
    await assertRejects(() => chats.save(`${longest}x`, HISTORY), QwenError, "empty or too long");
  });
});
