import type { Clock } from "../model/clock.ts";
import {
  type Message,
  type Outcome,
  problemOf,
  type Provider,
  textOf,
  type Tool,
  type Tracer,
  type Usage,
} from "../model/mod.ts";
import { type Attributes, Span } from "./span.ts";
import type { TraceContext } from "./trace_context.ts";
import { tracedProvider, tracedTool } from "./traced_parts.ts";

/** What the spans of a session are made with. */
export interface SessionTracerOptions {
  clock: Clock;
  /** Takes each span that has ended. */
  export: (span: Span) => void;
  /** The span of whoever asked for the work. */
  parent: TraceContext | null;
  /** The provider, as the GenAI conventions name it. */
  provider: string;
  /** Cleans content for the spans; null where they contain none. */
  content: ((text: string) => string) | null;
}

/** Makes the spans of one session: `invoke_agent` for each prompt, with `chat` and `execute_tool` below it. */
export class SessionTracer implements Tracer {
  readonly #options: SessionTracerOptions;
  #sessionId = "";
  #prompt: Span | null = null;

  constructor(options: SessionTracerOptions) {
    this.#options = options;
  }

  startPrompt({ sessionId, model }: { sessionId: string; model: string }): void {
    const { parent, clock, provider } = this.#options;
    this.#sessionId = sessionId;
    this.#prompt = new Span("invoke_agent qwen", { kind: "internal", parent, clock });
    this.#prompt.set({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": provider,
      "gen_ai.agent.name": "qwen",
      "gen_ai.request.model": model,
      "gen_ai.conversation.id": sessionId,
    });
  }

  endPrompt({ outcome, usage }: { outcome: Outcome; usage: Usage }): void {
    const span = this.#prompt;
    if (!span) return;
    this.#prompt = null;
    span.set(usageAttributes(usage));
    this.#end(span, errorOf(outcome));
  }

  provider(provider: Provider): Provider {
    return tracedProvider(provider, this);
  }

  tool(tool: Tool): Tool {
    return tracedTool(tool, this);
  }

  /** Starts the span of a request to a model. */
  startChat(model: string, messages: readonly Message[]): Span {
    const span = this.#child(`chat ${model}`, "client");
    span.set({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": this.#options.provider,
      "gen_ai.request.model": model,
      "gen_ai.input.messages": this.#content(() =>
        JSON.stringify(messages.map(({ role, parts }) => ({ role, parts: [{ type: "text", content: textOf(parts) }] })))
      ),
    });
    return span;
  }

  endChat(
    span: Span,
    { usage, finish, text, error }: { usage: Usage | null; finish: string | null; text: string; error: unknown },
  ): void {
    span.set({
      ...(usage ? usageAttributes(usage) : {}),
      "gen_ai.response.finish_reasons": finish === null ? undefined : [finish],
      "gen_ai.output.messages": this.#content(() =>
        JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: text }], finish_reason: finish }])
      ),
    });
    this.#end(span, error === undefined ? null : codeOf(error));
  }

  /** Starts the span of a tool call. */
  startTool(tool: string, call: { callId: string; input: unknown }): Span {
    const span = this.#child(`execute_tool ${tool}`, "internal");
    span.set({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool,
      "gen_ai.tool.call.id": call.callId,
      "gen_ai.tool.call.arguments": this.#content(() => JSON.stringify(call.input)),
    });
    return span;
  }

  endTool(span: Span, { output, error }: { output: string; error: unknown }): void {
    span.set({ "gen_ai.tool.call.result": this.#content(() => output) });
    this.#end(span, error === undefined ? null : codeOf(error));
  }

  #child(name: string, kind: "client" | "internal"): Span {
    const { parent, clock } = this.#options;
    const span = new Span(name, { kind, parent: this.#prompt?.context ?? parent, clock });
    span.set({ "gen_ai.conversation.id": this.#sessionId || undefined });
    return span;
  }

  #content(text: () => string): string | undefined {
    return this.#options.content?.(text());
  }

  #end(span: Span, error: string | null): void {
    if (span.isEnded) return;
    span.end(this.#options.clock.now(), error);
    this.#options.export(span);
  }
}

function usageAttributes(usage: Usage): Attributes {
  return {
    "gen_ai.usage.input_tokens": usage.inputTokens,
    "gen_ai.usage.output_tokens": usage.outputTokens,
    "gen_ai.usage.cache_read.input_tokens": usage.cachedTokens,
  };
}

/** The error code of a prompt that did not end well. */
function errorOf(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case "done":
      return null;
    case "command":
      return outcome.isError ? "command_failed" : null;
    case "interrupted":
      return outcome.problem?.code ?? "cancelled";
    default:
      return outcome.problem.code;
  }
}

function codeOf(error: unknown): string {
  return typeof error === "string" ? error : problemOf(error).code;
}
