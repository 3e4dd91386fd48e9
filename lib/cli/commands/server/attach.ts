import { qwenHome } from "../../../config/settings/settings.ts";
import { readValueFile } from "../../../config/value_file.ts";
import { isGone, unlessGone } from "../../../host/transports/transport.ts";
import { randomIds } from "../../../model/clock.ts";
import { exitStatus, fail, isObject, problem, QwenError, reasonOf } from "../../../model/mod.ts";
import { linesOf } from "../../../stream/lines_of.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { MAX_INPUT_LINE_BYTES } from "../../limits.ts";
import { type Pipes, printText } from "../../process/pipes.ts";
import type { Signals } from "../../process/signals.ts";
import { defineSubcommand } from "../subcommand.ts";

/** `qwen attach SESSION`: joins a live session of a server, and sends it prompts. */
export const attach = defineSubcommand({
  name: "attach",
  help: "Join a live session of a server: send it the prompt of -p, or each line of stdin, and print the answers",
  words: [{ name: "SESSION", optional: true }],
  listsFlag: ({ name }) => ["socket-path", "host", "tcp-port", "token-file", "prompt", "new"].includes(name),
  note:
    "--socket-path names the socket of the server; otherwise it is reached over TCP with the token of --token-file. " +
    "Questions of the session are left to its other clients.",
  async run(words, { flags, pipes, signals }): Promise<number> {
    return await attachToSession(words[0] ?? flags.attach ?? null, { flags, pipes, signals });
  },
});

const DEFAULT_PORT = 7777;
const DEFAULT_HOST = "127.0.0.1";
const MAX_TOKEN_BYTES = 4_096;
const NAME = "qwen attach";

interface AttachOptions {
  flags: Flags;
  pipes: Pipes;
  signals: Signals;
}

/** Sends prompts to a live session, or to a new one, and prints its answers. Returns the exit status. */
async function attachToSession(sessionId: string | null, options: AttachOptions): Promise<number> {
  const { flags, signals } = options;
  if (sessionId === null && !flags.new) {
    throw fail("usage_error", "qwen attach needs the id of a session", { hint: "--new opens a new one." });
  }
  if (sessionId !== null && flags.new) throw fail("usage_error", "--new opens a new session: name none");
  using server = await ServerLink.open(flags);
  await server.greet(sessionId);
  return await signals.unlessFired(converse({ server, sessionId }, options));
}

/** Sends the prompt of the command line, or every line of stdin, one after the other. */
async function converse(
  { server, sessionId }: { server: ServerLink; sessionId: string | null },
  { flags, pipes }: AttachOptions,
): Promise<number> {
  let target = sessionId ?? "_new";
  let status = 0;
  for await (const text of promptsOf(flags, pipes)) {
    const answer = await server.ask(text, { target, note: (line) => pipes.note(line) });
    target = answer.sessionId;
    status = answer.status;
    if (answer.text !== "") await printText(answer.text, pipes);
    if (answer.error !== null) pipes.note(`qwen: ${answer.error}`);
  }
  return status;
}

async function* promptsOf(flags: Flags, pipes: Pipes): AsyncGenerator<string> {
  if (flags.prompt) return yield flags.prompt;
  if (pipes.isInputTerminal) pipes.note("Connected. Each line is a prompt; Ctrl-D ends.");
  for await (const line of linesOf(pipes.stdin, MAX_INPUT_LINE_BYTES)) if (line.trim() !== "") yield line;
}

/** The answer to one prompt. */
interface Answer {
  sessionId: string;
  text: string;
  error: string | null;
  status: number;
}

/** A connection to a server, in the chat dialect. */
class ServerLink implements Disposable {
  readonly #connection: Deno.Conn;
  readonly #lines: AsyncIterator<string>;
  readonly #token: string | null;

  private constructor(connection: Deno.Conn, token: string | null) {
    this.#connection = connection;
    this.#token = token;
    this.#lines = linesOf(connection.readable, MAX_INPUT_LINE_BYTES)[Symbol.asyncIterator]();
  }

