import { textOf } from "../../model/content.ts";
import type { ToolCompleted } from "../../model/event.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { boundedText } from "./bounded_text.ts";

type Shape = (data: JsonObject, event: ToolCompleted, maxBytes: number) => JsonObject;

const number = (value: unknown): number => typeof value === "number" ? value : 0;

/** The results of tools in the shapes that hosts render them by. */
const SHAPES: Readonly<Record<string, Shape>> = {
  read_file: readFile,
  glob: (data, event) => ({ ...data, durationMs: event.durationMs }),
  grep_search: (data, event, maxBytes) => ({
    mode: "content",
    numFiles: number(data.numFiles),
    filenames: [],
    content: boundedText(textOf(event.output), maxBytes),
    numLines: number(data.numMatches),
  }),
  todo_write: (data) => ({ oldTodos: todos(data.oldTodos), newTodos: todos(data.newTodos) }),
  web_fetch: (data, event) => ({ codeText: "", ...data, durationMs: event.durationMs }),
  ask_user_question: (data, event) => ({
    questions: isObject(event.input) ? event.input.questions as Json ?? [] : [],
    answers: data.answers ?? {},
  }),
};

/** The structured result of a call for the host; undefined where the tool gave none. */
export function claudeData(event: ToolCompleted, maxBytes: number): JsonObject | undefined {
  const { data, tool } = event;
  if (!data) return undefined;
  return Object.hasOwn(SHAPES, tool) ? SHAPES[tool](data, event, maxBytes) : data;
}

function readFile(data: JsonObject, event: ToolCompleted, maxBytes: number): JsonObject {
  const [first] = event.output;
  if (first?.kind === "media") {
    const { base64, mediaType } = first;
    return { type: "image", file: { base64, type: mediaType, originalSize: number(data.bytes) } };
  }
  const text = textOf(event.output);
  // A part of a file is told with a line of its own about which part it is.
  const start = text.startsWith("Showing lines ") ? text.indexOf("\n\n---\n\n") + "\n\n---\n\n".length : 0;
  return {
    type: "text",
    file: {
      filePath: data.filePath ?? "",
      content: boundedText(text.slice(start), maxBytes),
      numLines: number(data.numLines),
      startLine: number(data.startLine) + 1,
      totalLines: number(data.totalLines),
    },
  };
}

function todos(value: Json | undefined): Json[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((todo) =>
    isObject(todo)
      ? [{ content: todo.content as Json, status: todo.status as Json, activeForm: todo.content as Json }]
      : []
  );
}
