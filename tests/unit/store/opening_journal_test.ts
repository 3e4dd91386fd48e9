import { assertEquals, assertRejects } from "@std/assert";
import type { Journal, JournalEntry } from "../../../lib/model/ports.ts";
import { OpeningJournal } from "../../../lib/store/opening_journal.ts";

function noteOf(n: number): JournalEntry {
  return { type: "note", subtype: "n", payload: { n }, at: n };
}

Deno.test("OpeningJournal keeps the order of what was appended before and after its file was open", async () => {
  const told: string[] = [];
  const file: Journal = {
    append: (entry) => told.push(`${entry.at}`),
    ready: () => Promise.resolve(void told.push("ready")),
    sync: () => Promise.resolve(void told.push("sync")),
    close: () => Promise.resolve(void told.push("close")),
  };
  const opening = Promise.withResolvers<Journal>();
  const journal = new OpeningJournal(opening.promise);
  journal.append(noteOf(1));
  journal.append(noteOf(2));
  const synced = journal.sync();
  assertEquals(told, []);
  opening.resolve(file);
  await synced;
  journal.append(noteOf(3));
  await journal.close();
  assertEquals(told, ["1", "2", "sync", "3", "close"]);
});

Deno.test("OpeningJournal tells whoever waits for it that it could not be opened", async () => {
  const journal = new OpeningJournal(Promise.reject(new Error("locked")));
  journal.append(noteOf(1));
  await assertRejects(() => journal.sync(), Error, "locked");
  await assertRejects(() => journal.close(), Error, "locked");
});
