import type {
  Content,
  FunctionCallingConfigMode,
  FunctionDeclaration,
  GenerateContentConfig,
  GenerateContentResponse,
  GoogleGenAI,
  Part as WirePart,
  ThinkingConfig,
  ThinkingLevel,
} from "@google/genai";
import { type Message, type Opaque, type Part, type Stop, textOf } from "../model/content.ts";
import { isObject } from "../model/json.ts";
import { QwenError } from "../model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../model/ports.ts";
import type { Usage } from "../model/usage.ts";
import { SETTLED } from "../model/within.ts";
import { hasContent } from "./http/bounded_answer.ts";
import { Deadlines } from "./http/deadlines.ts";
import { hostOf, wellFormed } from "./http/post_events.ts";
import { cutOffError, networkError, pageError, readErrorBody, refusalError, responseError } from "./http/refusal.ts";
import { takesConnections } from "./http/takes_connections.ts";
import { argumentsOf, tokens } from "./http/wire_values.ts";
import type { ProviderOptions } from "./options.ts";

const NAME = "gemini";
/** Models that think; others refuse a request for thoughts. */
const THINKS = /gemini-(2\.5|[3-9])|latest/;
/** Models that think only if they are asked to. */
const CAN_DO_WITHOUT = /gemini-2\.5-flash/;
/** The package's own enumeration would load it. */
const ANY_CALL = "ANY" as FunctionCallingConfigMode;
/** Models that require the signatures of calls, and accept an answer schema together with tools. */
const THIRD_GENERATION = /gemini-[3-9]/;
/** Replaces the signature that a call of another model does not have. */
const NO_SIGNATURE = "skip_thought_signature_validator";

/** Google's Gemini, through its developer service or Vertex AI. */
export function openProvider(options: ProviderOptions): Provider {
  let client: Promise<GoogleGenAI> | null = null;
  return {
    name: NAME,
    stream: (request, signal) => {
      client ??= openClient(options);
      return stream(request, { options, signal, client });
    },
  };
}

async function openClient(options: ProviderOptions): Promise<GoogleGenAI> {
  const { GoogleGenAI } = await import("./google_genai.js");
  const { vertex, key } = options;
  return new GoogleGenAI({
    vertexai: vertex !== undefined,
    // The package refuses a key beside a project.
    ...(key !== "" || !vertex ? { apiKey: key || "none" } : vertex),
  });
}

async function* stream(
  request: ModelRequest,
  facts: { options: ProviderOptions; signal: AbortSignal; client: Promise<GoogleGenAI> },
): AsyncGenerator<ModelChunk[]> {
  const { options, signal } = facts;
  signal.throwIfAborted();
  const url = options.baseUrl || "https://aiplatform.googleapis.com";
  const where = hostOf(url);
  const deadlines = new Deadlines({
    clock: options.clock,
    signal,
    timeouts: options.timeouts,
    where,
    probe: (stop) => (options.probe ?? takesConnections)(url, stop),
  });
  const stop = new AbortController();
  const fold = new GeminiFold({ where, callPrefix: `call_${request.messages.length}_` });
  let hasBegun = false;
  try {
    const client = await facts.client;
    const responses = await client.models.generateContentStream({
      model: request.model,
      contents: toContents(request),
      config: {
        ...toConfig(request, options),
        httpOptions: {
          ...(options.baseUrl === "" ? {} : { baseUrl: options.baseUrl }),
          headers: { ...(request.traceparent ? { traceparent: request.traceparent } : {}), ...options.headers },
          ...(options.extraBody ? { extraBody: options.extraBody } : {}),
          fetch: watchedFetch(options, { where, deadlines, signal: AbortSignal.any([deadlines.signal, stop.signal]) }),
        },
      },
    });
    for await (const response of responses) {
      if (!hasBegun) deadlines.began();
      hasBegun = true;
      const chunks = fold.push(response);
      if (chunks.some(hasContent)) deadlines.heard();
      if (chunks.length === 0) continue;
      deadlines.rest();
      yield chunks;
      deadlines.resume();
    }
    deadlines.signal.throwIfAborted();
    yield fold.end();
  } catch (error) {
    if (deadlines.signal.aborted) throw deadlines.signal.reason;
    throw toError(error, { where, key: options.key, hasBegun });
  } finally {
    deadlines.close();
    stop.abort(SETTLED);
  }
}

