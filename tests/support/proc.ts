/**
 * The files in /proc, for tests that look at processes. Only a test that says so may read them: `withProc` marks it, and
 * without the mark `procPath` fails. So no test needs /proc by accident.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** Whether this system shows its processes as files. */
export const HAS_PROC: boolean = await Deno.stat("/proc/self/stat").then(() => true, () => false);

const marked = new AsyncLocalStorage<true>();

/** A test that looks into /proc: it says so, and is skipped where there is none. */
export function withProc(
  test: string | Deno.TestDefinition,
  fn: Deno.TestDefinition["fn"] = () => {},
): Deno.TestDefinition {
  const own = typeof test === "string" ? { name: test, fn } : test;
  const marking: Deno.TestDefinition["fn"] = (context) => readingProc(() => own.fn(context));
  if (HAS_PROC) return { ...own, fn: marking };
  return { ...own, name: `${own.name} (skipped: it needs /proc)`, ignore: true };
}

/** Lets a program that is no test read /proc. */
export function readingProc<Value>(act: () => Value): Value {
  return marked.run(true, act);
}

/** The path of a file in /proc, such as `self/status`; throws in a test without the mark. */
export function procPath(name: string): string {
  if (!marked.getStore()) throw new Error(`This test reads /proc/${name} and does not say so: use withProc`);
  return `/proc/${name}`;
}

/** Processes whose environment holds a text, such as the path of a fixture; zombies do not count. */
export async function processesWith(text: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir(procPath(""))) {
    if (!/^\d+$/.test(name) || Number(name) === Deno.pid) continue;
    try {
      if ((await Deno.readTextFile(procPath(`${name}/environ`))).includes(text)) found.push(Number(name));
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
  return found;
}

/** Those of `processesWith` that do not go away: one that was killed may need a moment on a busy machine. */
export async function survivors(text: string): Promise<number[]> {
  for (let tries = 0;; tries++) {
    const found = await processesWith(text);
    if (found.length === 0 || tries === 20) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
