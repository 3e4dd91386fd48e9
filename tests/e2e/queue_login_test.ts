/** How programs log in to a queue: passwords, tokens, credentials files and TLS. */
import { createAccount, createOperator, createUser, encodeAccount, encodeOperator, encodeUser } from "@nats-io/jwt";
import { fmtCreds } from "@nats-io/jwt";
import { assertEquals, assertMatch } from "@std/assert";
import { recordsOf } from "../support/batch.ts";
import { localCertificate } from "../support/https_servers.ts";
import { NatsServer } from "../support/nats.ts";
import { queueTest } from "../support/queue_stage.ts";
import { Fixture, type QwenEnd, runQwen, startQwen } from "../support/qwen.ts";

/** Runs a worker and a batch of one job, and returns how both ended. */
async function roundTrip(
  access: readonly string[],
  { fixture, env = {} }: { fixture: Fixture; env?: Record<string, string> },
): Promise<{ ready: Record<string, unknown>; text: string }> {
  const options = { fixture, env };
  await using worker = startQwen(["worker", ...access, "--provider", "demo", "--no-chat-recording"], options);
  await worker.until(/"type":"ready".*\n/);
  const jobs = '{"id":"hello","prompt":"hello"}\n';
  const batch = await runQwen(["batch", "-", ...access], { ...options, stdin: jobs });
  assertEquals([batch.code, recordsOf(batch.stdout).byId.hello.status], [0, "succeeded"], batch.stderr);
  const listed = await runQwen(["jobs", "ls", "--json", ...access], options);
  assertEquals([listed.code, JSON.parse(listed.stdout).state], [0, "succeeded"], listed.stderr);
  worker.kill("SIGTERM");
  const end = await worker.end;
  assertEquals(end.code, 0, end.stderr);
  const ends: QwenEnd[] = [end, batch, listed];
  return {
    ready: JSON.parse(end.stdout.split("\n")[0]),
    text: ends.map(({ stdout, stderr }) => stdout + stderr).join(""),
  };
}

queueTest("a queue takes a user and a password, which are shown nowhere", async () => {
  await using fixture = await Fixture.open();
  await using nats = await NatsServer.start(["--user", "me", "--pass", "hush/hush"]);
  const refused = await runQwen(["jobs", "ls", "--queue", nats.url], { fixture });
  assertEquals(refused.code, 1);
  assertMatch(refused.stderr, /Cannot use the queue/);
  const wrong = await runQwen(["jobs", "ls", "--queue", nats.url.replace("//", "//me:other@")], { fixture });
  assertEquals([wrong.code, wrong.stderr.includes("other")], [1, false]);
  const url = nats.url.replace("//", "//me:hush%2Fhush@");
  const { ready, text } = await roundTrip(["--queue", url], { fixture });
  assertEquals(ready.queue, nats.url);
  assertEquals(/hush/.test(text), false);
  // A worker does not wait for a server that refuses it.
  const worker = await runQwen(["worker", "--queue", nats.url, "--provider", "demo"], { fixture });
  assertEquals([worker.code, worker.stdout], [1, ""]);
});

queueTest("a queue takes a token in its address or in QWEN_QUEUE, and commands of jobs do not see it", async () => {
  await using fixture = await Fixture.open();
  await using nats = await NatsServer.start(["--auth", "a-token-for-all"]);
  const url = nats.url.replace("//", "//a-token-for-all@");
  const { ready, text } = await roundTrip([], { fixture, env: { QWEN_QUEUE: url } });
  assertEquals([ready.queue, text.includes("a-token-for-all")], [nats.url, false]);
  const env = { QWEN_QUEUE: url };
  await using worker = startQwen(["worker", "--provider", "demo", "--yolo"], { fixture, env });
  await worker.until(/"type":"ready".*\n/);
  const jobs = '{"id":"look","prompt":"run: env > seen.txt"}\n';
  const batch = await runQwen(["batch", "-"], { fixture, env, stdin: jobs });
  assertEquals(batch.code, 0, batch.stderr);
  const seen = await Deno.readTextFile(`${fixture.cwd}/seen.txt`);
  assertEquals([/^PATH=/m.test(seen), seen.includes("QWEN_QUEUE")], [true, false]);
});

