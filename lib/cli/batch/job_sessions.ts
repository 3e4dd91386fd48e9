import { resolve } from "../../path/mod.ts";
import { Session } from "../../engine/session/session.ts";
import type { JobResult, JobRun } from "../../fleet/job_result.ts";
import { permittedProvider } from "../../fleet/permitted_provider.ts";
import { RateGate } from "../../fleet/rate_gate.ts";
import type { Job } from "../../fleet/read_job.ts";
import type { HostedSession, Member } from "../../host/sessions/hosted_session.ts";
import { SINGLE_CLIENT_LIMITS } from "../../host/limits.ts";
import { SessionRegistry } from "../../host/sessions/session_registry.ts";
import { type Tap, watching } from "../../host/taps.ts";
import { randomIds, systemClock } from "../../model/clock.ts";
import {
  type Event,
  exitStatus,
  fail,
  type Problem,
  problem,
  problemOf,
  totalCost,
  type TurnCompleted,
} from "../../model/mod.ts";
import { readPrices } from "../../config/models/prices.ts";
import { assembleSession, contractOfRun } from "../assembly/session/assemble_session.ts";
import type { RunConfig } from "../assembly/config/load_config.ts";
import type { OpenedRun } from "../assembly/open_run.ts";
import { redactionTap } from "../assembly/output/redaction_tap.ts";
import { secrets } from "../assembly/config/secrets.ts";
import { traced } from "../assembly/output/telemetry.ts";
import { Ending } from "../ending.ts";
import type { Signals } from "../process/signals.ts";
import { configOfJob } from "./job_config.ts";
import { type JobTree, JobTrees } from "./job_trees.ts";
import { promptCommand } from "../prompt_command.ts";

/** What the jobs of a batch share. */
export interface JobSessionOptions {
  run: OpenedRun;
  /** The environment as it was before the keys were taken out of it. */
  env: (name: string) => string | undefined;
  signals: Signals;
  note: (text: string) => void;
  /** Names the batch in the names of its worktrees. */
  batch: string;
  /** Whether every job has a worktree of its own. */
  usesWorktrees: boolean;
  /** Whether every job needs a model with a known price. */
  needsPrices: boolean;
  isPersisted: boolean;
  /** Further taps of each session. */
  taps?: readonly Tap[];
}

/** What is known of a session while it runs. */
class JobWatch {
  readonly ending = new Ending("one_shot");
  turn: TurnCompleted | null = null;
  readonly #onEvent: (event: Event) => void;

  constructor(onEvent: (event: Event) => void) {
    this.#onEvent = onEvent;
  }

  watch(event: Event): void {
    this.ending.watch(event);
    this.#onEvent(event);
    if (event.type === "turn.completed" && event.agent === null) this.turn = event;
  }
}

interface OpenJob {
  config: RunConfig;
  watch: JobWatch;
  traceparent: string | undefined;
}

interface OpenedJob {
  sessionId: string;
  watch: JobWatch;
  follower: JobFollower;
}

const CANCELLED = problem("cancelled", "The job was cancelled.");

/** Who follows a job, and what ends it early. */
export interface JobFollower {
  /** Gets each event, without secrets. */
  onEvent?: (event: Event) => void;
  /** Cancels the job. */
  signal?: AbortSignal;
  /** Called just before each request to the model; false ends the job. */
  mayAsk?: () => Promise<boolean>;
}

/** Runs jobs as sessions of one registry. */
export class JobSessions {
  readonly #options: JobSessionOptions;
  readonly #registry: SessionRegistry;
  readonly #trees: JobTrees;
  readonly #gates = new Map<string, RateGate>();
  readonly #open = new Map<string, OpenJob>();
  readonly #shells = new Map<object, { kill(): void }>();

