import type { SessionUpdate, ToolCallContent, ToolCallLocation, ToolKind } from "@agentclientprotocol/sdk";
import type { ToolKind as OwnKind } from "../../model/ports/access.ts";
import type { ToolCompleted } from "../../model/event.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { ToolNaming } from "../../model/ports/tool_naming.ts";
import { resolve } from "../../path/mod.ts";
import { completedContent, textContent } from "./tool_content.ts";

const KINDS: Readonly<Record<OwnKind, ToolKind>> = {
  read: "read",
  edit: "edit",
  exec: "execute",
  info: "fetch",
  mcp: "other",
  plan: "switch_mode",
  agent: "think",
  question: "other",
  other: "other",
};
/** The end of a running command's output that updates show. */
const MAX_LIVE_CHARS = 4_000;
/** The fields in which tools name their file. */
const PATH_FIELDS = ["file_path", "absolute_path", "notebook_path", "path"];

/** A call as the client first learns of it. */
export interface CallFacts {
  callId: string;
  tool: string;
  toolKind?: OwnKind;
  input: Json;
  title: string;
  /** Absolute paths of its files. */
  paths?: readonly string[];
}

interface OpenCall {
  terminalId: string | null;
  output: string;
}

/** The tool calls of a session that the client knows of and that have not ended. */
export class ToolCalls {
  readonly #tools: readonly ToolNaming[];
  /** The folder of the session, which titles leave out. */
  readonly #cwd: string;
  readonly #open = new Map<string, OpenCall>();

  constructor(tools: readonly ToolNaming[], cwd: string) {
    this.#tools = tools;
    this.#cwd = cwd;
  }

  /** A title with paths relative to the folder of the session. */
  shortTitle(title: string): string {
    return title.replaceAll(`${this.#cwd}/`, "");
  }

  /** The path that an input names, if it names one. */
  pathOf(input: Json): string | null {
    const named = isObject(input) ? PATH_FIELDS.map((field) => input[field]).find(isText) : undefined;
    return named === undefined ? null : resolve(this.#cwd, named);
  }

  has(callId: string): boolean {
    return this.#open.has(callId);
  }

  /** The first update of a call. */
  begin(facts: CallFacts, status: "pending" | "in_progress"): SessionUpdate {
    const { callId, input } = facts;
    this.#open.set(callId, { terminalId: null, output: "" });
    return {
      sessionUpdate: "tool_call",
      toolCallId: callId,
      title: this.shortTitle(facts.title),
      kind: this.kindOf(facts),
      status,
      locations: locationsOf(facts),
      rawInput: input,
    };
  }

  /** A call that the client knows of begins to run. */
  start(facts: CallFacts): SessionUpdate {
    const locations = locationsOf(facts);
    return {
      sessionUpdate: "tool_call_update",
      toolCallId: facts.callId,
      status: "in_progress",
      title: this.shortTitle(facts.title),
      rawInput: facts.input,
      ...(locations.length > 0 ? { locations } : {}),
    };
  }

  /** Shows the terminal in which the client runs a call. */
  showTerminal(callId: string, terminalId: string): SessionUpdate[] {
    const call = this.#open.get(callId);
    if (!call) return [];
    call.terminalId = terminalId;
    return [{ ...this.#update(callId), content: [{ type: "terminal", terminalId }] }];
  }

  /** Shows the end of what a running command has printed. */
  print(callId: string, text: string): SessionUpdate[] {
    const call = this.#open.get(callId);
    if (!call || call.terminalId !== null) return [];
    call.output = (call.output + text).slice(-MAX_LIVE_CHARS);
    return [{ ...this.#update(callId), content: textContent(call.output) }];
  }

  /** The last update of a call. */
  complete(event: ToolCompleted): SessionUpdate {
    const terminalId = this.#open.get(event.callId)?.terminalId ?? null;
    const content: ToolCallContent[] = terminalId === null
      ? completedContent(event)
      : [{ type: "terminal", terminalId }];
    return this.end(event.callId, { status: event.isError ? "failed" : "completed", content });
  }

  /** Ends a call without an event of its own. */
  end(callId: string, how: { status: "completed" | "failed"; content: ToolCallContent[] }): SessionUpdate {
    this.#open.delete(callId);
    return { ...this.#update(callId), ...how };
  }

  /** Ends every call that is still open, as failed. */
  endAll(): SessionUpdate[] {
    return [...this.#open.keys()].map((callId) => ({ ...this.#failed(callId) }));
  }

  kindOf({ tool, toolKind }: Pick<CallFacts, "tool" | "toolKind">): ToolKind {
    const naming = this.#tools.find(({ name }) => name === tool);
    const kind = toolKind ?? naming?.kind;
    return naming?.acpKind ?? (kind ? KINDS[kind] : "other");
  }

  #failed(callId: string): SessionUpdate {
    this.#open.delete(callId);
    return { ...this.#update(callId), status: "failed" };
  }

  #update(callId: string): SessionUpdate & { sessionUpdate: "tool_call_update" } {
    return { sessionUpdate: "tool_call_update", toolCallId: callId };
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** The files of a call, with the line that a reader starts at. */
export function locationsOf({ paths = [], input }: Pick<CallFacts, "paths" | "input">): ToolCallLocation[] {
  const line = isObject(input) && typeof input.offset === "number" && input.offset > 0
    ? Math.floor(input.offset)
    : null;
  return [...new Set(paths)].map((path, index) => index === 0 && line !== null ? { path, line } : { path });
}
