/**
 * The table of differences between the clients of one family.
 * Ordering, state and the control channel are shared; names, fields and a few rules are here.
 */
import type { Mode } from "../../model/access.ts";
import type { Stop } from "../../model/content.ts";
import type { Ask, Event, Reply, SessionInfo, ToolCompleted, TurnCompleted } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Problem } from "../../model/problem.ts";
import type { Usage } from "../../model/usage.ts";
import type { LineFault } from "./fault.ts";
import type { TaskProgress } from "./task_book.ts";
import type { OpenRequest } from "./link.ts";

/** Who speaks: the head of a data record. */
export interface Voice {
  /** A fresh id for a record. */
  uuid(): string;
  sessionId: string;
}

/** An event of one type. */
export type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/** A question about a tool call. */
export type PermissionAsk = Extract<Ask, { kind: "permission" }>;

/** A block of an assistant message. */
export type Block =
  | { type: "text"; text: string }
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "tool_use"; id: string; name: string; input: Record<string, Json> };

/** What an assistant line is made of. */
export interface Line {
  id: string;
  model: string;
  content: Block[];
  /** Null on all lines of a reply but its last. */
  usage: Usage | null;
}

/** What a call came to, as hooks are told. */
export interface CallResponse {
  tool: string;
  input: Json;
  data: JsonObject | null;
  text: string;
  durationMs: number;
}

/** What one client of the family says differently from the others. */
export interface Words {
  readonly name: string;
  /** Whether blocks of one kind share a line with an id of its own, or each block has a line with the reply's id. */
  readonly lines: "kind" | "block";
  /** Whether tool results wait for the results of earlier calls. */
  readonly ordersResults: boolean;
  /** Whether the host is told that a question of ours is void. */
  readonly cancelsAsks: boolean;
  /** Finds the first fault of a prompt's line; null when it is sound. */
  promptFault(line: unknown): LineFault | null;
  /** Loads the words of the control channel, which not every host speaks on. */
  control(): Promise<ControlWords>;

  /** A tool's name for the host, and back. */
  tool(name: string): string;
  ownTool(name: string): string;
  /** A call's input for the host, and back; `tool` is always our own name. */
  input(tool: string, input: Json): Json;
  ownInput(tool: string, input: Json): Json;
  mode(mode: Mode): string;
  /** The changes that the host's word for a mode stands for; null when it is not known. */
  ownMode(word: string): { mode: Mode; asks: boolean } | null;

  /** The records that open a turn. */
  opening(event: EventOf<"turn.started">, voice: Voice, options: OpeningOptions): object[];
  message(line: Line): object;
  /** The message inside `message_start`. */
  messageStart(id: string, model: string): object;
  /** The event between the last block and `message_stop`. */
  messageDelta(stop: Stop, usage: Usage): object | null;
  /** The content of a tool's result, and what goes beside the message. */
  toolResult(event: ToolCompleted): { content?: unknown; isError?: boolean; data?: unknown };
  /** The text of a provider's failure, told as an assistant line before the result; null for other failures. */
  failureText(problem: Problem): string | null;
  /** What is told as the user's word where a turn was interrupted; null where results say it. */
  interruption(during: "streaming" | "tools"): string | null;
  /** Fields of the line that tells a failure. */
  failureLine(problem: Problem, line: Line): object;
  /** The result of a turn, without its head. */
  result(turn: TurnCompleted, format: string): { subtype: string };
  /** The result of a run that failed before or between turns. */
  fatal(problem: Problem): { subtype: string };
  /** Records of events that only some clients know; nothing for the rest. */
  other(event: Event, voice: Voice, options: OtherOptions): object[];
  /** How far a background agent has come; nothing where hosts do not know of it. */
  progress(task: TaskProgress, voice: Voice): object[];
  /** What a permission question tells besides the call. */
  permission(ask: PermissionAsk): object;
  /** What a call came to, for hooks that hear of its end. */
  response(call: CallResponse): Json;
  /** Which sub-agent wants to make the call. */
  asker(agent: string | null): object;
}

/** What one client of the family says differently on its control channel. */
export interface ControlWords extends Words {
  /** Subtypes of requests that this client may send. */
  readonly requests: ReadonlySet<string>;
  /** Whether a request without a model goes back to the default one. */
  readonly unsetsModel: boolean;
  /** The host's words for modes. */
  readonly modes: readonly string[];
  /** Finds the first fault of a line that has a known type; null when it is sound. */
  fault(line: unknown): LineFault | null;
  /** Whether a host that introduced itself answers permission questions. */
  answers(extras: Readonly<Record<string, string | boolean>>): boolean;
  /** The body of the answer to a request. */
  answer(request: OpenRequest, reply: Reply): { response: object; beside?: object };
  /** Fields beside the text of an answer that is an error. */
  errorFields(problem: Problem): object;
}

/** What decides on optional records. */
export interface OtherOptions {
  partials: boolean;
  extras: Readonly<Record<string, string | boolean>>;
}

/** What the opening of a turn depends on. */
export interface OpeningOptions extends OtherOptions {
  /** Names of the agents that the host brought; null when it did not introduce itself. */
  hostAgents: string[] | null;
}

/** How tools are confined and what of the project was not honoured, where there is something to say. */
export function fenceFields(
  session: SessionInfo,
): { sandbox?: SessionInfo["sandbox"]; ignored_config?: SessionInfo["ignored"] } {
  const { sandbox, ignored } = session;
  return {
    ...(sandbox.backend === "off" ? {} : { sandbox: { ...sandbox } }),
    ...(ignored.length === 0 ? {} : { ignored_config: ignored.map(({ path, reason }) => ({ path, reason })) }),
  };
}
