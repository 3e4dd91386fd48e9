import { isObject, type JsonObject } from "../model/json.ts";
import type { ServerRequestContext } from "./mcp_server.d.ts";
import { type PipeEnds, PipeTransport } from "./transports/pipe_transport.ts";

/** The arguments of a call of the tool `prompt`. */
export interface PromptCall {
  prompt: string;
  cwd?: string;
  sessionId?: string;
}

/** What became of a prompt. */
export interface PromptResult {
  result: string;
  sessionId: string;
  isError: boolean;
}

/** Options of a server of prompts. */
export interface ServePromptsOptions {
  version: string;
  ends: PipeEnds;
  /** Runs a prompt; `onStep` reports what it does. Rejects with `signal.reason` when cancelled. */
  run(call: PromptCall, around: { signal: AbortSignal; onStep(text: string): void }): Promise<PromptResult>;
  /** Ends the server. */
  signal: AbortSignal;
}

const TOOL = {
  name: "prompt",
  title: "Run a coding agent",
  description:
    "Gives a task to the coding agent qwen, which reads, edits and runs what the task needs, and returns its " +
    "answer. Name the session_id of an earlier answer to continue that conversation.",
  inputSchema: {
    type: "object",
    properties: {
      prompt: { type: "string", description: "The task." },
      cwd: { type: "string", description: "The folder to work in; by default that of the server." },
      session_id: { type: "string", description: "An earlier session to continue." },
    },
    required: ["prompt"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      result: { type: "string" },
      session_id: { type: "string" },
      is_error: { type: "boolean" },
    },
    required: ["result", "session_id", "is_error"],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
} as const;

/** Serves one MCP client with the tool `prompt` until it goes. */
export async function servePrompts(options: ServePromptsOptions): Promise<void> {
  const { Server, serveStdio } = await import("./mcp_server.js");
  const transport = new PipeTransport(options.ends);
  const handle = serveStdio(() => {
    const server = new Server({ name: "qwen", version: options.version }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({ tools: [TOOL] }));
    server.setRequestHandler("tools/call", async ({ params = {} }, context) => {
      if (params.name !== TOOL.name) return refusal(`There is no tool ${JSON.stringify(params.name ?? null)}`);
      const call = readCall(params.arguments ?? {});
      return typeof call === "string" ? refusal(call) : await answer(call, { options, context });
    });
    return server;
  }, { transport });
  const stop = (): void => void handle.close();
  options.signal.addEventListener("abort", stop, { once: true });
  await transport.closed;
  options.signal.removeEventListener("abort", stop);
  await handle.close();
}

async function answer(
  call: PromptCall,
  { options, context: { mcpReq } }: { options: ServePromptsOptions; context: ServerRequestContext },
): Promise<object> {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  const onStep = (message: string): void => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: ++progress, message };
    // The client may have gone, which ends the run anyway.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  const signal = AbortSignal.any([mcpReq.signal, options.signal]);
  return resultOf(await options.run(call, { signal, onStep }));
}

function resultOf({ result, sessionId, isError }: PromptResult): object {
  const structuredContent: JsonObject = { result, session_id: sessionId, is_error: isError };
  return { content: [{ type: "text", text: result }], structuredContent, isError };
}

function refusal(message: string): object {
  return resultOf({ result: message, sessionId: "", isError: true });
}

/** The call, or what is wrong with its arguments. */
function readCall(input: unknown): PromptCall | string {
  const { prompt, cwd, session_id: sessionId } = isObject(input) ? input : {};
  if (typeof prompt !== "string" || prompt.trim() === "") return '"prompt" must be a text that is not empty';
  if (cwd !== undefined && typeof cwd !== "string") return '"cwd" must be a text';
  if (sessionId !== undefined && typeof sessionId !== "string") return '"session_id" must be a text';
  return { prompt, ...(cwd ? { cwd } : {}), ...(sessionId ? { sessionId } : {}) };
}
