import type { Ask } from "../../model/event.ts";
import type { ManifestFate } from "./host_servers.ts";
import type { ControlWords } from "./words.ts";

/** A request of the host that has not been answered yet. */
export interface OpenRequest {
  requestId: string;
  subtype: string;
  request: Record<string, unknown>;
  /** What it is answered in. */
  words: ControlWords;
  /** What became of the manifests of an introduction. */
  manifests?: Record<string, ManifestFate>;
}

/** What both directions of one conversation share: who is waiting for which answer. */
export class Link {
  /** Requests of the host, by the id of the command that answers them. */
  readonly requests: Map<string, OpenRequest> = new Map();
  /** Commands of prompts that no turn has begun for; each of them is owed a result. */
  readonly prompts: Set<string> = new Set();
  /** Our questions, by their id, which is the request id on the wire. */
  readonly asks: Map<string, Ask> = new Map();
  /** Names of the agents that the host brought; null until it introduced itself. */
  hostAgents: string[] | null = null;
  /** Names of the MCP servers in the host, as it last introduced them. */
  hostServers: string[] = [];
  /** Whether the host wants to hear what agents say, besides what they do. */
  tellsAgentText = false;

  /** Removes and returns the request that a command answers, so that it is answered once. */
  take(commandId: string | null): OpenRequest | null {
    const request = commandId === null ? undefined : this.requests.get(commandId);
    if (commandId === null || !request) return null;
    this.requests.delete(commandId);
    return request;
  }
}
