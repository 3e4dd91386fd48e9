import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { launcherFor } from "../../../../lib/sandbox/process/launcher.ts";
import { programsOf, SessionNamespaces } from "../../../../lib/sandbox/process/session_namespaces.ts";

const search = { path: Deno.env.get("PATH") ?? "", avoid: [] };
const programs = programsOf(search);
const isWorking = programs !== null && await new Deno.Command(programs.bwrap, {
  args: ["--ro-bind", "/", "/", "--unshare-all", "true"],
  stdout: "null",
  stderr: "null",
}).output().then(({ success }) => success, () => false);

Deno.test({
  name: "SessionNamespaces runs a command in new namespaces right after the last ones were killed",
  ignore: !isWorking,
  fn: async () => {
    assert(programs);
    const namespaces = new SessionNamespaces({ programs, launch: launcherFor(search), network: false });
    try {
      await namespaces.open();
      const first = namespaces.pid;
      namespaces.kill();
      await Promise.all([namespaces.open(), namespaces.open()]);
      assertNotEquals(namespaces.pid, first);
      const [command, ...args] = namespaces.enter(["echo", "inside"]);
      const { stdout, stderr } = await new Deno.Command(command, { args }).output();
      const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
      assertEquals([text(stdout), text(stderr)], ["inside\n", ""]);
    } finally {
      await namespaces.close();
    }
  },
});
