import { type PromptCall, type PromptResult, servePrompts } from "../../../mcp/serve_prompts.ts";
import { isObject } from "../../../model/json.ts";
import { fail } from "../../../model/problem.ts";
import { pause } from "../../../model/timer.ts";
import { oneLine } from "../../../terminal/plain_text.ts";
import { ownProgram } from "../../process/own_program.ts";
import type { SubcommandContext } from "../subcommand.ts";
import { VERSION } from "../../version.ts";

/** The most runs at a time; further calls wait. */
const MAX_RUNS = 8;
/** How long a cancelled run may take to end its commands. */
const GRACE_MS = 5_000;
const MAX_STEP_CHARS = 200;
const MAX_STDERR_CHARS = 2_000;

/** `qwen mcp serve`: each call of the tool `prompt` is a run of its own, with the flags of this command. */
export async function serveMcp({ flags, argv, pipes, signals }: SubcommandContext): Promise<number> {
  const own = (["outputFormat", "inputFormat", "prompt", "promptFile", "resume", "continue", "sessionId"] as const)
    .find((name) => flags[name] !== undefined);
  if (own !== undefined) {
    throw fail(
      "usage_error",
      `qwen mcp serve takes no --${own.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      {
        hint: "The prompt and the session come with each call, and answers have the form of MCP.",
      },
    );
  }
  const args = argv.filter((word, index) => !(word === "mcp" && argv[index + 1] === "serve") && word !== "serve");
  const stop = new AbortController();
  const slots = new Slots(MAX_RUNS);
  const running = new Set<Promise<unknown>>();
  const serving = servePrompts({
    version: VERSION,
    ends: { input: pipes.stdin, write: (bytes) => writeAll(bytes, pipes) },
    run: (call, around) => {
      const run = slots.use(() => runPrompt(call, { args, ...around }));
      running.add(run);
      run.then(() => running.delete(run), () => running.delete(run));
      return run;
    },
    signal: stop.signal,
  });
  try {
    await signals.unlessFired(serving);
    return 0;
  } finally {
    stop.abort(new Error("The server ended"));
    await serving;
    await Promise.allSettled(running);
  }
}

interface RunOptions {
  args: readonly string[];
  signal: AbortSignal;
  onStep(text: string): void;
}

async function runPrompt(call: PromptCall, { args, signal, onStep }: RunOptions): Promise<PromptResult> {
  signal.throwIfAborted();
  const failed = (result: string): PromptResult => ({ result, sessionId: call.sessionId ?? "", isError: true });
  const program = ownProgram();
  const session = call.sessionId === undefined ? [] : [`--resume=${call.sessionId}`];
  let child: Deno.ChildProcess;
  try {
    if (call.cwd !== undefined && !(await Deno.stat(call.cwd)).isDirectory) return failed(`${call.cwd} is no folder`);
    child = new Deno.Command(program.command, {
      args: [...program.args, ...args, ...session, "--output-format=stream-json", "--dialect=qwen"],
      ...(call.cwd === undefined ? {} : { cwd: call.cwd }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    const isMissing = error instanceof Deno.errors.NotFound;
    return failed(isMissing ? `The folder ${call.cwd} does not exist` : `The run could not be started: ${error}`);
  }
  const end = (): void => void endChild(child);
  signal.addEventListener("abort", end, { once: true });
  try {
    const [result, stderr] = await Promise.all([
      lastResult(child.stdout, onStep),
      tailOf(child.stderr),
      feed(child.stdin, call.prompt),
    ]);
    const { code } = await child.status;
    signal.throwIfAborted();
    return result ?? failed(`The run ended with status ${code} and without a result. ${stderr}`.trim());
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** The result record of a run, while its other records are reported as steps. */
async function lastResult(
  stdout: ReadableStream<Uint8Array>,
  onStep: (text: string) => void,
): Promise<PromptResult | null> {
  let held = "";
  let last: PromptResult | null = null;
  for await (const text of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (held + text).split("\n");
    held = lines.pop() ?? "";
    for (const line of lines) {
      const record: unknown = line === "" ? null : JSON.parse(line);
      if (!isObject(record)) continue;
      if (record.type === "result") last = resultOf(record);
      else for (const step of stepsOf(record)) onStep(oneLine(step, MAX_STEP_CHARS));
    }
  }
  return last;
}

function resultOf(record: Record<string, unknown>): PromptResult {
  const { result, error, session_id: sessionId, is_error: isError } = record;
  const message = isObject(error) && typeof error.message === "string" ? error.message : "";
  return {
    result: typeof result === "string" && result !== "" ? result : message,
    sessionId: typeof sessionId === "string" ? sessionId : "",
    isError: isError === true,
  };
}

/** What a record says a run does: its texts and its calls. */
function stepsOf({ type, message }: Record<string, unknown>): string[] {
  if (type !== "assistant" || !isObject(message) || !Array.isArray(message.content)) return [];
  return message.content.filter(isObject).flatMap((block) => {
    if (block.type === "tool_use" && typeof block.name === "string") return [block.name];
    return block.type === "text" && typeof block.text === "string" && block.text !== "" ? [block.text] : [];
  });
}

async function feed(stdin: WritableStream<Uint8Array>, prompt: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(prompt));
    await writer.close();
  } catch {
    // A run that cannot start does not read its prompt; its result says why.
  }
}

async function tailOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  let tail = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) tail = (tail + text).slice(-MAX_STDERR_CHARS);
  return tail.trim();
}

async function endChild(child: Deno.ChildProcess): Promise<void> {
  const signal = (name: Deno.Signal): void => {
    try {
      child.kill(name);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
    }
  };
  signal("SIGTERM");
  const ended = await Promise.race([child.status.then(() => true), pause(GRACE_MS).then(() => false)]);
  if (!ended) signal("SIGKILL");
}

async function writeAll(bytes: Uint8Array, pipes: SubcommandContext["pipes"]): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await pipes.stdout.write(bytes.subarray(sent));
}

/** Lets a number of jobs run at a time; the others wait in order. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<Result>(job: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
