import type { Files, Mode, SandboxInfo } from "../model/mod.ts";
import { join } from "../path/mod.ts";

/** Facts about the repository of a run. */
export interface RepositoryFacts {
  branch: string;
  /** Lines of `git status --porcelain`. */
  dirty: readonly string[];
  /** The last commits, newest first. */
  commits: readonly string[];
}

/** What the sandbox lets commands do. */
export interface CommandReach {
  /** The hosts that they reach. */
  hosts: "all" | readonly string[];
  /** The folders, beside /tmp, in which they may write. */
  writable: "all" | readonly string[];
  /** Whether they may run at all: where a sandbox is required and unavailable, they may not. */
  isRefused: boolean;
}

/** Facts about a run, gathered once, so that the system prompt stays the same from turn to turn. */
export interface RunFacts {
  cwd: string;
  /** The day of the run, `2026-03-14`. */
  date: string;
  platform: string;
  mode: Mode;
  sandbox: SandboxInfo;
  reach: CommandReach;
  /** Null outside of a repository. */
  git: RepositoryFacts | null;
  /** A short tree of the folder, from `workspaceTree`. */
  tree: string;
}

const MODES: Record<Mode, string> = {
  plan: "plan: only reading is allowed. Explore, then present a plan; do not try to change anything.",
  default: "default: reading is free; edits and most commands need an approval.",
  "auto-edit": "auto-edit: edits in the workspace are free; commands that change something need an approval.",
  auto: "auto: edits in the workspace and harmless commands are free; others need an approval.",
  yolo: "yolo: every call that the sandbox and the fences permit runs without a question.",
};

const MAX_DIRTY = 8;
const MAX_NAMES = 10;
const MAX_LINE_CHARS = 80;
/** The limit of the tree in the prompt. */
export const MAX_TREE_BYTES = 900;
const MAX_CHILDREN = 8;
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", "__pycache__", "target", "dist", "build", "vendor"]);

/** What a mode lets the model do. */
function modeText(mode: Mode): string {
  return `Approval mode: ${MODES[mode]}`;
}

/** The facts of a run as a part of the system prompt. */
export function factsText(facts: RunFacts): string {
  const { cwd, platform, date, mode, git, tree } = facts;
  return [
    `Working folder: ${cwd}\nPlatform: ${platform}\nDate: ${date}\n${modeText(mode)}\n${sandboxText(facts)}`,
    git ? gitText(git) : "Git: not a repository.",
    tree === "" ? "The working folder is empty." : `Files at the start (not all):\n${tree}`,
  ].join("\n");
}

function sandboxText({ cwd, sandbox: { backend, filesystem }, reach }: RunFacts): string {
  if (reach.isRefused) {
    return "Sandbox: required, but it does not work on this machine, so every command is refused. Use the file tools.";
  }
  if (backend === "off" || !filesystem) {
    return "Sandbox: none. Commands run with the rights of the user, network included: be careful outside of the " +
      "working folder.";
  }
  const writable = reach.writable === "all"
    ? "all"
    : reach.writable.map((folder) => folder === cwd ? "the working folder" : folder);
  const files = backend === "seatbelt" ? writableText(writable).replace("/tmp", "$TMPDIR") : writableText(writable);
  return `Sandbox (${backend}): ${files} ${networkText(reach.hosts)} Exported variables do not ` +
    "last from one command to the next.";
}

function writableText(writable: CommandReach["writable"]): string {
  if (writable === "all") return "commands may write everywhere.";
  if (writable.length === 0) return "commands may write in /tmp only, which is private; everything else is read-only.";
  return `commands may write in ${listed(writable)} and in a private /tmp only; .git/config and hooks are read-only.`;
}

function networkText(hosts: CommandReach["hosts"]): string {
  if (hosts === "all") return "They reach the network.";
  if (hosts.length === 0) return "They have no network: do not install packages or fetch anything.";
  return `They reach only these hosts: ${listed(hosts)}.`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(oneLine).join(", ");
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

function gitText({ branch, dirty, commits }: RepositoryFacts): string {
  const shown = dirty.slice(0, MAX_DIRTY).map(oneLine);
  const more = dirty.length > shown.length ? [`… and ${dirty.length - shown.length} more`] : [];
  return [
    `Git branch: ${oneLine(branch)}`,
    dirty.length === 0 ? "Git status: clean" : `Git status:\n${[...shown, ...more].join("\n")}`,
    commits.length === 0 ? "No commits yet." : `Last commits:\n${commits.map(oneLine).join("\n")}`,
  ].join("\n");
}

/** A short tree of a folder: its entries and those of its folders, within `MAX_TREE_BYTES`. */
export async function workspaceTree(cwd: string, files: Pick<Files, "list">): Promise<string> {
  const lines: string[] = [];
  const encoder = new TextEncoder();
  let size = 0;
  const add = (line: string): boolean => {
    size += encoder.encode(line).length + 1;
    if (size > MAX_TREE_BYTES - 4) return false;
    lines.push(line);
    return true;
  };
  const entries = await entriesOf(cwd, files);
  for (const { name, isDirectory } of entries) {
    if (!isDirectory) {
      if (!add(oneLine(name))) return cut(lines);
      continue;
    }
    const children = (await entriesOf(join(cwd, name), files)).map((child) =>
      `${child.name}${child.isDirectory ? "/" : ""}`
    );
    const more = children.length > MAX_CHILDREN ? ` … ${children.length - MAX_CHILDREN} more` : "";
    if (!add(oneLine(`${name}/ ${children.slice(0, MAX_CHILDREN).join(" ")}${more}`.trimEnd()))) return cut(lines);
  }
  return lines.join("\n");
}

async function entriesOf(path: string, files: Pick<Files, "list">): Promise<{ name: string; isDirectory: boolean }[]> {
  try {
    const entries = await files.list(path);
    return entries.filter(({ name }) => !name.startsWith(".") && !SKIPPED.has(name))
      .sort((a, b) => a.name < b.name ? -1 : 1);
  } catch {
    // A folder that cannot be read has nothing to show.
    return [];
  }
}

function cut(lines: readonly string[]): string {
  return [...lines, "…"].join("\n");
}

/** Names and subjects come from the repository: each stays one short line. */
function oneLine(text: string): string {
  // deno-lint-ignore no-control-regex -- exactly these must not reach the prompt.
  const plain = text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ");
  return plain.length > MAX_LINE_CHARS ? `${plain.slice(0, MAX_LINE_CHARS).toWellFormed()}…` : plain;
}
