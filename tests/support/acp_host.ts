/**
 * A client of the Agent Client Protocol that speaks in raw lines. Each line of the program is checked against the
 * published schema.
 *
 * ```ts
 * await using stage = await acpStage({ replies: ["Hello."] });
 * const host = await stage.start();
 * const sessionId = await host.newSession();
 * assertEquals((await host.prompt(sessionId, "Hi")).stopReason, "end_turn");
 * ```
 */
import { assertEquals } from "@std/assert";
import { assertAcpLine, type RpcMessage } from "./acp_schema.ts";
import { type FakeModel, fakeModel, type ScriptedReply } from "./fake_model.ts";
import { Fixture, type QwenEnd, type RunningQwen, startQwen } from "./qwen.ts";

/** How a stage is set. */
export interface StageOptions {
  replies?: ScriptedReply[];
  files?: Record<string, string>;
  flags?: string[];
  env?: Record<string, string>;
  capabilities?: Record<string, unknown>;
}

/** Answers a request of the program; what it throws becomes an error response. */
export type Handler = (params: RpcMessage) => unknown;

const MAX_WAIT_MS = 60_000;

/** Sets a stage: a model, a workspace, and a home that outlives each start of the program. */
export async function acpStage(options: StageOptions = {}): Promise<AcpStage> {
  return new AcpStage(options, { model: fakeModel(options.replies ?? []), fixture: await Fixture.open(options.files) });
}

/** The surroundings of one or several runs of the program. */
export class AcpStage implements AsyncDisposable {
  readonly model: FakeModel;
  readonly fixture: Fixture;
  readonly #options: StageOptions;
  readonly #hosts: AcpHost[] = [];

  constructor(options: StageOptions, { model, fixture }: { model: FakeModel; fixture: Fixture }) {
    this.#options = options;
    this.model = model;
    this.fixture = fixture;
  }

  get cwd(): string {
    return this.fixture.cwd;
  }

