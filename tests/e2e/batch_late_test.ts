/** Batches, queues and telemetry are loaded only by runs that use them. */
import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const PARTS = ["main.ts", "deno.json", "deno.lock", "lib", "schemas", "types"];
/** Folders of the copy in which every module fails when it is loaded. */
const BARRED = ["lib/fleet", "lib/telemetry", "lib/cli/batch"];

/** A copy of the program in which these parts cannot be loaded. */
async function barredProgram(folder: string): Promise<string> {
  await Deno.mkdir(folder);
  const from = PARTS.map((part) => `${ROOT}${part}`);
  const { success } = await new Deno.Command("cp", { args: ["-r", ...from, folder] }).output();
  assertEquals(success, true);
  for (const part of BARRED) await bar(`${folder}/${part}`, part);
  return `${folder}/main.ts`;
}

async function bar(folder: string, part: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) await bar(`${folder}/${name}`, part);
    else await failOnLoad(`${folder}/${name}`, `${part} was loaded`);
  }
}

/** A module still has its exports, so that others can be linked with it. */
async function failOnLoad(path: string, reason: string): Promise<void> {
  const source = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, `throw new Error(${JSON.stringify(reason)});\n${source}`);
}

Deno.test({
  name: "a plain run loads nothing of batches, queues, telemetry and metrics",
  // It runs a copy of the sources, whatever is tested; once is enough.
  ignore: Deno.build.os === "windows" || /qwen-\w+-unknown-linux/.test(Deno.env.get("QWEN_BIN") ?? ""),
  async fn(): Promise<void> {
    await using fixture = await Fixture.open({ "a.txt": "text\n", "jobs.ndjson": '{"id":"a","prompt":"hello"}\n' });
    const main = await barredProgram(`${fixture.home}/program`);
    const run = (args: readonly string[], env: Record<string, string> = {}) =>
      runQwen([...args, "--provider", "demo"], { fixture, main, env });
    const plain = await run(["-p", "run: echo seen", "--yolo"]);
    assertEquals([plain.code, plain.stderr], [0, ""]);
    assertMatch(plain.stdout, /seen/);
    const host = await runQwen(["--input-format", "stream-json", "--dialect", "qwen", "--provider", "demo"], {
      fixture,
      main,
      stdin: `${JSON.stringify({ type: "user", message: { role: "user", content: "hello" } })}\n`,
    });
    assertEquals([host.code, host.stderr], [0, ""]);
    // The same program fails where they are needed, so the copy is barred indeed.
    const needing: [readonly string[], string, Record<string, string>?][] = [
      [["batch", "jobs.ndjson"], "lib/"],
      [["worker", "--queue", "nats://127.0.0.1:1"], "lib/"],
      [["jobs", "ls", "--queue", "nats://127.0.0.1:1"], "lib/"],
      [["-p", "hello"], "lib/telemetry", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }],
      [["serve", "--tcp-port", "0", "--metrics", "0"], "lib/telemetry"],
    ];
    for (const [args, part, env] of needing) {
      const { code, stderr } = await run(args, env);
      assertEquals([args[0], code === 0], [args[0], false]);
      assertMatch(stderr, new RegExp(`${part}\\S* was loaded`));
    }
  },
});