queueTest("a queue takes the credentials file of an account", async () => {
  await using fixture = await Fixture.open();
  const [operator, system, account, user] = [createOperator(), createAccount(), createAccount(), createUser()];
  const limits = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1, conn: -1, subs: -1, payload: -1 };
  const accounts = {
    [system.getPublicKey()]: await encodeAccount("SYS", system, {}, { signer: operator }),
    [account.getPublicKey()]: await encodeAccount("FLEET", account, { limits }, { signer: operator }),
  };
  const config = [
    `operator: ${await encodeOperator("test", operator, { system_account: system.getPublicKey() })}`,
    "resolver: MEMORY",
    `resolver_preload: ${JSON.stringify(accounts, null, 1)}`,
  ].join("\n");
  await Deno.writeTextFile(`${fixture.home}/nats.conf`, config);
  const creds = fmtCreds(await encodeUser("worker", user, account), user);
  await Deno.writeFile(`${fixture.home}/worker.creds`, creds);
  const stranger = createAccount();
  await Deno.writeFile(`${fixture.home}/strange.creds`, fmtCreds(await encodeUser("worker", user, stranger), user));
  await Deno.writeTextFile(`${fixture.home}/broken.creds`, "no credentials\n");
  await using nats = await NatsServer.start(["-c", `${fixture.home}/nats.conf`]);
  const access = (name: string): string[] => ["--queue", nats.url, "--queue-creds", `${fixture.home}/${name}`];
  const { text } = await roundTrip(access("worker.creds"), { fixture });
  assertEquals(/SU[A-Z2-7]{56}|eyJ/.test(text), false);
  const without = await runQwen(["jobs", "ls", "--queue", nats.url], { fixture });
  assertEquals(without.code, 1);
  const strange = await runQwen(["jobs", "ls", ...access("strange.creds")], { fixture });
  assertEquals(strange.code, 1);
  assertMatch(strange.stderr, /Cannot use the queue/);
  for (const name of ["broken.creds", "missing.creds"]) {
    const bad = await runQwen(["jobs", "ls", ...access(name)], { fixture });
    assertEquals(bad.code, 52, bad.stderr);
    assertMatch(bad.stderr, /--queue-creds/);
  }
});

queueTest("a queue is reached by TLS, with an authority of one's own", async () => {
  await using fixture = await Fixture.open();
  const { cert, key, authority } = await localCertificate(fixture.home);
  const files = { cert: `${fixture.home}/server.pem`, key: `${fixture.home}/server.key` };
  await Deno.writeTextFile(files.cert, cert);
  await Deno.writeTextFile(files.key, key);
  const secured = ["--tls", "--tlscert", files.cert, "--tlskey", files.key, "--user", "me", "--pass", "hush-hush"];
  await using nats = await NatsServer.start(secured);
  const access = ["--queue", `tls://me:hush-hush@localhost:${nats.port}`];
  const strange = await runQwen(["jobs", "ls", ...access], { fixture });
  assertEquals([strange.code, strange.stdout], [1, ""]);
  assertMatch(strange.stderr, /Cannot use the queue/);
  for (const name of ["NODE_EXTRA_CA_CERTS", "DENO_CERT"]) {
    const known = await runQwen(["jobs", "ls", ...access], { fixture, env: { [name]: authority } });
    assertEquals([known.code, known.stdout], [0, ""], known.stderr);
  }
  const { ready } = await roundTrip(access, { fixture, env: { NODE_EXTRA_CA_CERTS: authority } });
  assertEquals(ready.queue, `tls://localhost:${nats.port}`);
});

queueTest("an address that is none is refused, and so is a command without one", async () => {
  await using fixture = await Fixture.open();
  for (const command of [["jobs", "ls"], ["worker", "--provider", "demo"]]) {
    const none = await runQwen(command, { fixture });
    assertEquals(none.code, 1);
    assertMatch(none.stderr, /There is no queue/);
    const bad = await runQwen([...command, "--queue", "http://127.0.0.1"], { fixture });
    assertEquals(bad.code, 52);
  }
});
