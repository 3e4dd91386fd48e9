import { ControlLines } from "./control_lines.ts";
import type { Command, CommandBody } from "../../model/command.ts";
import type { Part } from "../../model/content.ts";
import type { DialectOptions } from "../../model/ports/dialect.ts";
import { isObject, type Json } from "../../model/json.ts";
import { problem, type ProblemFacts } from "../../model/problem.ts";
import { faultOf } from "../../stream/line_fault.ts";
import { nestsDeeperThan } from "../../stream/nests_deeper_than.ts";
import type { ConversationState } from "./conversation_state.ts";
import type { AgentProtocol } from "./agent_protocol.ts";

const MAX_DEPTH = 200;
const MAX_LINE_CHARS = 1 << 25;
/** Lines that only we write; a host that echoes them is ignored. */
const ECHOES: ReadonlySet<string> = new Set(["assistant", "system", "result", "stream_event", "keep_alive"]);

const KNOWN: ReadonlySet<string> = new Set([
  "user",
  "control_request",
  "control_response",
  "control_cancel_request",
]);

/** Options of a decoder. */
export interface AgentDecoderOptions extends DialectOptions {
  protocol: AgentProtocol;
  state: ConversationState;
}

/** Folds the lines of a host into commands. */
export class AgentDecoder {
  readonly #options: AgentDecoderOptions;
  readonly #control: ControlLines;
  #line = 0;

  constructor(options: AgentDecoderOptions) {
    this.#options = options;
    this.#control = new ControlLines({
      ...options,
      command: (body) => this.#command(body),
      invalid: (message, facts) => this.#invalid(message, facts),
    });
  }

  decode(line: string): Command[] {
    this.#line++;
    const text = line.trim();
    if (text === "") return [];
    const fault = faultOf(text);
    if (fault?.kind === "too_long") {
      return [this.#invalid(`Cannot read a line of ${fault.bytes} bytes: the limit is ${fault.limit}.`, {
        detail: "line_too_long",
        hint: "A higher --max-input-line-bytes lets it through.",
      })];
    }
    if (fault) return [this.#invalid("Cannot read a line that is not UTF-8.", { detail: "not_utf8" })];
    if (text.length > MAX_LINE_CHARS) {
      const message = `Cannot read a line of ${text.length} characters: the limit is ${MAX_LINE_CHARS}.`;
      return [this.#invalid(message, { detail: "too_long" })];
    }
    if (nestsDeeperThan(text, MAX_DEPTH)) {
      const message = `Cannot read a line that nests deeper than ${MAX_DEPTH} levels.`;
      return [this.#invalid(message, { detail: "too_deep" })];
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 160) : "";
      return [this.#invalid(`Cannot read the line as JSON: ${reason}.`, { detail: "not_json" })];
    }
    if (!isObject(value)) return [this.#invalid("A line must be a JSON object.", { detail: "not_an_object" })];
    return this.#message(value);
  }

  #message(value: Record<string, unknown>): Command[] {
    const type = value.type;
    if (typeof type !== "string") {
      return [this.#invalid('A line must have a string "type".', { param: "type", detail: "missing_type" })];
    }
    if (ECHOES.has(type)) {
      if (type !== "keep_alive") this.#options.onUnknown?.(`a line of type ${type}`);
      return [];
    }
    if (!KNOWN.has(type)) {
      return [this.#invalid(`Lines of type "${type.slice(0, 80)}" are not known here.`, {
        param: "type",
        detail: "unknown_type",
        hint: `Known types are ${[...KNOWN].join(", ")}.`,
      })];
    }
    return type === "user" ? this.#user(value) : this.#control.take(value);
  }

  #command(body: CommandBody): Command {
    return { id: this.#options.ids.next(), sessionId: null, ...body };
  }

  #invalid(message: string, facts: ProblemFacts = {}): Command {
    return this.#command({
      type: "invalid",
      problem: problem("protocol_error", message, { line: this.#line, ...facts }),
    });
  }

  #user(value: Record<string, unknown>): Command[] {
    const fault = this.#options.protocol.fault(value);
    if (fault) return [this.#invalid(fault.message, { param: fault.param, detail: "bad_field" })];
    const message = isObject(value.message) ? value.message : {};
    const content = contentParts(message.content);
    if (content.length === 0) {
      return [this.#invalid("A user message without content was ignored: it starts no turn.", {
        param: "message.content",
        detail: "empty_prompt",
      })];
    }
    const prompt: CommandBody = {
      type: "prompt",
      content,
      promptId: null,
      messageId: typeof value.uuid === "string" ? value.uuid : null,
      options: {},
    };
    if (value.shouldQuery === false) prompt.options.silent = true;
    if (value.priority === "now" || value.priority === "next") prompt.options.urgent = true;
    if (value.priority === "now") prompt.options.steers = true;
    if (value.client_composed === true) prompt.options.literal = true;
    if (value.origin !== undefined) prompt.options.origin = value.origin as Json;
    const command = this.#command(prompt);
    if (!prompt.options.silent) this.#options.state.prompts.add(command.id);
    return [command];
  }
}

/** A message's content as parts: adjacent texts are joined, and unknown blocks become their JSON. */
function contentParts(content: unknown): Part[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  if (!Array.isArray(content)) return [];
  const parts: Part[] = [];
  for (const block of content) {
    const part = blockPart(block);
    const last = parts[parts.length - 1];
    if (part.kind === "text" && part.text === "") continue;
    if (part.kind === "text" && last?.kind === "text") last.text += `\n${part.text}`;
    else parts.push(part);
  }
  return parts;
}

function blockPart(block: unknown): Part {
  if (!isObject(block)) return { kind: "text", text: typeof block === "string" ? block : JSON.stringify(block) };
  if (block.type === "text" && typeof block.text === "string") return { kind: "text", text: block.text };
  const source = isObject(block.source) ? block.source : {};
  if (block.type === "image" || block.type === "document") {
    const mediaType = typeof source.media_type === "string" ? source.media_type : null;
    if (source.type === "base64" && typeof source.data === "string" && mediaType !== null) {
      const media: Part = { kind: "media", mediaType, base64: source.data };
      return typeof block.title === "string" ? { ...media, name: block.title } : media;
    }
    if (source.type === "url" && typeof source.url === "string") return { kind: "file", uri: source.url, mediaType };
    if (source.type === "text" && typeof source.data === "string") return { kind: "text", text: source.data };
  }
  return { kind: "text", text: JSON.stringify(block) };
}
