import type { Confirmation, ToolProgress } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Job, ShellProfile, Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { absolutePath, optionalInteger, optionalText, renameField, textField, titleOf, toolFailure } from "../input.ts";
import { CapturedOutput } from "./captured_output.ts";
import { ShellJob } from "./shell_job.ts";
import { type FinishedCommand, resultOf } from "./shell_result.ts";

const DESCRIPTION = `Runs a command with bash -c, without a terminal and with empty standard input.
Returns the output, of a long one head, tail and the file with all of it, and the exit code if it is not 0. The working folder follows \
cd; variables do not last. Use is_background for servers and other long-running processes; they answer later commands \
and end with the session.`;

/** The default time limit of a command. */
export const DEFAULT_TIMEOUT_MS = 120_000;
/** The longest time limit that a call may set. */
export const MAX_TIMEOUT_MS = 600_000;

const MAX_RUNNING_JOBS = 16;
/** Background commands whose output is kept; the oldest ended one is dropped first. */
const MAX_KEPT_JOBS = 64;

/** Runs one shell command. */
export const runShellCommand: Tool = {
  name: "run_shell_command",
  description: DESCRIPTION,
  kind: "exec",
  parallel: false,
  aliases: ["Bash", "Shell", "ShellTool"],
  callNames: [
    "execute_command",
    "run_command",
    "run_terminal_cmd",
    "run_in_terminal",
    "exec_command",
    "terminal",
    "execute_bash",
  ],
  insteadOf: ["python", "local_shell", "container.exec"],
  fieldAliases: {
    ...{ cmd: "command", run_in_background: "is_background", background: "is_background" },
    ...{ cwd: "directory", workdir: "directory", dir: "directory", timeout_ms: "timeout" },
  },
  worksIn: ({ refusesCommands }) => !refusesCommands,
  claude: {
    name: "Bash",
    toInput: (input) => renameField(input, { from: "is_background", to: "run_in_background" }),
    fromInput: (input) => renameField(input, { from: "run_in_background", to: "is_background" }),
    // Hosts render the output alone; the model also reads the exit code and the directory.
    showsDisplay: true,
  },
  input: inputWithin(DEFAULT_TIMEOUT_MS),
  title: (input) => titleOf("Run", input.command),
  needs: (input, context) => [{
    kind: "run",
    command: textField(input, "command"),
    cwd: absolutePath(optionalText(input, "directory") ?? startFolder(context), startFolder(context)),
  }],
  confirm: (input) => Promise.resolve(confirm(input)),
  run,
};

/** The same tool with another default time limit, or for another shell. */
export function shellTool({ shellTimeoutMs = DEFAULT_TIMEOUT_MS, shell }: ShellToolOptions): Tool {
  const limitMs = Math.min(shellTimeoutMs, MAX_TIMEOUT_MS);
  return {
    ...runShellCommand,
    ...(shell === undefined ? {} : { description: DESCRIPTION.replace("bash -c", `${shell}, not with bash`) }),
    input: inputWithin(limitMs, shell),
    run: (input, context) => run({ ...input, timeout: input.timeout ?? limitMs }, context),
  };
}

/** How the tool differs from the usual one. */
export interface ShellToolOptions {
  shellTimeoutMs?: number;
  /** The shell that runs commands, where it is not a POSIX shell. */
  shell?: string;
}

function inputWithin(timeoutMs: number, shell = "bash"): JsonObject {
  return {
    type: "object",
    properties: {
      command: { type: "string", description: `The ${shell} command.` },
      is_background: { type: "boolean", description: "Run in the background and return at once." },
      timeout: {
        type: "integer",
        minimum: 1,
        maximum: MAX_TIMEOUT_MS,
        description: `Time limit in milliseconds, ${timeoutMs} by default.`,
      },
      description: { type: "string", description: "What it does, in a few words." },
      directory: { type: "string", description: "The folder to run it in; the working folder by default." },
    },
    required: ["command"],
  };
}

/** The command to approve. */
function confirm(input: JsonObject): Confirmation {
  const command = textField(input, "command");
  const title = optionalText(input, "description") ?? "Run a command";
  return { kind: "exec", title, command, root: command.trim().split(/\s/, 1)[0] };
}

