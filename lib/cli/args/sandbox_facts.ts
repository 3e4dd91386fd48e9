/**
 * What the sandbox promises, one sentence for each point. `--help sandbox`, `qwen doctor` and docs/security.md use the
 * same sentences; a test compares them.
 */
export const SANDBOX_FACTS = {
  readOnly: "Commands that run unasked because they only read see the workspace, /tmp, the system folders and the " +
    "folders of PATH, all read-only, and have no network.",
  workspace: "Other commands can write in the workspace and in /tmp of the session; the rest of the machine is " +
    "read-only to them.",
  temporary: "Commands and file tools share a /tmp that belongs to the session and ends with it.",
  closed:
    "No command or tool can write what git runs programs by, such as hooks and .git/config, nor .qwen, .claude, " +
    ".vscode and .mcp.json.",
  guarded:
    "Files that something else executes later, such as package.json, Makefile, .npmrc and .github, are read-only " +
    "for commands that run unasked, and auto asks before it edits them.",
  created: "If a command that runs unasked creates such a file, the file is renamed when the command ends, or after " +
    "about a second if it runs in the background.",
  rewind:
    "A rewind restores what a command changed or deleted, also untracked files, links and empty folders. It keeps " +
    "files of up to 10 MB, 500 MB in all; what it cannot keep is named before the command runs.",
  hidden: "Files with secrets, such as ~/.ssh and ~/.qwen, look empty, and variables with secrets are not passed on.",
  noNetwork: "Commands have no network unless --allow-net is given.",
  hosts: "With --allow-net=HOST, commands reach the named hosts through a proxy of the session, by HTTP and HTTPS; " +
    "there is no other route.",
  allNetwork: "With a bare --allow-net, commands use the network of this machine.",
  secrets:
    "With --secret NAME@HOST, a command sees a placeholder in $NAME, and the proxy puts the value into headers " +
    "of requests to HOST.",
  limits:
    "Each process of a command may open 16,384 files and write files of up to 8 GiB; its time is limited by the " +
    "tool. The commands of a session may have 2,000 processes and three quarters of the memory; then they are ended.",
  hardLinks: "A file with more than one hard link is not edited, because its other name may be outside the workspace.",
  probe: "Before the first command a probe tries to leave the sandbox; the first record says whether it could.",
  unconfined: "Without bubblewrap, and on macOS and Windows, commands are not confined: they can do what you can do.",
} as const;

/** The name of a point. */
export type SandboxFact = keyof typeof SANDBOX_FACTS;
