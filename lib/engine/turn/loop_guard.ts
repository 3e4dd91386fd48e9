import { type Problem, problem, textOf, type ToolCall, type ToolKind, type ToolResult } from "../../model/mod.ts";

// How often the same call may return the same result before the model is warned, and before the run ends.
const WARN_AT = 3;
const STOP_AT = 6;

/** The calls of one round with their results. */
export interface WatchedRound {
  calls: readonly ToolCall[];
  results: readonly ToolResult[];
  /** The kind of a tool; undefined for tools of the client. */
  kindOf(tool: string): ToolKind | undefined;
}

/** The verdict on one round: a warning for each repeated call, and the problem that ends the run. */
export interface LoopVerdict {
  /** Warnings by call id. */
  warnings: Map<string, string>;
  stuck: Problem | null;
}

/**
 * Detects a model that makes the same calls and gets the same results. A poll whose result has changed is no repeat,
 * and a new call that changes something starts the count afresh: checks are repeated after every edit.
 */
export class LoopGuard {
  readonly #counts = new Map<string, number>();
  /** Every call with its result so far: calls that take turns with each other are not new each time. */
  readonly #known = new Set<string>();

  /** Counts the calls of a round; the same call counts once per round. */
  watch({ calls, results, kindOf }: WatchedRound): LoopVerdict {
    const verdict: LoopVerdict = { warnings: new Map(), stuck: null };
    const inputs = new Map(calls.map((call) => [call.callId, JSON.stringify(call.input)]));
    const seen = new Set<string>();
    for (const result of results) {
      const signature = `${result.tool} ${inputs.get(result.callId)} ${result.isError} ${digest(result)}`;
      if (seen.has(signature)) continue;
      seen.add(signature);
      const isNew = !this.#known.has(signature);
      this.#known.add(signature);
      if (isNew && !result.isError && changes(kindOf(result.tool))) this.#counts.clear();
      const count = (this.#counts.get(signature) ?? 0) + 1;
      this.#counts.set(signature, count);
      if (count >= STOP_AT) verdict.stuck ??= stuckOn(result.tool, count);
      else if (count >= WARN_AT) verdict.warnings.set(result.callId, warning(count));
    }
    return verdict;
  }
}

/** Whether a tool of this kind may change what other calls return. */
function changes(kind: ToolKind | undefined): boolean {
  return kind !== undefined && kind !== "read" && kind !== "info" && kind !== "other";
}

function warning(count: number): string {
  return `[This call has returned the same result ${count} times. Repeating it will not help: do something else. ` +
    `The run ends at the ${STOP_AT}th time.]`;
}

function stuckOn(tool: string, count: number): Problem {
  return problem(
    "loop_detected",
    `Loop detection halted the run (consecutive_identical_tool_calls: ${tool} returned the same result ${count} times). ` +
      "This is an always-on guard.",
    { hint: "Put the task in other words, or give the model what it is looking for." },
  );
}

/** A short fingerprint of a result (FNV-1a over its text, and its length). */
function digest({ output }: ToolResult): string {
  const text = textOf(output);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  const media = output.filter(({ kind }) => kind === "media").length;
  return `${text.length}:${hash >>> 0}:${media}`;
}
