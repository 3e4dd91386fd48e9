import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { Display, Todo } from "../../model/content.ts";
import type { DialectOptions } from "../../model/ports/dialect.ts";
import type { Event, SessionInfo } from "../../model/event.ts";
import { totalCost } from "../../model/usage.ts";
import { AcpSession } from "./acp_session.ts";
import type { AcpState } from "./acp_state.ts";
import { rpcError } from "./errors.ts";
import { clientQuestion, questionCall } from "./questions.ts";
import { replayUpdates } from "./replay.ts";
import { promptResponse, replyResult } from "./responses.ts";
import { ToolCalls } from "./tool_calls.ts";

type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/** Makes messages to the client of events: updates of sessions, requests, and responses to its own requests. */
export class AcpEncoder {
  readonly #options: DialectOptions;
  readonly #state: AcpState;

  constructor(options: DialectOptions, state: AcpState) {
    this.#options = options;
    this.#state = state;
  }

  encode(event: Event): object[] {
    switch (event.type) {
      case "session.started":
        this.#state.sessions.set(event.sessionId, this.#newSession(event.session));
        return [];
      case "session.changed":
        return this.#changed(event);
      case "session.ended":
        return this.#ended(event);
      case "part.delta":
        return this.#delta(event);
      case "message.completed":
        return this.#usage(event);
      case "message.added":
        return this.#added(event);
      case "tool.started":
      case "tool.progress":
      case "tool.completed":
        return this.#updates(event, this.#toolUpdates(event));
      case "ask.opened":
        return this.#askOpened(event);
      case "ask.closed":
        return this.#askClosed(event);
      case "turn.completed":
        return this.#turnCompleted(event);
      case "reply":
        return this.#reply(event);
      case "rejected":
        return this.#rejected(event);
      case "notice":
        return event.code === "prompt_dropped" ? this.#respond(event, { stopReason: "cancelled" }) : [];
      case "history.compacted":
        return this.#compacted(event);
      default:
        return [];
    }
  }

  #newSession(info: SessionInfo): AcpSession {
    return new AcpSession(info, new ToolCalls(this.#options.tools, info.cwd));
  }

  #changed({ sessionId, session: info, ...event }: EventOf<"session.changed">): object[] {
    const session = this.#state.sessions.get(sessionId);
    if (!session) return [];
    const { hasNewMode, hasNewOptions } = session.update(info);
    const updates: SessionUpdate[] = [];
    if (hasNewMode) updates.push({ sessionUpdate: "current_mode_update", currentModeId: info.mode });
    // The response to the client's own change has the options already.
    if (hasNewOptions && !this.#isOwnChange(event.cause)) {
      updates.push({ sessionUpdate: "config_option_update", configOptions: session.configOptions() });
    }
    return this.#updates({ sessionId }, updates);
  }

