import { detectDialect } from "../dialects/detect.ts";
import { type Command, type Conversation, fail } from "../model/mod.ts";
import type { RecordWriter } from "../stream/record_writer.ts";
import { agree, type Agreement, namedDialect } from "./agree.ts";
import { commandsOf, linesOf } from "./compose.ts";
import { dialectOptions } from "./dialect_options.ts";
import type { Format, Talk } from "./finish.ts";
import type { Foundation } from "./foundation.ts";
import { MAX_INPUT_LINE_BYTES } from "./limits.ts";
import type { Pipes } from "./pipes.ts";

export { compose } from "./compose.ts";

/** Settles with a client on a dialect, and reads its lines as commands from then on. */
export async function hostTalk(
  base: Foundation,
  around: { argv: readonly string[]; pipes: Pipes; format: Format; writer: RecordWriter; isAsked: boolean },
): Promise<Talk> {
  const { flags } = base;
  const { argv, pipes, writer } = around;
  const format = around.format === "text" ? "stream-json" : around.format;
  const lines = linesOf(pipes.stdin, flags.maxInputLineBytes ?? MAX_INPUT_LINE_BYTES);
  let refusals: Conversation | undefined;
  const clues = { argv, environment: base.env, outputFormat: format };
  const wanted = flags.dialect ?? (flags.serverMode === "stdin" ? "state" : "auto");
  const agreement: Agreement = await agree(lines, {
    // A prompt on the command line does not wait for a first line that tells whose words to use.
    wanted: wanted === "auto" && around.isAsked ? detectDialect({ ...clues, firstLine: null }) : wanted,
    clues,
    refuse: async (line) => {
      refusals ??= (await namedDialect("chat")).open(dialectOptions(base, format));
      await refuse(line, { chat: refusals, writer });
      return false;
    },
  });
  const conversation = agreement.dialect.open(dialectOptions(base, format));
  return { dialect: agreement.dialect, conversation, commands: commandsOf(agreement.lines, conversation) };
}

/** Answers a line that came before anything was settled. Throws when there were too many of them. */
async function refuse(line: string, { chat, writer }: { chat: Conversation; writer: RecordWriter }): Promise<void> {
  const head = { sessionId: "", seq: 0, at: 0, cause: null, agent: null };
  const faults = [...await chat.decode(line)].flatMap((command) => command.type === "invalid" ? [command.problem] : []);
  for (const problem of faults) {
    for (const record of chat.encode({ ...head, type: "rejected", problem })) await writer.write(record);
  }
  if (!faults.some(({ fatal }) => fatal)) return;
  await writer.close();
  throw fail("protocol_error", "A hundred bad lines came in and no good one", { fatal: true });
}

/** A command, and then what a client says. */
export function withPrompt(command: Command, rest: ReadableStream<Command>): ReadableStream<Command> {
  const { readable, writable } = new TransformStream<Command, Command>();
  const writer = writable.getWriter();
  writer.write(command).then(() => {
    writer.releaseLock();
    return rest.pipeTo(writable);
  }).catch(() => {/* The session is over; whoever reads learns it there. */});
  return readable;
}
