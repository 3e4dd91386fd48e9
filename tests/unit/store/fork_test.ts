import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { forkSession } from "../../../lib/store/fork.ts";
import { findSession, listSessions, newestSession, requireNewSession, summarize } from "../../../lib/store/lookup.ts";
import { chatsFolder } from "../../../lib/store/store_paths.ts";
import { loadSession } from "../../../lib/store/resume.ts";
import { recordsOf, SESSION, withStore } from "../../support/store.ts";
import { CONVERSATION, entries, OTHER, TITLE, write } from "../../support/saved_conversation.ts";

Deno.test("forkSession copies the active branch under a new id", async () => {
  await withStore(async (paths) => {
    const path = await write(paths, entries(CONVERSATION));
    const target = await forkSession(path, { paths, sessionId: SESSION, newId: OTHER, at: "a2" });
    const saved = await loadSession(target, { sessionId: OTHER });
    assertEquals(saved.messages, CONVERSATION.slice(0, 4));
    const records = await recordsOf(target);
    assertEquals(records.map((record) => record.sessionId), records.map(() => OTHER));
    assertEquals(records[0].forkedFrom, { sessionId: SESSION, messageUuid: "u1" });
    assertEquals(((await Deno.stat(target)).mode ?? 0) & 0o777, 0o600);
    const error = await assertRejects(
      () => forkSession(path, { paths, sessionId: SESSION, newId: OTHER.toUpperCase() }),
      QwenError,
    );
    assertEquals(error.problem.code, "session_exists");
  });
});

Deno.test("findSession and newestSession look in this working folder only", async () => {
  await withStore(async (paths) => {
    assertEquals(await newestSession(paths), null);
    const twin = { ...paths, cwd: "/home/me-ws" };
    const path = await write(paths, [...entries(CONVERSATION), TITLE]);
    const foreign = await write(twin, entries(CONVERSATION), { sessionId: OTHER });
    await Deno.writeTextFile(`${chatsFolder(paths)}/33333333-3333-4333-8333-333333333333.jsonl`, "");
    await Deno.utime(path, 1000, 1000);
    await Deno.utime(foreign, 2000, 2000);
    assertEquals((await listSessions(paths)).map((entry) => entry.sessionId), [OTHER, SESSION]);
    assertEquals((await newestSession(paths))?.sessionId, SESSION);
    assertEquals((await findSession(paths, SESSION.toUpperCase())).path, path);
    const byTitle = await findSession(paths, "Compare");
    assertEquals(byTitle.path, path);
    assertEquals((await summarize(byTitle)).prompt, "Compare a and b, ü");
    for (
      const [wanted, message] of [
        [OTHER, `No saved session found with ID ${OTHER}.`],
        ["Nothing", 'No saved session found with title "Nothing".'],
        ["ü".repeat(99), `No saved session found with title "${"ü".repeat(99)}".`],
      ]
    ) {
      const error = await assertRejects(() => findSession(paths, wanted), QwenError);
      const { code, hint } = error.problem;
      assertEquals([code, error.message, hint], [
        "session_not_found",
        message,
        "`qwen sessions` lists those of this folder.",
      ]);
    }
  });
});

Deno.test("Sessions keep to their folder whatever id a host chooses", async () => {
  await withStore(async (paths) => {
    for (const sessionId of ["../../../escape", "user:42", "a/b", "..", "\ud800"]) {
      const path = await write(paths, entries(CONVERSATION), { sessionId });
      assertEquals(path.slice(0, path.lastIndexOf("/")), chatsFolder(paths));
      assertEquals((await findSession(paths, sessionId)).path, path);
    }
    assertEquals([...Deno.readDirSync(paths.base)].map((entry) => entry.name), ["projects"]);
  });
});

Deno.test("requireNewSession refuses an id that is taken, archived too", async () => {
  await withStore(async (paths) => {
    await requireNewSession(paths, SESSION);
    await Deno.mkdir(`${chatsFolder(paths)}/archive`, { recursive: true });
    await Deno.writeTextFile(`${chatsFolder(paths)}/archive/${SESSION}.jsonl`, "{}\n");
    const error = await assertRejects(() => requireNewSession(paths, SESSION.toUpperCase()), QwenError);
    assertEquals(
      error.message,
      `Session Id ${SESSION.toUpperCase()} already exists (active or archived). Delete or unarchive it first.`,
    );
    await assertRejects(() => requireNewSession(paths, "x".repeat(300)), QwenError, "empty or too long");
  });
});
