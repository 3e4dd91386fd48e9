import { assert } from "@std/assert";

/** Puts a copy of a folder in the place of another one. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.remove(to, { recursive: true }).catch(() => {/* It is not there yet. */});
  const { success } = await new Deno.Command("cp", { args: ["-r", from, to] }).output();
  assert(success);
}
