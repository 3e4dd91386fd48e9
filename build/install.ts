/** `deno task install`: builds the script and puts it on the PATH as `qwen`. */
import { bundle, placeScript } from "./bundle.ts";

const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE");
const denoHome = Deno.env.get("DENO_INSTALL_ROOT") ?? Deno.env.get("DENO_INSTALL");
const folder = Deno.args[0] ?? (denoHome ? `${denoHome}/bin` : home ? `${home}/.local/bin` : null);
if (folder === null) {
  console.error("Cannot tell where to install: HOME is not set. Name a folder: deno task install FOLDER");
  Deno.exit(1);
}
await Deno.mkdir(folder, { recursive: true });
const target = `${folder}/qwen`;
const { script } = await bundle(Deno.build.os === "windows" ? { paths: "windows" } : {});
if (Deno.build.os === "windows") {
  await Deno.writeTextFile(`${target}.js`, script);
  const flags = script.slice(0, script.indexOf("\n")).replace(/^.*deno run /, "");
  await Deno.writeTextFile(`${target}.cmd`, `@deno run ${flags} "%~dp0qwen.js" %*\r\n`);
} else {
  await placeScript(target, script);
}
const separator = Deno.build.os === "windows" ? ";" : ":";
const isOnPath = (Deno.env.get("PATH") ?? "").split(separator).includes(folder);
console.error(`Installed ${target}`);
if (!isOnPath) console.error(`${folder} is not on the PATH: add it, or name another folder: deno task install FOLDER`);
