import { dirname, isInside, join, resolve } from "../../path/mod.ts";
import { lstatOrNull, statOrNull } from "../files/paths/stat_or_null.ts";
import { gitGuards } from "./git_guards.ts";
import { CLOSED, type Placeholder } from "./guarded_files.ts";

/** A path that tools must not write. */
export interface GuardedPath {
  path: string;
  /** Null where creating the path gains an attacker nothing. */
  placeholder: Placeholder | null;
  /** Stays writable but cannot be renamed, which would move the guarded paths inside it. */
  isPinned?: boolean;
  /** Lies in a guarded folder: where the path goes away, no command can create it. */
  isNested?: boolean;
}

const EMPTY: Placeholder = { text: "" };
/** A shell reads only the first of its start-up files: the placeholder of one must not hide the next. */
const LOGIN: Placeholder = { text: "[ -r ~/.profile ] && . ~/.profile\n" };

/** Paths in a home folder that decide what the user's own programs run. */
const HOME: Readonly<Record<string, Placeholder>> = {
  ...{ ".profile": EMPTY, ".bashrc": EMPTY, ".bash_aliases": EMPTY, ".bash_logout": EMPTY, ".inputrc": EMPTY },
  ...{ ".bash_profile": LOGIN, ".bash_login": LOGIN },
  ...{ ".zshrc": EMPTY, ".zshenv": EMPTY, ".zprofile": EMPTY, ".zlogin": EMPTY, ".zlogout": EMPTY, ".kshrc": EMPTY },
  ...{ ".xprofile": EMPTY, ".xinitrc": EMPTY, ".xsessionrc": EMPTY, ".vimrc": EMPTY, ".tmux.conf": EMPTY },
  ...{ ".ssh": "folder", ".gitconfig": EMPTY, ".npmrc": EMPTY, ".yarnrc": EMPTY, ".pypirc": EMPTY },
  ...{ ".config/git": "folder", ".config/fish": "folder", ".config/autostart": "folder", ".config/systemd": "folder" },
};

/** The guarded paths of a workspace folder, outer ones first, including the targets of dangling links. */
export function guardedPaths(root: string, { home }: { home: string }): GuardedPath[] {
  const paths = [
    ...gitGuards(root),
    ...Object.entries(CLOSED).map(([name, placeholder]): GuardedPath => ({ path: join(root, name), placeholder })),
    ...(isInside(home, root) ? homeGuards(home) : []),
  ];
  return paths.flatMap((guard) => {
    const target = danglingTarget(guard.path);
    return target === null ? [guard] : [guard, { path: target, placeholder: "folder" }];
  });
}

function homeGuards(home: string): GuardedPath[] {
  const config = join(home, ".config");
  return [
    { path: config, placeholder: "folder", isPinned: true },
    ...Object.entries(HOME).map(([name, placeholder]): GuardedPath => ({ path: join(home, name), placeholder })),
  ];
}

function danglingTarget(path: string): string | null {
  try {
    const target = resolve(dirname(path), Deno.readLinkSync(path));
    // Where even the folder is absent, no command can create it without leaving the workspace.
    return lstatOrNull(target) === null && statOrNull(dirname(target))?.isDirectory ? target : null;
  } catch {
    // Not a link.
    return null;
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

/** Files and folders that usually contain secrets, whether they exist or not. */
export function secretPaths(home: string): string[] {
  return [
    ...SECRET_PLACES.map((name) => join(home, name)),
    ...["/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssl/private", "/etc/krb5.keytab"],
    ...["/var/lib/docker", "/var/lib/kubelet", "/var/spool/cron"],
  ];
}
