import type { Part } from "../model/content.ts";
import type { JsonObject } from "../model/json.ts";
import type { ToolProgress } from "../model/event.ts";
import type { Tool, ToolContext, ToolOutcome } from "../model/ports.ts";
import { isObject } from "../model/json.ts";
import type { CallProgress, Connection } from "./connection.ts";
import { BoundedText } from "../stream/bounded_text.ts";
import { toParts } from "./content.ts";
import type { ServerTool } from "./offers.ts";
import type { ServerConfig } from "./server_config.ts";

const MAX_NAME = 64;
const MAX_WAITING = 100;
const MAX_CHARS = 4_000_000;

/** The name of a server's tool for models, rules and hosts. */
export function toolName(server: string, tool: string): string {
  const name = `mcp__${server}__${tool}`.replace(/[^a-zA-Z0-9_-]/g, "_");
  // Providers refuse longer names; both ends are kept because they name the server and the tool.
  return name.length <= MAX_NAME ? name : `${name.slice(0, 28)}___${name.slice(-32)}`;
}

/** Where a tool is called. */
export interface ToolSource {
  described: ServerTool;
  /** The connection of its server at the time of the call. */
  connection(): Promise<Connection>;
}

/** Makes a tool of ours from a server's tool. */
export function mcpTool({ name: server, trust }: ServerConfig, { described: tool, connection }: ToolSource): Tool {
  const title = `${tool.title ?? tool.name} (${server} MCP server)`;
  return {
    name: toolName(server, tool.name),
    description: tool.description,
    input: tool.input,
    kind: "mcp",
    parallel: tool.isReadOnly,
    title: () => title,
    needs: () => [{ kind: "mcp", server, tool: tool.name, trusted: trust }],
    confirm: () => Promise.resolve({ kind: "mcp", title, server, tool: tool.name }),
    run: (input, context) => runTool({ server, connection, tool: tool.name, input, context }),
  };
}

async function* runTool(call: {
  server: string;
  connection: ToolSource["connection"];
  tool: string;
  input: JsonObject;
  context: ToolContext;
}): AsyncGenerator<ToolProgress, ToolOutcome> {
  const { signal } = call.context;
  const steps: CallProgress[] = [];
  let wake: () => void = () => undefined;
  let isOver = false;
  const onProgress = (step: CallProgress): void => {
    if (steps.length >= MAX_WAITING) steps.shift();
    steps.push(step);
    wake();
  };
  const send = async (): Promise<Record<string, unknown>> => {
    const connection = await call.connection();
    return await connection.call(call.tool, { input: call.input, signal, onProgress });
  };
  const running = send().finally(() => {
    isOver = true;
    wake();
  });
  // The failure is handled below, after the last step was reported.
  running.catch(() => undefined);
  while (!isOver || steps.length > 0) {
    const step = steps.shift();
    if (step) yield { kind: "steps", ...step };
    else await new Promise<void>((resolve) => wake = resolve);
  }
  try {
    return toOutcome(await running);
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    const text = `MCP server "${call.server}" failed to run ${call.tool}: ${reason}`;
    return { output: [{ kind: "text", text }], isError: true };
  }
}

function toOutcome(result: Record<string, unknown>): ToolOutcome {
  const { structuredContent } = result;
  const output = bounded(toParts(result.content));
  const isBare = output.length === 0 && structuredContent !== undefined;
  return {
    output: isBare ? [{ kind: "text", text: JSON.stringify(structuredContent) }] : output,
    isError: result.isError === true,
    ...(isObject(structuredContent) ? { data: { structuredContent: structuredContent as JsonObject } } : {}),
  };
}

/** The parts with their texts cut to the limit; the last one that fits is cut in its middle. */
function bounded(parts: Part[]): Part[] {
  let room = MAX_CHARS;
  return parts.flatMap((part): Part[] => {
    if (part.kind !== "text") return [part];
    if (room <= 0) return [];
    const text = new BoundedText(room);
    text.append(part.text);
    room -= part.text.length;
    return [{ kind: "text", text: text.toString() }];
  });
}
