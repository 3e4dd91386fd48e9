import { gitRootOf } from "../../../config/context_files.ts";
import { defined } from "../../../config/defined.ts";
import { homeFolder } from "../../../config/home_folder.ts";
import { familyOf } from "../../../config/models/model_families.ts";
import { type RunFacts, workspaceTree } from "../../../config/run_facts.ts";
import type { HostPort, SessionParts, ToolPort } from "../../../engine/session/session_parts.ts";
import type { Contract } from "../../../engine/turn/result/contract.ts";
import type { VerifyRules } from "../../../engine/turn/result/verification.ts";
import { randomIds, randomNumber, systemClock } from "../../../model/clock.ts";
import type { HostFamily, Mode, OpenCommand, Shell, Skill } from "../../../model/mod.ts";
import type { LaunchServer } from "../../../mcp/transports/stdio_transport.ts";
import { isWritable } from "../../../sandbox/files/paths/is_writable.ts";
import { WorkspaceFiles } from "../../../sandbox/files/workspace_files.ts";
import { reachOf } from "../../../sandbox/policy/fences.ts";
import { childEnvironment } from "../../../sandbox/process/child_environment.ts";
import { launchedProgram } from "../../../sandbox/process/launcher.ts";
import { foreignShell, shellName } from "../../../sandbox/process/system_shell.ts";
import { RunGuardian } from "../../../sandbox/process/processes/run_guardian.ts";
import { inputChecks } from "../../../schema/check.ts";
import { redactInput } from "../../../schema/structured_texts.ts";
import type { SessionChoice } from "../../../store/open_session.ts";
import { GitView } from "../../../store/checkpoints/git_view.ts";
import type { FileHistory } from "../../../store/checkpoints/file_history.ts";
import { WorkspaceTracker } from "../../../store/checkpoints/work_tracker.ts";
import type { MemoryFile } from "../../../tools/files/save_memory.ts";
import { builtInTools } from "../../../tools/mod.ts";
import { checkExamples } from "./policy_calls.ts";
import { cleanTool } from "./clean_parts.ts";
import { commandContextParts } from "./command_context_parts.ts";
import { clientWorkspace } from "../client/client_workspace.ts";
import { type Fenced, openFences } from "./fenced.ts";
import { settingHooks } from "../hooks/setting_hooks.ts";
import type { RunConfig } from "../config/load_config.ts";
import { modelPort, SCHEMA_RETRIES } from "./model_port.ts";
import { nestedContext } from "./nested_context.ts";
import { openStore } from "./open_store.ts";
import { searchBackend } from "./search_backend.ts";
import { SessionServers } from "./session_servers.ts";
import { openProject } from "./session_project.ts";
import { serversOf } from "./session_sources.ts";
import { contractFromFlag } from "./structured_contract.ts";
import { BARE_TOOLS, TOOL_NAMES } from "./tool_names.ts";
import { ticketWriter } from "../client/ticket_file.ts";
import { untrustedFiles } from "../config/untrusted_files.ts";

/** The time limit for questions to a client that never promised to answer. */
const UNPROMISED_ANSWER_MS = 3_600_000;
/** How deep sub-agents may start sub-agents by default. */
export const DEFAULT_AGENT_DEPTH = 5;
/** The default of `--verify-attempts`. */
export const VERIFY_ATTEMPTS = 3;
const VERIFY_TIMEOUT_MS = 600_000;

/** Which session is wanted, and for whom. */
export interface SessionOptions {
  /** The flags choose the first session of a run; a client names later ones. */
  choice: SessionChoice;
  contract: Contract | null;
  /** Whether the client answers questions from the start. */
  answers: boolean;
  /** Set for the one client of Claude Code's protocol: its sessions are kept as that program keeps them. */
  keepsAs?: "claude";
  /** What a client that manages its sessions itself asks for. */
  wish?: OpenCommand;
  note: (text: string) => void;
}

