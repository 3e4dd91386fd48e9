import type { Confirmation, ToolProgress } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Clock, Job, ShellRun, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { BoundedText } from "../bounded_text.ts";
import { absolutePath, optionalInteger, optionalText, textField, toolFailure } from "../input.ts";
import { DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS } from "../run_shell_command.ts";

const MAX_OUTPUT_CHARS = 30_000;
/** How much output is shown while the command runs; after that only its size is told. */
const MAX_LIVE_BYTES = 1024 * 1024;
const STATUS_BYTES = 1024 * 1024;
const MAX_RUNNING_JOBS = 16;
/** The most background commands whose output is kept; of those that have ended the oldest goes first. */
const MAX_KEPT_JOBS = 64;

/** The command as a person has to see it before it is run. */
export function confirm(input: JsonObject): Confirmation {
  const command = textField(input, "command");
  const title = optionalText(input, "description") ?? "Run a command";
  return { kind: "exec", title, command, root: command.trim().split(/\s/, 1)[0] };
}

/** Runs the command. */
export async function* run(input: JsonObject, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutcome> {
  const command = textField(input, "command");
  if (command.trim() === "") throw toolFailure("Command cannot be empty.");
  const directory = optionalText(input, "directory");
  const timeoutMs = optionalInteger(input, "timeout") ?? DEFAULT_TIMEOUT_MS;
  if (timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS) {
    throw toolFailure(`params/timeout must be between 1 and ${MAX_TIMEOUT_MS}`);
  }
  const cwd = directory ? await context.files.resolve(absolutePath(directory, context.cwd), "read") : context.cwd;
  await context.shell.ready?.();
  // A background command hears no cancel, so one that came meanwhile counts here.
  context.signal.throwIfAborted();
  if (input.is_background === true) return startJob({ command, cwd }, context);
  const child = context.shell.run({ command, cwd, timeoutMs, signal: context.signal });
  const captured = new Captured(context.clock);
  yield* captured.follow(child);
  const status = await child.status;
  context.signal.throwIfAborted();
  return outcomeOf({ command, directory, timeoutMs, captured, ...status });
}

/** What a command wrote, bounded. */
class Captured {
  readonly #clock: Clock;
  readonly both = new BoundedText(MAX_OUTPUT_CHARS);
  readonly stdout = new BoundedText(MAX_OUTPUT_CHARS);
  readonly stderr = new BoundedText(MAX_OUTPUT_CHARS);
  #bytes = 0;
  #lines = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes in all output, and yields it as it comes. */
  async *follow(child: ShellRun): AsyncGenerator<ToolProgress, void> {
    const startedAt = this.#clock.now();
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    for await (const { channel, bytes } of child.output) {
      const text = decoders[channel].decode(bytes, { stream: true });
      const before = this.#bytes;
      this.#bytes += bytes.length;
      this.#take(channel, text);
      if (before < MAX_LIVE_BYTES) {
        if (text !== "") yield { kind: "output", text, channel };
      } else if (Math.floor(before / STATUS_BYTES) !== Math.floor(this.#bytes / STATUS_BYTES)) {
        const elapsedMs = this.#clock.now() - startedAt;
        yield { kind: "status", elapsedMs, totalBytes: this.#bytes, totalLines: this.#lines };
      }
    }
    for (const channel of ["stdout", "stderr"] as const) this.#take(channel, decoders[channel].decode());
  }

  #take(channel: "stdout" | "stderr", text: string): void {
    this.both.append(text);
    this[channel].append(text);
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#lines++;
  }
}

interface Finished {
  command: string;
  directory: string | null;
  timeoutMs: number;
  captured: Captured;
  code: number | null;
  signal: string | null;
  timedOut: boolean;
}

function outcomeOf(finished: Finished): ToolOutcome {
  const { captured, code, signal, timedOut } = finished;
  const output = captured.both.toString().replace(/\n$/, "");
  const isBlank = output.trim() === "";
  const lines = [
    `Command: ${finished.command}`,
    `Directory: ${finished.directory ?? "(root)"}`,
    `Output: ${isBlank ? "(empty)" : output}`,
    `Error: (none)`,
    `Exit Code: ${code ?? "(none)"}`,
    `Signal: ${signal ?? "(none)"}`,
    `Process Group PGID: (none)`,
  ];
  const late = `Command timed out after ${finished.timeoutMs}ms and was ended.`;
  if (timedOut) lines.unshift(`${late} Give a larger timeout, or use is_background for a lasting process.`);
  const shown = timedOut ? (isBlank ? late : `${output}\n${late}`) : isBlank && code !== 0 ? endOf(finished) : output;
  return {
    output: [{ kind: "text", text: lines.join("\n") }],
    ...(shown.trim() === "" ? {} : { display: { kind: "text", text: shown } }),
    isError: timedOut,
    data: {
      stdout: captured.stdout.toString(),
      stderr: captured.stderr.toString(),
      interrupted: timedOut,
      exitCode: code,
      signal,
    },
  };
}

function endOf(finished: Finished): string {
  return finished.signal
    ? `Command terminated by signal: ${finished.signal}`
    : `Command exited with code: ${finished.code}`;
}

function startJob(wanted: { command: string; cwd: string }, context: ToolContext): ToolOutcome {
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
  });
  jobs.set(id, new ShellJob({ id, command: wanted.command, child, clock: context.clock }));
  const text = `Command started in the background with id ${id}.`;
  return {
    output: [{
      kind: "text",
      text: `${text} PID: ${child.pid}. Use task_output and task_stop with this id; it ends with the session.`,
    }],
    display: { kind: "text", text: `${text} PID: ${child.pid}` },
    data: { stdout: "", stderr: "", interrupted: false, backgroundTaskId: id, pid: child.pid },
  };
}

/** A name for one more job, once there is room for it. */
function nextId(jobs: Map<string, Job>): string {
  let last = 0;
  for (const id of jobs.keys()) last = Math.max(last, Number(/^shell_(\d+)$/.exec(id)?.[1] ?? 0));
  for (const [id, job] of jobs) {
    if (jobs.size < MAX_KEPT_JOBS) break;
    if (!job.isRunning && id.startsWith("shell_")) jobs.delete(id);
  }
  return `shell_${last + 1}`;
}

/** A command that runs on after the call that started it. */
class ShellJob implements Job {
  readonly id: string;
  readonly command: string;
  readonly pid: number;
  readonly #child: ShellRun;
  readonly #captured: Captured;
  #isRunning = true;

  constructor(parts: { id: string; command: string; child: ShellRun; clock: Clock }) {
    this.id = parts.id;
    this.command = parts.command;
    this.pid = parts.child.pid;
    this.#child = parts.child;
    this.#captured = new Captured(parts.clock);
    void this.#collect();
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  output(): string {
    return this.#captured.both.toString();
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }

  async #collect(): Promise<void> {
    for await (const _ of this.#captured.follow(this.#child)) { /* Kept for `output`. */ }
    this.#isRunning = false;
  }
}
