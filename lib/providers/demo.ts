import { type Message, textOf, type ToolResult } from "../model/content.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import { fail } from "../model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../model/ports.ts";
import { type DemoStep, readScript } from "./demo/demo_script.ts";
import type { ProviderOptions } from "./options.ts";
import { sampleOf } from "./demo/sample.ts";

const STRUCTURED = "structured_output";
const CHUNKS_PER_BATCH = 8;
const MAX_EXCERPT_LINES = 12;
const MAX_EXCERPT_CHARS = 800;

const GREETING =
  `Hello! I am the demo model: built in, offline and free. I do not understand much, but I can show you how everything works.

Give me lines like these, and I use the tools for real:

- \`read README.md\`, \`list src\`, \`find **/*.ts\`, \`search TODO\`
- \`write notes.txt: some text\`, \`edit notes.txt: some => more\`
- \`run: git status\`
- \`think\`, \`count to 20\`, \`call TOOL {"some": "json"}\`

Several lines are several calls at once; a line that says \`then\` starts another round.

For real work set a key, such as OPENAI_API_KEY, and leave out \`--provider demo\`.`;

/** Options of the demo model: a clock, for the line `wait`. */
export type DemoOptions = Pick<ProviderOptions, "clock">;

/**
 * A deterministic model without a network: the same request gives the same answer. It reads the last prompt line by line
 * and does what it understands:
 *
 * | line | what happens |
 * |---|---|
 * | `read FILE`, `show FILE` | calls `read_file` |
 * | `list [DIR]`, `ls [DIR]` | calls `list_directory`, or `glob` where that is not offered |
 * | `find PATTERN`, `search PATTERN` | calls `glob`, `grep_search` |
 * | `write FILE: TEXT` | calls `write_file` with TEXT and a newline |
 * | `edit FILE: OLD => NEW` | calls `edit` |
 * | ``run: COMMAND``, ``run `COMMAND` `` | calls `run_shell_command` |
 * | `fetch URL` | calls `web_fetch` |
 * | `call TOOL {json}` | calls any tool with any input |
 * | `think`, `think: TEXT`, `think about TEXT` | thinks before it answers |
 * | `say TEXT` | answers TEXT |
 * | `count to N` | answers the numbers from 1 to N, one chunk each |
 * | `wait N` | is silent for N seconds, so that an interrupt can be tried |
 * | `fail`, `fail: TEXT` | fails as a provider does that refuses the request |
 * | `then` | the following lines belong to the next round, after the results |
 *
 * Calls of one round are made in one answer. After the last round the model reports the tools' results. A prompt without
 * any such line gets a greeting. If a tool `structured_output` is offered, it is called at the end with the smallest
 * values that fit its schema.
 */
export function openProvider(options: DemoOptions): Provider {
  return { name: "demo", stream: (request, signal) => stream(request, { options, signal }) };
}

async function* stream(
  request: ModelRequest,
  facts: { options: DemoOptions; signal: AbortSignal },
): AsyncGenerator<ModelChunk[]> {
  const { options, signal } = facts;
  const answer = new DemoAnswer();
  let batch: ModelChunk[] = [];
  for (const step of plan(request)) {
    signal.throwIfAborted();
    if (step.kind === "wait") {
      if (batch.length > 0) yield batch;
      batch = [];
      await options.clock.sleep(step.seconds * 1000, signal);
      continue;
    }
    if (step.kind === "fail") throw fail("provider_error", step.message, { hint: "Leave out the line `fail`." });
    for (const chunk of answer.chunks(step, request)) {
      batch.push(chunk);
      if (batch.length < CHUNKS_PER_BATCH) continue;
      yield batch;
      signal.throwIfAborted();
      batch = [];
    }
  }
  yield [...batch, ...answer.end(request)];
}

/** The steps of this answer: the next round of the script, or its closing report. */
function plan(request: ModelRequest): DemoStep[] {
  const start = request.messages.findLastIndex(({ role, isNote }) => role === "user" && !isNote);
  const prompt = request.messages[start];
  const since = request.messages.slice(start + 1);
  const rounds = readScript(prompt ? textOf(prompt.parts) : "", workingFolder(request.system));
  const done = since.filter((message) => message.role === "assistant").length;
  if (done < rounds.length) {
    const round = rounds[done];
    const hasCalls = round.some((step) => step.kind === "call");
    return hasCalls || done + 1 < rounds.length ? round : [...round, ...closing(request, since)];
  }
  return closing(request, since);
}

function closing(request: ModelRequest, since: readonly Message[]): DemoStep[] {
  const results = since.flatMap((message) => message.parts).filter((part) => part.kind === "tool_result");
  const structured = request.tools.find((tool) => tool.name === STRUCTURED);
  const wasTried = results.some((result) => result.tool === STRUCTURED);
  if (structured && !wasTried) {
    const input = sampleOf(structured.input);
    return [{ kind: "call", tool: STRUCTURED, input: isObject(input) ? input as JsonObject : {} }];
  }
  if (request.schema) return [{ kind: "say", text: JSON.stringify(sampleOf(request.schema)) }];
  const script = readScript(lastPrompt(request), "");
  if (results.length > 0) {
    const missing = script.flat().filter((step) => step.kind === "call" && chooseTool(step, request) === null);
    const names = [...new Set(missing.map((step) => step.kind === "call" ? `\`${step.tool}\`` : ""))].join(", ");
    const text = report(results);
    return [{ kind: "say", text: names === "" ? text : `${text}\n\nNot offered in this session: ${names}.` }];
  }
  return script.length > 0 ? [] : [{ kind: "say", text: GREETING }];
}