  /** Connects to the server that the flags name. */
  static async open(flags: Flags): Promise<ServerLink> {
    const { socketPath, host: hostname = DEFAULT_HOST, tcpPort: port = DEFAULT_PORT } = flags;
    const where = socketPath ?? `${hostname}:${port}`;
    try {
      const connection = socketPath
        ? await Deno.connect({ transport: "unix", path: socketPath })
        : await Deno.connect({ hostname, port });
      return new ServerLink(connection, socketPath && !flags.tokenFile ? null : await tokenOf(flags));
    } catch (error) {
      if (error instanceof QwenError) throw error;
      throw fail("input_error", `Cannot reach a server at ${where}: ${reasonOf(error)}`, {
        hint: "Start one with qwen serve.",
      });
    }
  }

  /** Brings the token, and joins the session. */
  async greet(attach: string | null): Promise<void> {
    const opening = { dialect: "chat", name: NAME, ...(attach === null ? {} : { attach }) };
    await this.#send(
      this.#token === null ? { type: "attach", ...opening } : { type: "auth", token: this.#token, ...opening },
    );
  }

  /** Sends a prompt and waits for the end of its turn. Questions and other prompts pass by. */
  async ask(text: string, { target, note }: { target: string; note: (line: string) => void }): Promise<Answer> {
    const promptId = randomIds.next();
    await this.#send({ session_id: target, prompt_id: promptId, input: { parts: [{ type: "text", text }] } });
    for (;;) {
      const { done, value } = await this.#lines.next().catch(() => ({ done: true as const, value: undefined }));
      if (done) throw fail("protocol_error", "The server has closed the connection", { hint: "Is the session live?" });
      const line: unknown = JSON.parse(value);
      if (!isObject(line)) continue;
      if (isObject(line.error)) {
        throw fail("protocol_error", String(line.error.message ?? "The server refused the line"));
      }
      if (line.type === "control_request") note("qwen: a question waits for another client of this session.");
      const answer = answerOf(line, promptId);
      if (answer) return answer;
    }
  }

  async #send(line: object): Promise<void> {
    const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`);
    try {
      for (let sent = 0; sent < bytes.length;) sent += await this.#connection.write(bytes.subarray(sent));
    } catch (error) {
      // The server has closed the connection; its last line says why.
      if (!isGone(error)) throw error;
    }
  }

  [Symbol.dispose](): void {
    unlessGone(() => this.#connection.close());
  }
}

async function tokenOf(flags: Flags): Promise<string> {
  const path = flags.tokenFile ?? `${qwenHome((name) => Deno.env.get(name))}/serve-token`;
  const file = await readValueFile(path, { regularOnly: true, maxBytes: MAX_TOKEN_BYTES });
  if (file.kind === "text") return file.text.trim();
  throw fail("input_error", `Cannot read the token of the server from ${path}: ${file.message}`);
}

/** The answer in the last line of a turn, or in the result of a command; null for any other line. */
function answerOf(line: Record<string, unknown>, promptId: string): Answer | null {
  if (line.type === "result/command" && line.prompt_id === promptId && isObject(line.result)) {
    const { type, content, level } = line.result;
    if (type === "submit_prompt") return null;
    const isError = level === "error";
    const text = typeof content === "string" ? content : "";
    return { sessionId: String(line.session_id), text, error: null, status: isError ? 1 : 0 };
  }
  const { metadata, choices } = line;
  if (!isObject(metadata) || metadata.event !== "summary" || metadata.prompt_id !== promptId) return null;
  const [choice] = Array.isArray(choices) ? choices : [];
  const content = isObject(choice) && isObject(choice.message) ? choice.message.content : "";
  const error = isObject(metadata.error) ? String(metadata.error.message) : null;
  const isCancelled = metadata.subtype === "cancelled";
  return {
    sessionId: String(metadata.session_id),
    text: error === null && typeof content === "string" ? content : "",
    error: isCancelled ? "The turn was cancelled." : error,
    status: isCancelled ? exitStatus(problem("cancelled", "").code) : error === null ? 0 : 1,
  };
}