  constructor(options: JobSessionOptions) {
    const { note, run, signals } = options;
    this.#options = options;
    this.#trees = new JobTrees(options.batch);
    this.#registry = new SessionRegistry({
      limits: { ...SINGLE_CLIENT_LIMITS, sessions: Infinity },
      clock: systemClock,
      ids: randomIds,
      folder: null,
      keepsHistory: false,
      note,
      open: ({ sessionId }) => this.#openSession(sessionId ?? ""),
      onEnded: (session) => this.#shells.delete(session),
      taps: (session) => {
        const watch = this.#open.get(session.id)?.watch;
        const { taps = [] } = options;
        return [
          redactionTap(secrets),
          ...run.taps,
          ...taps,
          ...(watch ? [watching((event) => watch.watch(event))] : []),
        ];
      },
    });
    signals.atOnce(() => {
      for (const shell of this.#shells.values()) shell.kill();
    });
  }

  /** Runs one attempt of a job. Never rejects. */
  async run(job: Job, follower: JobFollower = {}): Promise<JobRun> {
    const startedAt = systemClock.now();
    const sessionId = randomIds.next();
    const watch = new JobWatch(follower.onEvent ?? (() => {}));
    let patch: string | undefined;
    let fault: Problem | null = null;
    try {
      patch = await this.#inPlace(job, { sessionId, watch, follower });
    } catch (error) {
      fault = problemOf(error);
    }
    return jobRun(job.id, { watch, fault, patch, sessionId, durationMs: systemClock.now() - startedAt });
  }

  /** Cancels what runs; the results tell why. */
  stop(problem: Problem): void {
    this.#registry.stop("signal", problem);
  }

  /** Runs a job in its folder or worktree; returns the patch of a worktree. */
  async #inPlace(job: Job, opened: OpenedJob): Promise<string | undefined> {
    const { run: { config: { cwd: here } }, usesWorktrees } = this.#options;
    const cwd = resolve(here, job.repo ?? job.cwd ?? ".");
    await requireFolder(cwd, job.repo === undefined ? "cwd" : "repo");
    if (!usesWorktrees && job.repo === undefined) return void await this.#converse(job, { ...opened, cwd });
    await using tree: JobTree = await this.#trees.add(cwd);
    await this.#converse(job, { ...opened, cwd: tree.cwd });
    return await tree.patch();
  }

  async #converse(job: Job, at: OpenedJob & { cwd: string }): Promise<void> {
    const { run, env, note, needsPrices } = this.#options;
    const { cwd, sessionId, watch, follower: { signal, mayAsk } } = at;
    const { config, narrowed, close } = await configOfJob(job, { base: run.config, env, cwd });
    try {
      if (narrowed !== null) {
        const mode = config.flags.approvalMode;
        note(
          `qwen: job ${job.id} asks for the approval mode ${narrowed} and runs in ${mode}, the mode of the command.`,
        );
      }
      if (needsPrices) requirePrice(config);
      signal?.throwIfAborted();
      this.#open.set(sessionId, { config: this.#gated(config, mayAsk), watch, traceparent: job.traceparent });
      const session = await this.#registry.openUnattended(sessionId, reader);
      const cancel = (): void => session.stop("signal", CANCELLED);
      signal?.addEventListener("abort", cancel, { once: true });
      if (signal?.aborted) cancel();
      const refusal = session.send(promptCommand(job.prompt), reader);
      session.closeInput();
      await session.ended;
      signal?.removeEventListener("abort", cancel);
      if (refusal && !watch.turn) throw fail(refusal.code, refusal.message);
    } finally {
      this.#open.delete(sessionId);
      await close();
    }
  }

  async #openSession(sessionId: string): Promise<Session> {
    const opened = this.#open.get(sessionId);
    if (!opened) throw fail("internal", `No job has the session ${sessionId}`);
    const { config, traceparent } = opened;
    const { note, isPersisted } = this.#options;
    const parts = await assembleSession(config, {
      choice: { sessionId, isNewId: true, persist: isPersisted },
      contract: await contractOfRun(config),
      answers: false,
      note,
    });
    const session = new Session(traced(parts, { telemetry: config.telemetry, traceparent }));
    this.#shells.set(session, parts.tools.shell);
    return session;
  }

  /** The configuration with a provider that shares the pauses of its rate limit with all jobs. */
  #gated(config: RunConfig, mayAsk: JobFollower["mayAsk"]): RunConfig {
    const { provider, baseUrl } = config.selection;
    const key = `${provider} ${baseUrl}`;
    let gate = this.#gates.get(key);
    if (!gate) {
      const onHold = (ms: number): void =>
        this.#options.note(`qwen: rate limit of ${provider}: its jobs wait for ${Math.ceil(ms / 100) / 10} s.`);
      this.#gates.set(key, gate = new RateGate({ clock: systemClock, onHold }));
    }
    const provided = mayAsk ? permittedProvider(config.provider, mayAsk) : config.provider;
    return { ...config, provider: gate.guard(provided) };
  }
}

/** Reads what a session emits only to forget it: the taps have seen it. */
const reader: Member = {
  name: "batch",
  isController: false,
  isListening: false,
  ownsSessions: true,
  taken: 0,
  fill: () => 0,
  wake: ({ log }: HostedSession) => log.release(log.seq),
};

async function requireFolder(path: string, field: "cwd" | "repo"): Promise<void> {
  const found = await Deno.stat(path).catch(() => null);
  if (found?.isDirectory) return;
  throw fail("config_invalid", `${field} of the job is not a folder: ${path}`, { param: field });
}

function requirePrice({ settings, selection: { model } }: RunConfig): void {
  if (readPrices(settings.get("modelPrices"))(model)) return;
  throw fail("config_invalid", `--batch-cost needs a price, and the price of ${model} is unknown`, {
    hint: `Set modelPrices in settings: {"${model}": {"input": USD, "output": USD}} per million tokens.`,
  });
}

/** The record of an attempt. */
function jobRun(
  id: string,
  run: {
    watch: JobWatch;
    fault: Problem | null;
    patch: string | undefined;
    sessionId: string;
    durationMs: number;
  },
): JobRun {
  const { ending, turn } = run.watch;
  const outcome = turn?.outcome;
  const missing = turn ? null : ending.problem;
  const fault = run.fault ?? ending.problem ?? missing;
  const code = run.fault ? exitStatus(run.fault.code) : ending.status;
  const exitCode = code === 0 && !turn ? 1 : code;
  const isCancelled = outcome?.kind === "interrupted" || [129, 130, 143].includes(exitCode);
  const status = exitCode === 0 ? "succeeded" : isCancelled ? "cancelled" : "failed";
  const usage = turn?.total;
  const error = status === "succeeded" ? null : {
    code: fault?.code ?? "internal",
    message: secrets.text(fault?.message ?? "The session ended without a result."),
  };
  const result: JobResult = {
    type: "result",
    id,
    status,
    exit_code: exitCode,
    result: outcome && "text" in outcome ? outcome.text : "",
    ...(outcome?.kind === "done" && outcome.structured !== undefined ? { structured_output: outcome.structured } : {}),
    ...(error ? { error } : {}),
    usage: {
      input_tokens: usage?.inputTokens ?? 0,
      output_tokens: usage?.outputTokens ?? 0,
      total_tokens: usage?.totalTokens ?? 0,
    },
    cost_usd: turn?.costs ? totalCost(turn.costs) : null,
    num_turns: turn?.rounds ?? 0,
    duration_ms: Math.round(run.durationMs),
    attempts: 1,
    session_id: run.sessionId,
    ...(run.patch === undefined ? {} : { patch: run.patch }),
  };
  return { result, isRetryable: status === "failed" && (fault?.retryable ?? false) };
}
