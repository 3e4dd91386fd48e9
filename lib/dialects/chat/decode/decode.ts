import type { Command, CommandBody, CommandHead } from "../../../model/command.ts";
import { isObject } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import { faultOf } from "../../../stream/line_fault.ts";
import { nestsDeeperThan } from "../../../stream/nests_deeper_than.ts";
import { readChatRequest } from "./chat_request.ts";
import { answeredId, readAnswer } from "../control.ts";
import { Refusal } from "../errors.ts";
import { Fields } from "./fields.ts";
import { readControlRequest } from "./initialize.ts";
import { CAPABILITIES, maxDepth, PROTOCOL_VERSION } from "../line.ts";
import { readOpenAiRequest } from "./openai_request.ts";
import type { ChatState } from "../chat_state.ts";

const MAX_BAD_LINES = 100;
const BOM = "\ufeff";

/** Why a host cancels. */
const CANCEL_REASONS = ["escape", "user", "timeout", "shutdown"] as const;

type Target = Omit<CommandHead, "id">;

/** Folds the lines of a host into commands. Every line that is not blank becomes at least one. */
export class ChatDecoder {
  readonly #state: ChatState;
  #line = 0;
  /** What the host set up before it named a session; it holds for each session of the host. */
  #setup: CommandBody | null = null;
  readonly #setUp = new Set<string>();
  #bad = 0;
  #hasGood = false;
  #isOver = false;

  constructor(state: ChatState) {
    this.#state = state;
  }

  decode(line: string): Command[] {
    this.#line++;
    const text = (this.#line === 1 && line.startsWith(BOM) ? line.slice(1) : line).trim();
    if (text === "" || this.#isOver) return [];
    let request: Fields | null = null;
    try {
      request = new Fields(this.#parse(text), "");
      const command = this.#read(request);
      this.#hasGood = true;
      return [...this.#setupFor(command), command];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#refuse(error.problem, request);
    }
  }

  #parse(text: string): Record<string, unknown> {
    const fault = faultOf(text);
    if (fault?.kind === "too_long") {
      throw new Refusal("QWEN_LINE_TOO_LONG", `The line has ${fault.bytes} bytes: the limit is ${fault.limit}`, {
        hint: "A higher --max-input-line-bytes lets it through.",
      });
    }
    if (fault) throw new Refusal("QWEN_INVALID_UTF8", "The line is not valid UTF-8");
    const depth = maxDepth(this.#state);
    if (nestsDeeperThan(text, depth)) {
      throw new Refusal("QWEN_NESTING_TOO_DEEP", `The line nests deeper than ${depth} levels`);
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 160) : String(error);
      throw new Refusal("QWEN_INVALID_JSON", `The line is not JSON: ${reason}`);
    }
    if (!isObject(value)) throw new Refusal("QWEN_UNKNOWN_REQUEST", "The line is not a JSON object");
    return value;
  }

  #refuse(found: Problem, request: Fields | null): Command[] {
    const told = this.#invalid({ ...found, line: this.#line });
    if (found.code === "unsupported_protocol" && request) this.#nameAsker(told, request);
    // A control request is answered as one, also when it is refused.
    const requestId = request?.value.type === "control_request" ? request.value.request_id : undefined;
    if (typeof requestId === "string") this.#state.openRequest(told.id, requestId);
    if (found.fatal) this.#isOver = true;
    if (this.#hasGood || found.fatal || ++this.#bad < MAX_BAD_LINES) return [told];
    this.#isOver = true;
    const closing = problem("protocol_error", `${MAX_BAD_LINES} lines in a row could not be read: this is no request`, {
      detail: "QWEN_TOO_MANY_BAD_LINES",
      hint: "Is something other than JSON lines piped in?",
      line: this.#line,
      fatal: true,
    });
    return [told, this.#invalid(closing)];
  }

  /** The answer to a client of a later protocol carries the ids that the client has sent. */
  #nameAsker(told: Command, { value: { session_id, prompt_id } }: Fields): void {
    if (typeof session_id === "string" && session_id !== "") told.sessionId = session_id;
    if (typeof prompt_id === "string") this.#state.refused.set(told.id, prompt_id);
  }

  #invalid(found: Problem): Command {
    return this.#command({ sessionId: null }, { type: "invalid", problem: found });
  }

  #command(target: Target, body: CommandBody): Command {
    return { id: this.#state.options.ids.next(), ...target, ...body };
  }

  #read(request: Fields): Command {
    negotiate(request);
    const type = request.has("type") ? request.needText("type") : null;
    switch (type) {
      case "command_hint_request":
        return this.#command(named(request), hint(request));
      case "command_hint_cancel":
        return this.#command(named(request), { type: "hint_cancel", promptId: request.text("prompt_id") });
      case "heartbeat_request":
        return this.#command(named(request), { type: "heartbeat", promptId: request.text("prompt_id") });
      case "control/cancel":
        return this.#cancel(request);
      case "control_response":
        return this.#answer(request);
      case "control_request":
        return this.#control(request);
    }
    if (request.has("input")) return this.#request(request, readChatRequest);
    if (request.has("messages")) return this.#request(request, readOpenAiRequest);
    if (type === null) {
      throw new Refusal(
        "QWEN_UNKNOWN_REQUEST",
        `The line is no request: it has neither "input", "messages" nor "type"`,
      );
    }
    throw new Refusal("QWEN_UNKNOWN_TYPE", `Lines of type "${type.slice(0, 80)}" are not known here`, {
      param: "type",
    });
  }

  #control(request: Fields): Command {
    const requestId = request.needText("request_id");
    const target = named(request);
    const body = readControlRequest(request);
    const isSetup = body.type === "configure" && request.object("request")?.text("subtype") === "initialize";
    if (isSetup && target.sessionId === null) this.#setup = body;
    else if (isSetup && target.sessionId !== null) this.#setUp.add(target.sessionId);
    const command = this.#command(target, isSetup && target.sessionId === null ? { type: "greet" } : body);
    this.#state.openRequest(command.id, requestId);
    if (command.type === "join") this.#state.isFollowing = true;
    return command;
  }

