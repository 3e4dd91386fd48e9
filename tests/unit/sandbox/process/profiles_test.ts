/** The two profiles of the sandbox, attacked by commands that the tables took for harmless. */
import { assert, assertEquals } from "@std/assert";

import { HAS_SANDBOX, SandboxBench } from "../../../support/sandbox_bench.ts";
import { processesWith, withProc } from "../../../support/proc.ts";

const SERVER = `
import socket, threading, os, sys
def serve(s, mark):
    s.listen(5)
    while True:
        c, _ = s.accept()
        open(mark, "w").write("written")
        c.send(b"done")
        c.close()
u = socket.socket(socket.AF_UNIX); u.bind("/tmp/u.sock")
w = socket.socket(socket.AF_UNIX); w.bind("w.sock")
a = socket.socket(socket.AF_UNIX); a.bind("\\0abstract")
t = socket.socket(); t.bind(("127.0.0.1", 8377))
for s, m in ((u, "by-tmp"), (w, "by-ws"), (a, "by-abstract"), (t, "by-loopback")):
    threading.Thread(target=serve, args=(s, m)).start()
open("up", "w").write(str(os.getpid()))
`;

const CLIENT = `
import socket, sys
for family, address in ((1, "/tmp/u.sock"), (1, "w.sock"), (1, "\\0abstract"), (2, ("127.0.0.1", 8377))):
    try:
        s = socket.socket(family); s.settimeout(2); s.connect(address); print(s.recv(9))
    except OSError as e:
        print("no")
`;

Deno.test({
  name: "a read-only command beside a background process writes nothing through it",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    const { root } = bench;
    await Deno.writeTextFile(`${root}/server.py`, SERVER);
    await Deno.writeTextFile(`${root}/client.py`, CLIENT);
    const started = await bench.run(
      "workspace",
      "/usr/bin/python3 server.py >/dev/null 2>&1 & for i in $(seq 1200); do [ -s up ] && break; sleep 0.05; done; cat up",
    );
    const pid = Number(started);
    assert(pid > 1, started);
    // The attack works for a command of the same profile, which shows that the server answers.
    assertEquals(await bench.run("workspace", "/usr/bin/python3 client.py"), "b'done'\n".repeat(4));
    for (const name of ["by-tmp", "by-ws", "by-abstract", "by-loopback"]) await Deno.remove(`${root}/${name}`);
    assertEquals(await bench.run("read-only", "/usr/bin/python3 client.py"), "no\n".repeat(4));
    const attacks = [
      `for p in $(seq 1 200); do echo x > /proc/$p/root${root}/by-proc; echo x > /proc/$p/cwd/by-proc; done`,
      `for p in $(seq 1 200); do strace -p $p -o /dev/null & done; sleep 0.3; kill $(jobs -p)`,
      `kill -9 ${pid} -1`,
      "echo x > by-write; echo x > /tmp/by-write; mkdir -p a/b; mv server.py other; rm -rf server.py .git",
      "echo x > /dev/shm/by-write; ls /dev/shm; mount -o remount,rw /; umount /tmp",
    ];
    for (const attack of attacks) await bench.run("read-only", `(${attack}) 2>/dev/null`);
    assertEquals([...Deno.readDirSync(root)].map(({ name }) => name).filter((name) => !name.startsWith(".")).sort(), [
      "client.py",
      "server.py",
      "up",
      "w.sock",
    ]);
    const temporary = bench.confinement.temporary ?? "";
    assertEquals([...Deno.readDirSync(temporary)].map(({ name }) => name).filter((name) => name === "by-write"), []);
    assertEquals(await bench.run("workspace", `kill -0 ${pid} && echo alive`), "alive\n");
  },
});

Deno.test({
  name: "a read-only command sees the workspace, /tmp and programs, and no other file",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    await Deno.writeTextFile(`${bench.base}/home/notes`, "private");
    await Deno.writeTextFile(`${bench.root}/a`, "visible\n");
    await bench.run("workspace", "echo shared > /tmp/t");
    const seen = await bench.run(
      "read-only",
      `cat a /tmp/t; ls ${bench.base}; ls ${bench.base}/home 2>&1; ls -A /root /home /var /run /sys 2>/dev/null | grep -v ':$'; command -v git`,
    );
    assert(seen.startsWith("visible\nshared\nws\nls: cannot access"), seen);
    assert(!seen.includes("notes") && !seen.includes("private"), seen);
    assert(seen.endsWith("/git\n"), seen);
  },
});

Deno.test({
  name: "commands of a session share network, processes and /tmp, and a process that one leaves serves the next",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    await Deno.writeTextFile(`${bench.root}/index.html`, "served\n");
    const pid = (await bench.run("workspace", "/usr/bin/python3 -m http.server 8391 & echo $!")).split("\n", 1)[0];
    const command = "for i in $(seq 600); do curl -sf localhost:8391/index.html && break; sleep 0.1; done";
    assertEquals(await bench.run("workspace", command), "served\n");
    assertEquals(
      await bench.run("guarded", `curl -s localhost:8391/index.html; kill ${pid} && echo killed`),
      "served\nkilled\n",
    );
    assertEquals(await bench.run("workspace", "sleep 0.2; curl -s localhost:8391 || echo gone"), "gone\n");
  },
});

