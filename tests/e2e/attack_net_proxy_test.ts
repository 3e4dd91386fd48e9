/** Commands that want to reach more hosts than they may. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { pause } from "../../lib/model/timer.ts";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { localCertificate, webServer } from "../support/https_servers.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { processesWith, withProc } from "../support/proc.ts";

const MAIN = Deno.env.get("QWEN_ATTACK_MAIN");
const main = MAIN ? { main: MAIN } : {};

const shell = (command: string): Step => ({ call: "run_shell_command", input: { command } });

/** Runs commands, and returns what the model saw of each. */
async function outputsOf(
  commands: readonly string[],
  options: { fixture: Fixture; flags: readonly string[]; env?: Record<string, string> },
): Promise<{ outputs: string[]; stdout: string; stderr: string }> {
  await using model = fakeModel([commands.map(shell), "done"]);
  const args = ["--yolo", "-o", "stream-json", ...options.flags, "-p", "go"];
  const { fixture, env = {} } = options;
  const { stdout, stderr } = await runQwen(args, { fixture, env: { ...model.env, ...env }, ...main });
  const messages: { role: string; content: string }[] = model.requests.at(-1)?.body.messages ?? [];
  return { outputs: messages.filter(({ role }) => role === "tool").map(({ content }) => content), stdout, stderr };
}

Deno.test("attack: commands reach the named host through the proxy, and nothing else in any way", async () => {
  await using fixture = await Fixture.open();
  await using named = webServer(() => new Response("named\n"));
  await using other = webServer(() => new Response("other\n"));
  const audit = `${fixture.home}/audit.jsonl`;
  const flags = [`--allow-net=localhost:${named.port}`, "--sandbox=required", "--audit", audit];
  const { outputs } = await outputsOf([
    `curl -sS http://localhost:${named.port}/a`,
    `curl -sS http://localhost:${other.port}/b`,
    `curl -sS --noproxy '*' http://127.0.0.1:${named.port}/c`,
    `exec 3<>/dev/tcp/127.0.0.1/${named.port} && echo has-a-route | tr - _`,
    `curl -sS -p http://localhost:${other.port}/d`,
    `env -u HTTP_PROXY -u http_proxy curl -sS --proxy "$ALL_PROXY" -H "Host: localhost:${other.port}" http://localhost:${named.port}/e`,
    `curl -sS --proxy "$(echo $HTTP_PROXY | sed 's/qwen:[^@]*@/qwen:guess@/')" http://localhost:${named.port}/f`,
    "env | grep -i _proxy | sed 's/qwen:[^@]*/qwen:…/' | sort",
  ], { fixture, flags });
  assertMatch(outputs[0], /named/);
  assertMatch(outputs[1], /is not allowed/);
  assertMatch(outputs[2], /refused|Failed to connect|Could not connect/i);
  assert(!outputs[3].includes("has_a_route"), outputs[3]);
  assert(!/^other$/m.test(outputs[4]), outputs[4]);
  assertMatch(outputs[5], /named/);
  assertMatch(outputs[6], /another session/);
  for (const name of ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "all_proxy", "https_proxy", "no_proxy"]) {
    assertMatch(outputs[7], new RegExp(`^(Output: )?${name}=`, "m"));
  }
  assertEquals(named.requests.map(({ url }) => new URL(url).pathname), ["/a", "/e"]);
  assertEquals(other.requests, []);
  const connections = linesOf(await Deno.readTextFile(audit)).filter(({ type }) => type === "connection");
  assertEquals(connections.map(({ host, port, decision }) => [host, port, decision]), [
    ["localhost", named.port, "allow"],
    ["localhost", other.port, "deny"],
    ["localhost", other.port, "deny"],
    ["localhost", named.port, "allow"],
  ]);
});

Deno.test("attack: a server of the session is reached without the proxy, one of the machine is not", async () => {
  await using fixture = await Fixture.open({ "page/index.html": "of the session\n" });
  await using machine = webServer(() => new Response("of the machine\n"));
  const { outputs } = await outputsOf([
    "(cd page && python3 -m http.server 8931 >/dev/null 2>&1 &); for i in $(seq 600); do curl -sS http://localhost:8931/ && break; sleep 0.1; done",
    `curl -sS http://127.0.0.1:${machine.port}/`,
    "curl -sS http://example.invalid/",
  ], { fixture, flags: ["--allow-net=example.org", "--sandbox=required"] });
  assertMatch(outputs[0], /of the session/);
  assertMatch(outputs[1], /Failed to connect|Could not connect|refused/i);
  assertMatch(outputs[2], /example\.invalid:80 is not allowed/);
  assertEquals(machine.requests, []);
});

for (const variable of ["SSL_CERT_FILE", "DENO_CERT"]) {
  Deno.test(`commands trust the authority of ${variable} through the proxy, and it does not look into their TLS`, async () => {
    await using fixture = await Fixture.open();
    const local = await localCertificate(fixture.home);
    await using host = webServer(() => new Response("welcome\n"), local);
    const flags = [`--allow-net=localhost:${host.port}`, "--sandbox=required"];
    const { outputs } = await outputsOf([
      `curl -sS https://localhost:${host.port}/`,
      `curl -sSv https://localhost:${host.port}/ 2>&1 | grep issuer`,
      `env -u CURL_CA_BUNDLE -u SSL_CERT_FILE curl -sS https://localhost:${host.port}/`,
    ], { fixture, flags, env: { [variable]: local.authority } });
    assertMatch(outputs[0], /welcome/);
    assertMatch(outputs[1], /issuer: CN=test authority/);
    assertMatch(outputs[2], /certificate/i);
  });
}

Deno.test(withProc("the forwarder of the network does not outlive a killed run by a second", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[shell("echo started > started; sleep 60")], "done"]);
  const args = ["--yolo", "--allow-net=example.org", "--sandbox=required", "-o", "stream-json", "-p", "go"];
  await using run = startQwen(args, { fixture, env: model.env, ...main });
  let hasEnded = false;
  void run.end.then(() => hasEnded = true);
  while (!hasEnded && !await Deno.stat(`${fixture.cwd}/started`).catch(() => null)) await pause(20);
  assert((await processesWith(fixture.home)).length > 2);
  run.kill("SIGKILL");
  await pause(1_000);
  assertEquals(await processesWith(fixture.home), []);
}));
