import type { JsonObject } from "../model/json.ts";
import type { Clock, Provider } from "../model/ports.ts";
import type { Timeouts } from "./deadlines.ts";

/** What a provider is made of. One attempt per `stream`: retries belong to the engine. */
export interface ProviderOptions {
  /** The key, or an empty string for servers that want none. */
  key: string;
  /** Without a trailing slash: `https://api.openai.com/v1`. */
  baseUrl: string;
  clock: Clock;
  timeouts?: Partial<Timeouts>;
  /** Sent as `User-Agent`. */
  userAgent?: string;
  /** Further headers, such as a gateway's. */
  headers?: Record<string, string>;
  /** Merged last into the request's body, for what one server wants and no other knows. */
  extraBody?: JsonObject;
  /** Upper bound of an answer when the request names none. */
  maxTokens?: number;
  /** Whether Google's Vertex AI is meant rather than its developer service. */
  vertex?: { project?: string; location?: string };
  fetch?: typeof globalThis.fetch;
  /** Whether the host of a URL takes connections; see `Deadlines`. */
  probe?: (url: string, signal: AbortSignal) => Promise<boolean>;
}

/** What every provider module exports. */
export type OpenProvider = (options: ProviderOptions) => Provider;
