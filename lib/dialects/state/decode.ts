import type { Command, CommandBody } from "../../model/command.ts";
import type { DialectOptions } from "../../model/ports/dialect.ts";
import { isObject } from "../../model/json.ts";
import { problem, type ProblemFacts } from "../../model/problem.ts";
import { validate } from "../../../schemas/state/in.gen.js";
import { faultOf } from "../../stream/line_fault.ts";
import { nestsDeeperThan } from "../../stream/nests_deeper_than.ts";
import { schemaFault } from "../shared/schema_fault.ts";
import { maxDepth } from "./limits.ts";
import { answerOf, type Questions } from "./questions.ts";

const KNOWN: ReadonlySet<string> = new Set(["user_input", "tool_approval", "interrupt", "model_switch"]);
const BOM = "\ufeff";

/** Folds the lines of a client into commands. Every line that is not blank becomes exactly one. */
export class StateDecoder {
  readonly #options: DialectOptions;
  readonly #questions: Questions;
  #line = 0;

  constructor(options: DialectOptions, questions: Questions) {
    this.#options = options;
    this.#questions = questions;
  }

  decode(line: string): Command[] {
    this.#line++;
    const text = (this.#line === 1 && line.startsWith(BOM) ? line.slice(1) : line).trim();
    if (text === "") return [];
    return [this.#read(text)];
  }

  #read(text: string): Command {
    const fault = faultOf(text);
    if (fault?.kind === "too_long") {
      const message = `The line has ${fault.bytes} bytes: the limit is ${fault.limit}.`;
      return this.#invalid(message, { detail: "line_too_long" });
    }
    if (fault) return this.#invalid("The line is not valid UTF-8.", { detail: "not_utf8" });
    const depth = maxDepth(this.#options);
    if (nestsDeeperThan(text, depth)) {
      return this.#invalid(`The line nests deeper than ${depth} levels.`, { detail: "too_deep" });
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 160) : "";
      return this.#invalid(`Cannot read the line as JSON: ${reason}.`, { detail: "not_json" });
    }
    if (!isObject(value)) return this.#invalid("A line must be a JSON object.", { detail: "not_an_object" });
    return this.#message(value);
  }

  #message(value: Record<string, unknown>): Command {
    const { type } = value;
    if (typeof type !== "string") {
      return this.#invalid('A line must have a string "type".', { param: "type", detail: "missing_type" });
    }
    if (!KNOWN.has(type)) {
      return this.#invalid(`Lines of type "${type.slice(0, 80)}" are not known here.`, {
        param: "type",
        detail: "unknown_type",
        hint: `Known types are ${[...KNOWN].join(", ")}.`,
      });
    }
    if (!validate(value)) {
      const { param, message } = schemaFault(validate, value) ?? { param: "", message: "The line does not fit." };
      return this.#invalid(message, { param, detail: "bad_field" });
    }
    switch (value.type) {
      case "user_input":
        return this.#prompt(value.content);
      case "tool_approval":
        return this.#approval(value.tool_id, value.approved ? "approved" : "refused");
      case "interrupt":
        return this.#command({ type: "interrupt", promptId: null });
      case "model_switch":
        return this.#switch(value.model_id);
    }
  }

  #prompt(content: string): Command {
    if (content.trim() === "") {
      return this.#invalid("An empty input starts no turn.", { param: "content", detail: "empty_prompt" });
    }
    const parts = [{ kind: "text" as const, text: content }];
    return this.#command({ type: "prompt", content: parts, promptId: null, messageId: null, options: {} });
  }

  #approval(toolId: string, verdict: "approved" | "refused"): Command {
    const question = this.#questions.take(toolId);
    if (!question) {
      return this.#invalid(`No question about the tool call "${toolId.slice(0, 80)}" is open.`, {
        param: "tool_id",
        detail: "unknown_tool",
        hint: "It was never asked, or is answered already.",
      });
    }
    const { askId, ask, sessionId } = question;
    return { ...this.#command({ type: "answer", askId, answer: answerOf(ask, verdict) }), sessionId };
  }

  #switch(model: string): Command {
    if (model.trim() === "") {
      return this.#invalid("A model needs a name.", { param: "model_id", detail: "bad_field" });
    }
    return this.#command({ type: "configure", changes: [{ key: "model", value: model }] });
  }

  #command(body: CommandBody): Command {
    return { id: this.#options.ids.next(), sessionId: null, ...body };
  }

  #invalid(message: string, facts: ProblemFacts): Command {
    const found = problem("protocol_error", message, { line: this.#line, ...facts });
    return this.#command({ type: "invalid", problem: found });
  }
}
