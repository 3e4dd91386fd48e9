/** Tools for models whose server offers none: described in the prompt, and called by text, which the engine reads. */
import type { Message, Part } from "../model/content.ts";
import type { ModelChunk, ModelRequest, Provider } from "../model/ports.ts";
import { QwenError } from "../model/problem.ts";
import { argumentsOf } from "./http/wire_values.ts";

/** Refusals of a request because it has tools. */
const NO_TOOLS =
  /(does not|doesn't|do not|not) support (the )?(tools?|tool[ _-](use|calls?|calling)|functions?|function[ _-]calling)|(tools?|tool use|tool calling|function calling) (is|are) not (supported|available|enabled)|support tool use/i;

/** Whether a server refused a request because the model has no tools. */
function refusesTools(message: string): boolean {
  return NO_TOOLS.test(message);
}

/** A provider whose models call tools by text once their server has refused a request because of its tools. */
export function withToolFallback(provider: Provider): Provider {
  const withoutTools = new Set<string>();
  return { ...provider, stream: (request, signal) => streamWithFallback(request, { provider, signal, withoutTools }) };
}

async function* streamWithFallback(
  request: ModelRequest,
  { provider, signal, withoutTools }: { provider: Provider; signal: AbortSignal; withoutTools: Set<string> },
): AsyncGenerator<ModelChunk[]> {
  const isTextual = withoutTools.has(request.model);
  try {
    yield* provider.stream(isTextual ? withTextTools(request) : request, signal);
  } catch (error) {
    const isRefusal = error instanceof QwenError && error.problem.code === "provider_error" &&
      !isTextual && request.tools.length > 0 && refusesTools(error.problem.message);
    if (!isRefusal) throw error;
    withoutTools.add(request.model);
    const message = `${error.problem.message} From now on tools are called by text, which is less reliable`;
    throw new QwenError({ ...error.problem, message, retryable: true, retryAfterMs: 0 }, { cause: error });
  }
}

/** The same request without tools on the wire. */
function withTextTools(request: ModelRequest): ModelRequest {
  const system = [request.system, instructions(request)].filter((text) => text !== "").join("\n\n");
  const { requiredTool: _, ...rest } = request;
  return { ...rest, system, tools: [], messages: request.messages.map(toText) };
}

function instructions({ tools }: ModelRequest): string {
  if (tools.length === 0) return "";
  const list = tools.map(({ name, description, input }) => JSON.stringify({ name, description, parameters: input }));
  return [
    "You have tools. To call one, end your answer with the call in exactly this form, and write nothing after it:",
    '<tool_call>\n{"name": "NAME", "arguments": {…}}\n</tool_call>',
    "The result comes in the next message, between <tool_response> and </tool_response>. These are the tools:",
    `<tools>\n${list.join("\n")}\n</tools>`,
  ].join("\n");
}

function toText({ role, parts, ...message }: Message): Message {
  return { ...message, role: role === "tool" ? "user" : role, parts: parts.flatMap(textParts) };
}

function textParts(part: Part): Part[] {
  if (part.kind === "tool_call") {
    const call = JSON.stringify({ name: part.tool, arguments: argumentsOf(part.input) });
    return [{ kind: "text", text: `\n<tool_call>\n${call}\n</tool_call>` }];
  }
  if (part.kind !== "tool_result") return [part];
  const texts = part.output.flatMap((piece) => piece.kind === "text" ? [piece.text] : []);
  const others = part.output.filter(({ kind }) => kind !== "text");
  return [{ kind: "text", text: `<tool_response>\n${texts.join("\n")}\n</tool_response>` }, ...others];
}
