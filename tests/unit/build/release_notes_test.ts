import { assertEquals, assertMatch } from "@std/assert";
import { notesOf } from "../../../build/release_notes.ts";

const CHANGELOG =
  "# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-01-02\n\n### Added\n\n- New.\n\n## [1.0.0]\n\n- First.\n";

Deno.test("notesOf finds the section of a version", () => {
  assertEquals(notesOf(CHANGELOG, "1.1.0"), "### Added\n\n- New.");
  assertEquals(notesOf(CHANGELOG, "1.0.0"), "- First.");
  assertEquals(notesOf(CHANGELOG, "1.1"), null);
});

Deno.test("CHANGELOG has the form of Keep a Changelog, the newest version first", async () => {
  const text = await Deno.readTextFile(new URL("../../../CHANGELOG.md", import.meta.url));
  assertMatch(text, /^# Changelog\n\nThe format is \[Keep a Changelog\]/);
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  assertEquals(headings[0], "Unreleased");
  const versions = headings.slice(1);
  for (const heading of versions) assertMatch(heading, /^\[?\d+\.\d+\.\d+\]? - \d{4}-\d{2}-\d{2}$/);
  assertEquals(versions, versions.toSorted().toReversed());
  for (const [, heading] of text.matchAll(/^### (.+)$/gm)) {
    assertMatch(heading, /^(Added|Changed|Deprecated|Removed|Fixed|Security)$/);
  }
  for (const line of text.split("\n").filter((line) => line.startsWith("-"))) {
    assertMatch(line, /^- [`A-Z].+/);
  }
});
