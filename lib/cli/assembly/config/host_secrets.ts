import { fail, type QwenError } from "../../../model/problem.ts";
import type { HostSecret } from "../../../sandbox/network/secret_headers.ts";
import { parseFences } from "../../../sandbox/policy/fences.ts";
import { secrets } from "./secrets.ts";

/**
 * Takes the values of `--secret` out of the environment, so that no process started later can inherit them. Throws
 * QwenError for an invalid entry and for a variable that is not set.
 */
export function takeHostSecrets(entries: readonly string[]): HostSecret[] {
  // A variable may have several hosts; a command sees one placeholder for it.
  const taken = new Map<string, { value: string; placeholder: string }>();
  return entries.map((entry) => {
    const [, name, host] = /^([A-Za-z_]\w*)@([^@]+)$/.exec(entry.trim()) ?? [];
    if (name === undefined) throw wrong(entry, "write NAME@HOST or NAME@HOST:PORT");
    if (host.startsWith("*")) throw wrong(entry, "name one host");
    parseFences({ allowNet: [host] }, { cwd: "/", home: "/" });
    const known = taken.get(name);
    if (known) return { name, host, ...known };
    const value = Deno.env.get(name) ?? "";
    if (value === "") throw wrong(entry, `the variable ${name} is not set`);
    if (!/^[\x20-\x7e]+$/.test(value)) throw wrong(entry, "its value does not fit into a header");
    const secret = { value, placeholder: `qwen-secret-${crypto.randomUUID()}` };
    taken.set(name, secret);
    secrets.add(value);
    Deno.env.delete(name);
    return { name, host, ...secret };
  });
}

function wrong(entry: string, why: string): QwenError {
  return fail("config_invalid", `--secret ${JSON.stringify(entry.slice(0, 200))}: ${why}`, { param: "--secret" });
}
