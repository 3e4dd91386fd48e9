/** What the checks of the Windows suite share. */
import { fakeModel, type ReceivedRequest, type ScriptedReply, type Step } from "../fake_model.ts";
import { toolResults } from "../agent_run.ts";
import type { Windows, WindowsEnd } from "./wine.ts";

/** One check: its name and what it does with the machine. */
export type Check = readonly [name: string, act: (windows: Windows) => Promise<void>];

let folders = 0;

/** A new workspace with files, by relative path. */
export async function workspace(windows: Windows, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = `${windows.folder}/work_${++folders}`;
  await Deno.mkdir(folder);
  for (const [path, text] of Object.entries(files)) {
    const full = `${folder}/${path}`;
    await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(full, text);
  }
  return folder;
}

/** How a run ended, and what the model was sent. */
export interface Called extends WindowsEnd {
  results: string[];
  requests: ReceivedRequest[];
}

/** A run in which the model makes calls, each in a round of its own. */
export async function called(
  windows: Windows,
  wanted: {
    cwd: string;
    calls: readonly (readonly [tool: string, input: unknown])[];
    args?: readonly string[];
    env?: Readonly<Record<string, string>>;
  },
): Promise<Called> {
  const replies: ScriptedReply[] = wanted.calls.map(([call, input]): Step[] => [{ call, input }]);
  await using model = fakeModel(replies, { otherwise: "Done." });
  const args = ["-p", "go", ...(wanted.args ?? ["--yolo"])];
  const end = await windows.run(args, { cwd: wanted.cwd, env: { ...model.env, ...wanted.env } });
  return { ...end, results: toolResults(model.requests.at(-1)), requests: model.requests };
}

/** Makes something once for all checks on a machine: starting the program takes longer than any check. */
export function once<Value>(make: (windows: Windows) => Promise<Value>): (windows: Windows) => Promise<Value> {
  const made = new WeakMap<Windows, Promise<Value>>();
  return (windows) => {
    const value = made.get(windows) ?? make(windows);
    made.set(windows, value);
    return value;
  };
}

/** A prompt as a line of the host. */
export function userLine(content: string): string {
  return JSON.stringify({ type: "user", message: { role: "user", content }, parent_tool_use_id: null });
}

/** The records of an output. */
// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
export function recordsOf(stdout: string): any[] {
  return stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Waits until something holds; far longer than it takes on any machine. */
export async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`After a minute still not: ${what}`);
}
