import type { ClientAbilities } from "../../model/command.ts";
import type { Ask } from "../../model/event.ts";
import type { AcpSession } from "./acp_session.ts";

/** The id of a JSON-RPC request. */
export type RpcId = string | number | null;

/** A request or notification of the client that became a command. */
export interface ClientRequest {
  /** Absent for a notification, which is not answered. */
  rpcId?: RpcId;
  method: string;
  sessionId: string | null;
}

/** A question to the client that waits for its response. */
export interface OpenAsk {
  askId: string;
  sessionId: string;
  ask: Ask;
}

const NO_ABILITIES: ClientAbilities = { readsFiles: false, writesFiles: false, runsCommands: false, showsForms: false };

/** What both directions of a conversation share. */
export class AcpState {
  /** Whether the client has introduced itself. */
  isGreeted = false;
  abilities: ClientAbilities = NO_ABILITIES;
  /** Requests that are still to be answered, by the id of their command. */
  readonly requests = new Map<string, ClientRequest>();
  /** The open sessions. */
  readonly sessions = new Map<string, AcpSession>();
  readonly #asks = new Map<RpcId, OpenAsk>();
  #lastId = 0;

  /** Opens a question and returns the id of its request. */
  openAsk(ask: OpenAsk): number {
    this.#lastId += 1;
    this.#asks.set(this.#lastId, ask);
    return this.#lastId;
  }

  /** Removes and returns the question of a response; null when it is unknown or was settled otherwise. */
  takeAsk(rpcId: RpcId): OpenAsk | null {
    const open = this.#asks.get(rpcId) ?? null;
    this.#asks.delete(rpcId);
    return open;
  }

  /** Forgets a question that was settled: its late response is ignored. */
  closeAsk(askId: string): void {
    for (const [rpcId, open] of this.#asks) if (open.askId === askId) this.#asks.delete(rpcId);
  }

  /** Removes and returns the request that a command came from; null when there is none, or it was answered. */
  takeRequest(commandId: string | null): ClientRequest | null {
    if (commandId === null) return null;
    const request = this.requests.get(commandId) ?? null;
    this.requests.delete(commandId);
    return request;
  }
}
