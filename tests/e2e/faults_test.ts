import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";

const FAULTY = new URL("../support/faulty_main.ts", import.meta.url).pathname;

for (const format of ["text", "json", "stream-json"]) {
  Deno.test(`a fault that nobody caught: one terminal record with code internal, the stack on stderr (${format})`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([[{ text: "a" }, { wait: "never" }]]);
    const via = `exec "$DENO" run -A -q "$FAULTY" "\${@:6}"`;
    const env = { ...model.env, DENO: Deno.execPath(), FAULTY };
    await using run = startQwen(["-p", "go", "-o", format], {
      fixture,
      env,
      via: Deno.env.has("QWEN_BIN") ? via.replace(":6", ":2") : via,
    });
    await model.request(0);
    run.kill("SIGUSR1");
    const { code, stdout, stderr } = await run.end;
    assertEquals(code, 1);
    assertMatch(stderr, /boom\n\s+at /);
    const results = linesOf(stdout).flat().filter((record) => record.type === "result");
    assertEquals(
      results.map((result) => [result.is_error, result.error.code]),
      format === "text" ? [] : [[true, "internal"]],
    );
    if (format === "text") assertEquals(stdout, "");
  });
}

Deno.test("a run that cannot write its audit file stops, and its own result says why", {
  ignore: Deno.build.os !== "linux",
}, async () => {
  await using fixture = await Fixture.open();
  const lists = Array.from(
    { length: 12 },
    (_, n) => ({ call: "list_directory", input: { path: `${fixture.cwd}/${n}` } }),
  );
  const answer: Step[] = [{ text: "a" }, ...lists];
  await using model = fakeModel([answer, answer], { otherwise: "never asked" });
  // The disk is full at once, and after some entries.
  for (const [run, blocks] of [1, 2].entries()) {
    const { code, stdout } = await runQwen(["-p", "go", "-o", "stream-json", "--audit", `${run}.jsonl`], {
      fixture,
      env: model.env,
      via: `trap "" XFSZ; ulimit -f ${blocks}; exec "$@"`,
    });
    const records = linesOf(stdout);
    const results = records.filter((record) => record.type === "result");
    assertEquals(results.map(({ error, usage }) => [error.code, usage.total_tokens]), [["config_invalid", 15]]);
    assertEquals([code, results[0].session_id, model.requests.length], [52, records[0].session_id, run + 1]);
  }
});

Deno.test("where few files can be opened, the program says so and never panics", async () => {
  // With fewer, the runtime itself cannot start reliably, whatever it runs.
  for (const limit of [22, 24, 26, 28, 32, 40, 64]) {
    await using fixture = await Fixture.open();
    const { code, stdout, stderr } = await runQwen(["--provider", "demo", "-o", "json", "-p", "hello"], {
      fixture,
      // Descriptors that the test itself inherited would count as well.
      via: `for fd in /dev/fd/*; do fd=\${fd##*/}; [ "$fd" -gt 2 ] && eval "exec $fd>&-"; done; ` +
        `ulimit -n ${limit}; exec "$@"`,
    });
    assert(!stderr.includes("panicked"), stderr);
    if (code !== 0) assertMatch(stderr, /^qwen: only \d+ more files can be opened, and 24 are needed/);
    assertEquals([limit, code], [limit, stdout === "" ? 1 : 0]);
  }
});
