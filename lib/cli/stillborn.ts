import { detectDialect } from "../dialects/detect.ts";
import { type Envelope, type Event, NO_USAGE, type Outcome, type Problem } from "../model/mod.ts";
import { RecordWriter } from "../stream/record_writer.ts";
import { namedDialect } from "./agree.ts";
import type { Pipes } from "./pipes.ts";
import { secrets } from "./secrets.ts";
import { randomIds, systemClock } from "./world.ts";

/** Writes the one result of a run that failed before it had a session. */
export async function writeStillborn(
  fault: Problem,
  around: {
    format: "json" | "stream-json" | "stream-chunk-json";
    pipes: Pipes;
    argv: readonly string[];
    version?: string;
  },
): Promise<void> {
  const { format, pipes, argv } = around;
  const environment = (name: string): string | undefined => Deno.env.get(name);
  const name = dialectFlag(argv) ?? detectDialect({ argv, environment, outputFormat: format, firstLine: null });
  const dialect = await namedDialect(name === "auto" ? "qwen" : name);
  const version = around.version ?? "unknown";
  const conversation = dialect.open({ ids: randomIds, format, includePartials: false, version, extras: {} });
  const spill = (): never => {
    throw new Error("A refusal is a short line");
  };
  const writer = new RecordWriter(pipes.stdout, { maxLineBytes: 1 << 20, spill }).getWriter();
  const clean = secrets.value(fault);
  // The chat dialect has a word of its own for a run that could not begin.
  const last: Event = name === "chat"
    ? { ...envelope(), type: "session.ended", reason: "fatal", problem: clean }
    : lastWord(clean);
  for (const record of conversation.encode(last)) await writer.write(record);
  await writer.close();
}

function dialectFlag(argv: readonly string[]): string | null {
  const index = argv.findIndex((word) => word === "--dialect" || word.startsWith("--dialect="));
  const word = argv[index]?.includes("=") ? argv[index].split("=")[1] : argv[index + 1];
  return index >= 0 && word && ["chat", "qwen", "claude", "state"].includes(word) ? word : null;
}

function envelope(): Envelope {
  return { sessionId: randomIds.next(), seq: 1, at: systemClock.now(), cause: null, agent: null };
}

function lastWord(fault: Problem): Event {
  const outcome: Outcome = { kind: "failed", problem: fault, text: fault.message };
  const stats = {
    models: {},
    tools: {},
    decisions: { accept: 0, reject: 0, modify: 0, autoAccept: 0 },
    linesAdded: 0,
    linesRemoved: 0,
  };
  return {
    ...envelope(),
    type: "turn.completed",
    turnId: randomIds.next(),
    promptId: "",
    outcome,
    usage: NO_USAGE,
    total: NO_USAGE,
    stats,
    durationMs: 0,
    apiDurationMs: 0,
    rounds: 0,
    denials: [],
    background: [],
  };
}
