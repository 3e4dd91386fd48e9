import {
  type Answer,
  fail,
  inputHash,
  type Journal,
  type JsonObject,
  type ParkedAnswer,
  type ParkedCall,
  QwenError,
  type Ticket,
  type Tool,
} from "../../model/mod.ts";
import type { World } from "../session/session_parts.ts";

/** The parts of parking. */
export interface ParkingParts {
  sessionId: string;
  /** Writes a ticket and returns the path of its file; absent where questions are not kept. */
  park?: (ticket: Ticket) => Promise<string>;
  /** The question with which the saved session stopped. */
  parked: ParkedCall | null;
  journal: Journal | null;
  world: World;
  /** Whether a call of the conversation has no result yet. Only such a call can run in a later process. */
  isOpen: (callId: string) => boolean;
}

/** A call whose question is kept. */
export interface ParkedQuestion {
  tool: Tool;
  input: JsonObject;
  callId: string;
  reason: string | null;
}

/** Keeps questions that nobody answers in a file, and holds the answer that a later run brings. */
export class Parking {
  readonly #parts: ParkingParts;
  #held: ParkedAnswer | null = null;

  constructor(parts: ParkingParts) {
    this.#parts = parts;
  }

  /** Whether questions that nobody answers are kept. */
  get isOn(): boolean {
    return this.#parts.park !== undefined;
  }

  /** Whether the question of a call can be kept: not that of a sub-agent or of the host's own call. */
  keeps(callId: string): boolean {
    return this.isOn && this.#parts.isOpen(callId);
  }

  /** Writes the question to its file. Returns the error that ends the turn. */
  async park({ tool, input, callId, reason }: ParkedQuestion): Promise<QwenError> {
    const { park, sessionId, journal, world: { ids, clock } } = this.#parts;
    const ticket = ids.next();
    const inputSha256 = await inputHash(input);
    const question = `Allow ${tool.name}: ${tool.title(input)}?${reason === null ? "" : ` (${reason})`}`;
    const payload = { ticket, call_id: callId, input_sha256: inputSha256 };
    journal?.append({ type: "note", subtype: "question_parked", payload, at: clock.now() });
    await journal?.sync();
    const path = await park?.({
      ticket,
      session_id: sessionId,
      tool: tool.name,
      input,
      input_sha256: inputSha256,
      question,
    });
    return fail("question_parked", `A question waits for an answer in ${path}: ${question}`, {
      hint: `Answer it with: qwen answer ${path} allow|deny`,
    });
  }

  /** Holds the answer for the call that the session stopped at. */
  hold(answer: ParkedAnswer): void {
    this.#held = answer;
  }

  /** The answer that is held for a call, once; an error where the call is not the one that was asked about. */
  async take(callId: string, input: JsonObject): Promise<Answer | QwenError | null> {
    const { parked, journal, world: { clock } } = this.#parts;
    const held = this.#held;
    if (!held || parked?.callId !== callId) return null;
    this.#held = null;
    if (parked.ticket !== held.ticket || parked.inputSha256 !== await inputHash(input)) {
      return fail("ticket_void", "The input of the call differs from the input that was asked about", {
        hint: "Start the work again with --park.",
      });
    }
    journal?.append({ type: "note", subtype: "question_answered", payload: { ticket: held.ticket }, at: clock.now() });
    await journal?.sync();
    return held.answer;
  }
}

/** Whether a turn was stopped because a question waits for its answer: its open calls run later. */
export function isParked({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof QwenError && reason.problem.code === "question_parked";
}
