/**
 * The one list of guarded files: what something else executes or believes later. Edits of them are asked about in
 * `auto`, and commands that run unasked can neither change nor create them. Those that decide about this program or an
 * editor at once are closed to every tool and command.
 */
import { isInside, relative } from "../../path/mod.ts";

/** What takes the place of a guarded path while it is absent, so that no command can create it. */
export type Placeholder = "folder" | { text: string };

/** Files that are guarded in every folder of a workspace, in lower case. */
const FILES = new Set([
  ...["package.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "deno.json", "deno.jsonc", "deno.lock"],
  ...["makefile", "gnumakefile", "justfile", "taskfile.yml", "dockerfile", "docker-compose.yml", "compose.yaml"],
  ...["jenkinsfile", ".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml"],
  ...["qwen.md", "agents.md", "claude.md", "gemini.md", ".mcp.json", ".gitmodules", ".gitattributes"],
  ...[".npmrc", ".yarnrc", ".yarnrc.yml", ".envrc", ".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv"],
  ...["pyproject.toml", "setup.py", "conftest.py", "cargo.toml", "build.rs", "build.gradle", "pom.xml", "gemfile"],
  ...[".pre-commit-config.yaml", ".qwenignore"],
]);

/** Folders that are guarded with all their content in every folder of a workspace. */
const FOLDERS = new Set([
  ...[
    ".git",
    ".qwen",
    ".claude",
    ".agents",
    ".gemini",
    ".github",
    ".gitlab",
    ".circleci",
    ".husky",
    ".vscode",
    ".idea",
  ],
  ...[".devcontainer", ".cargo", ".ssh"],
]);

/** Those at the top of a workspace that are closed, and what takes their place while they are absent. */
export const CLOSED: Readonly<Record<string, Placeholder | null>> = {
  ".qwen": "folder",
  ".claude": "folder",
  ".agents": "folder",
  ".vscode": "folder",
  ".mcp.json": "folder",
  ".gitmodules": null,
  ".envrc": null,
  ".idea": null,
  ".husky": null,
  ".devcontainer": null,
};

/** Whether a name alone makes a file or folder guarded. Case is ignored, as on some file systems. */
export function isGuardedName(name: string, { isDirectory }: { isDirectory: boolean }): boolean {
  const lower = name.toLowerCase();
  return FOLDERS.has(lower) || (!isDirectory && FILES.has(lower));
}

/** Whether a path is guarded, or in a guarded folder, or outside the workspace. */
export function isGuarded(path: string, roots: readonly string[]): boolean {
  const parts = partsInside(path, roots);
  return parts === null || parts.some((part) => FOLDERS.has(part)) || FILES.has(parts.at(-1) ?? "");
}

/** Whether a file is part of a git repository's own data, which decides what git commands run. */
export function isGitInternal(path: string, roots: readonly string[]): boolean {
  return partsInside(path, roots)?.includes(".git") ?? false;
}

function partsInside(path: string, roots: readonly string[]): string[] | null {
  const root = roots.find((folder) => isInside(path, folder));
  return root === undefined ? null : relative(root, path).toLowerCase().split("/");
}
