/**
 * A scripted model server on loopback with OpenAI's chat completions.
 *
 * ```ts
 * await using model = fakeModel([
 *   [{ thinking: "hm" }, { call: "read_file", input: { file_path: "/a" } }], // answer to the first request
 *   "That is all.",                                                         // answer to the second
 * ]);
 * // … run something with `model.env` in its environment …
 * assertEquals(model.requests[1].body.messages.at(-1), { role: "tool", … });
 * ```
 *
 * A reply is a text, a list of steps, or `{ status, headers, body, hold, steps }`; in the same process also a function of the
 * request. After its steps an answer is closed by a finish reason, usage and `[DONE]`, unless the last step was `cut` or `end`.
 * A request without a reply gets status 500, which no test should meet; `otherwise` changes that.
 *
 * As a process of its own: `deno run -A tests/support/fake_model.ts scenario.json` prints its port as the first line and
 * serves until it is killed. The file holds `Reply[]` or `{ "replies": Reply[], "otherwise": Reply }`. Then
 * `POST /release/NAME` opens a gate and `GET /requests` shows what was received.
 */

/** One thing the model does while it answers. */
export type Step =
  /** Text: one chunk, or one for each entry. */
  | { text: string | string[] }
  /** The same text in `times` chunks. */
  | { repeat: string; times: number }
  | { thinking: string | string[] }
  /** A tool call. A string as input goes out as it is, so that broken JSON can be sent; `pieces` splits it. */
  | { call: string; input?: unknown; id?: string; pieces?: number }
  /** Sets usage for the end; null sends none. */
  | { usage: Partial<FakeUsage> | null }
  /** Sets the finish reason; by default `stop`, or `tool_calls` after a call. */
  | { stop: string }
  /** Is silent until `release(name)`, or until the client goes. */
  | { wait: string }
  /** Is silent for a time. For processes of their own; tests use `wait`. */
  | { delayMs: number }
  /** A keep-alive comment. */
  | { comment: string }
  /** An error object in the middle of the stream. */
  | { error: Record<string, unknown> }
  /** Bytes as they are. */
  | { raw: string | Uint8Array }
  /** Breaks the connection. */
  | { cut: true }
  /** Ends the body properly, but without a finish reason or `[DONE]`. */
  | { end: true };

/** One answer. */
export type Reply = string | Step[] | {
  /** Sends not even headers before `release(hold)`. */
  hold?: string;
  status?: number;
  headers?: Record<string, string>;
  /** The whole body, instead of steps: text, or JSON. */
  body?: unknown;
  steps?: Step[];
};

/** A reply, or how to make one of the request. */
export type ScriptedReply = Reply | ((request: ReceivedRequest) => Reply);

/** Tokens, in the server's words. */
export interface FakeUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: { cached_tokens: number };
  completion_tokens_details: { reasoning_tokens: number };
}

/** What the server was asked. */
export interface ReceivedRequest {
  /** From 0. */
  index: number;
  path: string;
  headers: Record<string, string>;
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
  body: any;
  /** Whether the client went before the answer was over. */
  isAborted: boolean;
  /** Resolves when the client goes before the answer is over. */
  aborted: Promise<void>;
}

/** How a fake model is made. */
export interface FakeModelOptions {
  /** The answer to requests beyond the list. */
  otherwise?: ScriptedReply;
  port?: number;
}

/** Starts a fake model. */
export function fakeModel(replies: ScriptedReply[], options: FakeModelOptions = {}): FakeModel {
  return new FakeModel(replies, options);
}

const FLUSH_CHARS = 16 * 1024;
const MODEL = "fake-model";
const encoder = new TextEncoder();

/** A running fake model. */
export class FakeModel implements AsyncDisposable {
  /** What was received so far, oldest first. */
  readonly requests: ReceivedRequest[] = [];
  readonly #replies: ScriptedReply[];
  readonly #options: FakeModelOptions;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #gates = new Map<string, PromiseWithResolvers<void>>();
  readonly #arrivals: { index: number; resolve: (request: ReceivedRequest) => void }[] = [];
  readonly #closing = Promise.withResolvers<void>();
  #isClosed = false;
  #calls = 0;

