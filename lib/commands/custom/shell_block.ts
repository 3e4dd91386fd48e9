import type { SessionDesk } from "../../model/ports.ts";

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 128 * 1024;

/** The output of a shell command as it stands in a prompt, with its failure told after it. */
export async function runShellBlock(command: string, desk: SessionDesk): Promise<string> {
  await desk.shell.ready?.();
  const run = desk.shell.run({ command, cwd: desk.info().cwd, timeoutMs: TIMEOUT_MS, signal: desk.signal });
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
  desk.signal.throwIfAborted();
  if (bytes > MAX_BYTES) text += `\n[${bytes - MAX_BYTES} more bytes of output were left out]`;
  if (timedOut) text += `\n[Shell command "${command}" was stopped after ${TIMEOUT_MS / 1000} seconds]`;
  else if (signal) text += `\n[Shell command "${command}" was ended by ${signal}]`;
  else if (code !== 0) text += `\n[Shell command "${command}" exited with code ${code}]`;
  return text;
}
