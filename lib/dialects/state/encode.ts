/**
 * Events as records. Ids are derived from the sequence numbers of events, so that a client that resumes a session, or a
 * second client of it, sees the same message under the same id.
 */
import type { DialectOptions } from "../../model/ports/dialect.ts";
import type { Event, TurnCompleted } from "../../model/event.ts";
import { textOf } from "../../model/content.ts";
import type { Json } from "../../model/json.ts";
import type { Conversation, ErrorRecord, Info, OutputLine, Status } from "../../../schemas/state/out.gen.ts";
import { startupErrorAsTurn } from "../shared/startup_error.ts";
import { statedLimits } from "./limits.ts";
import { confirmationText, resultText } from "./texts.ts";
import type { Questions } from "./questions.ts";
import { ToolGroups } from "./tool_groups.ts";

type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;

// An event has at most one message, one group and one info record.
const IDS_PER_EVENT = 4;
const GROUP_SLOT = 1;
const NOTE_SLOT = 2;

/** Folds events into the records of a client. */
export class StateEncoder {
  readonly #options: DialectOptions;
  readonly #questions: Questions;
  readonly #groups = new ToolGroups();
  /** Ids of messages that are being written, by message id. */
  readonly #open = new Map<string, number>();
  #isResponding = false;
  #seq = 0;

  constructor(options: DialectOptions, questions: Questions) {
    this.#options = options;
    this.#questions = questions;
  }

