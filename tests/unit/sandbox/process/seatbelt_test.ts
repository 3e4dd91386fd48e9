/** The profiles of macOS as text, and what is claimed about them. `sandbox-exec` itself is played: it exists only there. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { WORKSPACE_ONLY } from "../../../../lib/sandbox/policy/fences.ts";
import { Confinement } from "../../../../lib/sandbox/process/confinement.ts";
import { readOnlyText, seatbeltArgv, workspaceText } from "../../../../lib/sandbox/process/seatbelt.ts";
import { HAS_SANDBOX } from "../../../support/sandbox_bench.ts";

const WORKSPACE = {
  writable: ["/Users/a/work"],
  visible: ["/Users/a/.config/tool"],
  hidden: ["/Users/a/.ssh", "/Users/a/.config", "/Users/a/work/.env"],
  readOnly: ["/Users/a/work/.git/config"],
  network: false,
  temporary: "/private/tmp/q/tmp",
  lasting: "/private/tmp/q/lasting",
  empty: "/private/tmp/q/empty",
};

/** Every parenthesis and string of a profile is closed. */
function isBalanced(text: string): boolean {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, "");
  let depth = 0;
  for (const char of bare) {
    if (char === "(") depth++;
    if (char === ")" && --depth < 0) return false;
  }
  return depth === 0 && !bare.includes('"');
}

/** The place of a rule about a path; later rules win. */
function placeOf(text: string, [head, path]: readonly [head: string, path: string]): number {
  let at = 0;
  for (const block of text.split(/\n(?=\()/)) {
    at++;
    if (block.startsWith(`(${head}`) && block.includes(`(subpath "${path}")`)) return at;
  }
  return -1;
}

Deno.test("workspaceText: writes in the workspace alone, secrets unseen, no network", () => {
  const text = workspaceText(WORKSPACE);
  assert(isBalanced(text), text);
  assertMatch(text, /^\(version 1\)\n\(allow default\)\n\(deny file-write\*\)\n/);
  assertMatch(text, /^\(deny network\*\)$/m);
  assertMatch(text, /^\(deny signal \(target others\)\)$/m);
  const order = [
    placeOf(text, ["deny file-read*", "/Users/a/.ssh"]),
    placeOf(text, ["allow file-read*", "/Users/a/.config/tool"]),
    placeOf(text, ["allow file-write*", "/Users/a/work"]),
    placeOf(text, ["deny file-write*", "/Users/a/work/.git/config"]),
    placeOf(text, ["deny file-read* file-write*", "/Users/a/work/.env"]),
  ];
  assert(order.every((place) => place > 0), text);
  assertEquals(order, [...order].sort((a, b) => a - b));
});

Deno.test("workspaceText: with the network, nothing about it is denied", () => {
  assert(!workspaceText({ ...WORKSPACE, network: true }).includes("network"));
});

Deno.test("readOnlyText: nothing that is not named, and no writing", () => {
  const { temporary, empty } = WORKSPACE;
  const text = readOnlyText({ visible: ["/Users/a/work"], hidden: ["/Users/a/work/.env"], temporary, empty });
  assert(isBalanced(text), text);
  assertMatch(text, /^\(version 1\)\n\(deny default\)\n/);
  assert(
    placeOf(text, ["allow file-read*", "/Users/a/work"]) < placeOf(text, ["deny file-read*", "/Users/a/work/.env"]),
  );
  assertEquals(
    [...text.matchAll(/allow file-write\*[^)]*\)[^)]*\)/g)].join(""),
    '(subpath "/dev/null")\n  (subpath "/dev/tty")'.replace(/^/, "allow file-write*\n  "),
  );
  assertMatch(text, /^\(deny network\*\)$/m);
});

Deno.test("a path with quotes and backslashes cannot end its string", () => {
  const text = workspaceText({ ...WORKSPACE, writable: ['/w/"))(allow network*)\\'] });
  assert(isBalanced(text), text);
  assert(text.includes('(subpath "/w/\\"))(allow network*)\\\\")'), text);
});

