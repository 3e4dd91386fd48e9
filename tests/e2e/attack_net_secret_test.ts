/** Secrets that commands use over real HTTPS without ever seeing them. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { localCertificate, type WebRequest, webServer } from "../support/https_servers.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const VALUE = "s3cr3t-0f-th3-h0st-9a8b7c6d5e4f";

const shell = (command: string): Step => ({ call: "run_shell_command", input: { command } });

/** All files below a folder as one text. */
async function textBelow(folder: string): Promise<string> {
  let text = "";
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) text += await textBelow(path);
    else if (entry.isFile) text += `${path}\n${await Deno.readTextFile(path)}\n`;
  }
  return text;
}

/** Runs commands with a secret for a host, and returns what the model saw of each. */
async function runWithSecret(
  commands: readonly string[],
  { fixture, flags, authority }: { fixture: Fixture; flags: readonly string[]; authority: string },
): Promise<{ outputs: string[]; all: string; code: number }> {
  await using model = fakeModel([commands.map(shell), "done"]);
  const audit = `${fixture.home}/audit.jsonl`;
  const record = `${fixture.home}/record.jsonl`;
  const args = ["--yolo", "-o", "stream-json", "--debug", "--audit", audit, "--record", record, ...flags, "-p", "go"];
  const env = { ...model.env, MY_TOKEN: VALUE, SSL_CERT_FILE: authority };
  const { code, stdout, stderr } = await runQwen(args, { fixture, env });
  const messages: { role: string; content: string }[] = model.requests.at(-1)?.body.messages ?? [];
  const outputs = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  const left = await textBelow(fixture.home) + await textBelow(fixture.cwd);
  return { outputs, all: stdout + stderr + JSON.stringify(model.requests) + left, code };
}

Deno.test("--secret reaches its host in headers over HTTPS, by curl, and is seen by nobody else", async () => {
  await using fixture = await Fixture.open();
  const local = await localCertificate(fixture.home);
  await using host = webServer(() => new Response("welcome\n"), local);
  await using other = webServer(() => new Response("other\n"), local);
  const flags = [
    `--allow-net=localhost:${host.port},localhost:${other.port}`,
    "--sandbox=required",
    `--secret=MY_TOKEN@localhost:${host.port}`,
  ];
  const url = `https://localhost:${host.port}`;
  const { outputs, all, code } = await runWithSecret([
    `curl -sS -H "Authorization: Bearer $MY_TOKEN" ${url}/bearer`,
    `curl -sS -u "me:$MY_TOKEN" ${url}/basic`,
    `curl -sS -H "X-Key: $MY_TOKEN" -d "body=$MY_TOKEN" "${url}/body?key=$MY_TOKEN"`,
    `curl -sS -H "Authorization: Bearer $MY_TOKEN" https://localhost:${other.port}/other`,
    "echo \"it is $MY_TOKEN\"; env | grep -c qwen-secret; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep ^MY_TOKEN",
    `curl -sS ${url}/one ${url}/two -H "X-Key: $MY_TOKEN"`,
    "for v in SSL_CERT_FILE NODE_EXTRA_CA_CERTS CURL_CA_BUNDLE GIT_SSL_CAINFO; do " +
    `env -u SSL_CERT_FILE -u CURL_CA_BUNDLE curl -sS --cacert "\${!v}" ${url}/by-$v; done`,
  ], { fixture, flags, authority: local.authority });
  assertEquals(code, 0);
  // Each variable names a file with the authority of the session.
  assertEquals(outputs[6].match(/welcome/g)?.length, 4, outputs[6]);
  for (const index of [0, 1, 2, 5]) assertMatch(outputs[index], /welcome/);
  assertMatch(outputs[4], /it is qwen-secret-/);
  const by = (path: string): WebRequest | undefined => host.requests.find(({ url }) => new URL(url).pathname === path);
  assertEquals(by("/bearer")?.headers.authorization, `Bearer ${VALUE}`);
  assertEquals(by("/basic")?.headers.authorization, `Basic ${btoa(`me:${VALUE}`)}`);
  assertEquals(by("/body")?.headers["x-key"], VALUE);
  assertMatch(by("/body")?.body ?? "", /^body=qwen-secret-/);
  assertMatch(by("/body")?.url ?? "", /\?key=qwen-secret-/);
  assertEquals([by("/one")?.headers["x-key"], by("/two")?.headers["x-key"]], [VALUE, VALUE]);
  assertMatch(other.requests[0].headers.authorization, /^Bearer qwen-secret-/);
  assert(!all.includes(VALUE), all.slice(Math.max(0, all.indexOf(VALUE) - 500), all.indexOf(VALUE) + 100));
  assert(!all.includes(btoa(VALUE).replace(/=+$/, "")), "it is there in base64");
  const audited = linesOf(await Deno.readTextFile(`${fixture.home}/audit.jsonl`)).filter(({ secret }) => secret);
  assert(audited.length >= 4 && audited.every(({ secret, port }) => secret === "MY_TOKEN" && port === host.port));
});

