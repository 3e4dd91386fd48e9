import { assertEquals, assertRejects } from "@std/assert";
import type { Message } from "../../../lib/model/content.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import { type OpenedSession, openSession, type SessionChoice } from "../../../lib/store/open_session.ts";
import { chatsFolder, type StorePaths } from "../../../lib/store/store_paths.ts";
import { countedIds, SESSION, withStore } from "../../support/store.ts";

const OTHER = "22222222-2222-4222-8222-222222222222";

function prompt(id: string): Message {
  return { id, role: "user", parts: [{ kind: "text", text: id }] };
}

function opener(paths: StorePaths): (choice: SessionChoice) => Promise<OpenedSession> {
  const ids = countedIds();
  return (choice) => openSession(choice, { paths, version: "0.1.0", ids, onFailure: ({ message }) => fatal(message) });
}

function fatal(message: string): never {
  throw new Error(message);
}

async function say(opened: OpenedSession, id: string): Promise<void> {
  opened.journal.append({ type: "message", message: prompt(id), at: 0 });
  await opened.journal.close();
}

async function refusal(opening: Promise<OpenedSession>): Promise<string> {
  return (await assertRejects(() => opening, QwenError)).problem.code;
}

Deno.test("openSession starts, resumes, continues and forks", async () => {
  await withStore(async (paths) => {
    const open = opener(paths);
    const fresh = await open({ sessionId: SESSION });
    assertEquals([fresh.sessionId, fresh.saved], [SESSION, null]);
    await say(fresh, "u1");
    assertEquals(await refusal(open({ sessionId: SESSION })), "session_exists");
    assertEquals(await refusal(open({ resume: OTHER })), "session_not_found");
    const resumed = await open({ resume: SESSION });
    assertEquals([resumed.sessionId, resumed.saved?.messages], [SESSION, [prompt("u1")]]);
    assertEquals(await refusal(open({ resume: SESSION })), "session_locked");
    await say(resumed, "u2");
    const continued = await open({ continueNewest: true });
    assertEquals(continued.saved?.messages, [prompt("u1"), prompt("u2")]);
    await continued.journal.close();
    const forked = await open({ resume: SESSION, fork: true, sessionId: OTHER, at: "u1" });
    assertEquals([forked.sessionId, forked.saved?.messages], [OTHER, [prompt("u1")]]);
    await say(forked, "u3");
    const again = await open({ resume: OTHER });
    assertEquals(again.saved?.messages, [prompt("u1"), prompt("u3")]);
    await again.journal.close();
    const original = await open({ resume: SESSION });
    assertEquals(original.saved?.messages, [prompt("u1"), prompt("u2")]);
    await original.journal.close();
  });
});

Deno.test("openSession resumes at an earlier record and goes on from there", async () => {
  await withStore(async (paths) => {
    const open = opener(paths);
    await say(await open({ sessionId: SESSION }), "u1");
    await say(await open({ resume: SESSION }), "u2");
    await say(await open({ resume: SESSION, at: "u1", dropsTurn: "u2" }), "u3");
    const { saved, journal } = await open({ resume: SESSION });
    assertEquals(saved?.messages, [prompt("u1"), prompt("u3")]);
    await journal.close();
    assertEquals(await refusal(open({ resume: SESSION, at: "nowhere" })), "session_not_found");
  });
});

Deno.test("openSession without a session to continue starts a new one, but copies nothing", async () => {
  await withStore(async (paths) => {
    const open = opener(paths);
    const { saved, journal } = await open({ continueNewest: true });
    assertEquals(saved, null);
    await journal.close();
    assertEquals(await refusal(open({ continueNewest: true, fork: true })), "session_not_found");
  });
});

Deno.test("openSession keeps nothing where nothing is to be kept", async () => {
  await withStore(async (paths) => {
    const open = opener(paths);
    await say(await open({ sessionId: SESSION }), "u1");
    const { saved, journal, sessionId } = await open({ resume: SESSION, fork: true, sessionId: OTHER, persist: false });
    assertEquals([sessionId, saved?.sessionId, saved?.messages], [OTHER, OTHER, [prompt("u1")]]);
    journal.append({ type: "message", message: prompt("u2"), at: 0 });
    await journal.close();
    assertEquals([...Deno.readDirSync(chatsFolder(paths))].map((entry) => entry.name), [`${SESSION}.jsonl`]);
    const second = await open({ persist: false });
    assertEquals(second.saved, null);
  });
});
