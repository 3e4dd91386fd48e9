import type { Part } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ToolProgress } from "../../model/event.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { isObject } from "../../model/json.ts";
import type { CallProgress, Connection } from "./connection.ts";
import { BoundedText } from "../bounded_text.ts";
import { toParts } from "./content.ts";
import type { ServerTool } from "./offers.ts";

const MAX_NAME = 64;
const MAX_WAITING = 100;
const MAX_CHARS = 4_000_000;

/** The name under which a server's tool is known to models, rules and hosts. */
export function toolName(server: string, tool: string): string {
  const name = `mcp__${server}__${tool}`.replace(/[^a-zA-Z0-9_-]/g, "_");
  // Providers refuse longer names; both ends are kept, they tell server and tool.
  return name.length <= MAX_NAME ? name : `${name.slice(0, 28)}___${name.slice(-32)}`;
}

/** A server's tool as one of ours. */
export function mcpTool(connection: Connection, tool: ServerTool): Tool {
  const { name: server, trust } = connection.config;
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
    run: (input, context) => runTool(connection, { tool: tool.name, input, context }),
  };
}

async function* runTool(
  connection: Connection,
  call: { tool: string; input: JsonObject; context: ToolContext },
): AsyncGenerator<ToolProgress, ToolOutcome> {
  const { signal } = call.context;
  const steps: CallProgress[] = [];
  let wake: () => void = () => undefined;
  let isOver = false;
  const running = connection.call(call.tool, {
    input: call.input,
    signal,
    onProgress: (step) => {
      if (steps.length >= MAX_WAITING) steps.shift();
      steps.push(step);
      wake();
    },
  }).finally(() => {
    isOver = true;
    wake();
  });
  // The failure is taken below, after the last step was told.
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
    const text = `MCP server "${connection.config.name}" failed to run ${call.tool}: ${reason}`;
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

/** Parts whose texts together are not longer than allowed; the last one that fits is cut in its middle. */
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
