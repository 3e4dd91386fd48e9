import {
  fail,
  isObject,
  type JsonObject,
  type Mode,
  type Tool,
  type ToolDeclaration,
  type Verdict,
} from "../../../model/mod.ts";
import type { Access } from "../../../model/ports/access.ts";
import { AGENT_DECLARATION } from "../../../engine/agents/agent_tool.ts";
import { LIST_AGENTS_DECLARATION } from "../../../engine/agents/list_agents_tool.ts";
import { TOOL_NAMES } from "./tool_names.ts";
import type { Fenced } from "./fenced.ts";

/** A call that the policy judges without a model. */
export interface PlainCall {
  tool: string;
  input: JsonObject;
  mode: Mode;
}

/** The engine's own tools, as the policy sees them. */
const AGENT_TOOLS: readonly ToolDeclaration[] = [AGENT_DECLARATION, LIST_AGENTS_DECLARATION];

/** The access that a call needs and the policy's verdict, computed as in a session. */
export async function judgeCall(
  call: PlainCall,
  around: { fenced: Fenced; tools: readonly Tool[]; cwd: string },
): Promise<{ access: Access[]; verdict: Verdict }> {
  const { fenced, cwd } = around;
  const tools: readonly ToolDeclaration[] = [...around.tools, ...AGENT_TOOLS];
  const name = TOOL_NAMES.canonical(call.tool);
  const tool = tools.find((known) => known.name === name);
  const server = /^mcp__(.+?)__(.+)$/.exec(name);
  if (!tool && !server) {
    const known = tools.map((one) => one.name).join(", ");
    throw fail("usage_error", `There is no tool ${JSON.stringify(call.tool)}`, {
      hint: `Known: ${known}, mcp__SERVER__TOOL.`,
    });
  }
  const context = { cwd, roots: fenced.roots, mode: call.mode };
  const access: Access[] = tool
    ? tool.needs(call.input, context)
    : [{ kind: "mcp", server: server?.[1] ?? "", tool: server?.[2] ?? "", trusted: false }];
  const kind = tool?.kind ?? "mcp";
  const verdict = await fenced.policy.judge({ tool: name, kind, input: call.input, access, mode: call.mode });
  return { access, verdict };
}

/** Checks the examples that come with the rules; rejects with a QwenError that names the first one that does not hold. */
export async function checkExamples(
  examples: readonly JsonObject[],
  around: { fenced: Fenced; tools: readonly Tool[]; cwd: string },
): Promise<void> {
  for (const [index, { tool, input, expect }] of examples.entries()) {
    if (typeof tool !== "string" || !isObject(input)) continue;
    const { verdict } = await judgeCall({ tool, input: input as JsonObject, mode: "default" }, around);
    if (verdict.decision === expect) continue;
    const by = verdict.rule ? ` by the rule "${verdict.rule}"` : "";
    throw fail(
      "config_invalid",
      `permissions.examples[${index}]: ${tool} ${JSON.stringify(input)} is ${verdict.decision}${by}, not ${expect}`,
      { param: `permissions.examples[${index}]`, hint: "Change the rules or the example." },
    );
  }
}
