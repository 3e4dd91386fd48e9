/** Translates recorded lines of one dialect into another: they are read back into events, and encoded again. */
import type { Conversation, DialectOptions } from "../model/ports/dialect.ts";
import { isObject } from "../model/json.ts";
import { fail, type Problem, problem } from "../model/problem.ts";
import { nestsDeeperThan } from "../stream/nests_deeper_than.ts";
import { DIALECTS } from "./mod.ts";
import { openClaudeReader, openQwenReader } from "./read_back/agent_reader.ts";
import { ChatReader } from "./read_back/chat_reader.ts";
import type { Reader, ReaderOptions } from "./read_back/reader.ts";
import { StateReader } from "./read_back/state_reader.ts";

const MAX_DEPTH = 256;

/** How recorded output is read back, by dialect. */
const READERS: Readonly<Record<string, (options: ReaderOptions) => Reader>> = {
  chat: (options) => new ChatReader(options),
  qwen: openQwenReader,
  claude: openClaudeReader,
  state: (options) => new StateReader(options),
};

/** Names of the dialects whose recorded output can be translated. */
export const READABLE_DIALECTS: readonly string[] = Object.keys(READERS);

/** Options of a translation. */
export interface TranslationOptions extends DialectOptions, ReaderOptions {
  from: string;
  to: string;
}

/** The translation of one line. */
export interface Translated {
  records: (object | string)[];
  /** Why the line could not be read. */
  problem: Problem | null;
}

/** A running translation. Its memory does not grow with the number of lines. */
export class Translation {
  readonly #reader: Reader;
  readonly #conversation: Conversation;
  #line = 0;

  constructor(reader: Reader, conversation: Conversation) {
    this.#reader = reader;
    this.#conversation = conversation;
  }

  /** Translates one line. Never throws. */
  step(line: string): Translated {
    this.#line++;
    if (line.trim() === "") return { records: [], problem: null };
    const record = recordOf(line);
    if (!record) {
      const found = problem("protocol_error", "The line is not a JSON object", { line: this.#line });
      return { records: [], problem: found };
    }
    return { records: this.#encode(this.#reader.read(record)), problem: null };
  }

  /** The records after the last line. */
  end(): (object | string)[] {
    return this.#encode(this.#reader.end());
  }

  #encode(events: ReturnType<Reader["read"]>): (object | string)[] {
    return events.flatMap((event) => [...this.#conversation.encode(event)]);
  }
}

/** Opens a translation; throws a QwenError when a dialect is not known. */
export async function openTranslation(options: TranslationOptions): Promise<Translation> {
  for (const flag of ["from", "to"] as const) checkReadable(options[flag], flag);
  const to = await DIALECTS[options.to].load();
  return new Translation(READERS[options.from](options), to.open(options));
}

function checkReadable(name: string, flag: "from" | "to"): void {
  if (READABLE_DIALECTS.includes(name)) return;
  throw fail("usage_error", `There is no dialect "${name}" to translate ${flag}`, {
    hint: `Known are ${READABLE_DIALECTS.join(", ")}.`,
  });
}

function recordOf(line: string): Record<string, unknown> | null {
  if (nestsDeeperThan(line, MAX_DEPTH)) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    // The caller reports the line's number.
    return null;
  }
}
