import { currentFolder, resolve } from "../../../path/mod.ts";
import { systemClock } from "../../../model/clock.ts";
import type { HostSecret } from "../../../sandbox/network/secret_headers.ts";
import { SessionNetwork } from "../../../sandbox/network/session_network.ts";
import type { Audit } from "../output/audited.ts";
import { fail, type Files, type SandboxInfo, type Shell } from "../../../model/mod.ts";
import { guardedPaths, secretPaths } from "../../../sandbox/policy/config_paths.ts";
import { Confinement } from "../../../sandbox/process/confinement.ts";
import { socketVariables } from "../../../sandbox/process/mounts/host_sockets.ts";
import {
  coversHost,
  coversPath,
  type Fence,
  type Fences,
  type FenceTexts,
  type Grant,
  parseFences,
} from "../../../sandbox/policy/fences.ts";
import { type PolicyOptions, RulePolicy, type Workspace } from "../../../sandbox/policy/policy.ts";
import { hasExtendedGlob, parseRule } from "../../../sandbox/policy/rules.ts";
import type { Script } from "../../../sandbox/shell/shell_words.ts";
import { realPathNow } from "../../../sandbox/files/paths/real_path.ts";
import { openedFiles } from "../../../sandbox/files/opened_files.ts";
import { OutputFolder } from "../../../sandbox/files/output_folder.ts";
import { SessionTemporary, TEMPORARY } from "../../../sandbox/files/session_temporary.ts";
import { WorkerFiles } from "../../../sandbox/files/worker_files.ts";
import type { RunGuardian } from "../../../sandbox/process/processes/run_guardian.ts";
import { ripgrepCommand } from "../../../sandbox/process/ripgrep_command.ts";
import { foreignShell } from "../../../sandbox/process/system_shell.ts";
import { ProcessShell } from "../../../sandbox/process/process_shell.ts";
import { defined } from "../../../config/defined.ts";
import type { CommandReach } from "../../../config/run_facts.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { homeFolder } from "../../../config/home_folder.ts";
import type { Settings } from "../../../config/settings/settings.ts";
import { TOOL_NAMES } from "./tool_names.ts";

/** What the fences of a session are made from. */
export interface FenceGround {
  flags: Flags;
  settings: Settings;
  env: (name: string) => string | undefined;
  cwd: string;
  /** The folder of the user's settings and sessions, such as `~/.qwen`. */
  home: string;
  /** Whose SDK drives the program. */
  host: "claude" | "qwen" | null;
  /** The secrets that commands use without seeing them. */
  hostSecrets?: readonly HostSecret[];
  audit?: Pick<Audit, "connection"> | null;
  /** Further variables of commands, beside those of this process. */
  commandEnv?: Readonly<Record<string, string>>;
}

/** Everything that stands between tools and the machine, made from one source. */
export interface Fenced {
  fences: Fences;
  roots: string[];
  rules: RuleLists;
  files: WorkerFiles;
  policy: RulePolicy;
  confinement: Confinement;
  sandbox: SandboxInfo;
  /** Names of further variables that children see, and of those they never see. */
  passEnv: string[];
  dropEnv: Grant;
  /** The session's own `/tmp`; null where commands use that of this machine. */
  temporary(): Promise<SessionTemporary | null>;
  /** The files with single paths outside the workspace, which the answer to a question has opened. */
  open(files: Files, paths: readonly string[]): Files;
  /** Runs the sandbox probe; resolves when `sandbox` holds its verdict. */
  prove(): Promise<void>;
  /** Keeps an output for the session in a file that tools and commands can open; returns its path. */
  keepOutput(name: string, content: Uint8Array): Promise<string>;
  /** What commands can reach; final once `prove` has resolved. */
  reach(): CommandReach;
  /** The shell inside these fences; closing it closes `files` too. */
  shell(runId: string, guardian?: RunGuardian): ShellParts;
}

type ShellParts = Shell & { close(): Promise<void>; kill(): void };

/** Rules as users write them, by behavior. */
export interface RuleLists {
  allow: string[];
  ask: string[];
  deny: string[];
}

const KINDS = ["Read", "Write", "Net", "Run", "Env"] as const;