/** Runs the command. */
async function* run(input: JsonObject, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutcome> {
  const command = textField(input, "command");
  if (command.trim() === "") throw toolFailure("Command cannot be empty.");
  const directory = optionalText(input, "directory");
  const timeoutMs = optionalInteger(input, "timeout") ?? DEFAULT_TIMEOUT_MS;
  if (timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS) {
    throw toolFailure(`params/timeout must be between 1 and ${MAX_TIMEOUT_MS}`);
  }
  const base = startFolder(context);
  const cwd = directory ? await context.files.resolve(absolutePath(directory, base), "read") : base;
  const { profile } = context;
  const unkept = profile === "read-only" ? [] : await context.shell.keepFiles?.() ?? [];
  const mark = `qwen-folder-${context.callId.replace(/\W/g, "_")}:`;
  const captured = new CapturedOutput(context.clock, mark);
  if (unkept.length > 0) yield captured.note(`A rewind cannot restore: ${unkept.join(", ")}\n`);
  await context.shell.ready?.(profile);
  // Nothing cancels a background command later, so a cancellation that arrived meanwhile is checked here.
  context.signal.throwIfAborted();
  if (input.is_background === true) return await startJob({ command, cwd, profile }, context);
  const { callId, signal } = context;
  const child = context.shell.run({ command, cwd, timeoutMs, profile, folderMark: mark, signal, callId });
  yield* captured.follow(child);
  const status = await child.status;
  context.signal.throwIfAborted();
  // A folder that one call names is for that call alone.
  const folder = directory ? null : await followFolder(captured.folder, { cwd, context });
  return await resultOf({ command, timeoutMs, captured, folder, ...status }, context);
}

/** Where a command starts: the working folder follows `cd`. */
function startFolder(context: Pick<ToolContext, "cwd" | "shellCwd">): string {
  return context.shellCwd ?? context.cwd;
}

/** The folder that a command has changed to; null where the next one starts in the same. */
async function followFolder(
  reported: string | null,
  { cwd, context }: { cwd: string; context: ToolContext },
): Promise<FinishedCommand["folder"]> {
  const { memory } = context;
  const before = memory.shellCwd ?? context.cwd;
  if (reported === null || reported === cwd || reported === before) return null;
  try {
    const real = await context.files.resolve(reported, "read");
    memory.shellCwd = real;
    return { path: real, isReset: false };
  } catch {
    // Commands may look at other folders, but they start in the workspace.
    delete memory.shellCwd;
    return { path: reported, isReset: true };
  }
}

async function startJob(
  wanted: { command: string; cwd: string; profile: ShellProfile },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { jobs } = context.memory;
  const running = [...jobs.values()].filter((job) => job.isRunning).length;
  if (running >= MAX_RUNNING_JOBS) {
    throw toolFailure(`${running} background commands are running, which is the limit.`, "Stop one of them first.");
  }
  const id = nextId(jobs);
  const child = context.shell.run({
    ...wanted,
    timeoutMs: Infinity,
    // A background command outlives the turn that started it.
    signal: new AbortController().signal,
    background: true,
    callId: context.callId,
  });
  const { callId, clock } = context;
  jobs.set(id, new ShellJob({ id, command: wanted.command, callId, child, clock }));
  const pid = await child.ownPid ?? child.pid;
  const text = `Command started in the background with id ${id}.`;
  return {
    output: [{
      kind: "text",
      text: `${text} PID: ${pid}. Use task_output and task_stop with this id; its end is reported.`,
    }],
    display: { kind: "text", text: `${text} PID: ${pid}` },
    data: { stdout: "", stderr: "", interrupted: false, backgroundTaskId: id, pid },
  };
}

/** Makes room for one more job and returns its id. */
function nextId(jobs: Map<string, Job>): string {
  let last = 0;
  for (const id of jobs.keys()) last = Math.max(last, Number(/^shell_(\d+)$/.exec(id)?.[1] ?? 0));
  for (const [id, job] of jobs) {
    if (jobs.size < MAX_KEPT_JOBS) break;
    if (!job.isRunning && id.startsWith("shell_")) jobs.delete(id);
  }
  return `shell_${last + 1}`;
}
