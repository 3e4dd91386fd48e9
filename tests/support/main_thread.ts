/** How long a page keeps its main thread, in the browser's own trace: time of the processor, not of a busy machine. */
import type { Browser, Page } from "playwright-core";

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"];

/** What a trace says of the main thread of a page. */
export interface MainThreadTimes {
  /** Keys that the page handled, with its own time in milliseconds from their arrival to the end of their handling. */
  keys: number[];
  /** The longest tasks in milliseconds, the longest first. */
  tasks: number[];
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** In microseconds. */
  ts: number;
  dur?: number;
  /** The time on the processor. */
  tdur?: number;
  args?: { data?: { type?: string; timeStamp?: number; processingEnd?: number } };
}

/** Records the main thread of a page while something happens. Keys have to be pressed meanwhile. */
export async function mainThreadTimes(page: Page, act: () => Promise<void>): Promise<MainThreadTimes> {
  const browser = browserOf(page);
  await browser.startTracing(page, { categories: CATEGORIES });
  let trace: Uint8Array;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  return timesOf(eventsOf(trace));
}

function browserOf(page: Page): Browser {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser");
  return browser;
}

/** The events that matter. The trace has one event in each line, far too many to parse them all. */
function eventsOf(trace: Uint8Array): TraceEvent[] {
  const events: TraceEvent[] = [];
  for (const line of new TextDecoder().decode(trace).split("\n")) {
    if (!/"name":"(RunTask|EventTiming)"/.test(line)) continue;
    events.push(JSON.parse(line.replace(/\]?[,}]?$/, (end) => end.startsWith("}") ? "}" : "")));
  }
  return events;
}

function timesOf(events: readonly TraceEvent[]): MainThreadTimes {
  const pressed = events.filter(({ name, ph, args }) =>
    name === "EventTiming" && ph === "b" && args?.data?.type === "keydown"
  );
  const [first] = pressed;
  if (!first) throw new Error("The trace has no key");
  const tasks = events.filter(({ name, ph, pid, tid }) =>
    name === "RunTask" && ph === "X" && pid === first.pid && tid === first.tid
  ).toSorted((a, b) => a.ts - b.ts);
  return {
    keys: pressed.map((key) => ownTime(key, tasks)),
    tasks: tasks.map(({ tdur = 0 }) => tdur / 1_000).toSorted((a, b) => b - a).slice(0, 20),
  };
}

/**
 * What the page's tasks took of the processor while a key waited and was handled, in milliseconds. A task that began
 * earlier or ended later counts by its share: on a busy machine it waits for the processor in between.
 */
function ownTime({ ts, args }: TraceEvent, tasks: readonly TraceEvent[]): number {
  const { timeStamp = 0, processingEnd = 0 } = args?.data ?? {};
  const end = ts + (processingEnd - timeStamp) * 1_000;
  let sum = 0;
  for (const task of tasks) {
    const overlap = Math.min(end, task.ts + (task.dur ?? 0)) - Math.max(ts, task.ts);
    if (overlap > 0) sum += overlap * share(task);
  }
  return sum / 1_000;
}

/** The part of a task's time that it had the processor. */
function share({ dur = 0, tdur = dur }: TraceEvent): number {
  return dur === 0 ? 1 : Math.min(1, tdur / dur);
}
