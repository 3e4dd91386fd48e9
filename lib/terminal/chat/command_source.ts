import type { Command, CommandBody } from "../../model/mod.ts";
import { randomIds } from "../../model/clock.ts";

/** The commands of a person at the terminal, as the input of a connection inside this process. */
export class CommandSource {
  /** One JSON line for each command. */
  readonly readable: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor() {
    this.readable = new ReadableStream({ start: (controller) => void (this.#controller = controller) });
  }

  /** Sends a command to the current session, or to the one that is named; returns the command's id. */
  send(body: CommandBody, sessionId: string | null = null): string {
    const id = randomIds.next();
    const command: Command = { id, sessionId, ...body };
    this.#controller?.enqueue(this.#encoder.encode(`${JSON.stringify(command)}\n`));
    return id;
  }

  /** Sends nothing more: sessions finish and end. */
  end(): void {
    this.#controller?.close();
    this.#controller = null;
  }

  get isOver(): boolean {
    return this.#controller === null;
  }
}

/** Reads a line of a command source. */
export function decodeCommand(line: string): Command[] {
  return [JSON.parse(line) as Command];
}
