import type { Ask } from "../../model/event.ts";

/** A request of the host that has not been answered yet. */
export interface OpenRequest {
  requestId: string;
  subtype: string;
  request: Record<string, unknown>;
  /** Id of the command whose reply answers the request; the others answer it only when they are refused. */
  lastId: string;
}

/** What both directions of one conversation share: who is waiting for which answer. */
export class Link {
  /** Requests of the host, by the id of the command that answers them. */
  readonly requests: Map<string, OpenRequest> = new Map();
  /** Requests that a withdrawal takes back, by the id of the withdrawing command. */
  readonly withdrawals: Map<string, { commandIds: string[]; message: string }> = new Map();
  /** Our questions, by their id, which is the request id on the wire. */
  readonly asks: Map<string, Ask> = new Map();
  /** Calls whose question the host answered with an error. */
  readonly failedCalls: Set<string> = new Set();
  /** Names of the agents that the host brought; null until it introduced itself. */
  hostAgents: string[] | null = null;

  /** Removes and returns the request that a command belongs to; none of its commands answers it again. */
  take(commandId: string | null): OpenRequest | null {
    const request = commandId === null ? undefined : this.requests.get(commandId);
    if (!request) return null;
    for (const [id, other] of this.requests) if (other === request) this.requests.delete(id);
    return request;
  }
}
