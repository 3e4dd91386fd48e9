import { assertEquals, assertThrows } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { TOOL_NAMES } from "../../../../lib/cli/assembly/session/tool_names.ts";
import { coversHost, parseFences, reachOf, WORKSPACE_ONLY } from "../../../../lib/sandbox/policy/fences.ts";
import { RulePolicy } from "../../../../lib/sandbox/policy/policy.ts";
import { WorkspaceFiles } from "../../../../lib/sandbox/files/workspace_files.ts";
import type { Access } from "../../../../lib/model/ports/access.ts";
import type { PolicyCall } from "../../../../lib/model/ports.ts";
import type { FenceTexts } from "../../../../lib/sandbox/policy/fences.ts";

const PLACE = { cwd: "/ws", home: "/home/u" };

Deno.test("parseFences reads lists as Deno writes them", () => {
  const texts = {
    allowRead: ["../data", "~/x/", "/a/./b"],
    allowNet: ["example.com", "10.0.0.1:80", "[::1]:8080", "*.example.org"],
    allowRun: ["*", "git"],
    denyEnv: ["HOME", "HOME"],
  };
  assertEquals(parseFences(texts, PLACE), {
    read: { allow: ["/data", "/home/u/x", "/a/b"], deny: [] },
    write: { allow: [], deny: [] },
    net: { allow: texts.allowNet, deny: [] },
    run: { allow: "all", deny: [] },
    env: { allow: [], deny: ["HOME"] },
  });
  assertEquals(WORKSPACE_ONLY.net, { allow: [], deny: [] });
});

Deno.test("parseFences refuses what means nothing", () => {
  const wrong: FenceTexts[] = [
    { allowNet: ["https://example.com"] },
    { allowNet: ["example.com/path"] },
    { allowNet: ["example.com:99999"] },
    { allowEnv: ["A=1"] },
    { allowRun: ["git status"] },
    { allowRun: ["g*t"] },
    { denyRead: ["a\0b"] },
  ];
  for (const texts of wrong) assertThrows(() => parseFences(texts, PLACE), QwenError, "cannot use");
});

Deno.test("coversHost tells named hosts from those of a general grant", () => {
  const list = ["example.com", "api.test:8443", "*.wild.org", "[::1]:80", "10.0.0.1"];
  const ways: [string, number][] = [
    ["example.com", 1],
    ["EXAMPLE.com.", 443],
    ["sub.example.com", 443],
    ["api.test", 8443],
    ["api.test", 443],
    ["a.b.wild.org", 80],
    ["evilwild.org", 80],
    ["[::1]", 80],
    ["10.0.0.1", 22],
    ["10.0.0.10", 22],
  ];
  assertEquals(ways.map(([host, port]) => coversHost(list, { host, port }) !== null), [
    ...[true, true, false, true, false, true, false, true, true, false],
  ]);
  const net = { allow: "all", deny: ["evil.com"] } as const;
  assertEquals([reachOf(net, "https://a.b/"), reachOf(net, "http://evil.com:80/"), reachOf(net, "nonsense")], [
    ...["public", "denied", "closed"] as const,
  ]);
});

async function decided(
  texts: FenceTexts,
  access: Access,
  { mode = "yolo" }: { mode?: PolicyCall["mode"] } = {},
): Promise<string> {
  const fences = parseFences(texts, PLACE);
  const read = fences.read.allow === "all" ? ["/"] : fences.read.allow;
  const policy = new RulePolicy({
    names: TOOL_NAMES,
    workspace: new WorkspaceFiles({ roots: ["/ws"], readRoots: read }),
    folders: { cwd: "/ws", project: "/ws", home: "/home/u" },
    fences,
    guarded: ["/ws/.qwen"],
    real: (path) => path,
  });
  const kinds = { read: "read", write: "edit", net: "info", run: "exec" } as const;
  const tools = { read: "read_file", write: "write_file", net: "web_fetch", run: "run_shell_command" } as const;
  const kind = access.kind as keyof typeof kinds;
  const verdict = await policy.judge({ tool: tools[kind], kind: kinds[kind], input: {}, access: [access], mode });
  return verdict.decision;
}
const run = (command: string): Access => ({ kind: "run", command, cwd: "/ws" });
const net = (url: string): Access => ({ kind: "net", url });

Deno.test("RulePolicy keeps yolo inside the fences", async () => {
  assertEquals(await decided({}, net("https://example.com/")), "ask");
  assertEquals(await decided({ allowNet: ["example.com"] }, net("https://example.com/")), "allow");
  assertEquals(await decided({ allowNet: ["example.com"] }, net("https://example.com/"), { mode: "default" }), "allow");
  assertEquals(await decided({ allowNet: ["*"], denyNet: ["example.com"] }, net("https://example.com/")), "deny");
  assertEquals(await decided({ allowRun: ["git"] }, run("git push")), "allow");
  assertEquals(await decided({ allowRun: ["git"] }, run("npm test")), "deny");
  assertEquals(await decided({ allowRun: ["git"] }, run("git status && rm x")), "deny");
  assertEquals(await decided({ allowRun: ["git"] }, run("echo $(rm x)")), "deny");
  assertEquals(await decided({ allowRun: ["git"] }, run("env git status; env rm x")), "deny");
  assertEquals(await decided({ allowRun: ["git"] }, run("ls")), "allow");
  assertEquals(await decided({ denyRun: ["curl"] }, run("ls; /usr/bin/curl x")), "deny");
  assertEquals(await decided({ denyRun: ["*"] }, run("ls")), "deny");
  assertEquals(await decided({ denyRead: ["secret"] }, { kind: "read", path: "/ws/secret/a" }), "deny");
  assertEquals(await decided({ denyRead: ["secret"] }, run("cat secret/a"), { mode: "default" }), "ask");
  assertEquals(await decided({ denyWrite: ["lib"] }, { kind: "write", path: "/ws/lib/a" }), "deny");
  assertEquals(await decided({}, { kind: "write", path: "/ws/.qwen/settings.json" }), "deny");
  assertEquals(
    await decided({ allowRead: ["/data"] }, { kind: "read", path: "/data/x" }, { mode: "default" }),
    "allow",
  );
  assertEquals(await decided({}, { kind: "read", path: "/data/x" }, { mode: "default" }), "ask");
});