Deno.test("seatbeltArgv: the profile is one argument, and temporary files have a folder", () => {
  assertEquals(seatbeltArgv(["bash", "-c", "x"], { program: "/usr/bin/sandbox-exec", text: "T", temporary: "/t" }), [
    ...["/usr/bin/sandbox-exec", "-p", "T", "/usr/bin/env", "TMPDIR=/t", "bash", "-c", "x"],
  ]);
});

/** A confinement by a program that takes the place of `sandbox-exec`. */
async function confinedBy(
  script: (place: { root: string; base: string }) => string,
  act: (confinement: Confinement) => Promise<void>,
): Promise<void> {
  const base = await Deno.realPath(await Deno.makeTempDir({ prefix: "qwen_seatbelt_" }));
  const [root, home, seatbelt, temporary] = ["ws", "home", "sandbox-exec", "private"].map((name) => `${base}/${name}`);
  for (const folder of [root, home, temporary]) await Deno.mkdir(folder);
  await Deno.writeTextFile(seatbelt, `#!/bin/bash\n${script({ root, base })}\n`, { mode: 0o755 });
  const env = { PATH: Deno.env.get("PATH") ?? "" };
  const confinement = new Confinement({
    ...{ wish: "required", roots: [root], fences: WORKSPACE_ONLY, secrets: [], home, env, seatbelt, temporary },
  });
  try {
    await act(confinement);
  } finally {
    await confinement.close();
    await Deno.remove(base, { recursive: true });
  }
}

Deno.test("a sandbox-exec that does not confine is found out by the probe", async () => {
  await confinedBy(() => 'shift 2; exec "$@"', async (confinement) => {
    const info = await confinement.verify();
    assertEquals([info.backend, info.verified, info.filesystem], ["process-group", false, false]);
    assertMatch(confinement.detail, /the probe left the sandbox|does not work/);
    await assertRejects(() => confinement.ready(), QwenError, "Commands must be confined");
  });
});

Deno.test("a sandbox-exec that fails is not claimed", async () => {
  await confinedBy(() => "echo bad profile >&2; exit 65", async (confinement) => {
    assertEquals((await confinement.verify()).verified, false);
    assertMatch(confinement.detail, /seatbelt does not work here: .*bad profile/s);
  });
});

Deno.test({
  name: "a sandbox-exec that confines is verified, but not said to hide processes",
  ignore: !HAS_SANDBOX,
  fn: async (): Promise<void> => {
    // Stands in for what the profile asks for, with the means of this system.
    const script = ({ root, base }: { root: string; base: string }): string => `
outside=$(echo ${base}/private/*/outside)
write=()
case "$2" in *"(deny default)"*) ;; *) write=(--bind ${root} ${root} --bind "\${outside%/outside}/tmp" "\${outside%/outside}/tmp") ;; esac
shift 2
exec bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs "$outside" --remount-ro "$outside" --unshare-net "\${write[@]}" "$@"`;
    await confinedBy(script, async (confinement) => {
      const info = await confinement.verify();
      assertEquals(confinement.detail, "Seatbelt confines their files and their network, but not their processes");
      assertEquals(info, {
        ...{ backend: "seatbelt", filesystem: true, network: true, processes: false, verified: true },
        profiles: ["read-only", "workspace"],
      });
      const [program, flag, text] = confinement.wrap(["true"], { cwd: "/", profile: "read-only" }).slice(-6);
      assertEquals([program.endsWith("/sandbox-exec"), flag, text.startsWith("(version 1)\n(deny default)")], [
        ...[true, "-p", true],
      ]);
      // Everything that a sandbox must do for `required` includes processes.
      await assertRejects(() => confinement.ready(), QwenError, "Commands must be confined");
    });
  },
});
