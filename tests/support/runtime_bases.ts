/**
 * Runtime bases for `deno compile` that do nothing: the smallest file of each system's format to which Deno can add a
 * program. With them every target is compiled on one machine, without a download.
 */
import { TARGETS } from "../../build/compile.ts";
import { forwardingDll } from "./wine/forwarding_dll.ts";

const PAGE_BYTES = 0x4000;
const CPU = { x86_64: 0x01000007, aarch64: 0x0100000c };

/** Writes the bases where Deno keeps those that it has downloaded. */
export async function writeBases(denoDir: string): Promise<void> {
  const folder = `${denoDir}/dl/release/v${Deno.version.deno}`;
  await Deno.mkdir(folder, { recursive: true });
  for (const target of TARGETS) {
    const name = target.includes("windows") ? "denort.exe" : "denort";
    await Deno.writeFile(`${folder}/${name}`, await baseOf(target));
    const args = ["--quiet", "--junk-paths", `denort-${target}.zip`, name];
    const { success } = await new Deno.Command("zip", { args, cwd: folder }).output();
    if (!success) throw new Error(`zip could not write denort-${target}.zip`);
    await Deno.remove(`${folder}/${name}`);
  }
}

async function baseOf(target: string): Promise<Uint8Array> {
  if (target.includes("windows")) return forwardingDll("denort.exe", { Sleep: "kernel32.Sleep" });
  if (target.includes("darwin")) return machO(target.startsWith("aarch64") ? CPU.aarch64 : CPU.x86_64);
  return await Deno.readFile("/bin/true");
}

/** An executable of macOS with two empty segments and the place of a signature. */
function machO(cpu: number): Uint8Array {
  const bytes = new Uint8Array(2 * PAGE_BYTES);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const longs = (...values: number[]): void => {
    for (const value of values) view.setUint32(at, value, true), at += 4;
  };
  const segment = (name: string, page: number): void => {
    longs(0x19, 72);
    bytes.set(new TextEncoder().encode(name), at);
    at += 16;
    // The address above the first four gigabytes, the size in memory, the place in the file and the size there.
    for (const value of [page * PAGE_BYTES, 1, PAGE_BYTES, 0, page * PAGE_BYTES, 0, PAGE_BYTES, 0, 5, 5, 0, 0]) {
      longs(value);
    }
  };
  longs(0xfeedfacf, cpu, 0, 2, 3, 2 * 72 + 16, 0x85, 0);
  segment("__TEXT", 0);
  segment("__LINKEDIT", 1);
  longs(0x1d, 16, PAGE_BYTES, PAGE_BYTES);
  return bytes;
}
