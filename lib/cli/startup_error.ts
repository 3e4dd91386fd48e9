import { detectDialect } from "../dialects/detect.ts";
import { refusalRecords } from "../host/refusal.ts";
import { randomIds, systemClock } from "../model/clock.ts";
import { type Conversation, type Problem, SETTLED } from "../model/mod.ts";
import { serialize } from "../stream/serialize.ts";
import { scanArgs } from "./args/scan_args.ts";
import { namedDialect } from "./assembly/client/open_dialect.ts";
import { secrets } from "./assembly/config/secrets.ts";
import type { Pipes } from "./process/pipes.ts";
import { VERSION } from "./version.ts";

const PATIENCE_MS = 300;
/** An editor writes its first request as soon as it has started the program. */
const REQUEST_PATIENCE_MS = 2_000;
const MAX_LINE_CHARS = 1 << 20;

/** Reports that a run could not start, as the one record that programs read. */
export class StartupError {
  /** The dialect of the client, once it is known. */
  conversation: Conversation | null = null;
  readonly #pipes: Pipes;
  readonly #argv: readonly string[];

  constructor(pipes: Pipes, argv: readonly string[]) {
    this.#pipes = pipes;
    this.#argv = argv;
  }

  /** Writes the record, unless the run prints text. */
  async write(fault: Problem): Promise<void> {
    const { outputFormat: format } = await scanArgs(this.#argv);
    if (!format || format === "text") return;
    const { conversation, cause } = this.conversation
      ? { conversation: this.conversation, cause: null }
      : await this.#open(format, fault);
    const refusal = {
      problem: secrets.value(fault),
      kind: "startup" as const,
      cause,
      sessionId: randomIds.next(),
      at: systemClock.now(),
    };
    const lines = refusalRecords(refusal, conversation)
      .map((record) => `${typeof record === "string" ? record : serialize(record)}\n`);
    const bytes = new TextEncoder().encode(lines.join(""));
    for (let sent = 0; sent < bytes.length;) sent += await this.#pipes.stdout.write(bytes.subarray(sent));
  }

  /**
   * Opens the dialect that the command line names or the client's first line reveals. In a dialect of requests the
   * first one is answered; wrong flags are reported before anything is read.
   */
  async #open(
    format: "json" | "stream-json" | "stream-chunk-json",
    { code }: Problem,
  ): Promise<{ conversation: Conversation; cause: string | null }> {
    const argv = this.#argv;
    const environment = (name: string): string | undefined => Deno.env.get(name);
    const { dialect: asked, inputFormat } = await scanArgs(argv);
    const isHosted = inputFormat !== undefined && inputFormat !== "text";
    let firstLine = asked === undefined && isHosted ? await firstLineOf(this.#pipes, PATIENCE_MS) : null;
    const name = asked ?? detectDialect({ argv, environment, outputFormat: format, firstLine });
    const dialect = await namedDialect(name);
    const options = { ids: randomIds, format, includePartials: false, version: VERSION, tools: [], extras: {} };
    const conversation = dialect.open(options);
    if (!dialect.managesSessions || code === "usage_error") return { conversation, cause: null };
    firstLine ??= await firstLineOf(this.#pipes, REQUEST_PATIENCE_MS);
    const [command] = firstLine === null ? [] : conversation.decode(firstLine);
    return { conversation, cause: command && command.type !== "invalid" ? command.id : null };
  }
}

/** The first line of a client; null for one that stays silent. */
async function firstLineOf(pipes: Pipes, patienceMs: number): Promise<string | null> {
  const { stdin } = pipes;
  if (pipes.isInputTerminal || stdin.locked) return null;
  const reader = stdin.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  const inTime = new AbortController();
  const late = systemClock.sleep(patienceMs, inTime.signal).then(() => null, () => null);
  let text = "";
  try {
    while (!text.includes("\n") && text.length < MAX_LINE_CHARS) {
      const step = await Promise.race([reader.read(), late]);
      if (step === null || step.done) break;
      text += step.value;
    }
  } catch {
    // A broken stdin says nothing about its writer; the failure itself is reported all the same.
  } finally {
    inTime.abort(SETTLED);
    reader.cancel().catch(() => {/* It is not read any more. */});
  }
  return text === "" ? null : text.split("\n", 1)[0];
}