  encode(received: Event): OutputLine[] {
    const event = startupErrorAsTurn(received) ?? received;
    if (event.seq > 0) this.#seq = event.seq;
    switch (event.type) {
      case "session.started":
        return this.#init(event);
      case "turn.started":
        return this.#turnStarted(event);
      case "message.started":
        if (event.agent === null) this.#open.set(event.messageId, this.#id());
        return [];
      case "part.delta":
        return this.#delta(event);
      case "part.completed":
        return event.agent === null && event.part.kind === "thinking" && event.part.text !== ""
          ? [{ ...this.#status(), thought: event.part.text }]
          : [];
      case "message.completed":
        return this.#messageCompleted(event);
      case "message.added":
        return this.#messageAdded(event);
      case "tool.started":
      case "tool.completed":
        return this.#tool(event);
      case "ask.opened":
        return this.#askOpened(event);
      case "ask.closed":
        return this.#askClosed(event);
      case "turn.completed":
        return this.#turnCompleted(event);
      case "rejected":
        return [this.#error(event.problem)];
      case "heartbeat":
        return [this.#status()];
      case "session.ended":
        return event.problem ? [this.#error(event.problem)] : [];
      default:
        return this.#note(event);
    }
  }

  /** Events that are reported as a line for people. */
  #note(event: Event): OutputLine[] {
    switch (event.type) {
      case "notice":
        return [{ ...this.#info(event.text, event.code), ...(event.data && { data: event.data }) }];
      case "session.changed":
        return event.what.split(",").includes("model")
          ? [this.#info(`The model is now ${event.session.model}.`, "model_changed")]
          : [];
      case "session.reset":
        return [{
          ...this.#info("The conversation starts anew.", "session_reset"),
          data: { session_id: event.newSessionId },
        }];
      case "model.changed":
        return [this.#info(`The model ${event.from} is unavailable: continuing with ${event.to}.`, "model_changed")];
      case "retry.scheduled": {
        const seconds = (event.delayMs / 1000).toFixed(1);
        const count = `attempt ${event.attempt} of ${event.maxAttempts}`;
        return [this.#info(`${event.problem.message} Trying again in ${seconds}s (${count}).`, "retry")];
      }
      case "history.compacted":
        return [this.#info(
          `The conversation was summarised: ${event.tokensBefore} tokens became ${event.tokensAfter}.`,
          "compacted",
        )];
      case "reply":
        return this.#reply(event);
      default:
        return [];
    }
  }

  #init(event: EventOf<"session.started">): OutputLine[] {
    const { session } = event;
    return [{
      type: "init",
      version: session.version,
      workspaceRoot: session.cwd,
      model: session.model,
      session_id: session.sessionId,
      protocol: "state",
      limits: statedLimits(this.#options),
    }, this.#status()];
  }

  #turnStarted(event: EventOf<"turn.started">): OutputLine[] {
    this.#isResponding = true;
    const prompt = this.#message(textOf(event.prompt), { role: "user", at: event.at });
    return [...(prompt.content === "" ? [] : [prompt]), this.#status()];
  }

  #delta(event: EventOf<"part.delta">): OutputLine[] {
    const id = this.#open.get(event.messageId);
    if (event.kind !== "text" || id === undefined) return [];
    return [{
      type: "conversation",
      role: "assistant",
      content: event.delta,
      id,
      isStreaming: true,
      timestamp: event.at,
    }];
  }

  #messageCompleted(event: EventOf<"message.completed">): OutputLine[] {
    const id = this.#open.get(event.messageId);
    if (id === undefined) return [];
    this.#open.delete(event.messageId);
    const out: OutputLine[] = [];
    const content = textOf(event.parts);
    if (content !== "") out.push({ ...this.#message(content, { role: "assistant", at: event.at }), id });
    const calls = event.parts.filter((part) => part.kind === "tool_call");
    if (calls.length > 0) out.push(this.#groups.open(this.#id(GROUP_SLOT), calls));
    return out;
  }

  #messageAdded(event: EventOf<"message.added">): OutputLine[] {
    const content = textOf(event.message.parts);
    if (event.agent !== null || content === "" || event.message.role === "tool") return [];
    const role = event.origin === "replay" ? event.message.role : "system";
    return [this.#message(content, { role, at: event.at })];
  }

  #tool(event: EventOf<"tool.started"> | EventOf<"tool.completed">): OutputLine[] {
    const { callId, tool } = event;
    if (event.agent !== null && !this.#groups.has(callId)) return [];
    const input = event.input;
    if (event.type === "tool.started") {
      return [this.#groups.change({ callId, tool, input, status: "executing" }, this.#id(GROUP_SLOT))];
    }
    const status = event.denial ? "canceled" : event.isError ? "error" : "success";
    const text = resultText(event);
    const outcome = event.isError || event.denial ? { error: text } : { result: text };
    return [this.#groups.change({ callId, tool, input, status, ...outcome }, this.#id(GROUP_SLOT))];
  }

  #askOpened(event: EventOf<"ask.opened">): OutputLine[] {
    const { ask, askId, sessionId } = event;
    // Callbacks and messages of a host's servers are not questions to a person.
    if (ask.kind === "hook" || ask.kind === "mcp") return [];
    const callId = this.#questions.open({ askId, ask, sessionId });
    const [tool, input]: [string, Json] = ask.kind === "permission" ? [ask.tool, ask.input] : [ask.kind, {}];
    const confirmation = { message: confirmationText(ask), requires_approval: true };
    return [
      this.#groups.change({ callId, tool, input, status: "confirming", confirmation }, this.#id(GROUP_SLOT)),
      this.#status(),
    ];
  }

  #askClosed(event: EventOf<"ask.closed">): OutputLine[] {
    this.#questions.close(event.askId);
    // A question without a tool call ends with its answer.
    const ended = this.#groups.has(event.askId) ? [this.#groups.close(event.askId)] : [];
    return [...ended, this.#status()];
  }

  #turnCompleted(event: TurnCompleted & Event): OutputLine[] {
    this.#isResponding = false;
    this.#open.clear();
    const { inputTokens, outputTokens } = event.usage;
    return [
      ...this.#groups.closeAll(),
      ...this.#outcome(event),
      {
        type: "completion_stats",
        duration: `${(event.durationMs / 1000).toFixed(1)}s`,
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
      },
      this.#status(),
    ];
  }

  #outcome({ outcome }: TurnCompleted): OutputLine[] {
    switch (outcome.kind) {
      case "done":
        return [];
      case "interrupted":
        return [this.#info("The turn was interrupted.", "interrupted")];
      case "command":
        if (outcome.isError) return [this.#error({ code: "command_failed", message: outcome.text })];
        return outcome.text === "" ? [] : [this.#info(outcome.text, "command")];
      case "limit":
      case "failed":
        return [this.#error(outcome.problem)];
    }
  }

  #reply({ result }: EventOf<"reply">): OutputLine[] {
    if (result.kind === "interrupted" && !result.wasRunning) {
      return [this.#info("There is nothing to interrupt.", "nothing_running")];
    }
    return [];
  }

  #status(): Status {
    const state = this.#questions.size > 0
      ? "waiting_for_confirmation" as const
      : this.#isResponding
      ? "responding" as const
      : "idle" as const;
    return { type: "status", state };
  }

  #message(content: string, { role, at: timestamp }: { role: Conversation["role"]; at: number }): Conversation {
    return { type: "conversation", role, content, id: this.#id(), isStreaming: false, timestamp };
  }

  #info(message: string, code: string): Info {
    return { type: "info", message, id: this.#id(NOTE_SLOT), code };
  }

  #error(fault: ErrorFacts): ErrorRecord {
    const { detail, code, message, hint, param, line, retryAfterMs } = fault;
    return {
      type: "error",
      message,
      id: this.#id(NOTE_SLOT),
      code: detail ?? code,
      ...(hint !== undefined && { hint }),
      ...(param !== undefined && param !== "" && { param }),
      ...(line !== undefined && { line }),
      ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    };
  }

  #id(slot = 0): number {
    return this.#seq * IDS_PER_EVENT + slot;
  }
}

interface ErrorFacts {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
  param?: string;
  line?: number;
  retryAfterMs?: number;
}
