import type { Ask } from "../../model/event.ts";
import type { ManifestFate } from "./host_servers.ts";

/** A request of the host that has not been answered yet. */
export interface OpenRequest {
  requestId: string;
  subtype: string;
  request: Record<string, unknown>;
  /** What became of the server manifests of an `initialize` request. */
  manifests?: Record<string, ManifestFate>;
}

/** State that both directions of one conversation share: who waits for which answer. */
export class ConversationState {
  /** Requests of the host, by the id of the command that answers them. */
  readonly requests: Map<string, OpenRequest> = new Map();
  /** Commands of prompts whose turn has not started; each of them is owed a result. */
  readonly prompts: Set<string> = new Set();
  /** Our questions, by their id, which is the request id on the wire. */
  readonly asks: Map<string, Ask> = new Map();
  /** Names of the host's agents; null until the host sent `initialize`. */
  hostAgents: string[] | null = null;
  /** Names of the MCP servers in the host, as of its last `initialize`. */
  hostServers: string[] = [];
  /** Whether the host receives the text of agents besides their tool calls. */
  tellsAgentText = false;
  /** Whether the host has asked for the increments of answers. */
  wantsPartials = false;

  /** Removes and returns the request that a command answers, so that it is answered once. */
  take(commandId: string | null): OpenRequest | null {
    const request = commandId === null ? undefined : this.requests.get(commandId);
    if (commandId === null || !request) return null;
    this.requests.delete(commandId);
    return request;
  }
}
