#!/usr/bin/env node
// deno-lint-ignore-file explicit-function-return-type -- Node runs this file as it is.
// Starts the executable of this platform, or the script with Deno where there is none.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const platform = `@qwen/headless-${process.platform}-${process.arch}`;

function program() {
  const name = process.platform === "win32" ? "qwen.exe" : "qwen";
  try {
    return [join(dirname(require.resolve(`${platform}/package.json`)), name)];
  } catch {
    const script = join(here, "lib", "qwen");
    return existsSync(script) ? [deno(), ...FLAGS, script] : null;
  }
}

function deno() {
  try {
    return join(dirname(require.resolve("deno/package.json")), process.platform === "win32" ? "deno.exe" : "deno");
  } catch {
    return "deno";
  }
}

const found = program();
if (found === null) {
  console.error(
    `qwen: There is no executable for ${process.platform} on ${process.arch}: ${platform} is not installed.`,
  );
  console.error("Install again without --omit=optional, or run it from source.");
  process.exit(1);
}
const [command, ...flags] = found;
const args = [...flags, ...process.argv.slice(2)];
// Node passes on only descriptors that are named, such as those of --json-fd 3 and of <(…) in a shell.
const named = [...args.join("\n").matchAll(/(?:^--[\w-]+-fd[\n=]|\/dev\/fd\/)(\d+)$/gm)].map(([, digits]) =>
  Number(digits)
);
const descriptors = named.filter((number) => number > 2 && number < 1_024);
// The program takes the place of this process where Node can do that, so that it gets every signal itself.
if (process.execve && process.platform !== "win32" && existsSync(command) && descriptors.length === 0) {
  process.emitWarning = () => {};
  process.execve(command, [command, ...args], process.env);
}
// Otherwise the program ends by itself when this process is killed.
const env = { ...process.env, QWEN_LAUNCHER_PID: String(process.pid) };
const stdio = Array.from({ length: Math.max(2, ...descriptors) + 1 }, (_, number) => {
  return number > 2 ? descriptors.includes(number) ? number : "ignore" : "inherit";
});
const child = spawn(command, args, { stdio, env });
child.on("error", (error) => {
  console.error(`qwen: Cannot start ${command}: ${error.message}. Install again: npm install -g @qwen/headless`);
  process.exit(1);
});
// A terminal sends its signals to both; a second one would end the program at once.
const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => (hasTerminal && signal !== "SIGTERM") || child.kill(signal));
}
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
