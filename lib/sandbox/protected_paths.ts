import { relative } from "@std/path/relative";
import { isInside } from "./real_path.ts";

/** Files that decide what is run or believed later: changing them takes more than an approval of edits. */
const PROTECTED_NAMES = new Set([
  ...["package.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "deno.json", "deno.jsonc", "deno.lock"],
  ...["makefile", "gnumakefile", "justfile", "taskfile.yml", "dockerfile", "docker-compose.yml", "compose.yaml"],
  ...["jenkinsfile", ".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml"],
  ...["qwen.md", "agents.md", "claude.md", "gemini.md", ".mcp.json", ".gitmodules", ".gitattributes"],
  ...[".npmrc", ".yarnrc", ".yarnrc.yml", ".envrc", ".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv"],
  ...["pyproject.toml", "setup.py", "conftest.py", "cargo.toml", "build.rs", "build.gradle", "pom.xml", "gemfile"],
  ...[".pre-commit-config.yaml", ".qwenignore"],
]);
const PROTECTED_FOLDERS = new Set([
  ...[".git", ".qwen", ".claude", ".gemini", ".github", ".gitlab", ".circleci", ".husky", ".vscode", ".idea"],
  ...[".devcontainer", ".cargo", ".ssh"],
]);

/** Whether `auto` mode leaves a file to a person. Names are compared without case, as some file systems do. */
export function isProtected(path: string, roots: readonly string[]): boolean {
  const parts = partsInside(path, roots);
  return parts === null || parts.some((part) => PROTECTED_FOLDERS.has(part)) ||
    PROTECTED_NAMES.has(parts.at(-1) ?? "");
}

/** Whether a file belongs to git itself: whoever writes there decides what later git commands run. */
export function isGitInternal(path: string, roots: readonly string[]): boolean {
  return partsInside(path, roots)?.includes(".git") ?? false;
}

function partsInside(path: string, roots: readonly string[]): string[] | null {
  const root = roots.find((folder) => isInside(path, folder));
  return root === undefined ? null : relative(root, path).toLowerCase().split("/");
}
