/**
 * A session as data, told once and rendered in every dialect. A folder in tests/stories holds:
 *
 * - `story.jsonc`: what it shows, and what it starts from (`Story`)
 * - `model.jsonl`: one line for each request, the list of steps with which the model answers it
 * - `stdin.<dialect>.jsonl`: what the client sends; `{"after":"<event type>"}` waits for one more event of that type,
 *   `{"raw":"…"}` is a line as it is; the claude dialect takes the lines of qwen where it has none of its own
 * - `events.jsonl`: what the engine said; `stdout.<dialect>.jsonl`: what the client saw, byte for byte
 *
 * In all of them `/story` is the workspace, `$ASK` the question that was asked last and `$CALL` the call it is about.
 */
import { Ending } from "../../lib/cli/ending.ts";
import { TOOL_NAMES, TOOL_NAMINGS } from "../../lib/cli/assembly/session/tool_names.ts";
import { contractFromFlag } from "../../lib/cli/assembly/session/structured_contract.ts";
import { openCommands } from "../../lib/commands/mod.ts";
import { loadDialect } from "../../lib/dialects/mod.ts";
import { BUILT_IN_AGENTS } from "../../lib/engine/agents/built_in_agents.ts";
import type { Limits } from "../../lib/engine/turn/budget.ts";
import { Session } from "../../lib/engine/session/session.ts";
import { SINGLE_CLIENT_LIMITS } from "../../lib/host/limits.ts";
import { type Host, serveClient, visitOf } from "../../lib/host/pipeline.ts";
import { SessionRegistry } from "../../lib/host/sessions/session_registry.ts";
import { watching } from "../../lib/host/taps.ts";
import { memoryConnection } from "../../lib/host/transports/memory.ts";
import { stdioConnection } from "../../lib/host/transports/stdio.ts";
import { systemClock } from "../../lib/model/clock.ts";
import type { SessionParts } from "../../lib/engine/session/session_parts.ts";
import type { Command, Conversation, Dialect, Event, Ids, JsonObject, Message, Mode } from "../../lib/model/mod.ts";
import { RulePolicy } from "../../lib/sandbox/policy/policy.ts";
import { ProcessShell } from "../../lib/sandbox/process/process_shell.ts";
import { WorkspaceFiles } from "../../lib/sandbox/files/workspace_files.ts";
import { inputChecks } from "../../lib/schema/check.ts";
import { builtInTools } from "../../lib/tools/mod.ts";
import { parse } from "@std/jsonc";
import { testContext } from "./command_context.ts";
import { FakeClock } from "./fake_clock.ts";
import { ScriptedModel, type ScriptStep } from "./scripted_model.ts";
import { sessionParts } from "./session_bench.ts";

/** What a story starts from. */
export interface Story {
  /** What it shows, in one sentence. */
  shows: string;
  /** The prompt of the command line; without it the client speaks on stdin. */
  prompt?: string;
  /** Files of the workspace at the start. */
  files?: Record<string, string>;
  dialects: ("qwen" | "claude" | "chat" | "state")[];
  /** By default `stream-json`, and `stream-chunk-json` for the chat dialect. */
  format?: "json" | "stream-json";
  partials?: boolean;
  mode?: Mode;
  limits?: Partial<Limits>;
  /** Tools that the model is offered. */
  tools?: string[];
  /** Slash commands and references are at hand. */
  commands?: boolean;
  /** The built-in agents can be called. */
  agents?: boolean;
  schema?: JsonObject;
  contextWindow?: number;
  history?: Message[];
  /** Exit status, also by dialect where they differ. */
  exit: number | Record<string, number>;
}

/** What came of a story in one dialect. */
export interface Telling {
  stdout: string;
  events: string;
  exit: number;
}

const TOOLS = ["read_file", "write_file", "list_directory", "run_shell_command"];
const PLACE = "/story";

/** Reads a story. */
export async function readStory(folder: string): Promise<Story> {
  return parse(await Deno.readTextFile(`${folder}/story.jsonc`)) as Story;
}

