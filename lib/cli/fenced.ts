import { resolve } from "@std/path/resolve";
import { type SandboxInfo, type Shell, within } from "../model/mod.ts";
import { guardedPaths, secretPaths } from "../sandbox/config_paths.ts";
import { Confinement } from "../sandbox/confinement.ts";
import { coversPath, type Fences, type FenceTexts, type Grant, parseFences } from "../sandbox/fences.ts";
import { RulePolicy, type Workspace } from "../sandbox/policy.ts";
import { SessionFiles } from "../sandbox/session_files.ts";
import { SessionShell, type SessionShellOptions } from "../sandbox/session_shell.ts";
import { VerdictMemory } from "../sandbox/verdict_memory.ts";
import { defined } from "./defined.ts";
import type { Flags } from "./flag_table.ts";
import { homeFolder } from "./home_folder.ts";
import { qwenHome, type Settings } from "./settings.ts";
import { systemClock } from "./world.ts";

/** What the fences are made from. */
export interface FenceGround {
  flags: Flags;
  settings: Settings;
  env: (name: string) => string | undefined;
  cwd: string;
  /** The folder of the user's settings and sessions. */
  home: string;
  /** Whose SDK drives the program. */
  host: "claude" | "qwen" | null;
}

/** Everything that stands between tools and the machine, made from one source. */
export interface Fenced {
  fences: Fences;
  roots: string[];
  rules: RuleLists;
  files: SessionFiles;
  policy: RulePolicy;
  confinement: Confinement;
  sandbox: SandboxInfo;
  /** Names of variables that children see beyond the harmless ones, and those they never see. */
  passEnv: string[];
  dropEnv: Grant;
  /** Lets the canary out; resolves when it is back, or, where nothing depends on it, after a moment. */
  prove(): Promise<void>;
  /** The shell behind these fences; its end is theirs. */
  shell(runId: string): ShellParts;
}

type ShellParts = Shell & { close(): Promise<void>; kill(): void };

/** How long the first record may wait for the canary. */
const PROOF_WAIT_MS = 20;

/** Rules as they are written, by what they do. */
export interface RuleLists {
  allow: string[];
  ask: string[];
  deny: string[];
}

const KINDS = ["Read", "Write", "Net", "Run", "Env"] as const;

/** Makes the fences of a session. Throws QwenError for a flag or setting that means nothing. */
export function openFences(ground: FenceGround, options: { note: (text: string) => void }): Fenced {
  const { flags, settings, env, cwd } = ground;
  const home = homeFolder(env);
  const fences = parseFences(fenceTexts(ground), { cwd, home });
  const roots = [cwd, ...(flags.includeDirectories ?? []), ...(settings.get("context.includeDirectories") ?? [])];
  const named = (grant: Grant): readonly string[] => grant === "all" ? ["/"] : grant;
  const secrets = [...secretPaths(home), ground.home, ...ownDoors(flags, cwd)]
    .filter((path) => fences.read.allow === "all" || !coversPath(fences.read.allow, path))
    .filter((path) => !roots.some((root) => coversPath([path], root)));
  // Looked for once and with the first call, before which nothing can change them.
  let found: string[] | undefined;
  const guarded = (): string[] =>
    found ??= roots.flatMap(guardedPaths).filter(({ isPinned }) => !isPinned).map(({ path }) => path)
      .filter((path) => !coversPath(fences.write.allow === "all" ? [] : fences.write.allow, path));
  const files = new SessionFiles({
    roots: [...roots, ...named(fences.write.allow)],
    readRoots: named(fences.read.allow),
    denyRead: [...secrets, ...named(fences.read.deny)],
    get denyWrite() {
      return [...guarded(), ...named(fences.write.deny)];
    },
    forbids: (path) => policy.forbidsReading(path),
    onFallback: (reason) => options.note(`qwen: files are touched without a thread of their own: ${reason}`),
  });
  const environment = Deno.env.toObject();
  const confinement = new Confinement({
    wish: flags.sandbox ?? settings.get("tools.sandbox") ?? "auto",
    roots: [...roots, ...(fences.write.allow === "all" ? [] : fences.write.allow)],
    fences,
    secrets,
    home,
    env: { PATH: environment.PATH ?? "" },
    memory: memoryIn(ground.home),
  });
  const rules = rulesOf(ground);
  const policy: RulePolicy = new RulePolicy({
    workspace: workspaceOf(files, confinement),
    folders: { cwd, project: cwd, home },
    rules,
    coreTools: flags.coreTools ?? settings.get("tools.core") ?? null,
    fences: {
      ...fences,
      read: { ...fences.read, deny: fences.read.deny === "all" ? "all" : [...secrets, ...fences.read.deny] },
    },
    get guarded() {
      return guarded();
    },
    memory: `${ground.home}/QWEN.md`,
    callsAgentsFreely: ground.host === "claude",
  });
  const passEnv = [
    ...(flags.passEnv ?? []),
    ...(settings.get("fences.passEnv") ?? []),
    ...(fences.env.allow === "all" ? Object.keys(environment) : fences.env.allow),
  ];
  const dropEnv = fences.env.deny;
  return {
    fences,
    roots,
    rules,
    files,
    policy,
    confinement,
    sandbox: confinement.info,
    passEnv,
    dropEnv,
    prove: async () => {
      if (confinement.isProved) return;
      const proof = confinement.verify();
      if (confinement.isRequired) await proof;
      else await within(proof, { ms: PROOF_WAIT_MS, clock: systemClock });
    },
    shell: (runId) => {
      const understood: SessionShellOptions["understood"] = (command, folder) => policy.understood(command, folder);
      const shell = new SessionShell({ runId, env: environment, passEnv, dropEnv, confinement, understood });
      return {
        ready: () => shell.ready(),
        run: (request) => shell.run(request),
        kill: () => shell.kill(),
        close: async () => {
          await shell.close();
          files.close();
        },
      };
    },
  };
}

/** Files by which one reaches the key or this program itself: whoever gets to them could answer for its host. */
function ownDoors({ keyFile, tokenFile, socketPath, pipePath }: Flags, cwd: string): string[] {
  const pipes = pipePath === undefined ? [] : [`${pipePath}.in`, `${pipePath}.out`];
  return [keyFile, tokenFile, socketPath, ...pipes].flatMap((path) => path ? [resolve(cwd, path)] : []);
}

function workspaceOf(files: SessionFiles, confinement: Confinement): Workspace {
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

let memory: { home: string; verdicts: VerdictMemory } | undefined;

/** What canaries have found, as it is kept in the user's folder; read once. */
function memoryIn(home: string): VerdictMemory {
  if (memory?.home !== home) memory = { home, verdicts: new VerdictMemory(`${home}/tmp/walls.json`) };
  return memory.verdicts;
}

/**
 * Lets the canary out before settings are read, unless one was out not long ago: what it finds holds for every session
 * behind walls of this kind.
 */
export async function proveEarly(flags: Flags): Promise<void> {
  if (flags.sandbox === "off") return;
  const verdicts = memoryIn(qwenHome((name) => Deno.env.get(name)));
  if (!verdicts.isEmpty) return;
  const cwd = Deno.cwd();
  const confinement = new Confinement({
    wish: "auto",
    roots: [cwd],
    fences: parseFences(defined({ allowNet: flags.allowNet }), { cwd, home: cwd }),
    secrets: [],
    home: homeFolder((name) => Deno.env.get(name)),
    env: { PATH: Deno.env.get("PATH") ?? "" },
    memory: verdicts,
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
  // Who is written about does not write the record.
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
