import { assertEquals } from "@std/assert";
import { textOf } from "../../../lib/model/content.ts";
import { loadSession } from "../../../lib/store/resume.ts";

function line(uuid: string, { parentUuid, text }: { parentUuid: string | null; text: string }): string {
  const head = { uuid, parentUuid, sessionId: "s", timestamp: "2026-01-01T00:00:00.000Z", type: "user" };
  const message = { role: "user", parts: [{ text }] };
  return JSON.stringify({ ...head, provenance: "real_user", cwd: "/w", version: "1", message });
}

Deno.test("loadSession reads records that are longer than their indexed beginning", async () => {
  const path = await Deno.makeTempFile();
  try {
    const long = "a long line\n".repeat(10_000);
    const broken = line("c", { parentUuid: "b", text: long }).slice(0, -2);
    await Deno.writeTextFile(
      path,
      `${line("a", { parentUuid: null, text: "short" })}\n${line("b", { parentUuid: "a", text: long })}\n${broken}\n${
        line("d", { parentUuid: "c", text: "end" })
      }`,
    );
    const session = await loadSession(path, { sessionId: "s" });
    assertEquals(session.messages.map(({ id, parts }) => [id, textOf(parts).length]), [
      ["a", 5],
      ["b", long.length],
      ["d", 3],
    ]);
    assertEquals(session.skippedLines, 1);
    assertEquals(session.leaf, "d");
  } finally {
    await Deno.remove(path);
  }
});