  constructor(replies: ScriptedReply[], options: FakeModelOptions) {
    this.#replies = replies;
    this.#options = options;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: options.port ?? 0, onListen: () => {} },
      (request) => this.#serve(request),
    );
  }

  get port(): number {
    return this.#server.addr.port;
  }

  /** The base URL, as `OPENAI_BASE_URL` takes it. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  /** An environment with which a run uses this model. */
  get env(): { OPENAI_API_KEY: string; OPENAI_BASE_URL: string; OPENAI_MODEL: string } {
    return { OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: this.url, OPENAI_MODEL: MODEL };
  }

  /** Waits until the request with this index has come. */
  request(index: number): Promise<ReceivedRequest> {
    const there = this.requests[index];
    if (there) return Promise.resolve(there);
    const { promise, resolve } = Promise.withResolvers<ReceivedRequest>();
    this.#arrivals.push({ index, resolve });
    return promise;
  }

  /** Lets every `wait` and `hold` of this name go on, also those still to come. */
  release(name: string): void {
    this.#gate(name).resolve();
  }

  /** Adds a reply to the end of the list. */
  add(reply: ScriptedReply): void {
    this.#replies.push(reply);
  }

  /** Ends all answers and the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closing.resolve();
    for (const gate of this.#gates.values()) gate.resolve();
    await this.#server.shutdown();
  }

  /** Resolves when the server has ended. */
  get finished(): Promise<void> {
    return this.#server.finished;
  }

  #gate(name: string): PromiseWithResolvers<void> {
    let gate = this.#gates.get(name);
    if (!gate) this.#gates.set(name, gate = Promise.withResolvers<void>());
    return gate;
  }

  async #serve(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    if (path === "/requests") return Response.json(this.requests.map(({ aborted: _, ...rest }) => rest));
    if (path.startsWith("/release/")) {
      this.release(decodeURIComponent(path.slice("/release/".length)));
      return new Response("ok\n");
    }
    if (path.endsWith("/models")) return Response.json({ object: "list", data: [{ id: MODEL, object: "model" }] });
    const text = await request.text();
    const gone = Promise.withResolvers<void>();
    const received: ReceivedRequest = {
      index: this.requests.length,
      path,
      headers: Object.fromEntries(request.headers),
      body: parse(text),
      isAborted: false,
      aborted: gone.promise,
    };
    const onGone = (): void => {
      received.isAborted = true;
      gone.resolve();
    };
    this.requests.push(received);
    for (const arrival of this.#arrivals) if (arrival.index === received.index) arrival.resolve(received);
    return await this.#answer(received, { onGone, request });
  }

  async #answer(
    received: ReceivedRequest,
    client: { onGone: () => void; request: Request },
  ): Promise<Response> {
    const scripted = this.#replies[received.index] ?? this.#options.otherwise ?? {
      status: 500,
      body: { error: { message: `the scenario has no reply number ${received.index}` } },
    };
    const reply = typeof scripted === "function" ? scripted(received) : scripted;
    const full = typeof reply === "string"
      ? { steps: [{ text: reply }] }
      : Array.isArray(reply)
      ? { steps: reply }
      : reply;
    if (full.hold !== undefined) {
      // A request's signal is touched only here: merely reading it makes the server complain on stderr.
      let isHeld = true;
      client.request.signal.addEventListener("abort", () => isHeld && client.onGone(), { once: true });
      await Promise.race([this.#gate(full.hold).promise, received.aborted, this.#closing.promise]);
      isHeld = false;
    }
    if (full.steps === undefined) {
      const body = typeof full.body === "string" ? full.body : JSON.stringify(full.body ?? {});
      const type = typeof full.body === "string" ? "text/plain" : "application/json";
      return new Response(body, { status: full.status ?? 200, headers: { "content-type": type, ...full.headers } });
    }
    return new Response(this.#stream(full.steps, { received, onGone: client.onGone }), {
      status: full.status ?? 200,
      headers: { "content-type": "text/event-stream", ...full.headers },
    });
  }

  #stream(
    steps: readonly Step[],
    facts: { received: ReceivedRequest; onGone: () => void },
  ): ReadableStream<Uint8Array> {
    const { received, onGone } = facts;
    const pieces = this.#pieces(steps, received);
    return new ReadableStream<Uint8Array>({
      async pull(controller): Promise<void> {
        const { value, done } = await pieces.next();
        if (received.isAborted) return;
        if (done) controller.close();
        else if (value === null) controller.error(new Error("cut"));
        else controller.enqueue(value);
      },
      cancel: onGone,
    }, { highWaterMark: 0 });
  }

  /** The bytes of an answer; null breaks the connection. */
  async *#pieces(steps: readonly Step[], received: ReceivedRequest): AsyncGenerator<Uint8Array<ArrayBuffer> | null> {
    const answer = new AnswerText(received.body?.model ?? MODEL, () => `call_${++this.#calls}`);
    for (const step of steps) {
      if (answer.text.length >= FLUSH_CHARS) yield answer.flush();
      if ("wait" in step) {
        if (answer.text !== "") yield answer.flush();
        await Promise.race([this.#gate(step.wait).promise, received.aborted, this.#closing.promise]);
      } else if ("delayMs" in step) {
        if (answer.text !== "") yield answer.flush();
        const late = Promise.withResolvers<void>();
        const timer = setTimeout(late.resolve, step.delayMs);
        await Promise.race([late.promise, received.aborted, this.#closing.promise]);
        clearTimeout(timer);
      } else if ("repeat" in step) {
        const chunk = answer.chunk({ content: step.repeat });
        for (let i = 0; i < step.times; i++) {
          answer.text += chunk;
          if (answer.text.length >= FLUSH_CHARS) yield answer.flush();
        }
      } else if ("raw" in step && typeof step.raw !== "string") {
        if (answer.text !== "") yield answer.flush();
        yield Uint8Array.from(step.raw);
      } else if ("cut" in step) {
        if (answer.text !== "") yield answer.flush();
        yield null;
        return;
      } else if ("end" in step) {
        if (answer.text !== "") yield answer.flush();
        return;
      } else answer.add(step);
      if (received.isAborted || this.#isClosed) return;
    }
    answer.finish();
    yield answer.flush();
  }
}

/** Writes an answer in the server's words. */
class AnswerText {
  text = "";
  readonly #model: string;
  readonly #nextId: () => string;
  #calls = 0;
  #stop: string | null = null;
  #usage: Partial<FakeUsage> | null = {};

  constructor(model: string, nextId: () => string) {
    this.#model = model;
    this.#nextId = nextId;
  }

  chunk(delta: Record<string, unknown>, finish: string | null = null): string {
    return this.#event({ choices: [{ index: 0, delta, finish_reason: finish }] });
  }

  add(step: Step): void {
    if ("text" in step) { for (const content of [step.text].flat()) this.text += this.chunk({ content }); }
    else if ("thinking" in step) {
      for (const reasoning_content of [step.thinking].flat()) this.text += this.chunk({ reasoning_content });
    } else if ("call" in step) this.#call(step);
    else if ("usage" in step) this.#usage = step.usage;
    else if ("stop" in step) this.#stop = step.stop;
    else if ("comment" in step) this.text += `: ${step.comment}\n\n`;
    else if ("error" in step) this.text += `data: ${JSON.stringify({ error: step.error })}\n\n`;
    else if ("raw" in step && typeof step.raw === "string") this.text += step.raw;
  }

  finish(): void {
    this.text += this.chunk({}, this.#stop ?? (this.#calls > 0 ? "tool_calls" : "stop"));
    if (this.#usage !== null) {
      const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, ...this.#usage };
      this.text += this.#event({ choices: [], usage });
    }
    this.text += "data: [DONE]\n\n";
  }

  flush(): Uint8Array<ArrayBuffer> {
    const bytes = encoder.encode(this.text);
    this.text = "";
    return bytes;
  }

  #call(step: Extract<Step, { call: string }>): void {
    const index = this.#calls++;
    const id = step.id ?? this.#nextId();
    const args = typeof step.input === "string" ? step.input : JSON.stringify(step.input ?? {});
    const size = Math.max(1, Math.ceil(args.length / (step.pieces ?? 1)));
    const pieces = Array.from(
      { length: Math.ceil(args.length / size) },
      (_, i) => args.slice(i * size, (i + 1) * size),
    );
    const opening = { name: step.call, arguments: pieces[0] ?? "" };
    this.text += this.chunk({ tool_calls: [{ index, id, type: "function", function: opening }] });
    for (const piece of pieces.slice(1)) {
      this.text += this.chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }

  #event(body: Record<string, unknown>): string {
    const head = { id: "chatcmpl-fake", object: "chat.completion.chunk", created: 1700000000, model: this.#model };
    return `data: ${JSON.stringify({ ...head, ...body })}\n\n`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

if (import.meta.main) {
  const [file] = Deno.args;
  if (!file) {
    await Deno.stderr.write(encoder.encode("usage: fake_model.ts scenario.json\n"));
    Deno.exit(1);
  }
  const scenario = JSON.parse(await Deno.readTextFile(file));
  const replies: Reply[] = Array.isArray(scenario) ? scenario : scenario.replies;
  const model = fakeModel(replies, { otherwise: scenario.otherwise });
  await Deno.stdout.write(encoder.encode(`${model.port}\n`));
  await model.finished;
}