  /** Starts the program, without a word to it. */
  launch(flags: string[] = []): AcpHost {
    return this.launchWith(["--acp", ...(this.#options.flags ?? []), ...flags]);
  }

  /** Starts the program with exactly these flags. */
  launchWith(args: string[]): AcpHost {
    const env = { ...this.model.env, ...this.#options.env };
    const host = new AcpHost(startQwen(args, { fixture: this.fixture, env, stdin: { open: true } }), this.cwd);
    this.#hosts.push(host);
    return host;
  }

  /** Starts the program and introduces the client. */
  async start(flags: string[] = []): Promise<AcpHost> {
    const host = this.launch(flags);
    await host.initialize(this.#options.capabilities);
    return host;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const host of this.#hosts) await host[Symbol.asyncDispose]();
    await this.model[Symbol.asyncDispose]();
    await this.fixture[Symbol.asyncDispose]();
  }
}

/** An error response. */
export class RpcError extends Error {
  readonly error: RpcMessage;

  constructor(error: RpcMessage) {
    super(`${error.code}: ${error.message}`);
    this.error = error;
  }
}

/** A running program and its client. */
export class AcpHost implements AsyncDisposable {
  /** Every line so far. */
  readonly lines: RpcMessage[] = [];
  /** Handlers of requests, by method. */
  readonly on: Record<string, Handler> = {};
  readonly run: RunningQwen;
  readonly #cwd: string;
  readonly #sent = new Map<unknown, { method: string } & PromiseWithResolvers<RpcMessage>>();
  readonly #waiting: { fits: (message: RpcMessage) => boolean; resolve: (message: RpcMessage) => void }[] = [];
  readonly #reading: Promise<void>;
  #failure: Error | null = null;
  #lastId = 0;

  constructor(run: RunningQwen, cwd: string) {
    this.run = run;
    this.#cwd = cwd;
    this.#reading = this.#read();
  }

  async initialize(clientCapabilities: Record<string, unknown> = {}): Promise<RpcMessage> {
    return await this.request("initialize", { protocolVersion: 1, clientCapabilities });
  }

  /** Opens a session and returns its id. */
  async newSession(params: RpcMessage = {}): Promise<string> {
    return (await this.request("session/new", { cwd: this.#cwd, mcpServers: [], ...params })).sessionId;
  }

  async prompt(sessionId: string, text: string): Promise<RpcMessage> {
    return await this.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  }

  /** Sends a request and returns its result. Throws RpcError. */
  async request(method: string, params: RpcMessage = {}): Promise<RpcMessage> {
    const id = `c${++this.#lastId}`;
    const waiting = { method, ...Promise.withResolvers<RpcMessage>() };
    this.#sent.set(id, waiting);
    await this.run.send({ jsonrpc: "2.0", id, method, params });
    return await bounded(waiting.promise, `an answer to ${method}`);
  }

  async notify(method: string, params: RpcMessage): Promise<void> {
    await this.run.send({ jsonrpc: "2.0", method, params });
  }

  /** The updates of a session so far, of one kind or of all. */
  updates(sessionId: string, kind?: string): RpcMessage[] {
    return this.lines.filter(({ method, params }) => method === "session/update" && params.sessionId === sessionId)
      .map(({ params }) => params.update)
      .filter(({ sessionUpdate }) => kind === undefined || sessionUpdate === kind);
  }

  /** The text of the answers so far. */
  text(sessionId: string, kind = "agent_message_chunk"): string {
    return this.updates(sessionId, kind).map(({ content }) => content.text).join("");
  }

  /** Waits for a line that fits, also among those that have come. */
  async until(fits: (message: RpcMessage) => boolean): Promise<RpcMessage> {
    const there = this.lines.find(fits);
    if (there) return there;
    const { promise, resolve } = Promise.withResolvers<RpcMessage>();
    this.#waiting.push({ fits, resolve });
    return await bounded(promise, `a line that fits ${fits}`);
  }

  /** Waits for an update of a session. */
  async untilUpdate(fits: (update: RpcMessage) => boolean): Promise<RpcMessage> {
    return (await this.until(({ method, params }) => method === "session/update" && fits(params.update))).params.update;
  }

  /** Closes the input and waits for the end. */
  async finish(): Promise<QwenEnd> {
    await this.run.closeInput();
    const end = await bounded(this.run.end, "the end of the program");
    await this.#reading;
    if (this.#failure) throw this.#failure;
    return end;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run[Symbol.asyncDispose]();
    await this.#reading;
    if (this.#failure) throw this.#failure;
  }

  async #read(): Promise<void> {
    for (let index = 0;; index++) {
      try {
        await this.run.until(new RegExp(`^(?:[^\\n]*\\n){${index + 1}}`));
      } catch {
        // The program has ended.
        return;
      }
      try {
        this.#take(JSON.parse(this.run.stdout.split("\n")[index]));
      } catch (error) {
        this.#failure ??= error instanceof Error ? error : new Error(String(error));
      }
    }
  }

  #take(message: RpcMessage): void {
    this.lines.push(message);
    const sent = "method" in message ? undefined : this.#sent.get(message.id);
    if (sent) {
      if ("error" in message) sent.reject(new RpcError(message.error));
      else sent.resolve(message.result);
    }
    if ("method" in message && "id" in message) void this.#serve(message);
    for (const [index, { fits, resolve }] of [...this.#waiting.entries()].reverse()) {
      if (!fits(message)) continue;
      this.#waiting.splice(index, 1);
      resolve(message);
    }
    assertAcpLine(message, sent?.method);
  }

  async #serve({ id, method, params }: RpcMessage): Promise<void> {
    const handler = this.on[method];
    if (!handler) return;
    try {
      const result = await handler(params);
      if (result !== undefined) await this.run.send({ jsonrpc: "2.0", id, result });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.run.send({ jsonrpc: "2.0", id, error: { code: -32603, message } });
    }
  }
}

/** An answer to a permission question. */
export function choose(optionId: string): Handler {
  return () => ({ outcome: { outcome: "selected", optionId } });
}

/** The error of a request that must fail. */
export async function errorOf(request: Promise<unknown>): Promise<RpcMessage> {
  try {
    assertEquals(await request, "an error");
  } catch (error) {
    if (error instanceof RpcError) return error.error;
    throw error;
  }
  throw new Error("unreachable");
}

/** Fails with a message when a promise does not settle in time. */
export async function bounded<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`There was not ${what} within ${MAX_WAIT_MS} ms`)), MAX_WAIT_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