/** The tool and input of a call; null when the session does not offer the tool. */
function chooseTool(
  step: DemoStep & { kind: "call" },
  request: ModelRequest,
): { tool: string; input: JsonObject } | null {
  const offers = (tool: string): boolean => request.tools.some((offered) => offered.name === tool);
  if (offers(step.tool)) return step;
  return step.fallback && offers(step.fallback.tool) ? step.fallback : null;
}

function lastPrompt(request: ModelRequest): string {
  const prompt = request.messages.findLast((message) => message.role === "user");
  return prompt ? textOf(prompt.parts) : "";
}

/** The working folder in the system prompt. */
function workingFolder(system: string): string {
  return /(?:working directory|working folder|current directory|cwd)[^\n/]*?((?:\b[A-Z]:)?\/[^\n`'"<>]*)/i.exec(system)
    ?.[1]
    .trim() ?? "";
}

function report(results: readonly ToolResult[]): string {
  const told = results.map((result) => {
    const text = textOf(result.output).trim();
    if (result.isError) return `\`${result.tool}\` did not work:\n\n${excerpt(text || "no reason was given")}`;
    return text === "" ? `\`${result.tool}\` had nothing to say.` : `\`${result.tool}\` says:\n\n${excerpt(text)}`;
  });
  const failed = results.filter((result) => result.isError).length;
  const calls = results.length === 1 ? "one tool call" : `${results.length} tool calls`;
  const outcome = failed === 0 ? "" : failed === results.length ? ", without success" : `, ${failed} of them failed`;
  return `${told.join("\n\n")}\n\nThat was ${calls}${outcome}.`;
}

function excerpt(text: string): string {
  const lines = text.split("\n");
  const shown = lines.slice(0, MAX_EXCERPT_LINES).join("\n").slice(0, MAX_EXCERPT_CHARS);
  const rest = lines.length - shown.split("\n").length;
  const indented = shown.split("\n").map((line) => `    ${line}`).join("\n");
  return rest > 0 ? `${indented}\n    … and ${rest} more ${rest === 1 ? "line" : "lines"}` : indented;
}

/** Turns steps into chunks, word by word, and counts them for the usage. */
class DemoAnswer {
  #calls = 0;
  #hasText = false;
  #textChars = 0;
  #thinkingChars = 0;

  *chunks(step: DemoStep, request: ModelRequest): Generator<ModelChunk> {
    switch (step.kind) {
      case "think":
        for (const text of words(step.text)) {
          this.#thinkingChars += text.length;
          yield { type: "thinking", text };
        }
        return;
      case "count":
        for (let i = 1; i <= step.to; i++) yield* this.#text(i === 1 && !this.#hasText ? "1" : ` ${i}`);
        return;
      case "say":
        if (this.#hasText) yield* this.#text("\n\n");
        for (const text of words(step.text)) yield* this.#text(text);
        return;
      case "call":
        yield* this.#call(step, request);
    }
  }

  *end(request: ModelRequest): Generator<ModelChunk> {
    if (this.#calls === 0 && !this.#hasText) yield* this.#text("Done.");
    const inputTokens = tokenCount(requestChars(request));
    const thinkingTokens = tokenCount(this.#thinkingChars);
    const outputTokens = tokenCount(this.#textChars) + thinkingTokens;
    const totalTokens = inputTokens + outputTokens;
    yield { type: "usage", usage: { inputTokens, outputTokens, cachedTokens: 0, thinkingTokens, totalTokens } };
    yield { type: "finish", stop: { reason: this.#calls > 0 ? "tool_calls" : "end", raw: null } };
  }

  *#text(text: string): Generator<ModelChunk> {
    this.#hasText = true;
    this.#textChars += text.length;
    yield { type: "text", text };
  }

  *#call(step: DemoStep & { kind: "call" }, request: ModelRequest): Generator<ModelChunk> {
    const chosen = chooseTool(step, request);
    if (chosen === null) {
      if (this.#hasText) yield* this.#text("\n\n");
      for (const text of words(`The tool \`${step.tool}\` is not offered in this session.`)) yield* this.#text(text);
      return;
    }
    const index = this.#calls++;
    const input = JSON.stringify(chosen.input);
    this.#textChars += chosen.tool.length + input.length;
    // Two pieces, so that hosts see arguments in increments.
    const half = input.length >> 1;
    const callId = `call_demo_${request.messages.length}_${index}`;
    yield { type: "call", index, callId, tool: chosen.tool, input: input.slice(0, half) };
    yield { type: "call", index, input: input.slice(half) };
  }
}

/** A text in pieces that end before a blank, so that they join to the same text again. */
function words(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

function tokenCount(chars: number): number {
  return Math.ceil(chars / 4);
}

function requestChars(request: ModelRequest): number {
  let chars = request.system.length;
  for (const message of request.messages) {
    for (const part of message.parts) {
      if (part.kind === "text" || part.kind === "thinking") chars += part.text.length;
      else if (part.kind === "tool_result") chars += textOf(part.output).length;
      else if (part.kind === "tool_call") chars += part.tool.length + JSON.stringify(part.input).length;
    }
  }
  for (const tool of request.tools) chars += tool.name.length + tool.description.length;
  return chars;
}
