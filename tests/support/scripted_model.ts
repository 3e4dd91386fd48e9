import { type Code, fail, type ProblemFacts } from "../../lib/model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../../lib/model/ports.ts";
import type { FakeClock } from "./fake_clock.ts";

/** One thing a scripted model does: a chunk, or something that is no chunk. */
export type ScriptStep =
  | ModelChunk
  /** Is silent until it is aborted. */
  | { type: "hang" }
  /** Lets time pass. */
  | { type: "pass"; ms: number }
  | { type: "problem"; code: Code; message: string; facts?: ProblemFacts };

/** A model that plays one list of steps for each request, each chunk as a batch of its own. */
export class ScriptedModel implements Provider {
  readonly name = "scripted";
  readonly requests: ModelRequest[] = [];
  readonly #answers: readonly ScriptStep[][];
  readonly #clock: FakeClock;

  constructor(answers: readonly ScriptStep[][], clock: FakeClock) {
    this.#answers = answers;
    this.#clock = clock;
  }

  /** Answers that nobody has asked for. */
  get unused(): number {
    return Math.max(0, this.#answers.length - this.requests.length);
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk[]> {
    const steps = this.#answers[this.requests.length];
    this.requests.push({ ...request, messages: structuredClone([...request.messages]) });
    if (!steps) throw fail("internal", `The story has no answer number ${this.requests.length}`);
    for (const step of steps) {
      // A real answer comes in pieces, with time between them for whatever else is going on.
      await Promise.resolve();
      signal.throwIfAborted();
      switch (step.type) {
        case "hang":
          await new Promise<never>((_, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          });
          break;
        case "pass":
          await this.#clock.advance(step.ms);
          break;
        case "problem":
          throw fail(step.code, step.message, step.facts);
        default:
          yield [step];
      }
    }
  }
}
