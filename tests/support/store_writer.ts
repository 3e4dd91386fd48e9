/** Writes a session until it is done or killed: base, cwd, session id and rounds are its arguments. Exit 9: taken. */
import { QwenError } from "../../lib/model/problem.ts";
import { listSessions } from "../../lib/store/lookup.ts";
import { openSession } from "../../lib/store/open_session.ts";
import { usageFile } from "../../lib/store/store_paths.ts";
import { appendUsage } from "../../lib/store/usage/usage_log.ts";

const [base, cwd, sessionId, rounds] = Deno.args;
const paths = { base, cwd };
const ids = { next: (): string => crypto.randomUUID() };
const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, thinkingTokens: 0, totalTokens: 2 };

try {
  const onFailure = (): never => Deno.exit(8);
  const isOld = (await listSessions(paths)).some((entry) => entry.sessionId === sessionId);
  const { journal } = await openSession(isOld ? { resume: sessionId } : { sessionId }, {
    paths,
    version: "0",
    ids,
    onFailure,
  });
  const text = "x".repeat(300);
  for (let round = 0; round < Number(rounds); round++) {
    const callId = ids.next();
    const call = { kind: "tool_call", callId, tool: "glob", input: { text } } as const;
    const result = { kind: "tool_result", callId, tool: "glob", output: [], isError: false } as const;
    const at = Date.now();
    journal.append({
      type: "message",
      message: { id: ids.next(), role: "user", parts: [{ kind: "text", text }] },
      at,
    });
    journal.append({ type: "message", message: { id: ids.next(), role: "assistant", parts: [call] }, at, usage });
    journal.append({ type: "usage", model: "m", usage, durationMs: 1, at });
    journal.append({
      type: "message",
      message: { id: ids.next(), role: "tool", parts: [{ ...result, output: [] }] },
      at,
    });
    await journal.sync();
    await Deno.stdout.write(new TextEncoder().encode("a round was written\n"));
  }
  await journal.close();
  const stats = {
    models: {},
    tools: {},
    decisions: { accept: 0, reject: 0, modify: 0, autoAccept: 0 },
    linesAdded: 0,
    linesRemoved: 0,
  };
  await appendUsage(usageFile(base), { sessionId, project: cwd, startedAt: 0, endedAt: 1, stats });
} catch (error) {
  if (!(error instanceof QwenError) || !["session_locked", "session_exists"].includes(error.problem.code)) throw error;
  Deno.exit(9);
}
