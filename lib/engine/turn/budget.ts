import { type Problem, problem } from "../../model/mod.ts";

/** What a session may spend; null is no limit. */
export interface Limits {
  /** Model rounds of the whole session. */
  sessionRounds: number | null;
  /** Model rounds of one prompt. */
  promptRounds: number | null;
  /** Tool calls of one prompt. */
  toolCalls: number | null;
  /** Time for one prompt. */
  wallMs: number | null;
  /** Tokens of one prompt. */
  tokens: number | null;
  /** The cost of the whole run in USD. */
  costUsd?: number | null;
}

/** Returns the cost of the session in USD so far; null when it is unknown. */
export type CostMeter = () => number | null;

const TURN_LIMIT =
  "Reached max session turns for this session. Increase the number of turns by specifying maxSessionTurns in settings.json.";

/** Counts model rounds and tool calls, and checks each against the limits before it starts. */
export class Budget {
  readonly #limits: Limits;
  readonly #cost: CostMeter;
  /** The cost of earlier runs of a resumed session. */
  readonly #costBefore: number;
  #sessionRounds = 0;
  #promptRounds = 0;
  #promptLimit: number | null = null;
  #toolCalls = 0;
  #tokensBefore = 0;

  constructor(limits: Limits, cost: CostMeter = () => 0) {
    this.#limits = limits;
    this.#cost = cost;
    this.#costBefore = cost() ?? 0;
  }

  get wallMs(): number | null {
    return this.#limits.wallMs;
  }

  /** A new prompt starts with fresh counters, but for the session's rounds. */
  startPrompt(maxRounds: number | null, totalTokens: number): void {
    this.#tokensBefore = totalTokens;
    this.#promptRounds = 0;
    this.#toolCalls = 0;
    this.#promptLimit = maxRounds ?? this.#limits.promptRounds;
  }

  /** Takes one model round; returns a problem when none is left. */
  takeRound(totalTokens: number): Problem | null {
    if (this.#limits.sessionRounds !== null && this.#sessionRounds >= this.#limits.sessionRounds) {
      return problem("turn_limit", TURN_LIMIT, { hint: "Raise --max-session-turns." });
    }
    if (this.#promptLimit !== null && this.#promptRounds >= this.#promptLimit) {
      return problem("turn_limit", `Reached maximum number of turns (${this.#promptLimit})`, {
        hint: "Raise --max-turns, or the max_turns of the request.",
      });
    }
    const spent = this.checkTokens(totalTokens);
    if (spent) return spent;
    this.#sessionRounds += 1;
    this.#promptRounds += 1;
    return null;
  }

  /** Returns a problem when the tokens of the prompt or the money of the run are used up; counts nothing. */
  checkTokens(totalTokens: number): Problem | null {
    const { tokens } = this.#limits;
    const costly = this.#checkCost();
    if (costly) return costly;
    const spent = totalTokens - this.#tokensBefore;
    if (tokens === null || spent < tokens) return null;
    return problem("budget.tokens", `Run aborted: token budget of ${tokens} exceeded; spent ${spent}.`, {
      hint: "Raise --max-total-tokens.",
    });
  }

  #checkCost(): Problem | null {
    const { costUsd = null } = this.#limits;
    if (costUsd === null) return null;
    const cost = this.#cost();
    if (cost !== null && cost - this.#costBefore < costUsd) return null;
    const message = cost === null
      ? "The cost of this run is unknown: a model without a price was used (--max-budget-usd)"
      : `Reached maximum budget ($${costUsd})`;
    return problem("budget.usd", message, { hint: "Raise --max-budget-usd." });
  }

  /** Takes one tool call; returns a problem when none is left. */
  takeToolCall(): Problem | null {
    const limit = this.#limits.toolCalls;
    if (limit !== null && this.#toolCalls >= limit) {
      return problem(
        "budget.tool_calls",
        `Run aborted: tool-call budget of ${limit} exceeded (--max-tool-calls); observed ${limit + 1}.`,
        { hint: "Raise --max-tool-calls." },
      );
    }
    this.#toolCalls += 1;
    return null;
  }
}

/** The part of a budget that a turn uses. */
export type Allowance = Pick<Budget, "takeRound" | "takeToolCall">;

/** A sub-agent's share: rounds of its own, but the tool calls and tokens of the prompt that it works for. */
export class SubBudget implements Allowance {
  readonly #prompt: Budget;
  readonly #maxRounds: number;
  #rounds = 0;

  constructor(prompt: Budget, maxRounds: number) {
    this.#prompt = prompt;
    this.#maxRounds = maxRounds;
  }

  takeRound(totalTokens: number): Problem | null {
    if (this.#rounds >= this.#maxRounds) {
      return problem("turn_limit", `The agent reached its maximum number of turns (${this.#maxRounds})`);
    }
    const spent = this.#prompt.checkTokens(totalTokens);
    if (!spent) this.#rounds += 1;
    return spent;
  }

  takeToolCall(): Problem | null {
    return this.#prompt.takeToolCall();
  }
}

/** The problem when the time budget of the run is used up. */
export function wallTimeProblem(wallMs: number): Problem {
  return problem(
    "budget.wall_time",
    `Run aborted: wall-clock budget of ${wallMs / 1000}s exceeded (--max-wall-time).`,
    {
      hint: "Raise --max-wall-time.",
    },
  );
}

/** The problem when a prompt's own time limit is over. */
export function promptTimeProblem(limitMs: number): Problem {
  return problem("budget.wall_time", `The prompt was stopped: its time limit of ${limitMs / 1000}s is over.`, {
    hint: "Give the request more time, or ask for less at once.",
  });
}
