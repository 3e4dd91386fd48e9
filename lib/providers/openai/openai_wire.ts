import type { JsonObject } from "../../model/json.ts";

/** A piece of an answer on the wire. Servers omit many fields, and none of them can be trusted. */
export interface WireChunk {
  choices?: WireChoice[] | null;
  usage?: WireUsage | null;
  error?: unknown;
}

/** The choice in a piece. */
export interface WireChoice {
  delta?: WireDelta | null;
  /** Instead of `delta` when the server does not stream. */
  message?: WireDelta | null;
  finish_reason?: string | null;
  /** Moonshot counts here. */
  usage?: WireUsage | null;
}

/** The new content of a choice. */
export interface WireDelta {
  /** A list where a server puts thoughts beside the text. */
  content?: string | WirePart[] | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  refusal?: string | null;
  tool_calls?: WireCall[] | null;
}

/** A part of a list of content. */
export interface WirePart {
  type?: string;
  text?: string;
  /** A thought of a model of Mistral. */
  thinking?: string | { text?: string }[] | null;
}

/** A call, or a continuation of one. */
export interface WireCall {
  index?: number | null;
  id?: string | number | null;
  function?: { name?: string | null; arguments?: string | JsonObject | null } | null;
  /** Data that the server wants back with the call. */
  extra_content?: JsonObject | null;
}

/** Token counts on the wire. */
export interface WireUsage {
  prompt_tokens?: number | null;
  completion_tokens?: number | null;
  total_tokens?: number | null;
  cached_tokens?: number | null;
  /** DeepSeek's name. */
  prompt_cache_hit_tokens?: number | null;
  prompt_tokens_details?: { cached_tokens?: number | null } | null;
  completion_tokens_details?: { reasoning_tokens?: number | null } | null;
}
