import { Session } from "../../lib/engine/session/session.ts";
import type { SessionParts } from "../../lib/engine/session/session_parts.ts";
import { DEFAULT_RETRY } from "../../lib/engine/turn/retry.ts";
import type { Verdict } from "../../lib/model/ports/access.ts";
import type { CommandBody } from "../../lib/model/command.ts";
import { textOf } from "../../lib/model/content.ts";
import type { Event, ToolProgress } from "../../lib/model/event.ts";
import type { JsonObject } from "../../lib/model/json.ts";
import type {
  ModelChunk,
  ModelRequest,
  Policy,
  PolicyCall,
  Provider,
  Tool,
  ToolOutcome,
} from "../../lib/model/ports.ts";
import { NO_USAGE } from "../../lib/model/usage.ts";
import { FakeClock } from "./fake_clock.ts";
import { countedIds, TOKENS } from "./say.ts";

/** What a scripted model answers: a text, calls of tools, or a function of the request. */
export type Script = string | { calls: { tool: string; input: JsonObject; id?: string }[]; text?: string };

/** An answer, or how to make one; it may wait. */
export type ScriptStep = Script | ((request: ModelRequest, signal: AbortSignal) => Script | Promise<Script>);

/** A model that says what it is told to, and remembers what it was asked. */
export class ScriptedProvider implements Provider {
  readonly name = "scripted";
  readonly requests: ModelRequest[] = [];
  readonly #steps: ScriptStep[];
  readonly #otherwise: ScriptStep;
  #calls = 0;

  constructor(steps: ScriptStep[], otherwise: ScriptStep = "Done.") {
    this.#steps = [...steps];
    this.#otherwise = otherwise;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk[]> {
    this.requests.push({ ...request, messages: structuredClone([...request.messages]) });
    const step = this.#steps.shift() ?? this.#otherwise;
    const script = typeof step === "function" ? await step(request, signal) : step;
    signal.throwIfAborted();
    const { text = "", calls = [] } = typeof script === "string" ? { text: script } : script;
    const chunks: ModelChunk[] = text === "" ? [] : [{ type: "text", text }];
    for (const [index, { tool, input, id }] of calls.entries()) {
      const callId = id ?? `call_${++this.#calls}`;
      chunks.push({ type: "call", index, callId, tool, input: JSON.stringify(input) });
    }
    const reason = calls.length > 0 ? "tool_calls" : "end";
    yield [...chunks, { type: "usage", usage: TOKENS }, { type: "finish", stop: { reason, raw: null } }];
  }
}

/** A policy that offers every tool and says this of calls. */
export function policySaying(judge: (call: PolicyCall) => Verdict): Policy {
  return {
    judge: (call) => Promise.resolve(judge(call)),
    update: () => {},
    offers: () => true,
    suggest: () => Promise.resolve([]),
  };
}

/** A policy that lets everything run. */
const OPEN_POLICY = policySaying(() => ({ decision: "allow", source: "mode" }));

/** A tool that returns what it is given. */
export const ECHO: Tool = {
  name: "echo",
  description: "Says it again.",
  kind: "other",
  parallel: true,
  aliases: ["Echo"],
  input: { type: "object" },
  title: () => "Echo",
  needs: () => [],
  // deno-lint-ignore require-yield -- it has no progress to tell.
  async *run(input): AsyncGenerator<ToolProgress, ToolOutcome> {
    await Promise.resolve();
    if (input.fail) throw new Error(String(input.fail));
    return { output: [{ kind: "text", text: String(input.text ?? "") }] };
  },
};

/** All events of a session or queue, up to its end. */
export async function eventsOf(source: { next(): Promise<readonly Event[] | null> }): Promise<Event[]> {
  const events: Event[] = [];
  for (let batch = await source.next(); batch; batch = await source.next()) events.push(...batch);
  return events;
}

/** Changes of the usual parts of a test's session, port by port. */
export type PartChanges = { [Port in keyof SessionParts]?: Partial<SessionParts[Port]> };

/** A session with a scripted model, a standing clock and counted ids. */
export class SessionBench {
  readonly clock = new FakeClock();
  readonly events: Event[] = [];
  readonly provider: ScriptedProvider;
  readonly session: Session;
  readonly #reading: Promise<void>;
  readonly #watchers = new Set<(event: Event) => void>();
  #commands = 0;

  constructor(steps: ScriptStep[], { otherwise, ...changes }: PartChanges & { otherwise?: ScriptStep } = {}) {
    this.provider = new ScriptedProvider(steps, otherwise);
    this.session = new Session(sessionParts({
      ...changes,
      model: { provider: this.provider, ...changes.model },
      world: { clock: this.clock, ...changes.world },
    }));
    this.#reading = this.#read();
  }

  /** Sends a command and returns its id. */
  send(body: CommandBody): string {
    const id = `c${++this.#commands}`;
    this.session.take({ id, sessionId: null, ...body });
    return id;
  }

