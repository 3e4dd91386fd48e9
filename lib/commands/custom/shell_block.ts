import type { CommandContext } from "../../model/ports.ts";

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 128 * 1024;

/** Runs a shell command and returns its output for a prompt, followed by a note when it failed. */
export async function runShellBlock(command: string, context: CommandContext): Promise<string> {
  await context.shell.ready?.();
  const run = context.shell.run({ command, cwd: context.info().cwd, timeoutMs: TIMEOUT_MS, signal: context.signal });
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of run.output) {
    const room = MAX_BYTES - bytes;
    bytes += chunk.bytes.length;
    if (room > 0) text += decoder.decode(chunk.bytes.subarray(0, room), { stream: true });
  }
  text = (text + decoder.decode()).replace(/\n$/, "");
  const { code, signal, timedOut } = await run.status;
  context.signal.throwIfAborted();
  if (bytes > MAX_BYTES) text += `\n[${bytes - MAX_BYTES} more bytes of output were left out]`;
  if (timedOut) text += `\n[Shell command "${command}" was stopped after ${TIMEOUT_MS / 1000} seconds]`;
  else if (signal) text += `\n[Shell command "${command}" was ended by ${signal}]`;
  else if (code !== 0) text += `\n[Shell command "${command}" exited with code ${code}]`;
  return text;
}