Deno.test({
  name: "no command can end, trace or enter the first process of its session",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    const attack =
      `kill -9 1; kill -9 -1; sleep 0.1; echo x > /proc/1/root${bench.base}/out; echo x > /proc/1/cwd/out; ` +
      `nsenter -t 1 -m -U --preserve-credentials touch ${bench.base}/out; strace -p 1 -o out & sleep 0.2; echo on`;
    await bench.run("workspace", `(${attack}) 2>/dev/null`);
    assertEquals(await Deno.stat(`${bench.base}/out`).then(() => true, () => false), false);
    assertEquals(await Deno.stat("/out").then(() => true, () => false), false);
    assertEquals(await bench.run("workspace", "echo on"), "on\n");
  },
});

Deno.test({
  name: "a command that runs unasked cannot change what something else executes later",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    const { root } = bench;
    const files = ["package.json", "Makefile", ".npmrc", "app/package.json", ".github/workflows/ci.yml"];
    for (const folder of ["app", ".github/workflows"]) await Deno.mkdir(`${root}/${folder}`, { recursive: true });
    for (const name of files) await Deno.writeTextFile(`${root}/${name}`, "mine");
    const attack = files.map((name) => `echo x > ${name}; rm -f ${name}; mv ${name} y; echo x > y; mv y ${name}`).join(
      "; ",
    );
    await bench.run("guarded", `(${attack}; mv .github g; echo x > free) 2>/dev/null`);
    for (const name of files) assertEquals([name, await Deno.readTextFile(`${root}/${name}`)], [name, "mine"]);
    assertEquals(await Deno.readTextFile(`${root}/free`), "x\n");
    await bench.run("workspace", "echo theirs > package.json");
    assertEquals(await Deno.readTextFile(`${root}/package.json`), "theirs\n");
  },
});

Deno.test(withProc({
  name: "what a command leaves running ends with the session",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    const runId = crypto.randomUUID();
    await using bench = await SandboxBench.open({ shell: { runId } });
    await bench.run("workspace", "(setsid sleep 300 >/dev/null 2>&1 &); trap '' HUP; sleep 300 & echo on");
    assert((await processesWith(runId)).length > 0);
    await bench.shell.close();
    assertEquals(await processesWith(runId), []);
  },
}));

Deno.test({
  name: "an unasked command gains nothing from an approved one that runs beside it, and ends no later command",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    const { root } = bench;
    await Deno.writeTextFile(`${root}/package.json`, "{}\n");
    const pid = (await bench.run("workspace", "sleep 60 >/dev/null 2>&1 & echo $!")).trim();
    const attack = `for p in ${pid} 1; do echo evil > /proc/$p/root${root}/package.json; ` +
      `nsenter -t $p -U -m --preserve-credentials sh -c 'echo evil > ${root}/package.json'; ` +
      `echo evil > /proc/$p/cwd/package.json; strace -p $p -o t & sleep 0.1; kill %1; done; ` +
      `mount -o remount,rw ${root}/package.json; umount ${root}/package.json; echo evil > package.json; ` +
      `unshare -rm sh -c 'umount ${root}/package.json; echo evil > ${root}/package.json'`;
    await bench.run("guarded", `(${attack}) >/dev/null 2>&1`);
    assertEquals(await Deno.readTextFile(`${root}/package.json`), "{}\n");
    await bench.run("guarded", "kill -9 -1");
    assertEquals(await bench.run("guarded", "echo on"), "on\n");
    // The approved command could have written it.
    await bench.run("workspace", "echo approved > package.json");
    assertEquals(await Deno.readTextFile(`${root}/package.json`), "approved\n");
    // A guarded file that was replaced is guarded again.
    await Deno.writeTextFile(`${root}/new`, "replaced\n");
    await Deno.rename(`${root}/new`, `${root}/package.json`);
    await bench.run("guarded", "echo evil > package.json");
    assertEquals(await Deno.readTextFile(`${root}/package.json`), "replaced\n");
  },
});

Deno.test({
  name: "commands enter mounts that were made once, and have no capability, descriptor or terminal of ours there",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    await bench.run("guarded", "true");
    bench.confinement.placeholders.acquire();
    const around = { cwd: bench.root, profile: "guarded" as const };
    const quick = bench.confinement.wrap(["true"], { ...around, ownSession: true });
    assert(quick.some((word) => word.startsWith(`--mount=/proc/${Deno.pid}/fd/`)), quick.join(" "));
    // Who does not start a session of its own gets one from bubblewrap.
    assert(bench.confinement.wrap(["true"], around).includes("--new-session"));
    bench.confinement.placeholders.release();
    const seen = await bench.run(
      "guarded",
      "grep -E '^(CapEff|CapBnd|NoNewPrivs):' /proc/self/status | tr -d '\\t'; ls /proc/self/fd; ps -o tty= -p $$; ulimit -n; ulimit -c",
    );
    assertEquals(
      seen.replace(/^CapBnd:[0-9a-f]+\n/m, (line) => Deno.uid() === 0 ? line : "CapBnd:0000000000000000\n"),
      [
        "CapEff:0000000000000000",
        "CapBnd:0000000000000000",
        "NoNewPrivs:1",
        ...["0", "1", "2", "3", "?", "16384", "0", ""],
      ].join("\n"),
    );
  },
});