  prompt(text: string): string {
    const content = [{ kind: "text" as const, text }];
    return this.send({ type: "prompt", content, promptId: null, messageId: null, options: { literal: true } });
  }

  /** Resolves with the first event, from now on or before, that is wanted. */
  when<Type extends Event["type"]>(
    type: Type,
    wanted: (event: Extract<Event, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<Event, { type: Type }>> {
    type Wanted = Extract<Event, { type: Type }>;
    const fits = (event: Event): event is Wanted => event.type === type && wanted(event as Wanted);
    const found = this.events.find(fits);
    if (found) return Promise.resolve(found as Wanted);
    const { promise, resolve } = Promise.withResolvers<Wanted>();
    const watch = (event: Event): void => {
      if (!fits(event)) return;
      this.#watchers.delete(watch);
      resolve(event);
    };
    this.#watchers.add(watch);
    return promise;
  }

  /** Sends a prompt and waits for the end of its turn. */
  async ask(text: string): Promise<Extract<Event, { type: "turn.completed" }>> {
    const id = this.prompt(text);
    return await this.when("turn.completed", (event) => event.cause === id);
  }

  /** Answers every hook question by a function of its payload. */
  answerHooks(answer: (payload: JsonObject, callbackId: string) => JsonObject): void {
    this.#watchers.add((event) => {
      if (event.type !== "ask.opened" || event.ask.kind !== "hook") return;
      const value = answer(event.ask.payload, event.ask.callbackId);
      this.send({ type: "answer", askId: event.askId, answer: { kind: "value", value } });
    });
  }

  /** The events of one type so far. */
  of<Type extends Event["type"]>(type: Type): Extract<Event, { type: Type }>[] {
    return this.events.filter((event): event is Extract<Event, { type: Type }> => event.type === type);
  }

  /** What the model was told last by tools and notes, as text. */
  lastMessages(count: number): string[] {
    const messages = this.provider.requests.at(-1)?.messages ?? [];
    return messages.slice(-count).map(({ role, parts }) =>
      `${role}: ${
        parts.map((part) => part.kind === "tool_result" ? textOf(part.output) : part.kind === "text" ? part.text : "")
          .join("|")
      }`
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.session.closeInput();
    await this.#reading;
  }

  async #read(): Promise<void> {
    for (let batch = await this.session.next(); batch; batch = await this.session.next()) {
      for (const event of batch) {
        this.events.push(event);
        for (const watch of [...this.#watchers]) watch(event);
      }
    }
  }
}

/** The parts of a session that has nothing but a model, a standing clock and counted ids, with changes. */
export function sessionParts(changes: PartChanges = {}): SessionParts {
  return {
    identity: {
      sessionId: "SID",
      version: "0.1.0",
      cwd: "/ws",
      roots: ["/ws"],
      sandbox: { backend: "off", filesystem: false, network: false, processes: false, verified: false },
      ignored: [],
      ...changes.identity,
    },
    model: {
      provider: new ScriptedProvider([]),
      name: "mock-model",
      fallbacks: [],
      choices: [],
      contextWindow: 100_000,
      retry: DEFAULT_RETRY,
      limits: { sessionRounds: null, promptRounds: null, toolCalls: null, wallMs: null, tokens: null },
      effort: null,
      thinkingTokens: null,
      system: () => Promise.resolve("You are a test."),
      agentSystem: (prompt) => Promise.resolve(prompt),
      contract: null,
      makeContract: () => Promise.reject(new Error("no contract here")),
      ...changes.model,
    },
    tools: {
      list: [ECHO],
      mode: "default",
      policy: OPEN_POLICY,
      files: NO_FILES,
      shell: NO_SHELL,
      compileCheck: () => Promise.resolve(() => null),
      redact: (_tool, input) => input,
      agents: [],
      ...changes.tools,
    },
    store: {
      journal: null,
      history: [],
      usage: NO_USAGE,
      onPrompt: () => {},
      onEnd: () => Promise.resolve(),
      query: () => Promise.resolve(undefined),
      ...changes.store,
    },
    host: {
      answers: true,
      askTimeoutMs: null,
      heartbeatMs: null,
      commands: null,
      commandContext: null,
      servers: null,
      hooks: [],
      ...changes.host,
    },
    world: { clock: new FakeClock(), ids: countedIds(), random: () => 0.5, ...changes.world },
  };
}

const NO_SHELL: SessionParts["tools"]["shell"] = {
  run: () => {
    throw new Error("There is no shell here");
  },
  close: () => Promise.resolve(),
  kill: () => {},
};

const refuse = (): Promise<never> => Promise.reject(new Error("There are no files here"));
const NO_FILES: SessionParts["tools"]["files"] = {
  resolve: refuse,
  read: refuse,
  stat: refuse,
  examine: refuse,
  list: refuse,
  search: { lines: refuse, entries: refuse },
  write: refuse,
  change: refuse,
};