/** Makes the fences of a session. Throws QwenError for an invalid flag or setting. */
export function openFences(ground: FenceGround, { note }: { note: (text: string) => void }): Fenced {
  const { flags, settings } = ground;
  const boundary = boundaryOf(ground);
  const { fences, roots, secrets } = boundary;
  checkSecrets(ground.hostSecrets ?? [], fences.net);
  const outputs = new OutputFolder();
  const denyRead = [...secrets, ...foldersOf(fences.read.deny)];
  const denied = { denyRead, denyWrite: [...boundary.guarded, ...foldersOf(fences.write.deny)] };
  const files = new WorkerFiles({
    roots: [...roots, ...foldersOf(fences.write.allow)],
    readRoots: [...foldersOf(fences.read.allow), outputs.path],
    ...denied,
    forbids: (path) => policy.forbidsReading(path),
    isPlaceholder: (path) => confinement.placeholders.holds(path),
    onWritten: (path) => confinement.guards.approve(realPathNow(path)),
    commandTemporary: {
      get folder() {
        return confinement.sharedFolder;
      },
      shared: () => confinement.shared(),
    },
    ...(usesRipgrep(ground) ? { ripgrep: (args, cwd) => ripgrepCommand(args, { cwd, confinement }) } : {}),
    onFallback: (reason) => note(`qwen: file tools run without their worker: ${reason}`),
  });
  const { commandEnv = {} } = ground;
  const environment = { ...Deno.env.toObject(), ...commandEnv };
  const confinement = confinementOf(ground, { ...boundary, environment });
  const gap = (): string | null => confinement.gap;
  const isConfined = async (): Promise<boolean> => {
    const { verified, filesystem, processes } = await confinement.verify();
    return verified && filesystem && processes;
  };
  const workspace = workspaceOf(files, confinement);
  const temporary = (): Promise<SessionTemporary | null> => temporaryOf(files, confinement);
  const policy: RulePolicy = policyOf(ground, { ...boundary, workspace, isConfined, temporary, gap });
  const granted = fences.env.allow === "all" ? Object.keys(environment) : fences.env.allow;
  const asked = [...Object.keys(commandEnv), ...(flags.passEnv ?? [])];
  const passEnv = [...asked, ...(settings.get("fences.passEnv") ?? []), ...granted];
  const dropEnv = fences.env.deny;
  return {
    ...{ fences, roots, files, policy, confinement, passEnv, dropEnv, temporary },
    rules: rulesOf(ground),
    sandbox: confinement.info,
    open: (around, paths) => openedFiles(around, { paths, ...denied }),
    prove: async () => void await confinement.verify(),
    keepOutput: outputKeeper({ temporary, files, outputs }),
    reach: () => commandReach(confinement, { fences, roots }),
    shell: (runId, guardian) => {
      const understood = (command: string, folder: string): Script | null => policy.understood(command, folder);
      const network = networkOf(ground, { fences, environment, confinement });
      const own = { runId, env: environment, passEnv, dropEnv, confinement, understood, onNotice: note };
      const shell = new ProcessShell({ ...own, ...defined({ guardian, network: network ?? undefined }) });
      return shellWithFiles(shell, { files, outputs });
    },
  };
}

/** Keeps outputs in the session's own `/tmp`, or where there is none, in a folder of the machine's. */
function outputKeeper(
  { temporary, files, outputs }: Pick<Fenced, "temporary" | "files"> & { outputs: OutputFolder },
): Fenced["keepOutput"] {
  return async (name, content) => {
    if (await temporary() === null) return await outputs.keep(name, content);
    const path = `${TEMPORARY}/${name}`;
    await files.write(path, content);
    return path;
  };
}

function commandReach(
  { isConfined, isRequired, info: { backend, verified } }: Confinement,
  { fences: { net, write }, roots }: { fences: Fences; roots: readonly string[] },
): CommandReach {
  const writable = write.allow === "all" ? [] : write.allow;
  const isWalled = isConfined || (backend === "seatbelt" && verified);
  return {
    hosts: isWalled ? net.allow : "all",
    writable: !isWalled ? "all" : write.deny === "all" ? [] : [...new Set([...roots, ...writable])],
    isRefused: isRequired && !isConfined,
  };
}

