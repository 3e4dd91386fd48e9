/** The program starts on Windows, reads its pipes and writes records. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import project from "../../../deno.json" with { type: "json" };
import { type Check, recordsOf, userLine, workspace } from "./checks.ts";

const STREAM = ["--provider", "demo", "--input-format", "stream-json", "--output-format", "stream-json"];

/** Starts and pipes. */
export const START_CHECKS: readonly Check[] = [
  ["--version", async (windows) => {
    const { code, stdout } = await windows.run(["--version"], { cwd: windows.folder });
    assertEquals([code, stdout], [0, `${project.version}\n`]);
  }],
  ["an unknown flag exits with 1 and names the nearest one", async (windows) => {
    const { code, stderr } = await windows.run(["--modle", "x"], { cwd: windows.folder });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "--model");
  }],
  ["a prompt on the command line, with quotes and letters of other alphabets", async (windows) => {
    const cwd = await workspace(windows);
    const { code, stdout } = await windows.run(["--provider", "demo", 'say "ä" 日本 %PATH% \\ ^&'], { cwd });
    assertEquals([code, stdout], [0, '"ä" 日本 %PATH% \\ ^&\n']);
  }],
  ["a prompt on stdin, with line ends of Windows", async (windows) => {
    const cwd = await workspace(windows);
    const { code, stdout } = await windows.run(["--provider", "demo"], { cwd, stdin: "say hello\r\n" });
    assertEquals([code, stdout], [0, "hello\n"]);
  }],
  ["the first record names the folder with its drive and slashes", async (windows) => {
    const cwd = await workspace(windows);
    const { stdout } = await windows.run([...STREAM.slice(0, 2), "-o", "stream-json", "say x"], { cwd });
    assertEquals(recordsOf(stdout)[0].cwd, `Z:${cwd}`);
  }],
  ["a conversation of two turns over pipes, with CRLF between the lines", async (windows) => {
    const cwd = await workspace(windows);
    const stdin = `${userLine("say one")}\r\n${userLine("say two")}\r\n`;
    const { code, stdout } = await windows.run(STREAM, { cwd, stdin });
    const results = recordsOf(stdout).filter(({ type }) => type === "result").map(({ result }) => result);
    assertEquals([code, results], [0, ["one", "two"]]);
    assert(!stdout.includes("\r"), "records end with LF alone");
  }],
  ["a bad line is answered, and the next one works", async (windows) => {
    const cwd = await workspace(windows);
    const { code, stdout } = await windows.run(STREAM, { cwd, stdin: `{"type":\n${userLine("say on")}\n` });
    const records = recordsOf(stdout);
    assertEquals([code, records.at(-1)?.result], [0, "on"]);
    assertEquals([records[0].error.code, records[0].line], ["QWEN_INVALID_JSON", 1]);
  }],
  ["a line of a megabyte arrives whole", async (windows) => {
    const cwd = await workspace(windows);
    const text = "x".repeat(1024 * 1024);
    const { stdout } = await windows.run(STREAM, { cwd, stdin: `${userLine(`say ${text}`)}\n` });
    assertEquals(recordsOf(stdout).at(-1)?.result.length, text.length);
  }],
  ["a run ends when its reader has gone", async (windows) => {
    const cwd = await workspace(windows);
    const child = windows.start(["--provider", "demo", "-o", "stream-json", "count to 200000"], { cwd });
    const reader = child.stdout.getReader();
    await reader.read();
    await reader.cancel();
    await child.stderr.cancel();
    assert((await child.status).code !== 0);
  }],
  ["doctor tries the tools and names the shell", async (windows) => {
    const cwd = await workspace(windows);
    const { code, stdout } = await windows.run(["doctor", "--provider", "demo"], { cwd });
    assertEquals(code, 0);
    assertMatch(stdout, /^ok {4}tools +Files can be written, read and listed\.$/m);
    assertMatch(stdout, /^ok {4}tools +Commands run with cmd\.exe \(C:\/windows\/system32\/cmd\.exe\)\.$/m);
  }],
  ["doctor fails where a tool fails: the PowerShell of wine does nothing", async (windows): Promise<void> => {
    const cwd = await workspace(windows);
    const env = { WINEPATH: "C:\\windows\\system32\\WindowsPowerShell\\v1.0" };
    const { code, stdout } = await windows.run(["doctor", "--provider", "demo"], { cwd, env });
    assertEquals(code, 1);
    assertMatch(stdout, /^FAULT tools +Commands do not work: C:\/.*powershell\.exe ended with/m);
    assertMatch(stdout, /Fix: Install Git for Windows/);
  }],
];