  /** Sets up a session that the host begins to use. A request without a name begins one. */
  #setupFor({ type, sessionId, fresh }: Command): Command[] {
    const isWork = type === "prompt" || type === "slash" || type === "tool_request" || type === "hint";
    if (!this.#setup || !isWork || (sessionId !== null && this.#setUp.has(sessionId))) return [];
    if (sessionId !== null) this.#setUp.add(sessionId);
    else if (!fresh) return [];
    return [this.#command({ sessionId, ...(fresh ? { fresh } : {}) }, this.#setup)];
  }

  /** A request that adds to a conversation. */
  #request(request: Fields, read: typeof readChatRequest): Command {
    const promptId = request.text("prompt_id");
    const isContinuation = request.flag("continuation") === true;
    const target = addressed(request);
    const body = read(request, { promptId, ids: this.#state.options.ids });
    if (body.type === "tool_response") this.#expect(body, { target, request });
    else if (promptId !== null && target.sessionId !== null && !isContinuation && body.type !== "tool_request") {
      this.#claim(target.sessionId, promptId);
    }
    return this.#command(target, body);
  }

  #claim(sessionId: string, promptId: string): void {
    if (this.#state.session(sessionId).claim(promptId)) return;
    throw new Refusal("QWEN_DUPLICATE_PROMPT_ID", `The prompt id "${promptId}" was used before in this session`, {
      param: "prompt_id",
      hint: `Leave it out, or set "continuation" where the same prompt goes on.`,
    });
  }

  /** Refuses results of calls that no paused turn waits for. */
  #expect(
    body: CommandBody & { type: "tool_response" },
    { target, request }: { target: Target; request: Fields },
  ): void {
    if (target.sessionId === null) request.need("session_id");
    const { clientCalls } = this.#state.session(target.sessionId ?? "");
    const stranger = body.results.find(({ callId }) => !clientCalls.has(callId));
    if (stranger) {
      throw new Refusal("QWEN_UNKNOWN_TOOL_CALL", `No turn waits for the tool call "${stranger.callId}"`, {
        param: "tool_call_id",
      });
    }
    for (const { callId } of body.results) clientCalls.delete(callId);
  }

  #cancel(request: Fields): Command {
    const promptId = request.text("prompt_id");
    const requestId = request.text("request_id");
    request.word("reason", CANCEL_REASONS);
    const command = this.#command(named(request), { type: "interrupt", promptId });
    this.#state.openCancel(command.id, { promptId, requestId });
    return command;
  }

  #answer(request: Fields): Command {
    const askId = answeredId(request.value);
    if (askId === null) {
      throw new Refusal("QWEN_MISSING_FIELD", `"request_id" is missing`, { param: "request_id" });
    }
    const open = this.#state.asks.get(askId);
    if (!open) {
      throw new Refusal("QWEN_INVALID_VALUE", `No question with the id "${askId}" is open`, { param: "request_id" });
    }
    this.#state.asks.delete(askId);
    const { answer, fault } = readAnswer(request.value, open.ask);
    if (fault) {
      const { sessionId, subtype } = open;
      this.#state.session(sessionId).holdError({ request_id: askId, subtype, ...fault });
    }
    return this.#command({ sessionId: open.sessionId }, { type: "answer", askId, answer });
  }
}

/** The session that a line of the side channel names. */
function named(request: Fields): Target {
  const sessionId = request.text("session_id");
  return { sessionId: sessionId === "" || sessionId === "_new" ? null : sessionId };
}

/** The session that a request adds to; without a name it opens one. */
function addressed(request: Fields): Target {
  const target = named(request);
  return target.sessionId === null ? { sessionId: null, fresh: true } : target;
}

function hint(request: Fields): CommandBody {
  const text = request.text("text") ?? "";
  return {
    type: "hint",
    promptId: request.text("prompt_id"),
    trigger: request.word("trigger", ["slash", "at", "question"]) ?? triggerOf(text),
    text,
    cursor: request.number("cursor", { min: 0, integer: true }) ?? text.length,
    cwd: request.object("context")?.text("cwd") ?? null,
  };
}

function triggerOf(text: string): "slash" | "at" | "question" {
  if (text.startsWith("/")) return "slash";
  return text.startsWith("?") ? "question" : "at";
}

/** Refuses what was made for a later protocol. */
function negotiate(request: Fields): void {
  const version = request.number("protocol_version");
  if (version !== undefined && version > PROTOCOL_VERSION) {
    throw unsupported(`protocol version ${version}`, "protocol_version");
  }
  const nested = isObject(request.value.capabilities) ? request.object("capabilities") : null;
  const needed = [...request.texts("required_capabilities"), ...(nested?.texts("required") ?? [])];
  const unknown = needed.find((name) => !Object.hasOwn(CAPABILITIES, name));
  if (unknown !== undefined) throw unsupported(`the capability "${unknown}"`, "required_capabilities");
}

function unsupported(what: string, param: string): Refusal {
  return new Refusal("QWEN_UNSUPPORTED_PROTOCOL", `The client needs ${what}, which is not supported here`, {
    param,
    hint: `This is protocol version ${PROTOCOL_VERSION}.`,
    fatal: true,
  });
}