Deno.test("--secret reaches its host by git", async () => {
  await using fixture = await Fixture.open();
  const local = await localCertificate(fixture.home);
  const refs = "001e# service=git-upload-pack\n0000" +
    "003d0123456789012345678901234567890123456789 refs/heads/main\n0000";
  const answer = ({ headers }: WebRequest): Response =>
    headers.authorization === `Basic ${btoa(`me:${VALUE}`)}`
      ? new Response(refs, { headers: { "content-type": "application/x-git-upload-pack-advertisement" } })
      : new Response("who are you?\n", { status: 401, headers: { "www-authenticate": 'Basic realm="git"' } });
  await using host = webServer(answer, local);
  const { outputs, all } = await runWithSecret([
    `git -c protocol.version=0 ls-remote "https://me:$MY_TOKEN@localhost:${host.port}/repo.git"`,
  ], {
    fixture,
    flags: ["--allow-net=localhost", "--sandbox=required", "--secret=MY_TOKEN@localhost"],
    authority: local.authority,
  });
  assertMatch(outputs[0], /0123456789012345678901234567890123456789\s+refs\/heads\/main/);
  assert(!all.includes(VALUE) && !all.includes(btoa(`me:${VALUE}`)), "the value is left somewhere");
});

Deno.test("--secret without a value, for an unreachable host or of another form is refused with 52", async () => {
  await using fixture = await Fixture.open();
  const run = async (secret: string, env: Record<string, string>): Promise<[number, string]> => {
    const args = ["--provider", "demo", "--allow-net=localhost", "--secret", secret, "-p", "say hi"];
    const { code, stderr } = await runQwen(args, { fixture, env });
    return [code, stderr];
  };
  const cases: [string, Record<string, string>, RegExp][] = [
    ["MY_TOKEN@localhost", {}, /the variable MY_TOKEN is not set/],
    ["MY_TOKEN", { MY_TOKEN: VALUE }, /write NAME@HOST/],
    ["MY_TOKEN@example.org", { MY_TOKEN: VALUE }, /commands may not reach example\.org/],
    ["MY_TOKEN@localhost", { MY_TOKEN: "two\nlines" }, /does not fit into a header/],
  ];
  for (const [secret, env, message] of cases) {
    const [code, stderr] = await run(secret, env);
    assertEquals(code, 52);
    assertMatch(stderr, message);
  }
});

Deno.test("--secret works where nothing confines the commands, and the value is not in their environment", async () => {
  await using fixture = await Fixture.open();
  const local = await localCertificate(fixture.home);
  await using host = webServer(() => new Response("welcome\n"), local);
  const { outputs, all } = await runWithSecret([
    `curl -sS -H "X-Key: $MY_TOKEN" https://localhost:${host.port}/`,
    "env | grep ^MY_TOKEN",
  ], {
    fixture,
    flags: ["--sandbox=off", "--allow-net=localhost", "--secret=MY_TOKEN@localhost", "--pass-env=MY_TOKEN"],
    authority: local.authority,
  });
  assertMatch(outputs[0], /welcome/);
  assertMatch(outputs[1], /MY_TOKEN=qwen-secret-/);
  assertEquals(host.requests[0].headers["x-key"], VALUE);
  assert(!all.includes(VALUE));
});
