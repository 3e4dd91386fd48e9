import type { JsonObject } from "../model/json.ts";
import type { Clock, Provider } from "../model/ports.ts";
import type { Timeouts } from "./http/deadlines.ts";

/** How much a model thinks. */
export interface Reasoning {
  effort?: string;
  budgetTokens?: number;
}

/** How tokens are chosen. */
export interface Sampling {
  temperature?: number;
  topP?: number;
}

/** Options of a provider. `stream` makes one attempt: the engine retries. */
export interface ProviderOptions {
  /** The key; empty for servers without one. */
  key: string;
  /** Without a trailing slash: `https://api.openai.com/v1`. */
  baseUrl: string;
  clock: Clock;
  timeouts?: Partial<Timeouts>;
  /** Sent as `User-Agent`. */
  userAgent?: string;
  /** Additional headers, such as those of a gateway. */
  headers?: Record<string, string>;
  /** Merged last into the request's body, for fields that only one server knows. */
  extraBody?: JsonObject;
  /** The token limit of an answer when the request has none. */
  maxTokens?: number;
  /** How tokens are chosen where a request does not say it. */
  sampling?: Sampling;
  /** How much a model thinks where a request does not say it; false is not at all. */
  reasoning?: Reasoning | false;
  /** Set for Google's Vertex AI instead of its developer service. */
  vertex?: { project?: string; location?: string };
  fetch?: typeof globalThis.fetch;
  /** Whether the host of a URL takes connections; see `Deadlines`. */
  probe?: (url: string, signal: AbortSignal) => Promise<boolean>;
}

/** The export of every provider module. */
export type OpenProvider = (options: ProviderOptions) => Provider;
