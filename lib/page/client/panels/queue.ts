import { h } from "../dom.ts";
import type { RequestResult } from "../wire/requests.ts";

const STATES = ["queued", "running", "succeeded", "failed", "cancelled", "dead"];
const MAX_FAILURES = 100;

/** Draws the queue of jobs: how many are in each state, what failed and why, and how many end in a minute. */
export function drawQueue(panel: HTMLElement, jobs: RequestResult): void {
  const counts = recordOf(jobs.counts);
  const names = [...new Set([...STATES, ...Object.keys(counts)])];
  const rows = names.map((name) =>
    h("div", {
      class: `count ${name}`,
      children: [h("dt", { text: name }), h("dd", { text: String(counts[name] ?? 0) })],
    })
  );
  const failures = Array.isArray(jobs.failures) ? jobs.failures.slice(0, MAX_FAILURES).map(recordOf) : [];
  const rate = typeof jobs.per_minute === "number" ? jobs.per_minute : 0;
  const parts: HTMLElement[] = [
    h("dl", { class: "counts", children: rows }),
    h("p", { class: "rate", text: `${Math.round(rate * 10) / 10} jobs per minute` }),
    h("h2", { text: "Failures" }),
    failures.length === 0 ? h("p", { class: "empty", text: "No job has failed." }) : failureTable(failures),
  ];
  const text = parts.map((part) => part.textContent).join("\n");
  if (panel.dataset.drawn === text) return;
  panel.dataset.drawn = text;
  panel.replaceChildren(...parts);
}

function failureTable(failures: readonly Record<string, unknown>[]): HTMLElement {
  const head = ["Job", "Code", "Reason"].map((text) => h("th", { text, attributes: { scope: "col" } }));
  const rows = failures.map(({ id, code, message }) =>
    h("tr", { children: [id, code, message].map((value) => h("td", { text: String(value ?? "") })) })
  );
  const table = h("table", {
    attributes: { "aria-label": "Failures" },
    children: [h("thead", { children: [h("tr", { children: head })] }), h("tbody", { children: rows })],
  });
  return h("div", { class: "table", children: [table] });
}

function recordOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === "object" ? { ...value } : {};
}