function confinementOf(
  { flags, settings, home: ownFolder }: FenceGround,
  { roots, fences, secrets, home, environment }: Boundary & { environment: Record<string, string> },
): Confinement {
  return new Confinement({
    wish: flags.sandbox ?? settings.get("tools.sandbox") ?? "auto",
    roots: [...roots, ...(fences.write.allow === "all" ? [] : fences.write.allow)],
    fences,
    secrets,
    home,
    env: { PATH: environment.PATH ?? "" },
    sockets: socketVariables(environment),
    records: `${ownFolder}/sandbox`,
  });
}

/** The session's own `/tmp`, with the folders in it that are those of this machine. */
async function temporaryOf(files: WorkerFiles, confinement: Confinement): Promise<SessionTemporary | null> {
  const folder = await confinement.shared();
  const shown = [...files.roots, ...files.readRoots];
  return folder === null ? null : new SessionTemporary({ folder, shown: [...shown, ...shown.map(realPathNow)] });
}

/** The network of commands: null where they have none at all, or all of it and no secrets. */
function networkOf(
  { hostSecrets = [], audit }: FenceGround,
  around: { fences: Fences; environment: Record<string, string>; confinement: Confinement },
): SessionNetwork | null {
  const { fences: { net }, environment, confinement } = around;
  if (hostSecrets.length === 0 && (net.allow === "all" || net.allow.length === 0)) return null;
  return new SessionNetwork({
    net,
    secrets: hostSecrets,
    env: environment,
    now: systemClock.now,
    sandbox: confinement,
    onConnection: (connection) => audit?.connection({ ...connection }),
    onSecret: (secret, { host, port }) => audit?.connection({ host, port, decision: "allow", secret }),
  });
}

