import type { Tap } from "../../../host/taps.ts";
import { systemClock } from "../../../model/clock.ts";
import { type Event, fail, reasonOf, within } from "../../../model/mod.ts";
import { RecordWriter } from "../../../stream/record_writer.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { MAX_LINE_BYTES } from "../../limits.ts";
import type { RunConfig } from "../config/load_config.ts";
import { type DialectUse, openDialect } from "../client/open_dialect.ts";
import { shortenRecords } from "./shorten_records.ts";

/** Records that may wait for a slow reader before the sidecar is given up. */
const MAX_WAITING = 100_000;
const CLOSE_MS = 2_000;
const DEFAULT_DIALECT = "qwen";

/** The records of a run beside its own output: `--json-file` and `--json-fd`. */
export interface Sidecar {
  taps: readonly Tap[];
  /** Resolves when the last record was taken; a reader that does not take it is not waited for. */
  close(): Promise<void>;
}

/** Opens the sidecar of the flags; without them nothing is written. Throws `config_invalid`. */
export async function openSidecar(
  config: RunConfig,
  { use, note }: { use: DialectUse; note: (text: string) => void },
): Promise<Sidecar> {
  const { flags, home } = config;
  const target = targetOf(flags);
  if (target === null) return { taps: [], close: () => Promise.resolve() };
  const { dialect } = flags;
  const name = dialect === undefined || dialect === "auto" ? DEFAULT_DIALECT : dialect;
  // A reader of the sidecar has not written the prompts, so they are shown to it.
  const { conversation } = await openDialect(name, {
    config: { ...config, flags: { ...flags, includePartialMessages: true } },
    use: { ...use, format: "stream-json" },
    isGuest: true,
  });
  const file = await openTarget(target);
  const writer = new RecordWriter(file, { maxLineBytes: MAX_LINE_BYTES, shorten: shortenRecords(`${home}/tmp/spill`) });
  const queue = new SidecarQueue(writer, (reason) => note(`qwen: ${target.flag} is not written any more: ${reason}`));
  return {
    taps: [(event): Event => {
      for (const record of conversation.encode(event)) queue.push(record);
      return event;
    }],
    close: async () => {
      await within(queue.close(), { ms: CLOSE_MS, clock: systemClock });
      file.close();
    },
  };
}

interface Target {
  flag: string;
  path: string;
}

function targetOf({ jsonFile, jsonFd }: Flags): Target | null {
  if (jsonFile !== undefined) return { flag: "--json-file", path: jsonFile };
  if (jsonFd === undefined) return null;
  if (jsonFd < 3) throw fail("config_invalid", `--json-fd ${jsonFd} is a standard stream: use 3 or higher`);
  return { flag: "--json-fd", path: `/dev/fd/${jsonFd}` };
}

async function openTarget({ flag, path }: Target): Promise<Deno.FsFile> {
  try {
    return await Deno.open(
      path,
      flag === "--json-fd" ? { write: true } : { write: true, create: true, truncate: true, mode: 0o600 },
    );
  } catch (error) {
    throw fail("config_invalid", `${flag} cannot write ${path}: ${reasonOf(error)}`, { param: flag });
  }
}

/** Queues records without making the session wait; after a failure it takes none. */
class SidecarQueue {
  readonly #writer: RecordWriter;
  readonly #onFailure: (reason: string) => void;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();
  #isBroken = false;

  constructor(writer: RecordWriter, onFailure: (reason: string) => void) {
    this.#writer = writer;
    this.#onFailure = onFailure;
  }

  push(record: object | string): void {
    if (this.#isBroken) return;
    if (++this.#waiting > MAX_WAITING) return this.#giveUp("its reader does not keep up");
    this.#last = this.#last.then(() => this.#isBroken ? undefined : this.#writer.write(record))
      .then(() => void this.#waiting--, (error) => this.#giveUp(reasonOf(error)));
  }

  async close(): Promise<void> {
    await this.#last;
    if (!this.#isBroken) await this.#writer.close().catch((error) => this.#giveUp(reasonOf(error)));
  }

  #giveUp(reason: string): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#onFailure(reason);
  }
}
