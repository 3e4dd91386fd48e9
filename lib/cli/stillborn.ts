import { detectDialect } from "../dialects/detect.ts";
import { DIALECT_NAMES } from "../dialects/mod.ts";
import { type Envelope, type Event, NO_USAGE, type Outcome, type Problem, SETTLED } from "../model/mod.ts";
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
  const asked = dialectFlag(argv);
  const firstLine = asked === null && isHosted(argv) ? await lineOf(pipes) : null;
  const name = asked ?? detectDialect({ argv, environment, outputFormat: format, firstLine });
  const dialect = await namedDialect(name === "auto" ? "qwen" : name);
  const version = around.version ?? "unknown";
  const conversation = dialect.open({ ids: randomIds, format, includePartials: false, version, extras: {} });
  const shorten = (): never => {
    throw new Error("A refusal is a short line");
  };
  const writer = new RecordWriter(pipes.stdout, { maxLineBytes: 1 << 20, shorten });
  const clean = secrets.value(fault);
  // The chat dialect has a word of its own for a run that could not begin.
  const last: Event = name === "chat"
    ? { ...envelope(), type: "session.ended", reason: "fatal", problem: clean }
    : lastWord(clean);
  for (const record of conversation.encode(last)) await writer.write(record);
  await writer.close();
}

const PATIENCE_MS = 300;
const MAX_LINE_CHARS = 1 << 20;

/** Whether a client drives the run by lines: the first one tells in whose words it wants to hear the failure. */
function isHosted(argv: readonly string[]): boolean {
  return argv.some((word) => /^--input-?format(=|$)/i.test(word));
}

/** The first line of a client that has written by now; one that says nothing is not waited for. */
async function lineOf(pipes: Pipes): Promise<string | null> {
  const { stdin } = pipes;
  if (pipes.isInputTerminal || stdin.locked) return null;
  const reader = stdin.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  const inTime = new AbortController();
  const late = systemClock.sleep(PATIENCE_MS, inTime.signal).then(() => null, () => null);
  let text = "";
  try {
    while (!text.includes("\n") && text.length < MAX_LINE_CHARS) {
      const step = await Promise.race([reader.read(), late]);
      if (step === null || step.done) break;
      text += step.value;
    }
  } catch {
    // A broken stdin tells nothing about its writer; the failure itself is told all the same.
  } finally {
    inTime.abort(SETTLED);
    reader.cancel().catch(() => {/* Nobody reads it any more. */});
  }
  return text === "" ? null : text.split("\n", 1)[0];
}

function dialectFlag(argv: readonly string[]): string | null {
  const index = argv.findIndex((word) => word === "--dialect" || word.startsWith("--dialect="));
  const word = argv[index]?.includes("=") ? argv[index].split("=")[1] : argv[index + 1];
  return index >= 0 && word && DIALECT_NAMES.includes(word) ? word : null;
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
