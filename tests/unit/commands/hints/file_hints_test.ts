import { assertEquals, assertRejects } from "@std/assert";
import { FileHints } from "../../../../lib/commands/hints/file_hints.ts";
import { inFolder, systemClock } from "../../../support/command_context.ts";

const live = new AbortController().signal;

async function labels(hints: FileHints, text: string, { cwd = null }: { cwd?: string | null } = {}): Promise<string[]> {
  const { suggestions } = await hints.suggest({ text, cursor: text.length, cwd }, live);
  return suggestions.map(({ label }) => label);
}

Deno.test("FileHints completes the reference at the cursor", async () => {
  await inFolder({ "my notes/to do.md": "", "main.ts": "" }, async (root) => {
    const hints = new FileHints({ root, clock: systemClock });
    const text = "look at @my\\ no and @main";
    assertEquals(await hints.suggest({ text, cursor: 15, cwd: null }, live), {
      suggestions: [
        { label: "my notes/", value: "my\\ notes/" },
        { label: "my notes/to do.md", value: "my\\ notes/to\\ do.md" },
      ],
      isPerfectMatch: false,
    });
    assertEquals(await hints.suggest({ text: "@./main.ts", cursor: 10, cwd: root }, live), {
      suggestions: [{ label: "main.ts", value: "main.ts" }],
      isPerfectMatch: true,
    });
    assertEquals(await labels(hints, "no reference"), []);
    await hints.close();
  });
});

Deno.test("FileHints gives whole paths for a host that is in a folder below the root", async () => {
  await inFolder({ "pkg/a/one.ts": "", "pkg/b/one.ts": "", "one.ts": "" }, async (root) => {
    const hints = new FileHints({ root, clock: systemClock });
    assertEquals(await labels(hints, "@one", { cwd: `${root}/pkg/a/` }), ["pkg/a/one.ts"]);
    assertEquals(await labels(hints, "@b/", { cwd: `${root}/pkg` }), ["pkg/b/", "pkg/b/one.ts"]);
    await assertRejects(() => labels(hints, "@one", { cwd: "/elsewhere" }), RangeError, "lies outside the workspace");
    await hints.close();
  });
});

Deno.test("FileHints knows a file that was made in the folder being typed, even when there is no time to look everywhere", async () => {
  await inFolder({ "src/a.ts": "", "lib/b.ts": "" }, async (root) => {
    const impatient = { ...systemClock, sleep: (): Promise<void> => Promise.resolve() };
    const hints = new FileHints({ root, clock: impatient });
    await hints.prepare();
    assertEquals(hints.isReady, true);
    await Deno.writeTextFile(`${root}/src/fresh.ts`, "");
    assertEquals(await labels(hints, "@src/fr"), ["src/fresh.ts"]);
    await hints.close();
  });
});

Deno.test("FileHints does not wait for a look that takes long, and finds a new folder all the same", async () => {
  await inFolder({ "src/a.ts": "", "lib/b.ts": "" }, async (root) => {
    let now = 0;
    // Every listing at this clock costs a second, so that any look seems slow; nothing may sleep on it.
    const slow = { ...systemClock, now: () => now += 1000, sleep: () => Promise.reject(new Error("It slept")) };
    const hints = new FileHints({ root, clock: slow });
    await hints.prepare();
    await Deno.mkdir(`${root}/src/deep/deeper`, { recursive: true });
    await Deno.writeTextFile(`${root}/src/deep/deeper/fresh.ts`, "");
    assertEquals(await labels(hints, "@src/deep/deeper/fr"), ["src/deep/deeper/fresh.ts"]);
    await hints.close();
  });
});

Deno.test("FileHints says that its folder is gone, and goes on when it is back", async () => {
  await inFolder({ "work/a.ts": "" }, async (folder) => {
    const hints = new FileHints({ root: `${folder}/work`, clock: systemClock });
    assertEquals(await labels(hints, "@a"), ["a.ts"]);
    await Deno.rename(`${folder}/work`, `${folder}/elsewhere`);
    await labels(hints, "@a");
    assertEquals(hints.isReady, false);
    await assertRejects(() => labels(hints, "@a"), Error, "it is not there or may not be read");
    await Deno.rename(`${folder}/elsewhere`, `${folder}/work`);
    assertEquals(await labels(hints, "@a"), ["a.ts"]);
    await hints.close();
  });
});
