import { untraced } from "../model/untraced.ts";
import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";
import { resolve } from "@std/path/resolve";
import { isThere } from "./is_there.ts";

/** Places in a project that decide what is run or believed later, kept from being made as well as from being changed. */
const GUARDED: readonly string[] = [".qwen", ".claude", ".vscode", ".mcp.json", ".git/hooks"];
/** Those that are only kept from being changed: whoever makes them anew gains nothing. */
const GUARDED_IF_THERE: readonly string[] = [
  ...[".git/config", ".git/config.worktree", ".git/info/attributes", ".gitmodules", ".envrc"],
  ...[".idea", ".husky", ".devcontainer"],
];

/** A path that tools must not write. */
export interface GuardedPath {
  path: string;
  /** Whether an empty folder, which git does not see, stands in its place while it is absent. */
  isHeld: boolean;
  /** Stays writable but cannot be moved away, or what is guarded in it would go with it. */
  isPinned?: boolean;
}

/** The configuration of a project below its root; of a link to nothing also what it would lead to. */
export function guardedPaths(root: string): GuardedPath[] {
  return namedPaths(root).flatMap((guard) => {
    const target = danglingTarget(guard.path);
    return target === null ? [guard] : [guard, { path: target, isHeld: true }];
  });
}

function namedPaths(root: string): GuardedPath[] {
  const [git] = below(root, [".git"]);
  return [
    // In a linked worktree it is a file; as a folder it would be a repository of the writer's own.
    { path: git, isHeld: false, ...(isFile(git) ? {} : { isPinned: true }) },
    ...below(root, GUARDED).map((path): GuardedPath => ({ path, isHeld: true })),
    ...below(root, GUARDED_IF_THERE).map((path): GuardedPath => ({ path, isHeld: false })),
  ];
}

/** Names below a folder. They are in form, so that only the folder is brought into it: many are made at every start. */
function below(folder: string, names: readonly string[]): string[] {
  if (Deno.build.os === "windows") return names.map((name) => join(folder, name));
  const base = join(folder, "x").slice(0, -1);
  return names.map((name) => base + name);
}

function danglingTarget(path: string): string | null {
  try {
    const target = resolve(dirname(path), Deno.readLinkSync(path));
    return isThere(target) ? null : target;
  } catch {
    // It is no link.
    return null;
  }
}

function isFile(path: string): boolean {
  try {
    return untraced(() => Deno.lstatSync(path)).isFile;
  } catch {
    return false;
  }
}

const SECRET_PLACES = (
  ".ssh .aws .azure .gnupg .kube .docker .qwen .claude .gemini .codex .password-store .terraform.d .mozilla .thunderbird " +
  ".config/gcloud .config/gh .config/op .config/rclone .config/git/credentials .config/google-chrome .config/chromium " +
  ".config/github-copilot .config/containers .config/hub .config/doctl .config/heroku .local/share/keyrings " +
  ".netrc .git-credentials .npmrc .pypirc .vault-token .pgpass .my.cnf .bash_history .zsh_history .python_history " +
  ".node_repl_history .psql_history .cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings.xml " +
  ".gradle/gradle.properties .config/pip/pip.conf .boto .s3cfg .htpasswd .env"
).split(" ");

/** Files and folders that hold secrets, wherever they exist. */
export function secretPaths(home: string): string[] {
  return [
    ...below(home, SECRET_PLACES),
    ...["/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssl/private", "/etc/krb5.keytab"],
    ...["/var/lib/docker", "/var/lib/kubelet", "/var/spool/cron"],
  ];
}