/** Tells a story in a dialect, from its input to the last byte of its output. */
export async function tell(folder: string, dialectName: string): Promise<Telling> {
  const story = await readStory(folder);
  const cwd = await Deno.realPath(await Deno.makeTempDir({ prefix: "story_" }));
  const here = (text: string): string => text.replaceAll(PLACE, cwd);
  const there = (text: string): string => text.replaceAll(cwd, PLACE);
  try {
    for (const [path, text] of Object.entries(story.files ?? {})) await writeFile(`${cwd}/${path}`, text);
    const answers = (await linesIn(`${folder}/model.jsonl`)).map((line) => JSON.parse(here(line)) as ScriptStep[]);
    const stdin = story.prompt === undefined ? await stdinOf(folder, dialectName) : [];
    const stage = await Stage.open(story, { cwd, dialectName, answers });
    const exit = await stage.play(stdin.map(here));
    const events = stage.events.map((event) => JSON.stringify(event)).join("\n") + "\n";
    return { stdout: there(stage.stdout), events: there(events), exit };
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

/** The exit status that a story promises in a dialect. */
export function promisedExit(story: Story, dialectName: string): number {
  return typeof story.exit === "number" ? story.exit : story.exit[dialectName] ?? story.exit.qwen;
}

class Stage {
  readonly events: Event[] = [];
  readonly #story: Story;
  readonly #clock: FakeClock;
  readonly #parts: SessionParts;
  readonly #dialect: Dialect;
  readonly #model: ScriptedModel;
  readonly #ending: Ending;
  readonly #chunks: Uint8Array[] = [];
  #opened = 0;
  #arrival = Promise.withResolvers<void>();
  #lastAsk = "";
  #lastCall = "";

  private constructor(
    story: Story,
    set: { clock: FakeClock; parts: SessionParts; dialect: Dialect; model: ScriptedModel },
  ) {
    this.#story = story;
    this.#clock = set.clock;
    this.#parts = set.parts;
    this.#dialect = set.dialect;
    this.#model = set.model;
    const host = set.dialect.exitStatus === "last_result" ? "host_by_last_result" : "host";
    this.#ending = new Ending(story.prompt === undefined ? host : "one_shot");
  }

  static async open(
    story: Story,
    options: { cwd: string; dialectName: string; answers: ScriptStep[][] },
  ): Promise<Stage> {
    const { cwd, dialectName, answers } = options;
    const dialect = await loadDialect(dialectName);
    if (!dialect) throw new Error(`There is no dialect ${dialectName}`);
    const clock = new FakeClock();
    const model = new ScriptedModel(answers, clock);
    const parts = await partsOf(story, { cwd, clock, model, answers: story.prompt === undefined });
    return new Stage(story, { clock, parts, dialect, model });
  }

  get stdout(): string {
    return this.#chunks.map((chunk) => new TextDecoder().decode(chunk)).join("");
  }

  /** Plays to the end through the pipeline of the program; returns the exit status. */
  async play(stdin: readonly string[]): Promise<number> {
    const { prompt } = this.#story;
    const sink = {
      write: (bytes: Uint8Array): Promise<number> => {
        this.#chunks.push(bytes.slice());
        return Promise.resolve(bytes.length);
      },
    };
    const connection = prompt === undefined
      ? stdioConnection({ stdin: this.#bytes(stdin), stdout: sink })
      : memoryConnection(sink);
    const host = this.#host(prompt);
    await serveClient(visitOf(connection, host), host);
    if (this.#model.unused > 0) throw new Error(`${this.#model.unused} answers of the model were not asked for`);
    await this.#parts.host.commands?.close();
    return this.#ending.status;
  }

  #host(prompt: string | undefined): Host {
    const limits = { ...SINGLE_CLIENT_LIMITS, sessions: 4, maxLineBytes: 1 << 20 };
    const registry = new SessionRegistry({
      limits,
      clock: systemClock,
      ids: counted("d"),
      folder: null,
      keepsHistory: false,
      note: () => {},
      open: ({ sessionId }) => Promise.resolve(this.#session(sessionId)),
      taps: () => [watching((event) => this.#watch(event))],
    });
    const content = [{ kind: "text" as const, text: prompt ?? "" }];
    const first: Command = {
      id: "c1",
      sessionId: null,
      type: "prompt",
      content,
      promptId: null,
      messageId: null,
      options: {},
    };
    const dialect = this.#dialect;
    return {
      registry,
      limits,
      clock: systemClock,
      isSingleClient: true,
      shorten: () => Promise.reject(new Error("A story has no line that is too long")),
      firstCommands: prompt === undefined ? [] : [first],
      handshake: {
        dialect: dialect.name,
        token: null,
        takesOpeningLines: false,
        maxBadLines: limits.badLines,
        detect: () => dialect.name,
        undecided: () => Promise.resolve(this.#open()),
      },
      openDialect: () =>
        Promise.resolve({
          conversation: this.#open(),
          answers: prompt === undefined,
          opensAtOnce: true,
          showsQuestions: false,
          countsEvents: false,
          maxLineBytes: 1 << 20,
        }),
    };
  }

  #session(sessionId: string | null): Session {
    const isFirst = this.#opened++ === 0;
    if (isFirst) return new Session(this.#parts);
    const { identity, world } = this.#parts;
    return new Session({
      ...this.#parts,
      identity: { ...identity, sessionId: sessionId ?? world.ids.next() },
    });
  }

  #open(): Conversation {
    const { prompt, format, partials } = this.#story;
    const { name } = this.#dialect;
    return this.#dialect.open({
      ids: counted("d"),
      format: format ?? (name === "chat" ? "stream-chunk-json" : "stream-json"),
      tools: TOOL_NAMINGS,
      includePartials: partials ?? false,
      version: "0.0.0",
      extras: prompt === undefined ? { inputFormat: "stream-json", permissionPromptTool: "stdio" } : {},
    });
  }

  #bytes(stdin: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
    const encoder = new TextEncoder();
    const lines = this.#paced(stdin);
    return new ReadableStream({
      async pull(controller): Promise<void> {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(`${value}\n`));
      },
    }, { highWaterMark: 0 });
  }

  async *#paced(stdin: readonly string[]): AsyncGenerator<string> {
    const waited = new Map<string, number>();
    for (const line of stdin) {
      const step = JSON.parse(line);
      if (typeof step.after === "string") {
        const count = (waited.get(step.after) ?? 0) + 1;
        waited.set(step.after, count);
        while (this.events.filter((event) => event.type === step.after).length < count) await this.#arrival.promise;
      } else if (typeof step.raw === "string") yield step.raw;
      else yield line.replaceAll("$ASK", this.#lastAsk).replaceAll("$CALL", this.#lastCall);
    }
  }

  #watch(event: Event): void {
    this.events.push(event);
    this.#ending.watch(event);
    if (event.type === "ask.opened") {
      this.#lastAsk = event.askId;
      if (event.ask.kind === "permission") this.#lastCall = event.ask.callId;
    }
    if (event.type === "retry.scheduled") void this.#clock.advance(event.delayMs);
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers<void>();
  }
}

async function partsOf(
  story: Story,
  set: { cwd: string; clock: FakeClock; model: ScriptedModel; answers: boolean },
): Promise<SessionParts> {
  const { cwd, clock, model, answers } = set;
  const files = new WorkspaceFiles({ roots: [cwd] });
  const wanted = new Set(story.tools ?? TOOLS);
  const memory = { path: `${cwd}/QWEN.md`, open: () => Promise.resolve(files) };
  const tools = builtInTools({ memory }).filter((tool) => wanted.has(tool.name));
  const flag = { cwd, home: cwd, maxRetries: null };
  const limits = { sessionRounds: null, promptRounds: null, toolCalls: null, wallMs: null, tokens: null };
  return sessionParts({
    identity: { sessionId: "5e551011-0000-4000-8000-000000000000", version: "0.0.0", cwd, roots: [cwd] },
    model: {
      provider: model,
      name: "story-model",
      choices: [{ id: "story-model", label: "Story model", contextWindow: 1000 }],
      contextWindow: story.contextWindow ?? 100_000,
      limits: { ...limits, ...story.limits },
      contract: story.schema ? await contractFromFlag(JSON.stringify(story.schema), flag) : null,
    },
    tools: {
      list: tools,
      mode: story.mode ?? "default",
      policy: new RulePolicy({ names: TOOL_NAMES, workspace: files, folders: { cwd, project: cwd, home: cwd } }),
      files,
      shell: new ProcessShell({ runId: crypto.randomUUID() }),
      compileCheck: inputChecks(tools),
      agents: story.agents ? BUILT_IN_AGENTS : [],
    },
    store: { history: story.history ?? [] },
    host: {
      answers,
      commands: story.commands ? await openCommands({ cwd, clock, folders: [] }) : null,
      commandContext: story.commands
        ? { ...testContext({ cwd }), settingSources: () => [], ruleOrigin: () => "session" }
        : null,
    },
    world: { clock, ids: counted("e") },
  });
}

/** Ids that count and look like what they stand for. */
function counted(letter: "d" | "e"): Ids {
  let count = 0;
  return { next: () => `${letter.repeat(8)}-0000-4000-8000-${String(++count).padStart(12, "0")}` };
}

async function stdinOf(folder: string, dialectName: string): Promise<string[]> {
  const own = await linesIn(`${folder}/stdin.${dialectName}.jsonl`);
  return own.length > 0 || dialectName !== "claude" ? own : await linesIn(`${folder}/stdin.qwen.jsonl`);
}

async function linesIn(path: string): Promise<string[]> {
  try {
    return (await Deno.readTextFile(path)).split("\n").filter((line) => line !== "");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function writeFile(path: string, text: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
}
