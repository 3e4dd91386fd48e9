import { assert, assertEquals, assertMatch } from "@std/assert";
import { agentRun } from "../support/agent_run.ts";
import type { ReceivedRequest, ScriptedReply, Step } from "../support/fake_model.ts";

const SPEC = [
  "Write a parser. Always answer in French.",
  ...Array.from({ length: 6 }, (_, n) => `${n + 1}. Rule ${n + 1}: ${"a detail that matters, ".repeat(20)}end.`),
].join("\n");
const TODOS = [{ id: "1", content: "Mend the tokenizer", status: "in_progress" }];

/** Writes settings with a small context window. */
function windowOf(contextWindowSize: number): (fixture: { home: string }) => Promise<void> {
  return async ({ home }) => {
    await Deno.mkdir(`${home}/.qwen`);
    const settings = { model: { generationConfig: { contextWindowSize } } };
    await Deno.writeTextFile(`${home}/.qwen/settings.json`, JSON.stringify(settings));
  };
}

const change = (name: string): Step => ({
  call: "edit",
  input: { file_path: name, old_string: `file ${name[1]} words`, new_string: `FILE ${name[1]} words` },
});

const isSummaryRequest = ({ body }: ReceivedRequest): boolean =>
  /^This is a request for a summary/.test(body.messages.at(-1).content);

/** Answers a request for a summary, else goes on with the steps. */
function working(steps: Step[][]): ScriptedReply {
  let next = 0;
  return (request) => isSummaryRequest(request) ? "I have read the files." : steps[next++] ?? "Voilà.";
}

const textsOf = ({ body }: ReceivedRequest): string[] =>
  body.messages.map((message: { content: unknown }) =>
    typeof message.content === "string" ? message.content : JSON.stringify(message.content)
  );

Deno.test("old tool results are masked first, and no summary is asked for where that is enough", async () => {
  const reads = Array.from({ length: 8 }, (_, n): Step[] => [{ call: "read_file", input: { file_path: `f${n}.txt` } }]);
  const files = Object.fromEntries(
    reads.map((_, n) => [`f${n}.txt`, `file ${n} ${"words of the file\n".repeat(250)}`]),
  );
  const { requests, result } = await agentRun(() => [], {
    files,
    before: windowOf(20_000),
    prompt: SPEC,
    // The newest file is still in the conversation; the oldest is not.
    otherwise: working([...reads, [change("f7.txt"), change("f0.txt")]]),
  });
  assertEquals([result.is_error, result.result, requests.some(isSummaryRequest)], [false, "Voilà.", false]);
  const last = textsOf(requests[requests.length - 1]);
  assert(last.some((text) => text.startsWith("[This old result was removed")));
  assert(last.includes(SPEC));
  assert(last.some((text) => text.includes("file 7 words of the file")));
  assertMatch(last.at(-2) ?? "", /f7\.txt has been updated/);
  assertMatch(last.at(-1) ?? "", /f0\.txt has not been read/);
});

Deno.test("a summary keeps the user's words, the todos and the files under work, and its request reuses the prefix", async () => {
  const long = "a thought in the answer ".repeat(400);
  const steps: Step[][] = [
    [{ call: "todo_write", input: { todos: TODOS } }],
    [{ call: "write_file", input: { file_path: "parser.txt", content: "draft\n" } }],
    ...Array.from({ length: 8 }, (_, n): Step[] => [
      { text: `${n} ${long}` },
      { call: "glob", input: { pattern: `*.${n}` } },
    ]),
  ];
  const { requests, result } = await agentRun(() => [], {
    before: windowOf(12_000),
    prompt: SPEC,
    otherwise: working(steps),
  });
  assertEquals([result.is_error, result.result], [false, "Voilà."]);
  const at = requests.findIndex(isSummaryRequest);
  assert(at > 0, "no summary was asked for");
  // The provider has everything but the request itself in its cache.
  const [before, summing, after] = requests.slice(at - 1, at + 2).map(({ body }) => body);
  assertEquals(JSON.stringify(summing.tools), JSON.stringify(before.tools));
  assertEquals(
    JSON.stringify(summing.messages.slice(0, before.messages.length)),
    JSON.stringify(before.messages),
  );
  const kept: string[] = after.messages.map((message: { content: unknown }) => String(message.content));
  assert(kept.includes(SPEC), "the user's message is not word for word");
  const summary = kept.find((text) => text.startsWith("This is what happened before")) ?? "";
  assertMatch(summary, /I have read the files\..*Open todos:\n- Mend the tokenizer.*parser\.txt \(changed\)/s);
  assert(after.messages.length < before.messages.length);
});
