import type { Message, Opaque, Stop } from "../content.ts";
import type { JsonSchema } from "../json.ts";
import type { Usage } from "../usage.ts";

/** A source of model answers. */
export interface Provider {
  readonly name: string;
  /**
   * Streams one answer in batches: one network read is one batch, so that a fast stream costs one wake-up per read.
   * Ends after exactly one `finish`. Throws only QwenError; when aborted, throws `signal.reason`.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk[]>;
}

/** A request to the model. */
export interface ModelRequest {
  model: string;
  system: string;
  messages: readonly Message[];
  tools: readonly ToolSpec[];
  temperature?: number;
  topP?: number;
  maxTokens?: number;
  /** Budget or level of thinking, for providers that have one. */
  effort?: string;
  thinkingTokens?: number;
  /** False asks for an answer without thoughts, where a model can do without. */
  thinking?: false;
  /** The tool that the answer has to call, for providers that can demand it; others are held to `schema`. */
  requiredTool?: string;
  /** The place of the request in a trace, for the header `traceparent`. */
  traceparent?: string;
  /** Asks for JSON of this shape, for providers that support it. */
  schema?: JsonSchema;
}

/** A piece of a model's answer. */
export type ModelChunk =
  | { type: "text"; text: string }
  /** `opaque` completes a thought: more thinking after it is another thought. */
  | { type: "thinking"; text: string; opaque?: Opaque }
  /** A tool call or more of its arguments; calls are told apart by `index`. */
  | { type: "call"; index: number; callId?: string; tool?: string; input: string; opaque?: Opaque }
  | { type: "usage"; usage: Usage }
  | { type: "finish"; stop: Stop };

/** A tool as the model sees it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
}
