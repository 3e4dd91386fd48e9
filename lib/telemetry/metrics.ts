import type { Event, TurnCompleted } from "../model/event.ts";

const TOKEN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const TOOL_SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 5, 15, 60, 300];
/** Names of tools come from servers and models; beyond this many they are counted together. */
const MAX_SERIES = 500;

/** What is known of a live session. */
interface LiveSession {
  /** Since when a model is waited for. */
  waitingSince: number | null;
  /** The cost that was counted already. */
  costUsd: number;
}

/** The figures of a process that serves many sessions, in the text format of Prometheus. */
export class Metrics {
  readonly #sessions = new Map<string, LiveSession>();
  readonly #turns = new Counter("qwen_turns_total", "Turns that have ended");
  readonly #tokens = new Counter("qwen_tokens_total", "Tokens of model requests");
  readonly #cost = new Counter("qwen_cost_usd_total", "Cost of model requests with a known price, in USD");
  readonly #calls = new Counter("qwen_tool_calls_total", "Tool calls that have ended");
  readonly #errors = new Counter("qwen_errors_total", "Turns and lines that ended with an error, by its code");
  readonly #firstToken = new Histogram("qwen_time_to_first_token_seconds", {
    help: "Time from a model request to the first piece of its answer",
    bounds: TOKEN_SECONDS,
  });
  readonly #toolTime = new Histogram("qwen_tool_seconds", { help: "Time that tool calls took", bounds: TOOL_SECONDS });
  /** Jobs that wait in the queue; null where there is no queue. */
  queueDepth: number | null = null;

  /** Counts an event. */
  watch(event: Event): void {
    if (event.type === "session.ended") return void this.#sessions.delete(event.sessionId);
    const session = this.#sessionOf(event.sessionId);
    switch (event.type) {
      case "turn.started":
        session.waitingSince = event.at;
        break;
      case "message.started":
        if (session.waitingSince !== null) this.#firstToken.observe((event.at - session.waitingSince) / 1_000);
        session.waitingSince = null;
        break;
      case "tool.completed":
        session.waitingSince = event.at;
        this.#calls.add(1, {
          tool: event.tool,
          outcome: event.denial ? "denied" : event.isError ? "error" : "success",
        });
        this.#toolTime.observe(event.durationMs / 1_000);
        break;
      case "turn.completed":
        this.#countTurn(event, session);
        break;
      case "rejected":
        this.#errors.add(1, { code: event.problem.code });
        break;
    }
  }

  /** The page that Prometheus reads. */
  text(): string {
    const sessions = gauge("qwen_sessions", { help: "Sessions that are open", value: this.#sessions.size });
    const depth = this.queueDepth === null
      ? ""
      : gauge("qwen_queue_depth", { help: "Jobs that wait in the queue", value: this.queueDepth });
    const series = [this.#turns, this.#tokens, this.#cost, this.#calls, this.#errors, this.#firstToken, this.#toolTime];
    return [sessions, depth, ...series.map((one) => one.text())].join("");
  }

  #sessionOf(id: string): LiveSession {
    const known = this.#sessions.get(id);
    if (known) return known;
    const session = { waitingSince: null, costUsd: 0 };
    this.#sessions.set(id, session);
    return session;
  }

  #countTurn(event: TurnCompleted, session: LiveSession): void {
    const { outcome, usage, costs = {} } = event;
    session.waitingSince = null;
    this.#turns.add(1);
    this.#tokens.add(usage.inputTokens, { direction: "input" });
    this.#tokens.add(usage.outputTokens, { direction: "output" });
    const costUsd = Object.values(costs).reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
    this.#cost.add(Math.max(0, costUsd - session.costUsd));
    session.costUsd = costUsd;
    if (outcome.kind === "failed" || outcome.kind === "limit") this.#errors.add(1, { code: outcome.problem.code });
  }
}

type Labels = Readonly<Record<string, string>>;

/** A figure that only grows, by its labels. */
class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #values = new Map<string, number>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  add(amount: number, labels: Labels = {}): void {
    const wanted = labelText(labels);
    const isFull = this.#values.size >= MAX_SERIES && !this.#values.has(wanted);
    const key = isFull ? labelText(Object.fromEntries(Object.keys(labels).map((name) => [name, "other"]))) : wanted;
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount);
  }

  text(): string {
    const lines = [...this.#values].map(([labels, value]) => `${this.#name}${labels} ${value}\n`);
    return `${head(this.#name, { help: this.#help, type: "counter" })}${lines.join("")}`;
  }
}

/** How often a figure fell below each of some bounds. */
class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(name: string, { help, bounds }: { help: string; bounds: readonly number[] }) {
    this.#name = name;
    this.#help = help;
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    for (const [index, bound] of this.#bounds.entries()) if (value <= bound) this.#counts[index] += 1;
  }

  text(): string {
    const name = this.#name;
    const buckets = this.#bounds.map((bound, index) => `${name}_bucket{le="${bound}"} ${this.#counts[index]}\n`);
    const total = `${name}_bucket{le="+Inf"} ${this.#count}\n${name}_sum ${this.#sum}\n${name}_count ${this.#count}\n`;
    return `${head(name, { help: this.#help, type: "histogram" })}${buckets.join("")}${total}`;
  }
}

function gauge(name: string, { help, value }: { help: string; value: number }): string {
  return `${head(name, { help, type: "gauge" })}${name} ${value}\n`;
}

function head(name: string, { help, type }: { help: string; type: string }): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