/** The parts of a session, and the verdict on its sandbox. */
export interface AssembledSession extends SessionParts {
  /** Resolves when the sandbox probe has ended. */
  proved(): Promise<unknown>;
}

/** Makes the parts of one session. Throws QwenError when it cannot be opened. */
export async function assembleSession(config: RunConfig, options: SessionOptions): Promise<AssembledSession> {
  const { flags, settings, cwd, version } = config;
  const { note } = options;
  const fenced = openFences(config, { note });
  // The probe runs while the rest of the session is prepared.
  const proved = fenced.prove();
  const client = clientWorkspace(options.wish ?? null, { fenced, cwd });
  const runId = randomIds.next();
  const { roots, passEnv, dropEnv } = fenced;
  const environment = childEnvironment({ source: Deno.env.toObject(), passEnv, dropEnv, runId });
  const guardian = new RunGuardian(runId);
  const launch = serverLauncher(guardian, roots);
  const servers = new SessionServers({ version, roots, environment, launch, note, ...serversOf(config) });
  const [recorded, { memory, commands, agents, skills, style, files: projectFiles }] = await Promise.all([
    openStore(config, { ...options, fenced, files: client.files }),
    openProject(config, { note, offers: () => servers.prompts() }),
  ]);
  const { paths, fileHistory } = recorded;
  const examples = settings.get("permissions.examples") ?? [];
  if (examples.length > 0) await checkExamples(examples, { fenced, tools: builtInTools(), cwd });
  await proved;
  warnUnconfined(config, { fenced, note });
  const hooks = flags.bare || flags.safeMode ? [] : settingHooks(settings, { cwd, environment, note });
  if (hooks.length > 0) guardian.start();
  const rules = (): typeof fenced.policy.rules => fenced.policy.rules;
  const shell = keepingFiles(fenced.shell(runId, guardian), fileHistory);
  const git = gitView(config, { fenced, shell });
  const work = new WorkspaceTracker({ cwd, files: fileHistory?.files ?? client.files, disk: fenced.files, git });
  const reach = fenced.reach();
  return {
    identity: {
      ...{ sessionId: recorded.sessionId, startedBy: recorded.startedBy, version, cwd, roots },
      ...defined({ agentName: flags.agent || undefined, outputStyle: style?.name }),
      sandbox: fenced.sandbox,
      ...{ ignored: [...config.loaded.ignored, ...agents.ignored, ...untrustedFiles(config)], projectFiles },
    },
    model: modelPort(config, { memory, style, contract: options.contract, facts: startFacts(config, { fenced, git }) }),
    tools: {
      ...toolPort(config, { fenced, servers, skills }),
      ...{ hosts: reach.hosts, refusesCommands: reach.isRefused, keepOutput: fenced.keepOutput },
      ...{ files: work.files, shell: client.shell(shell), work, ...defined({ nestedContext: nestedContext(config) }) },
      open: (paths) => fenced.open(work.files, paths),
      agents: agents.agents,
    },
    store: recorded.store,
    host: {
      ...answering(config, options),
      ...defined({ park: flags.park === undefined ? undefined : ticketWriter(flags.park) }),
      ...client.host,
      commands,
      commandContext: commandContextParts(config, { paths, fileHistory, memory, rules }),
      servers,
      hooks,
    },
    world: { clock: systemClock, ids: randomIds, random: randomNumber },
    proved: () => fenced.confinement.verify(),
  };
}

/** The contract of `--json-schema`, checked before anything is sent or read. */
export async function contractOfRun(config: Pick<RunConfig, "flags" | "cwd" | "env">): Promise<Contract | null> {
  const { flags, cwd, env } = config;
  if (flags.jsonSchema === undefined) return null;
  const maxRetries = flags.schemaRetries ?? SCHEMA_RETRIES;
  return await contractFromFlag(flags.jsonSchema, { cwd, home: homeFolder(env), maxRetries });
}

