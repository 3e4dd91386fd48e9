import { type Fixture, qwenCommand } from "./qwen.ts";

/** How a command line of a document or an example went. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Puts an executable `qwen` on a PATH of its own and returns the environment in which it is found. */
export async function withShim(fixture: Fixture, env: Record<string, string> = {}): Promise<Record<string, string>> {
  const { words, env: own } = qwenCommand([], { fixture });
  const folder = `${fixture.home}/bin`;
  await Deno.mkdir(folder, { recursive: true });
  const { DENO_DIR, ...rest } = own;
  const script = `#!/bin/sh\nDENO_DIR=${quote(DENO_DIR)} exec ${words.map(quote).join(" ")} "$@"\n`;
  await Deno.writeTextFile(`${folder}/qwen`, script, { mode: 0o755 });
  return { ...rest, PATH: `${folder}:${rest.PATH}`, ...env };
}

/** Runs a command in the workspace of a fixture; it is killed when it takes too long. */
export async function command(
  words: readonly string[],
  options: { fixture: Fixture; env: Record<string, string>; stdin?: string },
): Promise<Outcome> {
  const { fixture, env, stdin } = options;
  const [program, ...args] = words;
  const child = new Deno.Command(program, {
    args,
    cwd: fixture.cwd,
    env,
    clearEnv: true,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const limit = setTimeout(() => child.kill("SIGKILL"), 60_000);
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {
      // A command that reads only part of its input ends before it has all of it.
    });
  }
  const { code, stdout, stderr } = await child.output();
  clearTimeout(limit);
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Whether a program is installed. */
export function isInstalled(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
