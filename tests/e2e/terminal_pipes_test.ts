/** Stdin beside a prompt: a slow producer is waited for, and a pipe that was merely left open is not. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { soon } from "../support/pty.ts";
import { Fixture, runQwen, startQwen } from "../support/qwen.ts";

const ignore = Deno.build.os === "windows";

Deno.test({
  name: "Pipes: a producer in the same pipeline is waited for",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Read."]);
    const run = await runQwen(["what is it?"], { fixture, env: model.env, via: '(sleep 1.2; echo late) | "$@"' });
    assertEquals([run.code, run.stdout, run.stderr], [0, "Read.\n", ""]);
    assertMatch(JSON.stringify(model.requests[0].body), /late[^]*what is it\?/);
  },
});

Deno.test({
  name: "Pipes: one that the parent left open does not delay the prompt",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Answered."]);
    const started = performance.now();
    await using run = startQwen(["hello"], { fixture, env: model.env, stdin: { open: true } });
    const { code, stdout } = await soon(run.end, "the end of the program");
    assertEquals([code, stdout], [0, "Answered.\n"]);
    // Without the rule it would be ten seconds or more.
    assert(performance.now() - started < 9_000, "it waited for a pipe that nobody writes to");
  },
});

Deno.test({
  name: "Pipes: --stdin-timeout bounds the wait for a producer, and says so",
  ignore,
  fn: async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel(["Answered."]);
    const args = ["--stdin-timeout", "100ms", "hello"];
    const run = await runQwen(args, { fixture, env: model.env, via: '(sleep 3; echo xyzzy) | "$@"' });
    assertEquals([run.code, run.stdout], [0, "Answered.\n"]);
    assert(!JSON.stringify(model.requests[0].body).includes("xyzzy"));
    assertMatch(run.stderr, /silent for 100 ms/);
  },
});