/** The session that the flags choose. */
export function choiceOf({ flags, settings }: RunConfig): SessionChoice {
  const persist = flags.chatRecording ?? settings.get("general.chatRecording") ?? true;
  return {
    persist,
    ...defined({
      sessionId: flags.sessionId,
      resume: typeof flags.resume === "string" && flags.resume !== "" ? flags.resume : undefined,
      continueNewest: flags.continue || flags.resume === "" || undefined,
      fork: flags.forkSession,
      at: flags.resumeSessionAt,
      dropsTurn: flags.resumeDropsTurn,
    }),
  };
}

/** The approval mode that flags and settings ask for. */
export function modeOf({ flags, settings, host }: Pick<RunConfig, "flags" | "settings" | "host">): Mode {
  if (flags.yolo) return "yolo";
  if (flags.approvalMode) return flags.approvalMode;
  if (flags.bare || flags.safeMode) return "default";
  return settings.get("tools.approvalMode") as Mode | undefined ?? (host === "claude" ? "default" : "auto");
}

/** The file with facts for every session. */
export function memoryFile(home: string): MemoryFile {
  return { path: `${home}/QWEN.md`, open: () => Promise.resolve(new WorkspaceFiles({ roots: [home] })) };
}

/** The name of the shell where it is not a POSIX shell. */
function foreignShellName(): string | undefined {
  const shell = foreignShell(Deno.env.toObject());
  return shell === null ? undefined : shellName(shell);
}

/** Begins to gather the facts of a session. The first request to the model waits for them, and reports a failure. */
function startFacts(config: RunConfig, around: { fenced: Fenced; git: GitView }): Promise<RunFacts> {
  const facts = runFacts(config, around);
  void Promise.allSettled([facts]);
  return facts;
}

async function runFacts(config: RunConfig, { fenced, git }: { fenced: Fenced; git: GitView }): Promise<RunFacts> {
  const { cwd } = config;
  const hasRepository = gitRootOf(cwd) !== null;
  const [repository, tree] = await Promise.all([
    hasRepository ? git.facts() : null,
    workspaceTree(cwd, new WorkspaceFiles({ roots: [cwd] })),
  ]);
  return {
    ...{ cwd, git: repository, tree, mode: modeOf(config), sandbox: fenced.sandbox, reach: fenced.reach() },
    date: new Date(systemClock.now()).toISOString().slice(0, 10),
    platform: `${Deno.build.os} ${Deno.build.arch}`,
  };
}

/** Starts MCP servers without our descriptors, under the eyes of the guardian. */
function serverLauncher(guardian: RunGuardian, roots: readonly string[]): LaunchServer {
  return (argv, around) => {
    guardian.start();
    return launchedProgram(argv, { ...around, avoid: roots });
  };
}

/** Says that commands are not confined, or that the workspace cannot be written. The stderr of a Claude host stays empty. */
function warnUnconfined(
  { host, cwd }: RunConfig,
  { fenced: { confinement, sandbox }, note }: { fenced: Fenced; note: (text: string) => void },
): void {
  if (host !== "claude" && !isWritable(cwd)) {
    note(`qwen: ${cwd} cannot be written; edits and commands that write there will fail`);
  }
  if (host === "claude" || confinement.isConfined || sandbox.backend === "off") return;
  note(`qwen: commands are not confined: ${confinement.detail}`);
}

/** A shell that keeps the files of the workspace before a command; what it cannot keep is named once. */
function keepingFiles(shell: ReturnType<Fenced["shell"]>, history: FileHistory | null): ReturnType<Fenced["shell"]> {
  const named = new Set<string>();
  const keepFiles = async (): Promise<string[]> => {
    const unkept = await history?.beforeCommand() ?? ["any file, because this session is not recorded"];
    const fresh = unkept.filter((name) => !named.has(name));
    for (const name of fresh) named.add(name);
    return fresh;
  };
  return { ...shell, keepFiles };
}

