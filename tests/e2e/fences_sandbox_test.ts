/** Ways out of the sandbox and around the rules, each tried on the real program. */
import { assertEquals } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";

const shell = (command: string): Step => ({ call: "run_shell_command", input: { command } });

/** The results of the model's calls, in their order. */
async function resultsOf(fixture: Fixture, steps: Step[], ...flags: string[]): Promise<string[]> {
  await using model = fakeModel([steps, "done"]);
  const { code } = await runQwen(["-o", "stream-json", ...flags, "-p", "go"], { fixture, env: model.env });
  assertEquals(code, 0);
  const messages: { role: string; content: string }[] = model.requests[1].body.messages;
  return messages.filter(({ role }) => role === "tool").map(({ content }) => content);
}

Deno.test("a deny rule for a file holds for every tool that comes upon it", async () => {
  await using fixture = await Fixture.open({
    ".env": "TOKEN=hunter2",
    "src/a.ts": "TOKEN",
    "src/.env": "TOKEN=hunter3",
  });
  const steps: Step[] = [
    { call: "grep_search", input: { pattern: "TOKEN" } },
    { call: "read_many_files", input: { paths: ["**/*", "."], include: [".env"] } },
    { call: "read_many_files", input: { paths: ["src"], include: ["**/.e*"] } },
    shell("grep -r TOKEN ."),
    shell("cat ./.e*"),
    shell("cat .env"),
    { call: "read_file", input: { file_path: `${fixture.cwd}/src/.env` } },
  ];
  const answers = await resultsOf(fixture, steps, "--exclude-tools", "Read(.env)");
  assertEquals(answers.length, steps.length);
  assertEquals(answers.filter((answer) => answer.includes("hunter")), []);
  assertEquals(answers[0].includes("src/a.ts:1:TOKEN"), true);
});

Deno.test("--allow-run means the program of that name and no other, with the environment that it has", async () => {
  await using fixture = await Fixture.open({ "git": "#!/bin/sh\ntouch ran\n", "other.sh": "touch ran\n" });
  await Deno.chmod(`${fixture.cwd}/git`, 0o755);
  const steps = [
    "./git status",
    `${fixture.cwd}/git status`,
    "PATH=. git status",
    "GIT_SSH_COMMAND='touch ran' git ls-remote ssh://x/y",
    "LD_PRELOAD=./x.so git --version",
    "BASH_ENV=other.sh git --version",
    "git --version",
  ].map(shell);
  const answers = await resultsOf(fixture, steps, "--yolo", "--allow-run=git");
  assertEquals(answers.map((answer) => answer.includes("git version")), [...Array(6).fill(false), true]);
  assertEquals(await Deno.stat(`${fixture.cwd}/ran`).then(() => true, () => false), false);
});

Deno.test("a confined command cannot turn the folder of a linked worktree into a repository of its own", async () => {
  await using fixture = await Fixture.open({ ".git": "gitdir: ../elsewhere/.git/worktrees/work\n" });
  const steps = [
    shell("rm -f .git; mkdir -p .git/hooks && echo evil > .git/hooks/pre-commit"),
    shell("mv .git aside; mkdir .git"),
    shell("echo 'gitdir: ./evil' > .git"),
    { call: "read_file", input: { file_path: `${fixture.cwd}/.git` } } satisfies Step,
    { call: "write_file", input: { file_path: `${fixture.cwd}/.git`, content: "gitdir: ./evil\n" } } satisfies Step,
  ];
  await resultsOf(fixture, steps, "--yolo");
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/.git`), "gitdir: ../elsewhere/.git/worktrees/work\n");
});

Deno.test("the first record has the probe's verdict, and no earlier verdict counts", async () => {
  await using fixture = await Fixture.open();
  const bwrap = `${fixture.home}/bin/bwrap`;
  await Deno.mkdir(`${fixture.home}/bin`);
  const honest = 'exec /usr/bin/bwrap "$@"';
  const lying = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"';
  const verdicts: unknown[] = [];
  for (const script of [honest, lying, honest, "sleep 0.2; exit 1"]) {
    await using model = fakeModel(["hello"]);
    await Deno.writeTextFile(bwrap, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const env = { ...model.env, PATH: `${fixture.home}/bin:${Deno.env.get("PATH")}` };
    const { stdout } = await runQwen(["-o", "stream-json", "-p", "go"], { fixture, env });
    const { backend, verified } = linesOf(stdout)[0].sandbox;
    verdicts.push([backend, verified]);
  }
  assertEquals(verdicts, [
    ["bubblewrap", true],
    ["process-group", false],
    ["bubblewrap", true],
    ["process-group", false],
  ]);
});

Deno.test("the probe tells the truth where the home lies in the workspace, or all temporary files do", async () => {
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.cwd}/home`);
  await Deno.mkdir(`${fixture.cwd}/tmp`);
  // Not one of the folders that the sandbox replaces.
  const elsewhere = await Deno.makeTempDir({ dir: "/dev/shm" });
  const places: Record<string, string>[] = [
    {},
    { HOME: `${fixture.cwd}/home` },
    { HOME: fixture.cwd },
    { TMPDIR: `${fixture.cwd}/tmp` },
    { TMPDIR: elsewhere },
  ];
  for (const env of places) {
    await using model = fakeModel([], { otherwise: "hello" });
    const run = await runQwen(["-o", "stream-json", "--sandbox=required", "-p", "go"], {
      fixture,
      env: { ...model.env, ...env },
    });
    const { sandbox } = linesOf(run.stdout)[0];
    assertEquals([env, sandbox.backend, sandbox.filesystem, sandbox.verified], [env, "bubblewrap", true, true]);
  }
  assertEquals(await Array.fromAsync(Deno.readDir(elsewhere)), []);
  await Deno.remove(elsewhere);
});

