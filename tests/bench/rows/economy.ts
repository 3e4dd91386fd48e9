import { TASKS } from "../../../lib/cli/eval/tasks.ts";
import type { ReceivedRequest } from "../../support/fake_model.ts";
import { EDIT_PLAYS } from "../../tasks/edit_plays.ts";
import { playTask } from "../../tasks/play.ts";
import { SEARCH_PLAYS } from "../../tasks/search_plays.ts";
import { SHELL_PLAYS } from "../../tasks/shell_plays.ts";
import type { Figure, Row } from "../figure.ts";

const PLAYS = { ...EDIT_PLAYS, ...SEARCH_PLAYS, ...SHELL_PLAYS };
const encoder = new TextEncoder();
const CHARS_PER_TOKEN = 4;

/** The figures of this version, which later ones are held to with a margin. */
const RECORDED = { resultBytes: 404, tokens: 457_000 };
const MARGIN = 1.1;

/** How much the model is sent: the first request, the results of tools, and all requests of the scripted tasks. */
export const economy: Row = {
  name: "economy",
  async measure(): Promise<Figure[]> {
    const prefixes: number[] = [];
    const results: number[] = [];
    let tokens = 0;
    for (const task of TASKS) {
      const { requests } = await playTask(task, PLAYS[task.name]);
      prefixes.push(prefixBytes(requests[0]));
      results.push(...resultBytes(requests.at(-1)));
      for (const { body } of requests) tokens += JSON.stringify(body).length / CHARS_PER_TOKEN;
    }
    const mean = results.reduce((sum, bytes) => sum + bytes, 0) / results.length;
    return [
      {
        ...{ name: "first request, prompt and tools", unit: "bytes", floor: null },
        ...{ ours: Math.max(...prefixes), target: { atMost: 20_000 } },
      },
      {
        ...{ name: "tool result, mean of the scripted tasks", unit: "bytes", floor: null },
        ...{ ours: Math.round(mean), target: { atMost: RECORDED.resultBytes * MARGIN } },
      },
      {
        ...{ name: "scripted tasks, tokens sent", unit: "tokens", floor: null },
        ...{ ours: Math.round(tokens), target: { atMost: RECORDED.tokens * MARGIN } },
      },
    ];
  },
};

function prefixBytes({ body }: ReceivedRequest): number {
  return encoder.encode(body.messages[0].content + JSON.stringify(body.tools)).length;
}

function resultBytes(request: ReceivedRequest | undefined): number[] {
  const messages: { role: string; content: unknown }[] = request?.body.messages ?? [];
  return messages.filter(({ role }) => role === "tool").map(({ content }) =>
    encoder.encode(JSON.stringify(content)).length
  );
}