/** The configuration of the answer. */
export function toConfig(request: ModelRequest, options: Pick<ProviderOptions, "maxTokens">): GenerateContentConfig {
  const maxTokens = request.maxTokens ?? options.maxTokens;
  const isOff = request.thinking === false && request.thinkingTokens === undefined && request.effort === undefined;
  // The models that cannot do without thoughts refuse a budget of none.
  const budget = isOff && CAN_DO_WITHOUT.test(request.model) ? 0 : request.thinkingTokens;
  const thoughts = budget === undefined ? effortFields(request) : { thinkingBudget: budget };
  const required = request.tools.find(({ name }) => name === request.requiredTool)?.name;
  // Older models refuse a request with both.
  const hasShape = request.schema !== undefined && (request.tools.length === 0 || THIRD_GENERATION.test(request.model));
  return {
    ...(request.system === "" ? {} : { systemInstruction: request.system }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { topP: request.topP }),
    ...(THINKS.test(request.model) ? { thinkingConfig: { includeThoughts: !isOff, ...thoughts } } : {}),
    ...(request.tools.length === 0 ? {} : {
      tools: [{
        functionDeclarations: request.tools.map((tool): FunctionDeclaration => ({
          name: tool.name,
          description: tool.description,
          parametersJsonSchema: tool.input,
        })),
      }],
    }),
    ...(required === undefined ? {} : {
      toolConfig: { functionCallingConfig: { mode: ANY_CALL, allowedFunctionNames: [required] } },
    }),
    ...(hasShape && required === undefined
      ? { responseMimeType: "application/json", responseJsonSchema: request.schema }
      : {}),
  };
}

/** The budgets of the second generation; the third one has levels. */
const BUDGETS: Readonly<Record<string, number>> = {
  low: 1_024,
  medium: 8_192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};

function effortFields({ model, effort }: ModelRequest): ThinkingConfig {
  if (effort === undefined) return {};
  if (THIRD_GENERATION.test(model)) return { thinkingLevel: (effort === "low" ? "LOW" : "HIGH") as ThinkingLevel };
  return effort in BUDGETS ? { thinkingBudget: BUDGETS[effort] } : {};
}

/** The conversation. Adjacent messages of one role are merged. */
export function toContents(request: ModelRequest): Content[] {
  const out: { role: string; parts: WirePart[] }[] = [];
  for (const message of request.messages) {
    const role = message.role === "assistant" ? "model" : "user";
    const parts = toParts(message);
    if (parts.length === 0) continue;
    if (role === "model" && THIRD_GENERATION.test(request.model)) sign(parts);
    const last = out[out.length - 1];
    if (last?.role === role) last.parts.push(...parts);
    else out.push({ role, parts });
  }
  return out;
}

function toParts(message: Message): WirePart[] {
  const responses: WirePart[] = [];
  // Media of responses follow them: nothing may stand between the responses of one answer.
  const parts: WirePart[] = [];
  for (const part of message.parts) {
    if (part.kind === "tool_result") {
      const text = textOf(part.output);
      responses.push({
        functionResponse: {
          id: part.callId,
          name: part.tool,
          response: part.isError ? { error: text } : { output: text },
        },
      });
      for (const piece of part.output) if (piece.kind === "media") parts.push(...toPart(piece));
    } else parts.push(...toPart(part));
  }
  return [...responses, ...parts];
}

function toPart(part: Part): WirePart[] {
  switch (part.kind) {
    case "text":
      return part.text === "" ? [] : [{ text: part.text }];
    case "thinking": {
      const signature = signatureOf(part.opaque);
      return signature === null ? [] : [{ text: part.text, thought: true, thoughtSignature: signature }];
    }
    case "media":
      return [{ inlineData: { mimeType: part.mediaType, data: part.base64 } }];
    case "file":
      return part.mediaType
        ? [{ fileData: { fileUri: part.uri, mimeType: part.mediaType } }]
        : [{ text: `[file: ${part.uri}]` }];
    case "tool_call": {
      const signature = signatureOf(part.opaque);
      return [{
        functionCall: { id: part.callId, name: part.tool, args: argumentsOf(part.input) },
        ...(signature === null ? {} : { thoughtSignature: signature }),
      }];
    }
    default:
      return [];
  }
}

/** The first call of an answer needs a signature. */
function sign(parts: WirePart[]): void {
  const first = parts.find((part) => part.functionCall);
  if (first && !first.thoughtSignature) first.thoughtSignature = NO_SIGNATURE;
}

function signatureOf(opaque: Opaque | undefined): string | null {
  if (opaque?.provider !== NAME || !isObject(opaque.data)) return null;
  return typeof opaque.data.signature === "string" ? opaque.data.signature : null;
}

/** Folds the pieces of one answer into chunks. */
export class GeminiFold {
  readonly #options: { where: string; callPrefix: string };
  #calls = 0;
  #reason: string | null = null;
  #usage: Usage | null = null;

  constructor(options: { where: string; callPrefix: string }) {
    this.#options = options;
  }

