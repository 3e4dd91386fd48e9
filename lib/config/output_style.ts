import { isObject } from "../model/json.ts";
import { readFrontMatter } from "../stream/front_matter.ts";
import { homeFolder } from "./home_folder.ts";
import { parse } from "./jsonc.ts";

/** How answers are written, as the settings of Claude Code name it. */
export interface OutputStyle {
  name: string;
  /** Its instructions for the model; empty where no file has any. */
  text: string;
}

/** Where styles are looked for. */
export interface OutputStyleOptions {
  cwd: string;
  env: (name: string) => string | undefined;
  /** The sources that a host has named: `user`, `project`, `local`. */
  sources: readonly string[];
}

const NAME = /^[\w .-]{1,100}$/;
const MAX_STYLE_CHARS = 20_000;

/** The output style that the named sources choose, the most special one last; null where none does. */
export async function readOutputStyle({ cwd, env, sources }: OutputStyleOptions): Promise<OutputStyle | null> {
  const user = env("CLAUDE_CONFIG_DIR") || `${homeFolder(env)}/.claude`;
  const files = {
    user: `${user}/settings.json`,
    project: `${cwd}/.claude/settings.json`,
    local: `${cwd}/.claude/settings.local.json`,
  };
  let name: string | null = null;
  for (const source of ["user", "project", "local"] as const) {
    if (sources.includes(source)) name = await styleIn(files[source]) ?? name;
  }
  if (name === null) return null;
  const folders = [...(sources.some((source) => source !== "user") ? [`${cwd}/.claude`] : []), user];
  for (const folder of folders) {
    const text = await textOrNull(`${folder}/output-styles/${name}.md`);
    if (text === null) continue;
    return { name, text: (await bodyOf(text)).trim().slice(0, MAX_STYLE_CHARS) };
  }
  return { name, text: "" };
}

async function bodyOf(text: string): Promise<string> {
  try {
    return (await readFrontMatter(text))?.body ?? text;
  } catch (error) {
    // Without a readable head, all of it is the style.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

async function styleIn(path: string): Promise<string | null> {
  const text = await textOrNull(path);
  if (text === null) return null;
  try {
    const value: unknown = parse(text);
    const style = isObject(value) ? value.outputStyle : undefined;
    return typeof style === "string" && NAME.test(style) ? style : null;
  } catch (error) {
    // A broken settings file is reported where its rules are read.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function textOrNull(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw error;
  }
}
