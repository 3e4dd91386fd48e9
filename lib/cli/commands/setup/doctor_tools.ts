/** The checks of `qwen doctor` that use the tools: files in a temporary folder, and one command. */
import { reasonOf } from "../../../model/mod.ts";
import { realPath, temporaryFolder } from "../../../path/mod.ts";
import { WorkerFiles } from "../../../sandbox/files/worker_files.ts";
import { ProcessShell } from "../../../sandbox/process/process_shell.ts";
import { findShell, shellName } from "../../../sandbox/process/system_shell.ts";
import type { Finding } from "./doctor_checks.ts";

const TEXT = "a line of qwen doctor\n";
const COMMAND_MS = 15_000;

/** Tries the file tools and the shell. */
export async function toolFindings(): Promise<Finding[]> {
  const folder = await realPath(await Deno.makeTempDir({ prefix: "qwen-doctor-" })).catch((error) => {
    return {
      name: "tools",
      status: "fault",
      text: reasonOf(error),
      fix: `Make ${temporaryFolder()} writable.`,
    } as const;
  });
  if (typeof folder !== "string") return [folder];
  try {
    return [await files(folder), await shell(folder)];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function files(folder: string): Promise<Finding> {
  const files = new WorkerFiles({ roots: [folder] });
  const path = `${folder}/doctor.txt`;
  const failed = (text: string): Finding => ({
    ...{ name: "tools", status: "fault", text: `The file tools do not work: ${text}` },
    fix: "Check the permissions of the folder for temporary files, and run with all permissions of Deno.",
  });
  try {
    await files.write(path, new TextEncoder().encode(TEXT));
    const read = new TextDecoder().decode(await files.read(path));
    if (read !== TEXT) return failed("a file has another content than was written");
    const names = (await files.list(folder)).map(({ name }) => name);
    if (!names.includes("doctor.txt")) return failed("a written file is not listed");
    return { name: "tools", status: "ok", text: "Files can be written, read and listed." };
  } catch (error) {
    return failed(reasonOf(error));
  } finally {
    files.close();
  }
}

async function shell(folder: string): Promise<Finding> {
  const env = Deno.env.toObject();
  const found = findShell({ env });
  const failed = (text: string): Finding => ({
    ...{ name: "tools", status: "fault", text: `Commands do not work: ${text}` },
    fix: Deno.build.os === "windows"
      ? "Install Git for Windows, whose bash runs commands."
      : "Set PATH so that it names the folder of bash or sh.",
  });
  if (found === null) return failed("there is no shell on the PATH");
  const commands = new ProcessShell({ runId: crypto.randomUUID(), env });
  try {
    const run = commands.run({
      ...{ command: "echo qwen", cwd: folder, timeoutMs: COMMAND_MS },
      signal: new AbortController().signal,
    });
    const decoder = new TextDecoder();
    let output = "";
    for await (const { bytes } of run.output) output += decoder.decode(bytes, { stream: true });
    const { code } = await run.status;
    if (code !== 0 || output.trim() !== "qwen") return failed(`${found.program} ended with ${code}: ${output.trim()}`);
    const data = { shell: found.program, family: found.family };
    return { name: "tools", status: "ok", text: `Commands run with ${shellName(found)} (${found.program}).`, data };
  } catch (error) {
    return failed(reasonOf(error));
  } finally {
    await commands.close();
  }
}