  /** The chunks of one piece. */
  push(response: GenerateContentResponse): ModelChunk[] {
    const chunks: ModelChunk[] = [];
    const candidate = response.candidates?.[0];
    for (const part of candidate?.content?.parts ?? []) this.#part(part, chunks);
    const reason = candidate?.finishReason ?? response.promptFeedback?.blockReason;
    if (reason) this.#reason = reason;
    if (response.usageMetadata) this.#usage = toUsage(response.usageMetadata);
    // Reported as it grows: an answer that is cut off still costs its tokens.
    if (this.#usage !== null && this.#reason === null) chunks.push({ type: "usage", usage: this.#usage });
    return chunks;
  }

  /** The last chunks: usage, if the server sent it, and the finish. Throws when the answer is incomplete. */
  end(): ModelChunk[] {
    if (this.#reason === null) throw cutOffError(this.#options.where);
    const finish: ModelChunk = { type: "finish", stop: toStop(this.#reason, { hasCalls: this.#calls > 0 }) };
    return this.#usage === null ? [finish] : [{ type: "usage", usage: this.#usage }, finish];
  }

  #part(part: WirePart, out: ModelChunk[]): void {
    const opaque = part.thoughtSignature
      ? { opaque: { provider: NAME, data: { signature: part.thoughtSignature } } }
      : {};
    if (part.functionCall) {
      const index = this.#calls++;
      out.push({
        type: "call",
        index,
        callId: part.functionCall.id ? String(part.functionCall.id) : `${this.#options.callPrefix}${index}`,
        tool: part.functionCall.name ?? "",
        input: JSON.stringify(part.functionCall.args ?? {}),
        ...opaque,
      });
    } else if (part.thought) {
      if (part.text || part.thoughtSignature) out.push({ type: "thinking", text: part.text ?? "", ...opaque });
    } else if (part.text) out.push({ type: "text", text: part.text });
  }
}

function toUsage(usage: NonNullable<GenerateContentResponse["usageMetadata"]>): Usage {
  const inputTokens = tokens(usage.promptTokenCount) + tokens(usage.toolUsePromptTokenCount);
  const thinkingTokens = tokens(usage.thoughtsTokenCount);
  const outputTokens = tokens(usage.candidatesTokenCount) + thinkingTokens;
  return {
    inputTokens,
    outputTokens,
    cachedTokens: tokens(usage.cachedContentTokenCount),
    thinkingTokens,
    totalTokens: tokens(usage.totalTokenCount) || inputTokens + outputTokens,
  };
}

/** Why the model stopped. */
export function toStop(reason: string, facts: { hasCalls: boolean }): Stop {
  switch (reason) {
    case "STOP":
      return { reason: facts.hasCalls ? "tool_calls" : "end", raw: reason };
    case "MAX_TOKENS":
      return { reason: "length", raw: reason };
    case "SAFETY":
    case "RECITATION":
    case "BLOCKLIST":
    case "PROHIBITED_CONTENT":
    case "SPII":
    case "IMAGE_SAFETY":
      return { reason: "refusal", raw: reason };
    default:
      return { reason: "other", raw: reason };
  }
}

/** Converts an error of the package. */
export function toError(error: unknown, facts: { where: string; key: string; hasBegun: boolean }): QwenError {
  if (error instanceof QwenError) return error;
  if (error instanceof Error && error.cause instanceof QwenError) return error.cause;
  if (error instanceof Error && "status" in error && typeof error.status === "number") {
    const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(error.message)?.[1];
    return refusalError({
      where: facts.where,
      status: error.status,
      ...readErrorBody(error.message.slice(Math.max(0, error.message.indexOf("{")))),
      ...(delay === undefined ? {} : { retryAfterMs: Math.ceil(Number(delay) * 1000) }),
      key: facts.key,
    });
  }
  // The package reports a piece that was cut in two as broken JSON.
  const isCut = error instanceof SyntaxError || (error instanceof Error && /JSON/.test(error.message));
  return networkError(error, { ...facts, hasBegun: facts.hasBegun || isCut });
}

/** A `fetch` for packages with their own client: it reports the headers to the deadlines and throws QwenError on a refusal. */
export function watchedFetch(
  options: ProviderOptions,
  facts: { where: string; deadlines: Deadlines; signal: AbortSignal },
): typeof globalThis.fetch {
  const { where, deadlines, signal } = facts;
  return async (input, init) => {
    const response = await (options.fetch ?? fetch)(input, {
      ...init,
      ...(typeof init?.body === "string" ? { body: wellFormed(init.body) } : {}),
      redirect: "manual",
      signal,
    });
    deadlines.connected();
    if (!response.ok) throw await responseError(response, { where, options });
    if ((response.headers.get("content-type") ?? "").includes("text/html")) {
      throw await pageError(response, { where, options });
    }
    return response;
  };
}
