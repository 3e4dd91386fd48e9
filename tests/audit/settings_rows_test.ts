import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

async function withSettings(settings: object): Promise<Fixture> {
  const fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings));
  return fixture;
}

/** Keys of qwen-code that have no meaning here. */
const FOREIGN = {
  ui: { theme: "Dracula", hideBanner: true },
  ide: { enabled: true },
  telemetry: { target: "gcp" },
  general: { vimMode: true, preferredEditor: "vim" },
  experimental: { visionModelPreview: true },
};

Deno.test("Real clients 3: keys of qwen-code without a meaning here do not stop a run and are told by doctor only", async () => {
  await using fixture = await withSettings(FOREIGN);
  await using model = fakeModel([], { otherwise: "Hi." });
  const run = await runQwen(["-p", "Hi"], { fixture, env: model.env });
  assertEquals([run.code, run.stdout.trim(), run.stderr], [0, "Hi.", ""]);
  const doctor = await runQwen(["doctor"], { fixture, env: model.env });
  assertMatch(doctor.stdout + doctor.stderr, /ide|visionModelPreview|vimMode|theme/);
});

Deno.test("Real clients 12: servers learn that defaults of a form are applied", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["Hi."]);
  const seen = `${fixture.home}/seen`;
  const servers = {
    mcpServers: { log: { command: "sh", args: ["-c", `head -n 1 > ${seen}`], startTimeoutMs: 5_000 } },
  };
  const args = ["--input-format", "stream-json", "--output-format", "stream-json", "--permission-prompt-tool", "stdio"];
  const line = { type: "user", message: { role: "user", content: "Hi" }, parent_tool_use_id: null };
  const stdin = `${JSON.stringify(line)}\n`;
  await runQwen([...args, "--mcp-config", JSON.stringify(servers)], { fixture, env: model.env, stdin });
  assertMatch(await Deno.readTextFile(seen), /"elicitation":\{"form":\{"applyDefaults":true\}/);
});
