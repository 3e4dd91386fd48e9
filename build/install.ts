/**
 * `deno task install [FOLDER] [--name NAME] [--force]`: builds the script as `qwen` on the PATH, with its modules in the
 * folder `qwen.lib` beside it. `deno task uninstall` removes both.
 */
import { parseArgs } from "node:util";
import { buildOf, FLAGS, MIN_DENO, writeScript } from "./bundle.ts";

const USAGE = "deno task install [FOLDER] [--name NAME] [--force], or deno task uninstall [FOLDER] [--name NAME]";
const isWindows = Deno.build.os === "windows";
// The folders that npx and npm add to the PATH exist only while they run.
const searched = (Deno.env.get("PATH") ?? "").split(isWindows ? ";" : ":").filter((path) =>
  !/[\\/]node_modules[\\/]\.bin$/.test(path)
);

interface Wanted {
  action: "install" | "uninstall";
  folder: string | null;
  name: string;
  isForced: boolean;
}

function readArgs(args: readonly string[]): Wanted {
  const action = args[0] === "uninstall" ? "uninstall" : "install";
  const { values, positionals } = parseArgs({
    args: action === "uninstall" ? args.slice(1) : [...args],
    options: { name: { type: "string", default: "qwen" }, force: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (positionals.length > 1 || !/^[\w.-]+$/.test(values.name)) throw new Error(`Usage: ${USAGE}`);
  return { action, folder: positionals[0] ?? null, name: values.name, isForced: values.force };
}

/** The folders that a user's own programs usually lie in. */
function usualFolders(): string[] {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE");
  const denoHome = Deno.env.get("DENO_INSTALL_ROOT") ?? Deno.env.get("DENO_INSTALL");
  return [
    ...(denoHome ? [`${denoHome}/bin`] : []),
    ...(home ? [`${home}/.local/bin`, `${home}/bin`, `${home}/.deno/bin`] : []),
  ];
}

function folderFor({ folder, action, name }: Wanted): string {
  if (folder !== null) return folder;
  const usual = usualFolders();
  const places = [...usual, ...searched];
  // If no folder of the user is on the PATH, take the folder that holds deno: npm has just written there.
  const found = action === "uninstall"
    ? places.find((path) => holds(path, `${name}.lib`))
    : usual.find((path) => searched.includes(path) && takesFiles(path)) ??
      searched.find((path) => holds(path, "deno") && takesFiles(path)) ?? usual[0];
  if (found !== undefined) return found;
  if (action === "uninstall") throw new Error(`There is no ${name} of ours on the PATH. Name its folder: ${USAGE}`);
  throw new Error("Cannot find a folder to install into: HOME is not set. Name one: deno task install FOLDER");
}

async function install(wanted: Wanted): Promise<void> {
  const folder = folderFor(wanted);
  await Deno.mkdir(folder, { recursive: true });
  const target = `${folder}/${wanted.name}`;
  const script = isWindows ? `${target}.js` : target;
  if (!wanted.isForced && holds(folder, wanted.name) && await buildOf(script) === null) {
    throw new Error(`${target} is another program. Choose --name NAME, another FOLDER, or --force to replace it.`);
  }
  if (isWindows) {
    await writeScript(script);
    const command = `@"${Deno.execPath()}" run ${FLAGS.join(" ")} "%~dp0${wanted.name}.js" %*\r\n`;
    await Deno.writeTextFile(`${target}.cmd`, command);
  } else {
    await writeScript(target, { deno: Deno.execPath() });
  }
  console.error(`Installed ${target}`);
  const isFound = searched.includes(folder);
  const first = searched.find((path) => holds(path, wanted.name));
  if (!isFound) console.error(`${folder} is not on the PATH: add it, or name another folder: deno task install FOLDER`);
  else if (first !== folder) console.error(`${first}/${wanted.name} comes first on the PATH: it hides this one.`);
  console.error(`Try it: ${isFound && first === folder ? wanted.name : target} --provider demo "say hello"`);
}

async function uninstall(wanted: Wanted): Promise<void> {
  const folder = folderFor(wanted);
  const target = `${folder}/${wanted.name}`;
  const script = isWindows ? `${target}.js` : target;
  if (await buildOf(script) === null) throw new Error(`${target} is not ours, so it stays.`);
  for (const path of [script, ...(isWindows ? [`${target}.cmd`] : [])]) await Deno.remove(path);
  await Deno.remove(`${script}.lib`, { recursive: true });
  console.error(`Removed ${target} and ${script}.lib. Settings and sessions stay in ~/.qwen.`);
}

function holds(folder: string, name: string): boolean {
  try {
    return folder !== "" && Deno.lstatSync(`${folder}/${name}`) !== null;
  } catch {
    return false;
  }
}

/** Whether files can be created in a folder. Creates the folder if it is missing. */
function takesFiles(folder: string): boolean {
  try {
    Deno.mkdirSync(folder, { recursive: true });
    Deno.removeSync(Deno.makeTempFileSync({ dir: folder, prefix: ".qwen-install-" }));
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  try {
    if (Deno.version.deno.localeCompare(MIN_DENO, "en", { numeric: true }) < 0) {
      throw new Error(`qwen needs Deno ${MIN_DENO} or newer, and this is ${Deno.version.deno}: npm install -g deno`);
    }
    const wanted = readArgs(Deno.args);
    await (wanted.action === "install" ? install(wanted) : uninstall(wanted));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  }
}
