import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

interface Finding {
  name: string;
  status: string;
  text: string;
  fix?: string;
  data?: Record<string, unknown>;
}

async function findings(
  args: string[],
  options: { fixture: Fixture; env?: Record<string, string> },
): Promise<{ code: number; ok: boolean; named: (name: string) => Finding[] }> {
  const run = await runQwen(["doctor", "-o", "json", ...args], options);
  assertEquals(run.stderr, "");
  const report: { ok: boolean; findings: Finding[] } = JSON.parse(run.stdout);
  for (const finding of report.findings) assert(finding.status !== "fault" || finding.fix, JSON.stringify(finding));
  return { code: run.code, ok: report.ok, named: (name) => report.findings.filter((one) => one.name === name) };
}

Deno.test("doctor says what is configured and that the model answers, and never shows the key", async () => {
  await using fixture = await Fixture.open({ "QWEN.md": "Be brief.\n" });
  await using model = fakeModel(["ok"]);
  const env = { ...model.env, OPENAI_API_KEY: "sk-very-secret" };
  const run = await runQwen(["doctor"], { fixture, env });
  assertEquals([run.code, run.stderr], [0, ""]);
  assert(!run.stdout.includes("very-secret"), run.stdout);
  assertMatch(run.stdout, /^ok {4}version +qwen \d/);
  assertMatch(run.stdout, /^ok {4}provider +openai at http:\S+, model fake-model, key from OPENAI_API_KEY$/m);
  assertMatch(run.stdout, /^ok {4}answer +fake-model answered in \d+\.\d s\.$/m);
  assertMatch(run.stdout, /^ok {4}context +Read \S+\/work\/QWEN\.md$/m);
  assertMatch(run.stdout, /^ok {4}sessions +Saved in \S+\/home\/\.qwen\/projects\//m);
  assertMatch(run.stdout, /\nEverything works\.\n$/);
});

Deno.test("doctor without a provider: one fault with the ways out, exit 1", async () => {
  await using fixture = await Fixture.open();
  const { code, ok, named } = await findings([], { fixture });
  assertEquals([code, ok], [1, false]);
  assertEquals(named("provider")[0].text, "No provider is configured.");
  assertMatch(named("provider")[0].fix ?? "", /--provider demo/);
  assertEquals(named("answer"), []);
});

Deno.test("doctor --offline asks nobody", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([]);
  const { code, named } = await findings(["--offline"], { fixture, env: model.env });
  assertEquals([code, model.requests.length], [0, 0]);
  assertEquals(named("answer"), [{ name: "answer", status: "note", text: "Not asked: --offline." }]);
});

Deno.test("doctor tells a refused key and a silent server, each with a fix", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([{ status: 401, body: { error: { message: "no such key" } } }, [{ wait: "never" }]]);
  const refused = await findings([], { fixture, env: model.env });
  assertEquals([refused.code, refused.named("answer")[0].data], [1, { code: "provider_auth" }]);
  const silent = await findings(["--timeout-first-byte", "100ms", "--timeout-idle", "100ms"], {
    fixture,
    env: model.env,
  });
  assertEquals([silent.code, silent.named("answer")[0].status], [1, "fault"]);
});

Deno.test("doctor tells which settings were read, which were ignored and why", async () => {
  await using fixture = await Fixture.open({ ".qwen/settings.json": '{"permissions":{"allow":["Bash(rm *)"]}}' });
  await Deno.mkdir(`${fixture.home}/.qwen`, { recursive: true });
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, '{ "model": { "name": "mine" }, "nonsense": 1 }');
  const { code, named } = await findings(["--provider", "demo"], { fixture });
  const [read, unknown, ignored] = named("settings");
  assertEquals(code, 0);
  assertEquals((read.data?.files as string[]).map((path) => path.split("/").slice(-3).join("/")), [
    "home/.qwen/settings.json",
    "work/.qwen/settings.json",
  ]);
  assertMatch(unknown.text, /nonsense/);
  assertEquals([ignored.status, ignored.data?.path], ["note", "permissions.allow"]);
  assertMatch(ignored.fix ?? "", /--trust-project/);
});

Deno.test("doctor tells a broken settings file with its place", async () => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`, { recursive: true });
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, "{ no");
  const { code, named } = await findings([], { fixture });
  assertEquals([code, named("settings")[0].status], [1, "fault"]);
  assertMatch(named("settings")[0].text, /home\/\.qwen\/settings\.json/);
});

Deno.test("doctor tells a folder of sessions that cannot be written", async () => {
  await using fixture = await Fixture.open({ "blocked": "" });
  const env = { QWEN_RUNTIME_DIR: "/proc/nowhere" };
  const { code, named } = await findings(["--provider", "demo", "--offline"], { fixture, env });
  assertEquals([code, named("sessions")[0].status], [1, "fault"]);
});

Deno.test("doctor states the verdict on confinement", async () => {
  await using fixture = await Fixture.open();
  const off = await findings(["--provider", "demo", "--sandbox=off"], { fixture });
  assertEquals(off.named("sandbox")[0], {
    name: "sandbox",
    status: "note",
    text: "Commands are not confined: --sandbox=off.",
    data: { backend: "off", filesystem: false, network: false, processes: true, verified: false, requested: "off" },
  });
  // A script finds its interpreter on this PATH, but no bubblewrap.
  await Deno.symlink(Deno.execPath(), `${fixture.home}/deno`);
  const bare = await findings(["--provider", "demo", "--sandbox=required"], {
    fixture,
    env: { PATH: `${fixture.home}` },
  });
  assertEquals([bare.code, bare.named("sandbox")[0].status], [1, "fault"]);
});

Deno.test("doctor names the origin of a key from a file, from ~/.qwen/.env and from settings", async () => {
  await using fixture = await Fixture.open({ "key": "sk-file\n" });
  const common = ["--offline", "--provider", "openai"];
  const file = await findings([...common, "--key-file", "key"], { fixture });
  assertEquals(file.named("provider")[0].data?.keyFrom, "--key-file");
  await Deno.mkdir(`${fixture.home}/.qwen`, { recursive: true });
  await Deno.writeTextFile(`${fixture.home}/.qwen/.env`, "OPENAI_API_KEY=sk-env\n");
  const env = await findings(common, { fixture });
  assertEquals(env.named("provider")[0].data?.keyFrom, "OPENAI_API_KEY in settings or ~/.qwen/.env");
});
