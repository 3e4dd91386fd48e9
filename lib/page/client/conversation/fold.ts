/** Folds the lines of a session into the entries of its conversation. */
import {
  type Annotation,
  type ChunkLine,
  type CommandLine,
  type ControlCancelLine,
  type Delta,
  isChange,
  isChunk,
  isClosing,
  isCommand,
  isRewound,
  isSessionEvent,
  isUserMessage,
  type OutLine,
  terminalBytes,
  type ToolDisplayAnnotation,
  type UserMessageLine,
} from "../wire/lines.ts";
import type { AnswerEntry, Entries, ThoughtEntry, ToolEntry } from "./entries.ts";

/** Facts about the session that lines tell. */
export interface SessionFacts {
  model: string;
  mode: string;
}

/** What a fold reports beside the entries. */
export interface FoldWatcher {
  onFacts(facts: SessionFacts): void;
  /** A turn began or ended. */
  onTurn(running: { promptId: string } | null): void;
  /** Bytes for the terminal. */
  onBytes(bytes: string): void;
  onQuestionClosed(requestId: string): void;
}

/** Session events that say nothing new to a person who reads the conversation. */
const SILENT = new Set(["Finished", "Error"]);

/** The state of the turn that runs. */
export class Fold {
  readonly #entries: Entries;
  readonly #watcher: FoldWatcher;
  #answer: AnswerEntry | null = null;
  #thought: ThoughtEntry | null = null;
  /** The calls of the turn by their index. */
  #calls: ToolEntry[] = [];
  #promptId: string | null = null;

  constructor(entries: Entries, watcher: FoldWatcher) {
    this.#entries = entries;
    this.#watcher = watcher;
  }

  /** The prompt whose turn runs. */
  get running(): string | null {
    return this.#promptId;
  }

  /** Takes a line of the session. */
  take(line: OutLine): void {
    if (isChunk(line)) this.#chunk(line);
    else if (isUserMessage(line)) this.#prompt(line);
    else if (isCommand(line)) this.#command(line);
    else if (isClosing(line)) this.#closed(line);
    else if (isChange(line)) this.#watcher.onFacts({ model: line.model, mode: line.approval_mode });
    else if (isRewound(line)) this.#rewound(line.prompt_id);
    else if (isSessionEvent(line) && line.event !== "USER_CANCELLED") this.#note(line.message, "info");
  }

  /** Forgets the turn: the conversation is read from its beginning again. */
  reset(): void {
    this.#close();
    this.#calls = [];
    if (this.#promptId !== null) this.#end();
  }

  #chunk(line: ChunkLine): void {
    const { metadata } = line;
    for (const { delta, finish_reason: finish } of line.choices) {
      if (delta.role !== undefined && metadata.prompt_id !== null) this.#begin(metadata.prompt_id);
      // The last increment of a turn has text only where the turn failed.
      if (finish !== null && delta.content) this.#note(delta.content, "error");
      else this.#delta(delta);
      for (const annotation of delta.annotations ?? []) this.#annotation(annotation);
    }
    if (metadata.event !== "summary") return;
    this.#close();
    if (metadata.subtype === "cancelled") this.#note("Cancelled.", "info");
    else if (metadata.error?.hint) this.#note(metadata.error.hint, "error");
    if (metadata.prompt_id === this.#promptId) this.#end();
  }

  #begin(promptId: string): void {
    if (this.#promptId === promptId) return;
    this.#close();
    this.#calls = [];
    this.#promptId = promptId;
    this.#watcher.onTurn({ promptId });
  }

  #end(): void {
    this.#promptId = null;
    this.#watcher.onTurn(null);
  }

