import type { ToolCall as Call } from "../../model/content.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { ConfirmationDetails, ToolCall, ToolGroup } from "../../../schemas/state/out.gen.ts";

/** A change of a call. */
export interface CallChange {
  callId: string;
  tool: string;
  input: Json;
  status: ToolCall["status"];
  result?: string;
  error?: string;
  confirmation?: ConfirmationDetails;
}

interface Group {
  id: number;
  tools: Map<string, ToolCall>;
}

const FINAL: ReadonlySet<string> = new Set(["success", "error", "canceled"]);

/** Tool calls of the running turn, grouped as the client sees them. */
export class ToolGroups {
  readonly #groups = new Map<string, Group>();

  has(callId: string): boolean {
    return this.#groups.has(callId);
  }

  /** Opens a group for the calls of one message. */
  open(id: number, calls: readonly Call[]): ToolGroup {
    const group: Group = { id, tools: new Map() };
    for (const { callId, tool, input } of calls) {
      group.tools.set(callId, callOf({ callId, tool, input, status: "pending" }));
      this.#groups.set(callId, group);
    }
    return recordOf(group);
  }

  /** Applies a change and returns the call's group; a call without a group gets its own. */
  change(change: CallChange, newId: number): ToolGroup {
    const { callId } = change;
    let group = this.#groups.get(callId);
    if (!group) {
      group = { id: newId, tools: new Map() };
      this.#groups.set(callId, group);
    }
    group.tools.set(callId, callOf(change));
    return recordOf(group);
  }

  /** Ends a question without a tool call. */
  close(callId: string): ToolGroup {
    const group = this.#groups.get(callId) ?? { id: 0, tools: new Map() };
    this.#groups.delete(callId);
    for (const [id, call] of group.tools) group.tools.set(id, { ...withoutQuestion(call), status: "success" });
    return recordOf(group);
  }

  /** Ends all open calls at the end of a turn. */
  closeAll(): ToolGroup[] {
    const changed = new Set<Group>();
    for (const group of this.#groups.values()) {
      for (const [callId, call] of group.tools) {
        if (FINAL.has(call.status)) continue;
        group.tools.set(callId, { ...withoutQuestion(call), status: "canceled" });
        changed.add(group);
      }
    }
    this.#groups.clear();
    return [...changed].map(recordOf);
  }
}

function withoutQuestion({ confirmation_details: _, ...call }: ToolCall): ToolCall {
  return call;
}

function callOf({ callId, tool, input, status, result, error, confirmation }: CallChange): ToolCall {
  return {
    type: "tool_call",
    tool_id: callId,
    tool_name: tool,
    status,
    args: isObject(input) ? input : { input },
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
    ...(confirmation && { confirmation_details: confirmation }),
  };
}

function recordOf(group: Group): ToolGroup {
  return { type: "tool_group", id: group.id, tools: [...group.tools.values()] };
}