Deno.test("a confined command cannot answer for its own host through the server's own socket, pipe or token", async () => {
  const inner = `import socket; s = socket.socket(socket.AF_UNIX); s.connect("server.sock"); print("connec" + "ted")`;
  const steps: Step[] = [
    shell(`python3 -c '${inner}'`),
    shell("[ -p server.pipe.in ] && echo '{}' > server.pipe.in && echo writ''ten"),
    shell("cat token.txt; rev token.txt"),
    { call: "read_file", input: { file_path: "token.txt" } },
    shell("mv server.sock other.sock; rm -f server.sock server.pipe.in token.txt; ls"),
  ];
  const modes: [string[], string][] = [
    [["--server-mode", "unix", "--socket-path", "server.sock", "--token-file", "token.txt"], "server.sock"],
    [["--server-mode", "pipe", "--pipe-path", "server.pipe"], "server.pipe.in"],
  ];
  for (const [flags, name] of modes) {
    await using fixture = await Fixture.open();
    const isUnix = name === "server.sock";
    const token = isUnix ? "hunter2-hunter2-hunter2" : "nothing";
    await Deno.writeTextFile(`${fixture.cwd}/token.txt`, `${token}\n`, { mode: 0o600 });
    await using model = fakeModel([steps, "done"]);
    const args = [...flags, "--dialect", "qwen", "--yolo"];
    await using run = startQwen(args, { fixture, env: model.env });
    await run.until(/"ready"/);
    await using client = isUnix
      ? await unixClient(`${fixture.cwd}/server.sock`)
      : await pipeClient(`${fixture.cwd}/server.pipe`);
    const auth = isUnix ? [{ type: "auth", token }] : [];
    await client.send(...auth, { type: "user", message: { role: "user", content: "go" } });
    await client.until('"type":"result"');
    const seen = JSON.stringify(model.requests[1].body.messages);
    assertEquals([name, /connected|written|2retnuh|hunter2-hunter2/.exec(seen)?.[0]], [name, undefined]);
    assertEquals(await Deno.lstat(`${fixture.cwd}/${name}`).then(() => true), true);
    await client.send({ type: "user", message: { role: "user", content: "still there?" } });
    run.kill("SIGTERM");
    assertEquals((await run.end).code, 0);
  }
});

Deno.test("a call cannot write the record that is kept about it", async () => {
  await using fixture = await Fixture.open();
  const steps: Step[] = [
    shell("echo x >> audit.log; true > audit.log; rm -f audit.log; mv audit.log a; ln -f /dev/null audit.log"),
    { call: "read_file", input: { file_path: "audit.log" } },
    { call: "write_file", input: { file_path: "audit.log", content: "nothing" } },
  ];
  await resultsOf(fixture, steps, "--yolo", "--audit", "audit.log");
  const { code } = await runQwen(["audit", "verify", "audit.log"], { fixture });
  assertEquals(code, 0);
  const record = await Deno.readTextFile(`${fixture.cwd}/audit.log`);
  assertEquals(record.match(/"decision":"/g)?.length, 3);
});

interface TestClient extends AsyncDisposable {
  send(...lines: unknown[]): Promise<void>;
  until(text: string): Promise<void>;
}

async function unixClient(path: string): Promise<TestClient> {
  const socket = await Deno.connect({ transport: "unix", path });
  return clientOf({ reader: socket, writer: socket, close: () => socket.close() });
}

async function pipeClient(path: string): Promise<TestClient> {
  const writer = await Deno.open(`${path}.in`, { write: true });
  const reader = await Deno.open(`${path}.out`, { read: true });
  return clientOf({
    reader,
    writer,
    close: () => {
      writer.close();
      reader.close();
    },
  });
}

function clientOf(ends: {
  reader: { read(bytes: Uint8Array): Promise<number | null> };
  writer: { write(bytes: Uint8Array): Promise<number> };
  close(): void;
}): TestClient {
  let text = "";
  return {
    async send(...lines): Promise<void> {
      const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      for (let sent = 0; sent < bytes.length;) sent += await ends.writer.write(bytes.subarray(sent));
    },
    async until(wanted): Promise<void> {
      const buffer = new Uint8Array(65_536);
      while (!text.includes(wanted)) {
        const count = await ends.reader.read(buffer);
        if (count === null) throw new Error(`The server hung up: ${text}`);
        text += new TextDecoder().decode(buffer.subarray(0, count));
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(ends.close()),
  };
}
