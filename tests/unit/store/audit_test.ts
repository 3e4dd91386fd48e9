import { assertEquals, assertRejects } from "@std/assert";
import { fromFileUrl } from "../../../lib/path/mod.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import { AuditLog, verifyAudit } from "../../../lib/store/audit.ts";

async function written(): Promise<AsyncDisposable & { path: string; lines: string[] }> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/audit.jsonl`;
  for (let run = 0; run < 2; run++) {
    const log = await AuditLog.open(path, { now: () => 1_000 + run });
    log.append("decision", { tool: "edit", decision: "allow" });
    log.append("tool.completed", { tool: "edit", output: log.hashOf("done") });
    log.close();
  }
  const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
  return { path, lines, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

Deno.test("AuditLog writes a chain that goes on from run to run", async () => {
  await using file = await written();
  const { isSound, isClosed, count } = await verifyAudit(file.path);
  assertEquals({ isSound, isClosed, count }, { isSound: true, isClosed: true, count: 8 });
  assertEquals(file.lines.map((line) => JSON.parse(line).type), [
    ...["opened", "decision", "tool.completed", "closed", "opened", "decision", "tool.completed", "closed"],
  ]);
  assertEquals(((await Deno.stat(file.path)).mode ?? 0) & 0o777, 0o600);
});

Deno.test("verifyAudit finds an edit, a cut, a swap and an addition, and says where", async () => {
  await using file = await written();
  const { lines, path } = file;
  const changes: Record<string, [string[], number]> = {
    edit: [lines.with(1, lines[1].replace("allow", "deny")), 2],
    "edit of a time": [lines.with(2, lines[2].replace("1000", "1001")), 3],
    "edit of spelling": [lines.with(1, lines[1].replace('"type":', '"type": ')), 2],
    cut: [lines.toSpliced(2, 1), 3],
    "cut at the start": [lines.slice(1), 1],
    swap: [[lines[0], lines[2], lines[1], ...lines.slice(3)], 2],
    addition: [lines.toSpliced(2, 0, lines[1]), 3],
    "half a line": [lines.with(7, lines[7].slice(0, 40)), 8],
  };
  for (const [name, [changed, line]] of Object.entries(changes)) {
    await Deno.writeTextFile(path, `${changed.join("\n")}\n`);
    const finding = await verifyAudit(path);
    assertEquals([name, finding.isSound, finding.line], [name, false, line]);
    await assertRejects(() => AuditLog.open(path, { now: () => 0 }), QwenError, "was changed");
  }
});

Deno.test("verifyAudit says when the end may be missing", async () => {
  await using file = await written();
  await Deno.writeTextFile(file.path, `${file.lines.slice(0, 6).join("\n")}\n`);
  const { isSound, isClosed } = await verifyAudit(file.path);
  assertEquals({ isSound, isClosed }, { isSound: true, isClosed: false });
});

Deno.test(
  "AuditLog is sound after a disk that was full, and goes on",
  { ignore: Deno.build.os !== "linux" },
  async () => {
    const folder = await Deno.makeTempDir();
    const path = `${folder}/audit.jsonl`;
    const writer = fromFileUrl(new URL("../../support/audit_writer.ts", import.meta.url));
    const limited = 'trap "" XFSZ; ulimit -f 2; exec "$@"';
    const { stdout } = await new Deno.Command("bash", {
      args: ["-c", limited, "bash", Deno.execPath(), "run", "-A", "--quiet", writer, path],
      stderr: "null",
    }).output();
    const entries = Number(new TextDecoder().decode(stdout));
    const { isSound, count } = await verifyAudit(path);
    assertEquals([entries > 0, isSound, count], [true, true, entries + 1]);
    const next = await AuditLog.open(path, { now: () => 2 });
    next.close();
    assertEquals((await verifyAudit(path)).isSound, true);
    await Deno.remove(folder, { recursive: true });
  },
);

Deno.test({
  name: "an audit is kept in a regular file: what has no end is neither read nor written",
  ignore: Deno.build.os === "windows",
  fn: async (): Promise<void> => {
    for (const path of ["/dev/zero", "/dev/null"]) {
      await assertRejects(() => verifyAudit(path), TypeError, "not a regular file");
      const error = await assertRejects(() => AuditLog.open(path, { now: () => 0 }), QwenError);
      assertEquals(error.message, `--audit cannot write ${path}: it is not a regular file`);
    }
  },
});
