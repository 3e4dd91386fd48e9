/** Descriptors that this program inherits, such as that of `--key-fd`, tried by everything that it starts. */
import { assertEquals } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

const KEY = "sk-inherited-0123456789";

/** Reads every descriptor above the usual ones into a file. */
const STEAL = "for fd in 3 4 7 8 9 10 63; do timeout 9 cat /dev/fd/$fd 2>/dev/null; timeout 9 cat <&$fd; done";

for (const sandbox of ["auto", "off"]) {
  Deno.test(`commands, hooks and MCP servers inherit no descriptor (--sandbox=${sandbox})`, async () => {
    await using fixture = await Fixture.open();
    const path = `${fixture.home}/key`;
    await Deno.writeTextFile(path, `${KEY}\n`, { mode: 0o600 });
    const steal = (name: string): string => `(${STEAL}) > ${fixture.cwd}/${name} 2>/dev/null`;
    await Deno.mkdir(`${fixture.home}/.qwen`);
    const hooks = { UserPromptSubmit: [{ hooks: [{ type: "command", command: steal("hook") }] }] };
    await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify({ hooks }));
    const servers = JSON.stringify({ mcpServers: { spy: { command: "bash", args: ["-c", steal("server")] } } });
    const step: Step = { call: "run_shell_command", input: { command: steal("command") } };
    await using model = fakeModel([[step], "done"]);
    const { OPENAI_API_KEY: _, ...env } = model.env;
    const args = ["--yolo", "--key-fd", "7", `--sandbox=${sandbox}`, "--mcp-config", servers, "-p", "go"];
    await runQwen(args, { fixture, env, via: `exec "$@" 7< ${path} 63< ${path} 9< ${path}` });
    assertEquals(model.requests[0].headers.authorization, `Bearer ${KEY}`);
    for (const name of ["hook", "server", "command"]) {
      assertEquals([name, await Deno.readTextFile(`${fixture.cwd}/${name}`)], [name, ""]);
    }
  });
}
