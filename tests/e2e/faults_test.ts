import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Desk, linesOf, startQwen } from "../support/qwen.ts";

const FAULTY = new URL("../support/faulty_main.ts", import.meta.url).pathname;

for (const format of ["text", "json", "stream-json"]) {
  Deno.test(`a fault that nobody caught: one terminal record with code internal, the stack on stderr (${format})`, async () => {
    await using desk = await Desk.open();
    await using model = fakeModel([[{ text: "a" }, { wait: "never" }]]);
    const via = `exec "$DENO" run -A -q "$FAULTY" "\${@:6}"`;
    const env = { ...model.env, DENO: Deno.execPath(), FAULTY };
    await using run = startQwen(["-p", "go", "-o", format], {
      desk,
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
