import {
  type JsonObject,
  type ModelChunk,
  type ModelRequest,
  type Provider,
  type Shell,
  type Stop,
  textOf,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolProgress,
  type Usage,
} from "../model/mod.ts";
import type { SessionTracer } from "./session_tracer.ts";
import { traceparentOf } from "./trace_context.ts";

/** The finish reasons as the GenAI conventions name them. */
const FINISH: Readonly<Record<Stop["reason"], string>> = {
  end: "stop",
  tool_calls: "tool_calls",
  length: "length",
  refusal: "content_filter",
  other: "other",
};

/** A provider whose requests are spans, and carry their place in the trace. */
export function tracedProvider(provider: Provider, tracer: SessionTracer): Provider {
  return { name: provider.name, stream: (request, signal) => chat(provider, { request, signal, tracer }) };
}

async function* chat(
  provider: Provider,
  { request, signal, tracer }: { request: ModelRequest; signal: AbortSignal; tracer: SessionTracer },
): AsyncGenerator<ModelChunk[]> {
  const span = tracer.startChat(request.model, request.messages);
  let usage: Usage | null = null;
  let finish: string | null = null;
  let text = "";
  // A reader that leaves before the end has cancelled the request.
  let error: unknown = "cancelled";
  try {
    for await (const batch of provider.stream({ ...request, traceparent: traceparentOf(span.context) }, signal)) {
      for (const chunk of batch) {
        if (chunk.type === "usage") usage = chunk.usage;
        else if (chunk.type === "finish") finish = FINISH[chunk.stop.reason];
        else if (chunk.type === "text") text += chunk.text;
      }
      yield batch;
    }
    error = undefined;
  } catch (thrown) {
    error = signal.aborted ? "cancelled" : thrown;
    throw thrown;
  } finally {
    tracer.endChat(span, { usage, finish, text, error: finish === null ? error : undefined });
  }
}

/** A tool whose calls are spans; the commands that it runs know their place in the trace. */
export function tracedTool(tool: Tool, tracer: SessionTracer): Tool {
  return { ...tool, run: (input, context) => execute(tool, { input, context, tracer }) };
}

async function* execute(
  tool: Tool,
  { input, context, tracer }: { input: JsonObject; context: ToolContext; tracer: SessionTracer },
): AsyncGenerator<ToolProgress, ToolOutcome> {
  const span = tracer.startTool(tool.name, { callId: context.callId, input });
  const env = { TRACEPARENT: traceparentOf(span.context) };
  const shell = withEnvironment(context.shell, env);
  let output = "";
  let error: unknown = "cancelled";
  try {
    const outcome = yield* tool.run(input, { ...context, shell });
    output = textOf(outcome.output);
    error = outcome.isError ? "tool_failed" : undefined;
    return outcome;
  } catch (thrown) {
    error = context.signal.aborted ? "cancelled" : thrown;
    throw thrown;
  } finally {
    tracer.endTool(span, { output, error });
  }
}

/** A shell that adds variables to every command. */
function withEnvironment(shell: Shell, env: Readonly<Record<string, string>>): Shell {
  return {
    ready: async (profile) => await shell.ready?.(profile),
    keepFiles: async () => await shell.keepFiles?.() ?? [],
    run: (request) => shell.run({ ...request, env: { ...request.env, ...env } }),
  };
}
