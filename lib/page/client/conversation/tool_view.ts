import { button, h, setText } from "../dom.ts";
import { blockElements } from "../markdown/render.ts";
import type { ResultDisplay, ToolStatus } from "../wire/lines.ts";
import { diffElement } from "./diff_view.ts";
import type { ToolEntry } from "./entries.ts";
import type { EntryView } from "./entry_views.ts";

const MAX_SUMMARY = 200;
const MAX_LIVE = 20_000;
const MAX_SHOWN = 40_000;

const STATUS: Readonly<Record<ToolStatus, { mark: string; word: string }>> = {
  Pending: { mark: "○", word: "pending" },
  Executing: { mark: "◌", word: "running" },
  Confirming: { mark: "?", word: "waiting for an answer" },
  Success: { mark: "✓", word: "done" },
  Error: { mark: "✗", word: "failed" },
  Canceled: { mark: "–", word: "cancelled" },
};

/** Arguments that tell most about a call, in the order in which they are looked for. */
const TELLING = ["command", "file_path", "path", "pattern", "query", "url", "description", "prompt", "skill", "name"];

/** Draws a call of a tool and its result. */
export function toolView(entry: ToolEntry): EntryView {
  const mark = h("span", { class: "mark", attributes: { "aria-hidden": "true" } });
  const name = h("span", { class: "tool-name", text: entry.name });
  const what = h("code", { class: "tool-what" });
  const status = h("span", { class: "tool-status" });
  const summary = h("summary", { children: [mark, name, what, status] });
  const body = h("div", { class: "tool-body" });
  const details = h("details", { class: "tool-details", attributes: { open: "" }, children: [summary, body] });
  const element = h("article", {
    class: "tool",
    attributes: { "aria-label": `Tool ${entry.name}` },
    children: [details],
  });
  let drawn: { display: ResultDisplay | null; output: string } | null = null;
  let described = "";
  return {
    element,
    update(): void {
      const { mark: sign, word } = STATUS[entry.status];
      element.dataset.status = entry.status;
      setText(mark, sign);
      setText(name, entry.name);
      setText(status, word);
      if (entry.status === "Pending") setText(what, "");
      else if (described !== entry.input) setText(what, summaryOf(described = entry.input));
      const { display, output } = entry;
      if (drawn?.display === display && drawn.output === output) return;
      drawn = { display, output };
      body.replaceChildren(...bodyNodes(entry));
    },
  };
}

/** What a call is about, in one line. */
function summaryOf(input: string): string {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    // The arguments are not complete, or the model wrote no JSON.
    return input.slice(0, MAX_SUMMARY);
  }
  if (value === null || typeof value !== "object") return input.slice(0, MAX_SUMMARY);
  const fields: Record<string, unknown> = { ...value };
  const key = TELLING.find((one) => typeof fields[one] === "string");
  const text = key === undefined ? (Object.keys(fields).length === 0 ? "" : input) : String(fields[key]);
  return text.replaceAll(/\s+/g, " ").slice(0, MAX_SUMMARY);
}

function bodyNodes({ display, output }: ToolEntry): Node[] {
  if (display) return displayNodes(display, output);
  return output === "" ? [] : [outputElement(output.slice(-MAX_LIVE))];
}

function displayNodes(display: ResultDisplay, output: string): Node[] {
  switch (display.kind) {
    case "string": {
      const text = display.text === "" ? output : display.text;
      return text === "" ? [] : [longOutput(text)];
    }
    case "file_diff":
      return [h("p", { class: "file-name", text: display.file_name }), diffElement(display.diff)];
    case "todo_list": {
      const marks = { pending: "☐", in_progress: "▸", completed: "☑" } as const;
      const children = display.todos.map(({ content, status }) =>
        h("li", { class: `todo ${status}`, text: `${marks[status]} ${content}` })
      );
      return [h("ul", { class: "todos", attributes: { "aria-label": "Tasks" }, children })];
    }
    case "plan_summary":
      return [h("p", { text: display.message }), ...blockElements(display.plan_markdown)];
    case "task_execution": {
      const calls = display.toolCalls.map(({ name, status, description }) =>
        h("li", { text: `${name} ${description} (${status})` })
      );
      return [
        h("p", { text: `${display.subagentName}: ${display.taskDescription} (${display.status})` }),
        ...(calls.length > 0 ? [h("ul", { children: calls })] : []),
        ...blockElements(display.result ?? ""),
      ];
    }
  }
}

function outputElement(text: string): HTMLElement {
  const attributes = { tabindex: "0", role: "group", "aria-label": "Output" };
  return h("pre", { class: "output", attributes, text });
}

function longOutput(text: string): HTMLElement {
  if (text.length <= MAX_SHOWN) return outputElement(text);
  const pre = outputElement(text.slice(0, MAX_SHOWN));
  const more = button(`Show all ${text.length} characters`, {
    class: "more",
    onClick: () => {
      pre.textContent = text;
      more.remove();
      pre.focus();
    },
  });
  return h("div", { children: [pre, more] });
}
