import { type Bench, type Figure, type Row, undisturbed } from "../figure.ts";
import { textAnswer } from "../model_server.ts";
import { type Program, spawn, withArgs } from "../program.ts";

const CHUNKS = 50_000;
const PROMPT = new TextEncoder().encode(
  `${JSON.stringify({ type: "user", message: { role: "user", content: "hello" }, parent_tool_use_id: null })}\n`,
);

/** A long answer to one client of a server beside the same answer on stdout. */
export const tcp: Row = {
  name: "tcp",
  async measure({ qwen, model, rounds }: Bench): Promise<Figure[]> {
    const answer = textAnswer(CHUNKS);
    model.add("tcp", () => answer);
    const env = model.env("tcp");
    const times = { stdin: [] as number[], tcp: [] as number[] };
    for (let round = 0; round < Math.max(3, rounds / 4); round++) {
      times.stdin.push(await overStdin(withArgs(qwen, [], env)));
      times.tcp.push(await overTcp(withArgs(qwen, [], env)));
    }
    model.takeVisits();
    const rate = (list: number[]): number => CHUNKS / undisturbed(list) * 1000;
    return [{
      name: "chunks a second to one TCP client",
      unit: "/s",
      ours: rate(times.tcp),
      floor: rate(times.stdin),
      target: { share: 0.6 },
    }];
  },
};

async function overStdin(program: Program): Promise<number> {
  const args = ["--input-format", "stream-json", "--output-format", "stream-json", "--include-partial-messages"];
  const child = spawn(withArgs(program, args), { stdin: "piped", stdout: "piped", stderr: "null" });
  const writer = child.stdin.getWriter();
  const ms = await answerMs((bytes) => writer.write(bytes), child.stdout);
  await writer.close();
  await child.status;
  return ms;
}

async function overTcp(program: Program): Promise<number> {
  const args = ["serve", "--server-mode", "tcp", "--tcp-port", "0", "--no-auth", "--dialect", "qwen"];
  const child = spawn(withArgs(program, [...args, "--include-partial-messages"]), {
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  });
  const output = child.stdout.getReader();
  const { port } = JSON.parse(new TextDecoder().decode((await output.read()).value));
  const socket = await Deno.connect({ hostname: "127.0.0.1", port });
  const ms = await answerMs(async (bytes) => void await socket.write(bytes), socket.readable);
  child.kill("SIGTERM");
  while (!(await output.read()).done);
  await child.status;
  return ms;
}

/** Sends the prompt, and returns how long it took until the result of all chunks was there. */
async function answerMs(
  send: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  stream: ReadableStream<Uint8Array>,
): Promise<number> {
  const startedAt = performance.now();
  await send(PROMPT);
  let records = 0;
  let tail = "";
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The output ended after ${records} records`);
    const text = new TextDecoder("latin1").decode(value);
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) records++;
    tail = (tail + text).slice(-100_000);
    if (/^\{"type":"result"/m.test(tail)) break;
  }
  const ms = performance.now() - startedAt;
  if (records < CHUNKS) throw new Error(`There were ${records} records for ${CHUNKS} chunks`);
  const cancelled = reader.cancel();
  await cancelled;
  return ms;
}
