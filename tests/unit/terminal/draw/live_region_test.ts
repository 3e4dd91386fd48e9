// deno-lint-ignore-file no-control-regex -- the sequences are what is checked.
import { assert, assertEquals } from "@std/assert";
import { LiveRegion } from "../../../../lib/terminal/draw/live_region.ts";
import { screenOf } from "../../../support/pty.ts";
import { seeded } from "../../../support/random.ts";

/** A region and what it has written. */
function region(): { region: LiveRegion; frames: string[] } {
  const frames: string[] = [];
  return { region: new LiveRegion((text) => frames.push(text)), frames };
}

const cursor = { row: 0, column: 0 };

Deno.test("LiveRegion writes nothing for a frame that is the same", () => {
  const { region: drawn, frames } = region();
  drawn.draw({ finished: [], live: ["one", "two"], cursor });
  drawn.draw({ finished: [], live: ["one", "two"], cursor });
  assertEquals(frames.length, 1);
});

Deno.test("LiveRegion rewrites only the row that changed", () => {
  const { region: drawn, frames } = region();
  drawn.draw({ finished: [], live: ["one", "two", "three"], cursor });
  drawn.draw({ finished: [], live: ["one", "2", "three"], cursor });
  assertEquals(frames[1], "\r\x1b[1B2\x1b[K\r\x1b[1A");
});

Deno.test("LiveRegion leaves a row that is finished as it stood where it stood", () => {
  const { region: drawn, frames } = region();
  drawn.draw({ finished: [], live: ["answer", "> "], cursor });
  drawn.draw({ finished: ["answer"], live: ["> "], cursor: { row: 0, column: 2 } });
  assertEquals(frames[1].includes("answer"), false);
});

Deno.test("LiveRegion draws random frames as they are, and never above its first row", async () => {
  const pick = seeded(7);
  const { region: drawn, frames } = region();
  const finished: string[] = [];
  let live: string[] = [];
  for (let step = 0; step < 200; step++) {
    const done = Array.from({ length: pick(3) }, () => `done ${finished.length} ${step}`);
    live = Array.from({ length: 1 + pick(6) }, (_, row) => `row ${row} ${pick(4)}`);
    const before = drawn.height;
    drawn.draw({ finished: done, live, cursor: { row: pick(live.length), column: pick(5) } });
    finished.push(...done);
    const ups = [...(frames.at(-1) ?? "").matchAll(/\x1b\[(\d+)A/g)].map(([, count]) => Number(count));
    assert(Math.max(0, ...ups) <= Math.max(before, done.length + live.length));
  }
  assertEquals(frames.join("").match(/\x1b\[[0-9]*J|\x1b\[[0-9;]*H|\x1bc/g), null);
  const screen = await screenOf(frames.join("").replaceAll("\n", "\r\n"), { rows: 30 });
  assertEquals(screen, [...finished, ...live]);
});
