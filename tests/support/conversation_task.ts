/** The tasks of a person in a conversation on a pseudo-terminal, each at two widths. */
import { fakeModel } from "./fake_model.ts";
import { hasPty, Person, type PtyOptions } from "./pty.ts";
import { Fixture } from "./qwen.ts";

/** Whether this machine has no pseudo-terminals. */
export const ignore: boolean = !hasPty();
const SIZES = [{ columns: 80, rows: 40 }, { columns: 40, rows: 24 }];
/** The input line and the status of a conversation that waits for a prompt. */
export const READY = /> *\n.*(default|auto|yolo|plan)/;
/** The Enter key. */
export const ENTER = "\r";
/** The Esc key. */
export const ESC = "\x1b";

type Model = ReturnType<typeof fakeModel>;
/** The answers of a model. */
export type Replies = Parameters<typeof fakeModel>[0];

/** What a task works with. */
export interface Stage {
  person: Person;
  fixture: Fixture;
  model: Model;
}

/** A task and the model that takes part in it. */
export interface Task {
  /** What the model says; the folder is known by then. */
  replies: (cwd: string) => Replies;
  play: (stage: Stage) => Promise<void>;
  args?: readonly string[];
  env?: PtyOptions["env"];
  /** Prepares the home and the workspace. */
  prepare?: (fixture: Fixture) => Promise<void>;
  /** Only this width, where the width does not matter. */
  columns?: 80 | 40;
}

/** Defines a task at both widths. */
export function task(name: string, { replies, play, args = [], env, prepare, columns }: Task): void {
  for (const size of SIZES.filter((one) => one.columns === (columns ?? one.columns))) {
    Deno.test({
      name: `Conversation, ${size.columns} columns: ${name}`,
      ignore,
      fn: async () => {
        await using fixture = await Fixture.open({ "a.txt": "alpha\n" });
        await prepare?.(fixture);
        await using model = fakeModel(replies(fixture.cwd));
        const all = ["--approval-mode", "default", "--model", "fake-model", ...args];
        const line = '"$@"; echo "exit $?"';
        await using person = new Person(all, { fixture, env: { ...model.env, ...env }, line, ...size });
        await person.sees(READY);
        await play({ person, fixture, model });
      },
    });
  }
}
