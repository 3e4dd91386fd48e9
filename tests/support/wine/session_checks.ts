/** Sessions, settings, hooks and MCP servers on Windows. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { called, type Check, recordsOf, workspace } from "./checks.ts";
import { windowsPath } from "./wine.ts";

const DEMO = ["--provider", "demo", "-o", "stream-json"];

/** An MCP server of a few lines: one tool that gives back its text. */
const SERVER = `
const reply = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
let rest = "";
for await (const piece of lines) {
  rest += piece;
  for (let end = rest.indexOf("\\n"); end >= 0; end = rest.indexOf("\\n")) {
    const { id, method, params } = JSON.parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    if (method === "initialize") {
      reply(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "t", version: "1" } });
    } else if (method === "tools/list") {
      const inputSchema = { type: "object", properties: { text: { type: "string" } } };
      reply(id, { tools: [{ name: "echo", description: "Gives back a text.", inputSchema }] });
    } else if (method === "tools/call") {
      reply(id, { content: [{ type: "text", text: "server said " + params.arguments.text }] });
    } else if (id !== undefined) reply(id, {});
  }
}
`;

/** Sessions, settings and extensions. */
export const SESSION_CHECKS: readonly Check[] = [
  ["a session is saved below the home of the program and resumed by its id", async (windows): Promise<void> => {
    const cwd = await workspace(windows);
    const first = await windows.run([...DEMO, "say one"], { cwd });
    const id: string = recordsOf(first.stdout)[0].session_id;
    const folder = `${windows.folder}/home/.qwen/projects/z-${cwd.replace(/[^A-Za-z0-9]/g, "-").toLowerCase()}`;
    assert([...Deno.readDirSync(`${folder}/chats`)].some(({ name }) => name.includes(id)), folder);
    const second = await windows.run([...DEMO, "--resume", id, "say two"], { cwd });
    assertEquals([second.code, recordsOf(second.stdout)[0].session_id], [0, id]);
  }],
  ["--continue takes the last session of the folder, also by another spelling", async (windows): Promise<void> => {
    const cwd = await workspace(windows);
    const first = await windows.run([...DEMO, "say one"], { cwd });
    const second = await windows.run([...DEMO, "--continue", "say two"], { cwd });
    assertEquals(recordsOf(second.stdout)[0].session_id, recordsOf(first.stdout)[0].session_id);
  }],
  ["sessions list shows the folder's session", async (windows): Promise<void> => {
    const cwd = await workspace(windows);
    await windows.run([...DEMO, "say something to find"], { cwd });
    const { code, stdout } = await windows.run(["sessions", "list"], { cwd });
    assertEquals(code, 0);
    assertStringIncludes(stdout, "say something to find");
  }],
  ["settings and context files with CRLF", async (windows): Promise<void> => {
    const cwd = await workspace(windows, { "QWEN.md": "Be brief.\r\nBe kind.\r\n" });
    const settings = `${windows.folder}/own-settings.json`;
    await Deno.writeTextFile(settings, '{\r\n  "tools": { "approvalMode": "yolo" }\r\n}\r\n');
    const args = ["--settings", windowsPath(settings)];
    const calls = [["run_shell_command", { command: "echo hi" }]] as const;
    const { results, requests } = await called(windows, { cwd, args, calls });
    assertMatch(results[0], /^hi\s*$/);
    const system = JSON.stringify(requests[0].body.messages[0]);
    assertMatch(system, /Be brief\.(\\r)?\\nBe kind\./);
  }],
  ["a slash command from a file with CRLF in its front matter", async (windows): Promise<void> => {
    const cwd = await workspace(windows, {
      ".qwen/commands/greet.md": "---\r\ndescription: Greets\r\n---\r\nsay hello $ARGUMENTS\r\n",
    });
    const { code, stdout } = await windows.run(["--provider", "demo", "--trust-project", "/greet you"], { cwd });
    assertEquals([code, stdout.trim()], [0, "hello you"]);
  }],
  ["a hook of the settings runs in the shell of the system", async (windows): Promise<void> => {
    const cwd = await workspace(windows);
    const settings = `${windows.folder}/hook-settings.json`;
    const hook = { type: "command", command: `echo ran> "${windowsPath(`${cwd}/hook.txt`)}"` };
    await Deno.writeTextFile(settings, JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook] }] } }));
    const { code } = await windows.run([...DEMO, "--settings", windowsPath(settings), "say x"], { cwd });
    assertEquals(code, 0);
    assertStringIncludes(await Deno.readTextFile(`${cwd}/hook.txt`), "ran");
  }],
  ["an MCP server is started, called and ended", async (windows): Promise<void> => {
    const cwd = await workspace(windows, { "server.js": SERVER });
    const settings = `${windows.folder}/mcp-settings.json`;
    const server = { command: windowsPath(windows.deno), args: ["run", "--no-config", "server.js"] };
    await Deno.writeTextFile(settings, JSON.stringify({ mcpServers: { own: server } }));
    const args = ["--yolo", "--settings", windowsPath(settings)];
    const { results } = await called(windows, { cwd, args, calls: [["mcp__own__echo", { text: "hi" }]] });
    assertStringIncludes(results[0], "server said hi");
    assertEquals(await windows.running("server.js"), 0);
  }],
  ["a server on a port of loopback takes a client and ends with it", async (windows): Promise<void> => {
    const cwd = await workspace(windows);
    const child = windows.start(["serve", "--provider", "demo", "--tcp-port", "0"], { cwd, stdin: null });
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await reader.read();
    const ready = JSON.parse(value.split("\n")[0]);
    assertMatch(JSON.stringify(ready), /127\.0\.0\.1/);
    child.kill("SIGKILL");
    await reader.cancel();
    await child.stderr.cancel();
    await child.stdin.close().catch(() => undefined);
    await child.status;
  }],
];
