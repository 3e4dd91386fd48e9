import type { Pipes } from "../../process/pipes.ts";

/** Writes a text to stdout to its last byte and returns the exit status of success. */
export async function printText(text: string, pipes: Pick<Pipes, "stdout">): Promise<number> {
  const bytes = new TextEncoder().encode(text.endsWith("\n") ? text : `${text}\n`);
  for (let sent = 0; sent < bytes.length;) sent += await pipes.stdout.write(bytes.subarray(sent));
  return 0;
}