/** A secret for a host that commands cannot reach is a mistake. */
function checkSecrets(secrets: readonly HostSecret[], { allow }: Fence): void {
  if (allow === "all") return;
  for (const { name, host } of secrets) {
    const [, bare, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
    const isAllowed = allow.some((entry) => {
      const own = /:(\d+)$/.exec(entry)?.[1];
      return coversHost([entry], { host: bare, port: Number(port ?? own ?? 443) }) !== null;
    });
    if (isAllowed) continue;
    throw fail("config_invalid", `--secret ${name}@${host}: commands may not reach ${host}`, {
      hint: `Add --allow-net=${host}.`,
      param: "--secret",
    });
  }
}

/** The fences with the paths that they protect. */
interface Boundary {
  fences: Fences;
  /** The home folder of the user. */
  home: string;
  roots: string[];
  secrets: string[];
  /** The project's own configuration. */
  guarded: string[];
}

function boundaryOf(ground: FenceGround): Boundary {
  const { flags, settings, env, cwd } = ground;
  const home = homeFolder(env);
  const fences = parseFences(fenceTexts(ground), { cwd, home });
  const roots = [cwd, ...(flags.includeDirectories ?? []), ...(settings.get("context.includeDirectories") ?? [])];
  const secrets = [...secretPaths(home), ground.home, ...ownFiles(flags, cwd)]
    .filter((path) => fences.read.allow === "all" || !coversPath(fences.read.allow, path))
    .filter((path) => !roots.some((root) => coversPath([path], root)));
  const guarded = roots.flatMap((root) => guardedPaths(root, { home })).filter(({ isPinned }) => !isPinned).map((
    { path },
  ) => path)
    .filter((path) => !coversPath(fences.write.allow === "all" ? [] : fences.write.allow, path));
  return { fences, home, roots, secrets, guarded };
}

function policyOf(
  ground: FenceGround,
  boundary: Boundary & Pick<PolicyOptions, "workspace" | "isConfined" | "temporary" | "gap">,
): RulePolicy {
  const { flags, settings, cwd } = ground;
  const { fences, home, secrets, guarded, workspace, isConfined, temporary, gap } = boundary;
  for (const rule of Object.values(rulesOf(ground)).flat()) refuseExtendedGlob(rule);
  return new RulePolicy({
    names: TOOL_NAMES,
    workspace,
    ...defined({ isConfined, temporary, gap }),
    folders: { cwd, project: cwd, home },
    rules: rulesOf(ground),
    coreTools: flags.coreTools ?? settings.get("tools.core") ?? null,
    fences: {
      ...fences,
      read: { ...fences.read, deny: fences.read.deny === "all" ? "all" : [...secrets, ...fences.read.deny] },
    },
    guarded,
    memory: `${ground.home}/QWEN.md`,
    callsAgentsFreely: ground.host === "claude",
    isPosixShell: foreignShell(Deno.env.toObject()) === null,
  });
}

/** A rule that never matches would be taken for one that protects. */
function refuseExtendedGlob(text: string): void {
  const specifier = parseRule(text, TOOL_NAMES)?.specifier ?? "";
  if (!hasExtendedGlob(specifier)) return;
  throw fail("config_invalid", `The rule ${JSON.stringify(text)} has an extended glob, which rules do not support`, {
    hint: "Write one rule for each alternative, or braces in paths: Read({a,b}.txt).",
  });
}

/** Whether searches use ripgrep where it is installed. */
function usesRipgrep({ flags, settings }: FenceGround): boolean {
  return (flags.search ?? (settings.get("tools.useRipgrep") === false ? "builtin" : "auto")) === "auto";
}

/** A shell whose end also ends the file worker and removes kept outputs. */
function shellWithFiles(
  shell: ProcessShell,
  { files, outputs }: { files: WorkerFiles; outputs: OutputFolder },
): ShellParts {
  return {
    ready: (profile) => shell.ready(profile),
    run: (request) => shell.run(request),
    kill: () => shell.kill(),
    close: async () => {
      await shell.close();
      files.close();
      outputs.close();
    },
  };
}

function foldersOf(grant: Grant): readonly string[] {
  return grant === "all" ? ["/"] : grant;
}

/** Files with the key or the token, and the sockets of this program: with them a command could act as its host. */
function ownFiles({ keyFile, tokenFile, socketPath, pipePath }: Flags, cwd: string): string[] {
  const pipes = pipePath === undefined ? [] : [`${pipePath}.in`, `${pipePath}.out`];
  return [keyFile, tokenFile, socketPath, ...pipes].flatMap((path) => path ? [resolve(cwd, path)] : []);
}

function workspaceOf(files: WorkerFiles, confinement: Confinement): Workspace {
  return {
    get roots() {
      return files.roots;
    },
    get readRoots() {
      return files.readRoots;
    },
    addRoot(root): void {
      files.addRoot(root);
      confinement.addRoot(root);
    },
    removeRoot(root): void {
      files.removeRoot(root);
      confinement.removeRoot(root);
    },
  };
}

/**
 * Starts the sandbox probe before the settings are read, so that it runs beside the rest of the start-up. Its verdict
 * is valid for every session of this process with the same network access.
 */
export async function proveEarly(flags: Flags): Promise<void> {
  if (flags.sandbox === "off") return;
  const cwd = currentFolder();
  const confinement = new Confinement({
    wish: "auto",
    roots: [cwd],
    fences: parseFences(defined({ allowNet: flags.allowNet }), { cwd, home: cwd }),
    secrets: [],
    home: homeFolder((name) => Deno.env.get(name)),
    env: { PATH: Deno.env.get("PATH") ?? "" },
  });
  await confinement.verify();
  await confinement.close();
}

function fenceTexts({ flags, settings }: FenceGround): FenceTexts {
  const texts: FenceTexts = {};
  for (const kind of KINDS) {
    texts[`allow${kind}`] = [...(flags[`allow${kind}`] ?? []), ...(settings.get(`fences.allow${kind}`) ?? [])];
    texts[`deny${kind}`] = [...(flags[`deny${kind}`] ?? []), ...(settings.get(`fences.deny${kind}`) ?? [])];
  }
  // A tool must not change the record of its own calls.
  if (flags.audit) texts.denyWrite = [...(texts.denyWrite ?? []), flags.audit];
  return texts;
}

/** The rules of flags and settings. */
export function rulesOf({ flags, settings }: Pick<FenceGround, "flags" | "settings">): RuleLists {
  const of = (...lists: (readonly string[] | undefined)[]): string[] => lists.flatMap((list) => list ?? []);
  const isBare = flags.bare || flags.safeMode;
  return {
    allow: of(
      flags.allowedTools,
      isBare ? [] : settings.get("permissions.allow"),
      isBare ? [] : settings.get("tools.allowed"),
    ),
    ask: of(settings.get("permissions.ask")),
    deny: of(
      flags.excludeTools,
      settings.get("permissions.deny"),
      settings.get("tools.exclude"),
      settings.get("tools.disabled"),
    ),
  };
}
