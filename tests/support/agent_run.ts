/** Runs of the program with a scripted model that sees only what is sent to it. */
import { fakeModel, type ReceivedRequest, type ScriptedReply } from "./fake_model.ts";
import { Fixture, type QwenEnd, runQwen } from "./qwen.ts";

/** How a run is made. */
export interface AgentRunOptions {
  /** Files of the workspace by relative path. */
  files?: Record<string, string>;
  /** Flags beside `-p`; by default everything is allowed and the answer is one JSON list. */
  args?: readonly string[];
  env?: Record<string, string> | ((fixture: Fixture) => Record<string, string>);
  /** The prompt; "go" by default. */
  prompt?: string;
  otherwise?: ScriptedReply;
  /** Looks at the workspace before it is removed. */
  after?: (fixture: Fixture) => Promise<void>;
  /** Prepares the workspace. */
  before?: (fixture: Fixture) => Promise<void>;
}

/** The end of a run and what the model was sent. */
export interface AgentRun extends QwenEnd {
  requests: ReceivedRequest[];
  /** The tool results of the last request, as the model sees them. */
  results: string[];
  /** The last `result` record. */
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
  result: any;
}

/** Runs one prompt. `ROOT` in a scripted reply stands for the workspace. */
export async function agentRun(
  replies: (root: string) => ScriptedReply[],
  options: AgentRunOptions = {},
): Promise<AgentRun> {
  await using fixture = await Fixture.open(options.files);
  await options.before?.(fixture);
  const root = await Deno.realPath(fixture.cwd);
  await using model = fakeModel(replies(root), { otherwise: options.otherwise ?? "Done." });
  const flags = options.args ?? ["--approval-mode", "yolo", "--output-format", "json"];
  const own = typeof options.env === "function" ? options.env(fixture) : options.env;
  const end = await runQwen(["-p", options.prompt ?? "go", ...flags], {
    fixture,
    env: { ...model.env, ...own },
  });
  await options.after?.(fixture);
  const { requests } = model;
  return { ...end, requests, results: toolResults(requests.at(-1)), result: lastResult(end.stdout) };
}

/** The tool results that a request carries, oldest first. */
export function toolResults(request: ReceivedRequest | undefined): string[] {
  const messages: { role: string; content: unknown }[] = request?.body.messages ?? [];
  return messages.filter((message) => message.role === "tool").map((message) =>
    typeof message.content === "string" ? message.content : JSON.stringify(message.content)
  );
}

function lastResult(stdout: string): unknown {
  try {
    const records: { type: string }[] = JSON.parse(stdout);
    return records.findLast((record) => record.type === "result");
  } catch {
    // Another output format.
    return undefined;
  }
}
