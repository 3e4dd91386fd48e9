import { fail, isObject, type JsonObject, type Mode, type Tool, type ToolContext, type Verdict } from "../model/mod.ts";
import type { Access } from "../model/access.ts";
import { DEFAULT_AGENT } from "../engine/built_in_agents.ts";
import { canonicalTool } from "../sandbox/tool_names.ts";
import type { Fenced } from "./fenced.ts";

/** A call that the policy judges without a model. */
export interface PlainCall {
  tool: string;
  input: JsonObject;
  mode: Mode;
}

/** The tools of a session's crew, as far as the policy looks at them. */
const AGENT_TOOLS: readonly Pick<Tool, "name" | "kind" | "needs">[] = [
  {
    name: "agent",
    kind: "agent",
    needs: ({ subagent_type }) => [{
      kind: "agent",
      name: typeof subagent_type === "string" ? subagent_type : DEFAULT_AGENT,
    }],
  },
  { name: "list_agents", kind: "other", needs: () => [] },
];

/** What a call needs and what the policy says of it, by the same code as in a session. */
export async function judgeCall(
  call: PlainCall,
  around: { fenced: Fenced; tools: readonly Tool[]; cwd: string },
): Promise<{ access: Access[]; verdict: Verdict }> {
  const { fenced, cwd } = around;
  const tools: readonly Pick<Tool, "name" | "kind" | "needs">[] = [...around.tools, ...AGENT_TOOLS];
  const name = canonicalTool(call.tool);
  const tool = tools.find((known) => known.name === name);
  const server = /^mcp__(.+?)__(.+)$/.exec(name);
  if (!tool && !server) {
    const known = tools.map((one) => one.name).join(", ");
    throw fail("usage_error", `There is no tool ${JSON.stringify(call.tool)}`, {
      hint: `Known: ${known}, mcp__SERVER__TOOL.`,
    });
  }
  // Needs are a pure function of the input and of where the call is made.
  const context = { cwd, roots: fenced.roots, mode: call.mode } as unknown as ToolContext;
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
