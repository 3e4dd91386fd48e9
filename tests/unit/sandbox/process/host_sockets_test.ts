/** Unix sockets of other programs, tried from inside the sandbox. */
import { assertEquals } from "@std/assert";
import { hostSockets, socketVariables } from "../../../../lib/sandbox/process/mounts/host_sockets.ts";
import { HAS_SANDBOX, SandboxBench } from "../../../support/sandbox_bench.ts";

const CLIENT = `
import socket, sys
for address in sys.argv[1:]:
    try:
        s = socket.socket(socket.AF_UNIX); s.settimeout(2)
        s.connect("\\0" + address[1:] if address[0] == "@" else address); print("connected", address)
    except OSError:
        pass
print("tried", len(sys.argv) - 1)
`;

const LISTENER = `
import socket, sys, time
kept = []
for address in sys.argv[1:]:
    s = socket.socket(socket.AF_UNIX); s.bind("\\0" + address[1:] if address[0] == "@" else address); s.listen(5)
    kept.append(s)
print("up", flush=True)
time.sleep(60)
`;

Deno.test({
  name: "no command reaches a Unix socket of another program",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using bench = await SandboxBench.open();
    const id = crypto.randomUUID().slice(0, 8);
    await Deno.mkdir(`${bench.home}/deep/er`, { recursive: true });
    const addresses = [
      ...[`${bench.home}/a.sock`, `${bench.home}/deep/er/b.sock`, `${bench.root}/c.sock`],
      ...[`/tmp/qwen-${id}.sock`, `/run/qwen-${id}.sock`, `@qwen-${id}`],
    ];
    const listener = new Deno.Command("/usr/bin/python3", {
      args: ["-c", LISTENER, ...addresses],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = listener.stdout.getReader();
    await reader.read();
    try {
      await Deno.writeTextFile(`${bench.root}/client.py`, CLIENT);
      const command = `/usr/bin/python3 client.py ${addresses.join(" ")}`;
      for (const profile of ["workspace", "guarded", "read-only"] as const) {
        assertEquals([profile, await bench.run(profile, command)], [profile, `tried ${addresses.length}\n`]);
      }
      assertEquals(hostSockets("/nowhere").includes(`${bench.home}/deep/er/b.sock`), true);
    } finally {
      listener.kill("SIGKILL");
      await listener.status;
      await reader.cancel();
      for (const path of addresses.slice(3, 5)) await Deno.remove(path);
    }
  },
});

Deno.test("socketVariables names where variables point", () => {
  const env = {
    SSH_AUTH_SOCK: "/home/me/.agent",
    DOCKER_HOST: "unix:///srv/docker.sock",
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/srv/bus,guid=1",
    XDG_RUNTIME_DIR: "/srv/runtime",
  };
  assertEquals(socketVariables(env), ["/home/me/.agent", "/srv/docker.sock", "/srv/bus", "/srv/runtime"]);
  assertEquals(socketVariables({ DOCKER_HOST: "tcp://x:1", SSH_AUTH_SOCK: "relative", XDG_RUNTIME_DIR: "/" }), []);
});