/** Reads the repository of a session, where its configuration runs no programs. */
function gitView({ cwd }: RunConfig, { fenced, shell }: { fenced: Fenced; shell: Shell }): GitView {
  return new GitView({
    ...{ cwd, shell },
    isAllowed: async (command) => {
      const access = [{ kind: "run" as const, command, cwd }];
      const call = {
        tool: "run_shell_command",
        kind: "exec" as const,
        input: { command },
        access,
        mode: "default" as const,
      };
      return (await fenced.policy.judge(call)).decision === "allow";
    },
  });
}

function toolPort(
  config: RunConfig,
  { fenced, servers, skills }: { fenced: Fenced; servers: SessionServers; skills: readonly Skill[] },
): Omit<ToolPort, "agents" | "files" | "shell" | "work"> {
  const { flags, settings, home, audit } = config;
  const family = hostFamily(config);
  const { editFormat } = familyOf(config.selection.model);
  const tools = builtInTools({
    web: { reach: (url) => reachOf(fenced.fences.net, url), isAllowed: () => mayFetch(fenced) },
    ...{ memory: memoryFile(home), skills },
    ...defined({ search: searchBackend(settings.get("webSearch"), servers) }),
    ...defined({ shellTimeoutMs: settings.get("tools.shell.defaultTimeoutMs"), shell: foreignShellName() }),
  });
  const wanted = flags.bare ? flags.tools ?? BARE_TOOLS : flags.tools;
  return {
    list: tools.filter((tool) => tool.servesHost?.(family) ?? true)
      .filter(({ name }) => isWanted(name, wanted) && (name !== "apply_patch" || editFormat === name))
      .map(cleanTool),
    mode: modeOf(config),
    policy: audit?.policy(fenced.policy) ?? fenced.policy,
    compileCheck: inputChecks(tools),
    redact: redactInput,
    maxAgentDepth: isWanted("agent", wanted)
      ? flags.maxSubagentDepth ?? settings.get("model.maxSubagentDepth") ?? DEFAULT_AGENT_DEPTH
      : 0,
    ...defined({ verify: verifyRules(config) }),
    failsOnDenied: flags.failOnDenied ?? false,
  };
}

/** Whose protocol the client speaks. */
function hostFamily({ host, isHosted }: RunConfig): HostFamily {
  return host === "claude" ? "claude" : isHosted ? "other" : null;
}

/** Whether a fence or a rule opens an address, so that web_fetch can work where nobody can be asked. */
function mayFetch({ fences, policy }: Fenced): boolean {
  const { allow } = fences.net;
  return allow === "all" || allow.length > 0 || policy.rules.allow.some((rule) => /^web_?fetch/i.test(rule));
}

function verifyRules({ flags, settings }: RunConfig): VerifyRules | undefined {
  const command = flags.verify ?? settings.get("verify");
  if (command === undefined || command.trim() === "") return undefined;
  return { command, maxAttempts: flags.verifyAttempts ?? VERIFY_ATTEMPTS, timeoutMs: VERIFY_TIMEOUT_MS };
}

/** Whether `--tools` includes a tool; without it, and with `default`, it includes all. */
function isWanted(tool: string, wanted: readonly string[] | undefined): boolean {
  return !wanted || wanted.includes("default") || wanted.some((name) => TOOL_NAMES.canonical(name) === tool);
}

function answering(
  config: RunConfig,
  { answers }: SessionOptions,
): Pick<HostPort, "family" | "answers" | "askTimeoutMs" | "heartbeatMs"> {
  const { flags, host, isHosted } = config;
  return {
    family: hostFamily(config),
    answers,
    // A person at the terminal may take any time.
    askTimeoutMs: flags.askTimeout ?? (answers && isHosted && host !== "claude" ? UNPROMISED_ANSWER_MS : null),
    heartbeatMs: flags.heartbeatInterval ?? null,
  };
}
