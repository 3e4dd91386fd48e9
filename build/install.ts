/** `deno task install`: builds the script and puts it on the PATH as `qwen`, with its store beside it. */
import { bundle, placeBundle } from "./bundle.ts";

const MAX_FIRST_LINE = 250;
const separator = Deno.build.os === "windows" ? ";" : ":";
// What npx and npm put before the PATH is there only as long as they run.
const searched = (Deno.env.get("PATH") ?? "").split(separator).filter((path) =>
  !/[\\/]node_modules[\\/]\.bin$/.test(path)
);
const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE");
const denoHome = Deno.env.get("DENO_INSTALL_ROOT") ?? Deno.env.get("DENO_INSTALL");
const usual = [
  ...(denoHome ? [`${denoHome}/bin`] : []),
  ...(home ? [`${home}/.local/bin`, `${home}/bin`, `${home}/.deno/bin`] : []),
];
// Where nothing of the user's own is searched, the folder that holds deno is, and npm has just written there.
const folder = Deno.args[0] ?? usual.find((path) => searched.includes(path) && takesFiles(path)) ??
  searched.find((path) => holds(path, "deno") && takesFiles(path)) ?? usual[0];
if (folder === undefined) {
  console.error("Cannot tell where to install: HOME is not set. Name a folder: deno task install FOLDER");
  Deno.exit(1);
}
await Deno.mkdir(folder, { recursive: true });
const target = `${folder}/qwen`;
const { script, store } = await bundle(Deno.build.os === "windows" ? { paths: "windows" } : {});
if (Deno.build.os === "windows") {
  await Deno.writeFile(`${target}.js.store`, store);
  await Deno.writeTextFile(`${target}.js`, script);
  const flags = script.slice(0, script.indexOf("\n")).replace(/^.*deno run /, "");
  await Deno.writeTextFile(`${target}.cmd`, `@deno run ${flags} "%~dp0qwen.js" %*\r\n`);
} else {
  const hasDeno = searched.some((path) => holds(path, "deno"));
  await placeBundle(target, { script: hasDeno ? script : bound(script), store });
}
console.error(`Installed ${target}`);
const isFound = searched.includes(folder);
if (!isFound) console.error(`${folder} is not on the PATH: add it, or name another folder: deno task install FOLDER`);
console.error(`Try it: ${isFound ? "qwen" : target} --provider demo "say hello"`);

/** The script for a machine that does not find deno by its name: it names the one that runs this. */
function bound(script: string): string {
  const first = script.slice(0, script.indexOf("\n"));
  const line = first.replace("-S deno ", `-S ${Deno.execPath()} `);
  // Systems read no more of the line, and split it at blanks.
  if (line.length <= MAX_FIRST_LINE && !/\s/.test(Deno.execPath())) return line + script.slice(first.length);
  console.error("deno is not on the PATH, where qwen will look for it: npm install -g deno");
  return script;
}

function holds(folder: string, program: string): boolean {
  try {
    return folder !== "" && Deno.statSync(`${folder}/${program}`).isFile;
  } catch {
    return false;
  }
}

/** Whether files can be made in a folder; one that is not there yet counts when it can be made. */
function takesFiles(folder: string): boolean {
  try {
    Deno.mkdirSync(folder, { recursive: true });
    Deno.removeSync(Deno.makeTempFileSync({ dir: folder, prefix: ".qwen-install-" }));
    return true;
  } catch {
    return false;
  }
}
