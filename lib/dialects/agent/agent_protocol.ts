/**
 * What differs between the protocols of the agent family. Ordering, state and the control channel are shared; names,
 * fields and a few rules are here.
 */
import type { Mode } from "../../model/ports/access.ts";
import type { Stop } from "../../model/content.ts";
import type { Ask, Event, Reply, SessionInfo, ToolCompleted, TurnCompleted } from "../../model/event.ts";
import type { ProjectFile } from "../../model/project_file.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Problem } from "../../model/problem.ts";
import type { Usage } from "../../model/usage.ts";
import type { SchemaFault } from "../shared/schema_fault.ts";
import type { OpenRequest } from "./conversation_state.ts";
import type { TaskProgress } from "./task_progress.ts";

/** The ids that open a record. */
export interface RecordSource {
  /** Makes an id for a record. */
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

/** The parts of an assistant line. */
export interface AssistantLine {
  id: string;
  model: string;
  content: Block[];
  /** Null on every line of a message but the last. */
  usage: Usage | null;
}

/** The result of a tool call, as hooks receive it. */
export interface CallResponse {
  tool: string;
  input: Json;
  data: JsonObject | null;
  text: string;
  durationMs: number;
}

/** The protocol of one client of the family. */
export interface AgentProtocol {
  readonly name: string;
  /** `kind`: blocks of one kind share a line with an id of its own. `block`: each block has a line with the message's id. */
  readonly lines: "kind" | "block";
  /** Whether tool results wait for the results of earlier calls. */
  readonly ordersResults: boolean;
  /** Whether an empty `updatedInput` in an allow leaves the input as it is. */
  readonly keepsEmptyInput?: boolean;
  /** Whether hosts receive the text of agents besides their tool calls without asking for it. */
  readonly tellsAgentText?: true;
  /** Whether the host is notified when a question was withdrawn. */
  readonly cancelsAsks: boolean;
  readonly control: ControlProtocol;
  /** Finds the first fault of a line that has a known type; null when the line is valid. */
  fault(line: unknown): SchemaFault | null;

  /** Converts a tool's name to the host's, and back. */
  tool(name: string): string;
  ownTool(name: string): string;
  /** Converts a call's input to the host's parameters, and back; `tool` is always our own name. */
  input(tool: string, input: Json): Json;
  ownInput(tool: string, input: Json): Json;
  mode(mode: Mode): string;
  /** The settings behind the host's name of a mode; null when the name is unknown. */
  ownMode(name: string): { mode: Mode; asks: boolean } | null;

  /** The records that open a turn. */
  opening(event: EventOf<"turn.started">, source: RecordSource, options: OpeningOptions): object[];
  /** The records that introduce a session to a host that says nothing; none where hosts speak first. */
  introduction?(session: SessionInfo, source: RecordSource): object[];
  /** The records before the result of a turn; none where the protocol has none. */
  closing?(turn: TurnCompleted, source: RecordSource): object[];
  message(line: AssistantLine): object;
  /** The message inside `message_start`. */
  messageStart(id: string, model: string): object;
  /** The event between the last block and `message_stop`. */
  messageDelta(stop: Stop, usage: Usage): object | null;
  /** The content of a tool's result, and the data beside the message. */
  toolResult(event: ToolCompleted): { content?: unknown; isError?: boolean; data?: unknown };
  /** The text of the assistant line that reports a provider's failure before the result; null for other failures. */
  failureText(problem: Problem): string | null;
  /** The text of the user line that reports an interrupt; null where tool results report it. */
  interruption(during: "streaming" | "tools"): string | null;
  /** Fields of the line that reports a failure. */
  failureLine(problem: Problem, line: AssistantLine): object;
  /** The result of a turn, without its head. */
  result(turn: TurnCompleted, format: string): { subtype: string };
  /** The result of a run that failed before or between turns. */
  fatal(problem: Problem): { subtype: string };
  /** Records of events that only some protocols report; empty for the others. */
  other(event: Event, source: RecordSource, options: OtherOptions): object[];
  /** Records that report the progress of a background agent; empty where the protocol has none. */
  progress(task: TaskProgress, source: RecordSource): object[];
  /** Fields of a permission question besides the call. */
  permission(ask: PermissionAsk): object;
  /** The result of a call for hooks that run after it. */
  response(call: CallResponse): Json;
  /** Fields that name the sub-agent behind a permission question. */
  asker(agent: string | null): object;
}

/** The control channel of one client of the family. */
export interface ControlProtocol {
  /** Subtypes of requests that this client may send. */
  readonly requests: ReadonlySet<string>;
  /** Whether a `set_model` request without a model restores the default. */
  readonly unsetsModel: boolean;
  /** The host's names of modes. */
  readonly modes: readonly string[];
  /** Whether a host that sent `initialize` answers permission questions. */
  answers(extras: Readonly<Record<string, string | boolean>>): boolean;
  /** The body of the answer to a request. */
  answer(request: OpenRequest, reply: Reply): { response: object; beside?: object };
  /** Fields of an error answer besides its text. */
  errorFields(problem: Problem): object;
}

/** Options that decide on optional records. */
export interface OtherOptions {
  partials: boolean;
  /** Whether a host without a handshake asked for everything by `--verbose`. */
  isVerbose: boolean;
  extras: Readonly<Record<string, string | boolean>>;
}

/** Options of a turn's opening records. */
export interface OpeningOptions extends OtherOptions {
  /** Names of the host's agents; null when the host sent no `initialize`. */
  hostAgents: string[] | null;
}

/** Whether a record is a line of the user: tool results have no other place. */
export function isUserRecord(record: object): boolean {
  return "type" in record && record.type === "user";
}

/** Fields that describe the sandbox and the project's files; empty where neither applies. */
export function fenceFields(session: SessionInfo): {
  sandbox?: SessionInfo["sandbox"];
  ignored_config?: SessionInfo["ignored"];
  project_files?: ProjectFile[];
} {
  const { sandbox, ignored, projectFiles } = session;
  return {
    ...(projectFiles ? { project_files: projectFiles.map((file) => ({ ...file })) } : {}),
    ...(sandbox.backend === "off" ? {} : { sandbox: { ...sandbox } }),
    ...(ignored.length === 0 ? {} : { ignored_config: ignored.map(({ path, reason }) => ({ path, reason })) }),
  };
}
