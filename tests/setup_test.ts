import { assertEquals, assertRejects } from "@std/assert";
import { type Machine, type Requirement, type Service, setUp, skippedLines, startService } from "./setup.ts";

const NEEDS: Requirement[] = [
  { package: "here", probe: ["here"], group: "one" },
  { package: "missing", probe: ["missing"], group: "two" },
  { package: "unknown", probe: ["unknown"], group: "three" },
];

/** A machine with the program `here`, on which every package but `unknown` can be installed. */
function machine(options: { mayInstall: boolean }): Machine & { installed: string[] } {
  const programs = new Set(["here"]);
  const installed: string[] = [];
  return {
    installed,
    works: ([program]) => Promise.resolve(programs.has(program)),
    mayInstall: () => Promise.resolve(options.mayInstall),
    install(packages): Promise<void> {
      installed.push(...packages);
      for (const name of packages) if (name !== "unknown") programs.add(name);
      return Promise.resolve();
    },
  };
}

Deno.test("setUp installs what is missing and names the groups whose package cannot be installed", async () => {
  const debian = machine({ mayInstall: true });
  await using setup = await setUp(NEEDS, debian);
  assertEquals(debian.installed, ["missing", "unknown"]);
  assertEquals(setup.skipped, [{ group: "three", package: "unknown", couldInstall: true }]);
  assertEquals(skippedLines(setup.skipped), ["Skipped: three, because unknown could not be installed"]);
});

Deno.test("setUp installs nothing where it may not, and names every group that is skipped", async () => {
  const foreign = machine({ mayInstall: false });
  await using setup = await setUp(NEEDS, foreign);
  assertEquals(foreign.installed, []);
  assertEquals(setup.skipped.map(({ group, couldInstall }) => [group, couldInstall]), [["two", false], [
    "three",
    false,
  ]]);
});

function service(code: string, port: number): Service {
  return { command: [Deno.execPath(), "eval", code], ready: /ready/, env: { SERVICE_PORT: String(port) } };
}

Deno.test("setUp starts the services of its requirements and stops them at the end", async () => {
  using free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = free.addr;
  free.close();
  const code = `Deno.serve({ hostname: "127.0.0.1", port: ${port}, onListen: () => console.log("ready") }, ` +
    `() => new Response("served"));`;
  const needs: Requirement[] = [{ package: "here", probe: ["here"], group: "one", service: service(code, port) }];
  {
    await using setup = await setUp(needs, machine({ mayInstall: false }));
    const answer = await fetch(`http://127.0.0.1:${setup.env.SERVICE_PORT}/`);
    assertEquals(await answer.text(), "served");
  }
  await assertRejects(() => Deno.connect({ hostname: "127.0.0.1", port }), Deno.errors.ConnectionRefused);
});

Deno.test("startService fails with the exit code of a server that ends before it is ready", async () => {
  await assertRejects(() => startService(service("Deno.exit(3)", 0)), Error, "ended with 3 before it was ready");
});
