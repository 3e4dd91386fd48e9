/**
 * A server in a process of its own, so that its memory can be measured: every prompt of a session is answered with
 * as many bytes of text as it names. `rss` on stdin is answered with the memory in use, in bytes.
 */
import { TextLineStream } from "@std/streams/text-line-stream";
import type { PromptCommand } from "../../lib/model/command.ts";
import { textOf } from "../../lib/model/content.ts";
import { SESSION, turnCompleted } from "./say.ts";
import { PlayedSession, Stage } from "./serve_stage.ts";

const CHUNK = 8_192;

/** A session that answers with floods. */
class FloodSession extends PlayedSession {
  constructor(id: string) {
    super(id);
    void this.#serve();
  }

  async #serve(): Promise<void> {
    for (let from = 0;;) {
      const prompt = await this.command("prompt", from);
      from = this.commands.indexOf(prompt) + 1;
      await this.#answer(prompt, prompt.id);
    }
  }

  async #answer({ content }: PromptCommand, cause: string): Promise<void> {
    const bytes = Number(textOf(content));
    const session = { ...SESSION, sessionId: this.id };
    const head = { messageId: `m${this.seq}`, index: 0 };
    this.say(
      { type: "turn.started", turnId: "t", promptId: "p", messageId: null, prompt: content, session },
      cause,
    );
    this.say({ type: "message.started", messageId: head.messageId, model: "flood" }, cause);
    for (let sent = 0; sent < bytes; sent += CHUNK) {
      const delta = `${String(sent).padStart(12, "0")} ${"x".repeat(CHUNK - 14)} `;
      this.say({ type: "part.delta", ...head, kind: "text", delta }, cause);
      await this.room();
    }
    this.say(turnCompleted(), cause);
  }
}

if (import.meta.main) {
  const folder = Deno.args[0];
  let count = 0;
  const stage = new Stage({
    folder,
    // A client is disconnected for its unread bytes, not for the time that a slow machine needs to produce the flood.
    limits: { graceMs: 600_000, stallMs: 600_000 },
    open: ({ sessionId }) => Promise.resolve(new FloodSession(sessionId ?? `F${++count}`)),
  });
  const say = (facts: object): void => console.error(JSON.stringify(facts));
  say({ port: stage.port });
  const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
  for await (const _line of lines) say({ ...Deno.memoryUsage() });
  Deno.exit(0);
}
