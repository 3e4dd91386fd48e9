/** Recorded lines of one dialect in the words of another: read back into events, and said again. */
import { deferred } from "../model/deferred.ts";
import type { Conversation, DialectOptions } from "../model/dialect.ts";
import { isObject } from "../model/json.ts";
import { fail, type Problem, problem } from "../model/problem.ts";
import { nestsDeeperThan } from "../stream/nests_deeper_than.ts";
import { loadDialect } from "./mod.ts";
import type { Reader, ReaderOptions } from "./read_back/reader.ts";

const MAX_DEPTH = 256;

const READERS: Readonly<Record<string, (options: ReaderOptions) => Promise<Reader>>> = {
  chat: async (options) => {
    const { ChatReader }: typeof import("./read_back/chat_reader.ts") = await import(
      deferred("./read_back/chat_reader.ts")
    );
    return new ChatReader(options);
  },
  qwen: async (options) => {
    const { QWEN_WORDS }: typeof import("./agent/qwen_words.ts") = await import(deferred("./agent/qwen_words.ts"));
    return await agentReader(QWEN_WORDS, options);
  },
  claude: async (options) => {
    const { CLAUDE_WORDS }: typeof import("./agent/claude_words.ts") = await import(
      deferred("./agent/claude_words.ts")
    );
    return await agentReader(CLAUDE_WORDS, options);
  },
  state: async (options) => {
    const { StateReader }: typeof import("./read_back/state_reader.ts") = await import(
      deferred("./read_back/state_reader.ts")
    );
    return new StateReader(options);
  },
};

async function agentReader(words: import("./agent/words.ts").Words, options: ReaderOptions): Promise<Reader> {
  const { AgentReader }: typeof import("./read_back/agent_reader.ts") = await import(
    deferred("./read_back/agent_reader.ts")
  );
  return new AgentReader(words, options);
}

/** Names of the dialects whose recorded output can be read. */
export const READABLE_DIALECTS: readonly string[] = Object.keys(READERS);

/** What a translation is opened with. */
export interface TranslationOptions extends DialectOptions, ReaderOptions {
  from: string;
  to: string;
}

/** What became of one line. */
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
    return { records: this.#say(this.#reader.read(record)), problem: null };
  }

  /** What is left to say after the last line. */
  end(): (object | string)[] {
    return this.#say(this.#reader.end());
  }

  #say(events: ReturnType<Reader["read"]>): (object | string)[] {
    return events.flatMap((event) => [...this.#conversation.encode(event)]);
  }
}

/** Opens a translation; throws a QwenError when a dialect is not known. */
export async function openTranslation(options: TranslationOptions): Promise<Translation> {
  const open = Object.hasOwn(READERS, options.from) ? READERS[options.from] : null;
  if (!open) throw unknown("from", options.from);
  const dialect = READABLE_DIALECTS.includes(options.to) ? await loadDialect(options.to) : null;
  if (!dialect) throw unknown("to", options.to);
  return new Translation(await open(options), dialect.open(options));
}

function unknown(flag: string, name: string): Error {
  return fail("usage_error", `There is no dialect "${name}" to translate ${flag}`, {
    hint: `Known are ${READABLE_DIALECTS.join(", ")}.`,
  });
}

function recordOf(line: string): Record<string, unknown> | null {
  if (nestsDeeperThan(line, MAX_DEPTH)) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    // The caller tells which line it was.
    return null;
  }
}