  #isOwnChange(cause: string | null): boolean {
    return cause !== null && this.#state.requests.get(cause)?.method === "session/set_config_option";
  }

  #ended(event: EventOf<"session.ended">): object[] {
    this.#state.sessions.delete(event.sessionId);
    if (event.reason !== "fatal" || event.seq > 1 || !event.problem) return [];
    // A run that could not start answers the first request, if it has read one.
    const id = this.#state.takeRequest(event.cause)?.rpcId ?? null;
    return [{ jsonrpc: "2.0", id, error: rpcError(event.problem) }];
  }

  #delta(event: EventOf<"part.delta">): object[] {
    const { kind, delta: text, messageId } = event;
    if (event.agent !== null || kind === "tool_call" || text === "") return [];
    const sessionUpdate = kind === "text" ? "agent_message_chunk" as const : "agent_thought_chunk" as const;
    return this.#updates(event, [{ sessionUpdate, content: { type: "text", text }, messageId }]);
  }

  #usage(event: EventOf<"message.completed">): object[] {
    const session = this.#state.sessions.get(event.sessionId);
    if (event.agent !== null || !session) return [];
    const { inputTokens, outputTokens } = event.usage;
    const used = inputTokens + outputTokens;
    return used === 0 ? [] : this.#updates(event, [this.#usageUpdate(session, used)]);
  }

  #usageUpdate(session: AcpSession, used: number): SessionUpdate {
    session.used = used;
    return { sessionUpdate: "usage_update", used, size: session.contextWindow };
  }

  #added(event: EventOf<"message.added">): object[] {
    const session = this.#state.sessions.get(event.sessionId);
    if (event.agent !== null || !session) return [];
    if (event.origin === "replay") return this.#updates(event, replayUpdates(event.message, session.calls));
    if (event.origin !== "command") return [];
    const texts = event.message.parts.flatMap((part) => part.kind === "text" && part.text !== "" ? [part.text] : []);
    return this.#updates(
      event,
      texts.map((text) => ({
        sessionUpdate: "agent_message_chunk",
        content: { type: "text", text },
        messageId: event.message.id,
      })),
    );
  }

  #toolUpdates(event: EventOf<"tool.started" | "tool.progress" | "tool.completed">): SessionUpdate[] {
    const calls = this.#state.sessions.get(event.sessionId)?.calls;
    if (!calls) return [];
    switch (event.type) {
      case "tool.started":
        return [calls.has(event.callId) ? calls.start(event) : calls.begin(event, "in_progress")];
      case "tool.progress": {
        const { progress } = event;
        if (progress.kind === "output") return calls.print(event.callId, progress.text);
        return progress.kind === "display" ? planUpdates(progress.display) : [];
      }
      case "tool.completed": {
        const begun = calls.has(event.callId) ? [] : [calls.begin({ ...event, title: event.tool }, "pending")];
        return [...begun, calls.complete(event), ...(event.isError ? [] : planUpdates(event.display))];
      }
    }
  }

  #askOpened(event: EventOf<"ask.opened">): object[] {
    const { sessionId, askId, ask } = event;
    const session = this.#state.sessions.get(sessionId);
    if (!session) return [];
    const { showsForms } = this.#state.abilities;
    const question = clientQuestion(event, { session, sessionId, showsForms });
    if (!question) return [];
    const { updates, method, params } = question;
    if (ask.kind === "client_call" && ask.call.action === "start_terminal" && ask.call.callId !== null) {
      session.starting.set(askId, ask.call.callId);
    }
    const id = this.#state.openAsk({ askId, sessionId, ask });
    return [...this.#updates(event, updates), { jsonrpc: "2.0", id, method, params }];
  }

  #askClosed(event: EventOf<"ask.closed">): object[] {
    const { sessionId, askId, by } = event;
    this.#state.closeAsk(askId);
    const session = this.#state.sessions.get(sessionId);
    if (!session) return [];
    const terminalId = session.terminals.get(askId);
    const callId = session.starting.get(askId);
    session.terminals.delete(askId);
    session.starting.delete(askId);
    if (terminalId !== undefined && callId !== undefined) {
      return this.#updates(event, session.calls.showTerminal(callId, terminalId));
    }
    const own = questionCall(askId);
    if (!session.calls.has(own)) return [];
    const status = by === "client" ? "completed" as const : "failed" as const;
    return this.#updates(event, [session.calls.end(own, { status, content: [] })]);
  }

  #turnCompleted(event: EventOf<"turn.completed">): object[] {
    const session = this.#state.sessions.get(event.sessionId);
    const updates: SessionUpdate[] = session?.calls.endAll() ?? [];
    const amount = event.costs ? totalCost(event.costs) : null;
    if (session && event.contextWindow !== undefined) session.contextWindow = event.contextWindow;
    if (session && amount !== null && amount > 0) {
      const cost = { amount, currency: "USD" };
      updates.push({ sessionUpdate: "usage_update", used: session.used, size: session.contextWindow, cost });
    }
    const response = promptResponse(event.outcome);
    return [
      ...this.#updates(event, updates),
      ...("problem" in response ? this.#fail(event, response.problem) : this.#respond(event, response)),
    ];
  }

  #reply(event: EventOf<"reply">): object[] {
    const { result, sessionId } = event;
    const session = this.#state.sessions.get(sessionId);
    if (result.kind === "opened" && session) {
      session.models = result.models;
      session.contextWindow = result.contextWindow;
      session.update(result.session);
    }
    const method = event.cause === null ? undefined : this.#state.requests.get(event.cause)?.method;
    // A prompt is answered by the end of its turn.
    if (method === undefined || method === "session/prompt") return [];
    const answered = this.#respond(event, replyResult(result, { method, sessionId, session, ...this.#options }));
    if (result.kind !== "opened") return answered;
    const availableCommands = result.commands.map(({ name, description, argumentHint }) => ({
      name,
      description,
      ...(argumentHint === "" ? {} : { input: { hint: argumentHint } }),
    }));
    return [...answered, ...this.#updates(event, [{ sessionUpdate: "available_commands_update", availableCommands }])];
  }

  #rejected(event: EventOf<"rejected">): object[] {
    // A line that was refused before it became a command has no request: it is answered without an id.
    if (event.cause === null) return [{ jsonrpc: "2.0", id: null, error: rpcError(event.problem) }];
    return this.#fail(event, event.problem);
  }

  #compacted(event: EventOf<"history.compacted">): object[] {
    const { tokensBefore, tokensAfter, at } = event;
    const updatedAt = new Date(at).toISOString();
    const _meta = { "qwen/compaction": { tokensBefore, tokensAfter } };
    return this.#updates(event, [{ sessionUpdate: "session_info_update", updatedAt, _meta }]);
  }

  #updates({ sessionId }: { sessionId: string }, updates: readonly SessionUpdate[]): object[] {
    return updates.map((update) => ({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } }));
  }

  /** Answers the request that an event settles; a notification has no answer. */
  #respond({ cause }: Event, result: object): object[] {
    const request = this.#state.takeRequest(cause);
    return request?.rpcId === undefined ? [] : [{ jsonrpc: "2.0", id: request.rpcId, result }];
  }

  #fail({ cause }: Event, fault: Parameters<typeof rpcError>[0]): object[] {
    const request = this.#state.takeRequest(cause);
    return request?.rpcId === undefined ? [] : [{ jsonrpc: "2.0", id: request.rpcId, error: rpcError(fault) }];
  }
}

function planUpdates(display: Display | null): SessionUpdate[] {
  if (display?.kind !== "todos") return [];
  const entries = display.todos.map(({ content, status }: Todo) => ({ content, status, priority: "medium" as const }));
  return [{ sessionUpdate: "plan", entries }];
}
