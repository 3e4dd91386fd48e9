import { type Bench, type Figure, type Row, undisturbed } from "../figure.ts";
import { linesAnswer, textAnswer } from "../model_server.ts";
import { type Program, withArgs } from "../program.ts";

const CHUNKS = 50_000;
const KEYS = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
const TURNS = 100;
const LINES = 100;
const MB = 1_048_576;

/** A conversation at the terminal: its first prompt, the echo of keys while an answer streams, and its memory. */
export const terminal: Row = {
  name: "terminal",
  async measure({ qwen, model, floor, rounds }: Bench): Promise<Figure[]> {
    model.add("terminal", () => textAnswer(CHUNKS));
    const page = linesAnswer(LINES);
    model.add("pages", () => page);
    const empty: number[] = [];
    const talks: Talk[] = [];
    const program = withArgs(qwen, [], model.env("terminal"));
    // The first one fills caches.
    await talk(program);
    for (let round = 0; round < Math.min(rounds, 5); round++) {
      empty.push(await emptyOnPty(floor("empty")));
      talks.push(await talk(program));
    }
    model.takeVisits();
    const bare = undisturbed(empty);
    const promptMs = undisturbed(talks.map((one) => one.promptMs));
    // Every key counts; a moment in which the machine is busy elsewhere does not.
    const echoMs = Math.min(...talks.map((one) => one.slowestEchoMs));
    const pages = withArgs(qwen, [], model.env("pages"));
    const bytes = Math.min(await longTalk(pages), await longTalk(pages), await longTalk(pages));
    return [
      { name: "first prompt at the terminal", unit: "ms", ours: promptMs, floor: bare, target: { times: 4 } },
      {
        name: "slowest echo of a key while an answer streams",
        unit: "ms",
        ours: echoMs,
        floor: null,
        target: { atMost: 16 },
      },
      {
        name: "memory after a conversation of 10,000 lines",
        unit: "MB",
        ours: bytes / MB,
        floor: null,
        target: { atMost: 120 },
      },
    ];
  },
};

interface Talk {
  promptMs: number;
  slowestEchoMs: number;
}

/** Starts a program on a pseudo-terminal of 80 columns, after a line with its process id. */
function onPty({ command, args, env }: Program, home: string): Deno.ChildProcess {
  const words = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  return new Deno.Command("script", {
    args: ["-qec", `stty cols 80 rows 40; echo pid $$; exec ${words}`, "/dev/null"],
    env: { LANG: "C.UTF-8", TERM: "xterm-256color", SHELL: "/bin/bash", ...env, QWEN_HOME: home },
    cwd: home,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
}

/** How long an empty script takes on a pseudo-terminal. */
async function emptyOnPty(program: Program): Promise<number> {
  const home = await Deno.makeTempDir();
  const started = performance.now();
  const child = onPty(program, home);
  await child.stdout.pipeTo(new WritableStream());
  const ms = performance.now() - started;
  await child.stdin.close().catch(() => {/* It has ended. */});
  await child.status;
  await Deno.remove(home, { recursive: true });
  return ms;
}

/** A conversation on a pseudo-terminal. */
interface Stage {
  pid: number;
  startedAt: number;
  screen: Tail;
  type: (text: string) => Promise<void>;
}

/** Holds a conversation and leaves it. */
async function converse<Result>(program: Program, play: (stage: Stage) => Promise<Result>): Promise<Result> {
  const home = await Deno.makeTempDir();
  const startedAt = performance.now();
  const child = onPty(program, home);
  const keys = child.stdin.getWriter();
  const screen = new Tail(child.stdout);
  const type = (text: string): Promise<void> => keys.write(new TextEncoder().encode(text));
  try {
    const pid = Number((await screen.until(/pid (\d+)/))[1]);
    return await play({ pid, startedAt, screen, type });
  } finally {
    await type("\x03");
    await type("\x03");
    await type("\x03").catch(() => {/* It has ended. */});
    await child.status;
    await Deno.remove(home, { recursive: true });
  }
}

/** Types keys while an answer streams. */
async function talk(program: Program): Promise<Talk> {
  return await converse(program, async ({ startedAt, screen, type }) => {
    // deno-lint-ignore no-control-regex -- the sign of the prompt has a style.
    await screen.until(/> (\x1b\[0m)?/);
    const promptMs = performance.now() - startedAt;
    await screen.until(/ · /);
    await type("go\r");
    await screen.until(/answering/);
    let slowestEchoMs = 0;
    for (let at = 1; at <= KEYS.length; at++) {
      const from = performance.now();
      const seen = screen.until(new RegExp(`> (\\x1b\\[0m)?${KEYS.slice(0, at)}`));
      await type(KEYS[at - 1]);
      await seen;
      slowestEchoMs = Math.max(slowestEchoMs, performance.now() - from);
    }
    await screen.until(/tokens/);
    return { promptMs, slowestEchoMs };
  });
}

/** The memory after a conversation of many answers of many lines. */
async function longTalk(program: Program): Promise<number> {
  return await converse(program, async ({ pid, screen, type }) => {
    await screen.until(/ · /);
    for (let turn = 1; turn <= TURNS; turn++) {
      await type(`go ${turn}\r`);
      await screen.until(new RegExp(`> go ${turn}\\b[^]*Line ${LINES} [^]*tokens`));
    }
    const status = await Deno.readTextFile(`/proc/${pid}/status`);
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? "0") * 1_024;
  });
}

/** The end of what was written to a terminal. */
class Tail {
  #text = "";
  #wake = Promise.withResolvers<void>();

  constructor(stream: ReadableStream<Uint8Array>) {
    void this.#read(stream);
  }

  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#text);
      if (found) return found;
      await this.#wake.promise;
    }
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      this.#text = (this.#text + decoder.decode(chunk, { stream: true })).slice(-32_768);
      this.#wake.resolve();
      this.#wake = Promise.withResolvers<void>();
    }
  }
}
