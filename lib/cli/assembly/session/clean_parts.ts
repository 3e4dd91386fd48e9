import { type Journal, QwenError, type Tool, type ToolOutcome, type ToolProgress } from "../../../model/mod.ts";
import { StreamRedactor } from "../../../stream/redact.ts";
import { secrets } from "../config/secrets.ts";

/** Removes known secrets from a tool's output, so that neither the model nor anybody else sees one. */
export function cleanTool(tool: Tool): Tool {
  return {
    ...tool,
    title: (input) => tool.title(input),
    needs: (input, context) => tool.needs(input, context),
    async *run(input, context): AsyncGenerator<ToolProgress, ToolOutcome> {
      const run = tool.run(input, context);
      const streams = { stdout: new StreamRedactor(secrets), stderr: new StreamRedactor(secrets) };
      try {
        for (;;) {
          const step = await run.next();
          if (step.done) {
            yield* rest(streams);
            return secrets.value(step.value);
          }
          const clean = cleanProgress(step.value, streams);
          if (clean) yield clean;
        }
      } catch (error) {
        throw error instanceof QwenError ? new QwenError(secrets.value(error.problem), { cause: error.cause }) : error;
      } finally {
        // A reader that leaves early ends the tool as well.
        await run.return({ output: [] });
      }
    },
  };
}

type Streams = Record<"stdout" | "stderr", StreamRedactor>;

function cleanProgress(progress: ToolProgress, streams: Streams): ToolProgress | null {
  if (progress.kind !== "output") return secrets.value(progress);
  const text = streams[progress.channel].push(progress.text);
  return text === "" ? null : { ...progress, text };
}

function* rest(streams: Streams): Generator<ToolProgress> {
  for (const channel of ["stdout", "stderr"] as const) {
    const text = streams[channel].end();
    if (text !== "") yield { kind: "output", text, channel };
  }
}

/** Removes known secrets from what a journal records. */
export function cleanJournal(journal: Journal): Journal {
  return {
    append: (entry) => journal.append(secrets.value(entry)),
    sync: () => journal.sync(),
    close: () => journal.close(),
  };
}