  #delta({ content, reasoning_content: thought, tool_calls: calls = [] }: Delta): void {
    if (content) {
      this.#closeThought();
      this.#answer ??= this.#entries.add({ kind: "answer", text: "", isOpen: true });
      this.#entries.extend(this.#answer, content);
      this.#watcher.onBytes(content);
    }
    if (thought) {
      this.#closeAnswer();
      this.#thought ??= this.#entries.add({ kind: "thought", subject: "", text: "", isOpen: true });
      this.#entries.extend(this.#thought, thought);
    }
    for (const { index, id, function: { name, arguments: input } } of calls) {
      if (id !== undefined) {
        this.#close();
        this.#calls[index] = this.#tool(id, name ?? "");
      }
      const call = this.#calls[index];
      if (call && input !== "") this.#entries.change(call, { input: call.input + input });
    }
  }

  #annotation(annotation: Annotation): void {
    const bytes = terminalBytes(annotation);
    switch (annotation.type) {
      case "x-qwen-thought":
        this.#thought ??= this.#entries.add({
          kind: "thought",
          subject: "",
          text: annotation.description,
          isOpen: true,
        });
        this.#entries.change(this.#thought, { subject: annotation.subject });
        this.#closeThought();
        return;
      case "x-qwen-tool-display":
        return this.#display(annotation);
      case "x-qwen-session-event":
        if (!SILENT.has(annotation.event)) this.#note(annotation.message, "info");
        return;
      case "x-qwen-terminal": {
        // The text of the model has reached the terminal already.
        if (annotation.source === "assistant" || bytes === null || bytes === "") return;
        const call = annotation.source === "tool" ? this.#entries.call(annotation.tool_call_id ?? "") : undefined;
        if (call) this.#entries.addOutput(call, annotation.text);
        this.#watcher.onBytes(annotation.source === "tool" ? bytes : `${bytes}\r\n`);
        return;
      }
      case "x-qwen-ansi":
        if (bytes !== null) this.#watcher.onBytes(bytes);
    }
  }

  #display(annotation: ToolDisplayAnnotation): void {
    const { tool_call_id: callId, tool_name: name, status, result_display: display, confirmation } = annotation;
    const call = this.#entries.call(callId) ?? this.#tool(callId, name);
    const isLive = status === "Executing" && display?.kind === "string";
    this.#entries.change(call, {
      status,
      ...(display && !isLive ? { display } : {}),
      ...(confirmation ? { confirmation } : {}),
    });
  }

  #tool(callId: string, name: string): ToolEntry {
    return this.#entries.call(callId) ?? this.#entries.add({
      kind: "tool",
      callId,
      name,
      input: "",
      status: "Pending",
      output: "",
      display: null,
      confirmation: null,
    });
  }

  #closed({ request_id: id, answered_by: by, decision }: ControlCancelLine): void {
    this.#watcher.onQuestionClosed(id);
    if (by) this.#note(`${answerWord(decision)}, answered by ${by}`, "info");
  }

  #rewound(promptId: string): void {
    const prompt = this.#entries.prompt(promptId);
    if (prompt) this.#entries.cut(prompt);
    this.#note("The conversation and the files went back to before a prompt.", "info");
  }

  #prompt({ prompt_id: promptId, content, name = "" }: UserMessageLine): void {
    this.#close();
    const known = this.#entries.prompt(promptId);
    this.#watcher.onBytes(`\u001b[1m> ${content}\u001b[0m\r\n`);
    if (known?.isWaiting) {
      this.#entries.change(known, { isWaiting: false, name });
      this.#entries.moveToEnd(known);
    } else if (content !== "") {
      this.#entries.add({ kind: "user", promptId, text: content, name, isWaiting: false });
    }
  }

  #command({ result, prompt_id: promptId, command }: CommandLine): void {
    const prompt = this.#entries.prompt(promptId);
    if (prompt?.isWaiting) this.#entries.change(prompt, { isWaiting: false });
    if (!prompt && command.kind === "slash") {
      const text = `/${[...command.path, command.args].join(" ").trim()}`;
      this.#entries.add({ kind: "user", promptId, text, name: "", isWaiting: false });
    }
    switch (result.type) {
      case "message":
        return void this.#entries.add({ kind: "note", level: result.level, text: result.content, isMarkdown: true });
      case "handled":
      case "quit":
        if (result.text) this.#note(result.text, "info");
        return;
      case "dialog": {
        const choices = result.choices?.map((choice) => `\`${choice}\``).join(", ") ?? "";
        const text = choices === "" ? `There is no dialog for ${result.dialog} here.` : `Choose one: ${choices}`;
        return void this.#entries.add({ kind: "note", level: "info", text, isMarkdown: true });
      }
      case "load_history":
        return this.#note(`A conversation of ${result.history.length} messages was loaded.`, "info");
      case "confirm_action":
        return this.#note(result.prompt, "info");
      case "confirm_shell_commands":
        return this.#note(`These commands need a permission: ${result.commands.join(", ")}`, "info");
      case "tool":
      case "submit_prompt":
      case "quit_confirmation":
    }
  }

  #note(text: string, level: "info" | "error"): void {
    this.#entries.add({ kind: "note", level, text, isMarkdown: false });
  }

  #close(): void {
    this.#closeAnswer();
    this.#closeThought();
  }

  #closeAnswer(): void {
    if (!this.#answer) return;
    this.#entries.change(this.#answer, { isOpen: false });
    this.#watcher.onBytes(this.#answer.text.endsWith("\n") ? "" : "\r\n");
    this.#answer = null;
  }

  #closeThought(): void {
    if (this.#thought) this.#entries.change(this.#thought, { isOpen: false });
    this.#thought = null;
  }
}

function answerWord(decision: unknown): string {
  if (decision === "approved") return "Allowed";
  return decision === "refused" ? "Denied" : "Answered";
}
