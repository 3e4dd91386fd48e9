/**
 * Windows in a temporary folder: a prefix of wine with the program under test in it. `openWindows` says why where it
 * cannot be had.
 */
import { FLAGS, writeScript } from "../../../build/bundle.ts";
import { procPath } from "../proc.ts";
import { windowsDeno } from "./windows_deno.ts";

const BOOT_MS = 180_000;
const RUN_MS = 120_000;
/** Only the folders of the system, in which wine has cmd.exe; its PowerShell does nothing. */
const WINDOWS_PATH = "C:\\windows\\system32;C:\\windows";

/** How the program is started. */
export interface WindowsOptions {
  /** The folder of this machine in which it runs. */
  cwd: string;
  /** What stdin contains; null leaves it open. */
  stdin?: string | null;
  env?: Readonly<Record<string, string>>;
}

/** How a run ended. */
export interface WindowsEnd {
  code: number;
  stdout: string;
  stderr: string;
}

/** A prefix, or why there is none. */
export async function openWindows(): Promise<Windows | string> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "qwen_wine_" }));
  const windows = new Windows(folder);
  try {
    await windows.boot();
    return windows;
  } catch (error) {
    await windows[Symbol.asyncDispose]();
    return error instanceof Error ? error.message : String(error);
  }
}

/** The path by which programs of Windows know a file of this machine. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}

/** A machine with Windows, as far as wine is one. */
export class Windows implements AsyncDisposable {
  readonly folder: string;
  #deno = "";
  #script = "";

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The `deno.exe` of this machine. */
  get deno(): string {
    return this.#deno;
  }

  /** Makes the prefix and checks that Deno runs in it. */
  async boot(): Promise<void> {
    const deno = await windowsDeno();
    for (const name of ["home", "deno", "tmp"]) await Deno.mkdir(`${this.folder}/${name}`);
    await this.#wine(["wineboot", "-i"], BOOT_MS);
    const key = "HKLM\\System\\CurrentControlSet\\Control\\Session Manager\\Environment";
    await this.#wine(["reg", "add", key, "/v", "PATH", "/t", "REG_SZ", "/d", WINDOWS_PATH, "/f"], BOOT_MS);
    this.#deno = `${deno}/deno.exe`;
    const said = await this.#wine([this.#deno, "eval", "console.log(Deno.build.os, Deno.version.deno)"], RUN_MS);
    if (!/^windows 2\./.test(said)) throw new Error(`deno.exe does not run under wine: ${said.slice(0, 300)}`);
    this.#script = await scriptUnderTest(this.folder);
  }

  /** Starts the program. */
  start(args: readonly string[], options: WindowsOptions): Deno.ChildProcess {
    return new Deno.Command("wine", {
      args: [this.#deno, "run", ...FLAGS, windowsPath(this.#script), ...args],
      cwd: options.cwd,
      env: this.#env(options.env),
      clearEnv: true,
      stdin: options.stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  /** Runs the program to its end. */
  async run(args: readonly string[], options: WindowsOptions): Promise<WindowsEnd> {
    const child = this.start(args, options);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error(`Not ended after ${RUN_MS / 1000} s: ${args.join(" ")}`)),
      RUN_MS,
    );
    const fed = typeof options.stdin === "string" ? feed(child.stdin, options.stdin) : null;
    const { code, stdout, stderr } = await Promise.race([child.output(), late.promise]).finally(() =>
      clearTimeout(timer)
    );
    await fed;
    return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
  }

  /** How many processes of this prefix have a name. */
  async running(name: string): Promise<number> {
    let count = 0;
    for await (const { name: pid } of Deno.readDir(procPath(""))) {
      if (!/^\d+$/.test(pid)) continue;
      const words = await Deno.readTextFile(procPath(`${pid}/cmdline`)).catch(() => "");
      const env = words.toLowerCase().includes(name)
        ? await Deno.readTextFile(procPath(`${pid}/environ`)).catch(() => "")
        : "";
      if (env.split("\0").includes(`WINEPREFIX=${this.folder}/prefix`)) count++;
    }
    return count;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Ends the processes of this prefix only.
    await new Deno.Command("wineserver", { args: ["-k"], env: this.#env(), clearEnv: true, stderr: "null" }).output()
      .catch(() => undefined);
    await Deno.remove(this.folder, { recursive: true });
  }

  #env(own: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      PATH: `${Deno.env.get("PATH") ?? ""}:/usr/lib/wine`,
      HOME: `${this.folder}/home`,
      LANG: "C.UTF-8",
      WINEPREFIX: `${this.folder}/prefix`,
      WINEDEBUG: "-all",
      WINEDLLOVERRIDES: "mscoree,mshtml=",
      DENO_DIR: windowsPath(`${this.folder}/deno`),
      DENO_NO_UPDATE_CHECK: "1",
      NO_COLOR: "1",
      QWEN_HOME: windowsPath(`${this.folder}/home/.qwen`),
      ...own,
    };
  }

  async #wine(args: readonly string[], ms: number): Promise<string> {
    const { stdout, stderr } = await new Deno.Command("wine", {
      args: [...args],
      ...{ env: this.#env(), clearEnv: true, stdin: "null", signal: AbortSignal.timeout(ms) },
    }).output();
    const decoder = new TextDecoder();
    return decoder.decode(stdout) || decoder.decode(stderr);
  }
}

/** The script that the other tests run, or one of its own: the script is the same on every system. */
async function scriptUnderTest(folder: string): Promise<string> {
  const given = Deno.env.get("QWEN_BIN");
  if (given && await Deno.stat(`${given}.lib`).then(() => true, () => false)) return given;
  await writeScript(`${folder}/qwen`);
  return `${folder}/qwen`;
}

async function feed(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    // The program may end before it has read everything.
  }
}
