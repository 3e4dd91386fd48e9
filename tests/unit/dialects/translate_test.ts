import { TOOL_NAMINGS } from "../../../lib/cli/assembly/session/tool_names.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { loadDialect } from "../../../lib/dialects/mod.ts";
import { openTranslation } from "../../../lib/dialects/translate.ts";
import type { Event } from "../../../lib/model/event.ts";
import { problem, QwenError } from "../../../lib/model/problem.ts";
import {
  countedIds,
  event,
  open,
  reply,
  say,
  SESSION,
  TOKENS,
  toolCompleted,
  turnCompleted,
  turnStarted,
} from "../../support/say.ts";
import { assertFits } from "../../support/validate.ts";

type Format = "stream-json" | "stream-chunk-json";

interface Way {
  from: string;
  to: string;
  fromFormat?: Format;
  toFormat?: Format;
  partials?: boolean;
}

async function encoded(
  name: string,
  events: Event[],
  options: { format?: Format; partials?: boolean },
): Promise<object[]> {
  const dialect = await loadDialect(name);
  if (!dialect) return [];
  const { format = "stream-json", partials: includePartials = false } = options;
  return say(open(dialect, { format, includePartials }), events).map((record) => record as object);
}

/** Events said in one dialect, recorded, and translated into another. */
async function translated(events: Event[], way: Way): Promise<object[]> {
  const lines = await encoded(way.from, events, { format: way.fromFormat, partials: way.partials });
  const translation = await openTranslation({
    from: way.from,
    to: way.to,
    at: 0,
    ids: countedIds(),
    format: way.toFormat ?? "stream-json",
    includePartials: way.partials ?? false,
    version: "0.1.0",
    tools: TOOL_NAMINGS,
    extras: {},
  });
  const out: (object | string)[] = [];
  for (const line of lines) {
    const { records, problem } = translation.step(JSON.stringify(line));
    assertEquals(problem, null);
    out.push(...records);
  }
  out.push(...translation.end());
  for (const record of out) assertFits(record, `${way.to}/out`);
  return out as object[];
}

const STORY: Event[] = [
  event({ type: "session.started", session: SESSION }),
  event(turnStarted()),
  ...reply([
    { kind: "text", text: "Let me look.", pieces: ["Let me ", "look."] },
    { kind: "tool_call", callId: "c1", tool: "read_file", input: { file_path: "/ws/a.txt" } },
  ]),
  toolCompleted("c1"),
  ...reply([{ kind: "text", text: "Done." }]),
  event(turnCompleted({ outcome: { kind: "done", text: "Done.", stop: { reason: "end", raw: null } } })),
];

/** What a person would compare: who said what, in which order, and how it ended. */
function agentGist(records: object[]): unknown[] {
  return records.flatMap((record) => {
    const { type, subtype, message, result, is_error } = record as Record<string, unknown>;
    if (type === "system") return [[type, subtype]];
    if (type === "result") return [[type, subtype, result, is_error]];
    if (type !== "assistant" && type !== "user") return [];
    const { content } = message as { content: Record<string, unknown>[] };
    return [[type, ...content.map((block) => block.text ?? block.content ?? [block.id, block.name, block.input])]];
  });
}

const AGENT_STORY = [
  ["system", "init"],
  ["assistant", "Let me look."],
  ["assistant", ["c1", "read_file", { file_path: "/ws/a.txt" }]],
  ["user", "alpha\nline2\n"],
  ["assistant", "Done."],
  ["result", "success", "Done.", false],
];

Deno.test("translate writes a recorded chat session in the qwen dialect", async () => {
  assertEquals(agentGist(await translated(STORY, { from: "chat", to: "qwen" })), AGENT_STORY);
});

/** What a screen would show: who said what, which calls went which way, and how it ended. */
function stateGist(records: object[]): unknown[] {
  return records.flatMap((record) => {
    const { type, role, content, isStreaming, tools, message, prompt_tokens } = record as Record<string, unknown>;
    if (type === "conversation") return isStreaming ? [] : [[role, content]];
    if (type === "tool_group") {
      return (tools as Record<string, unknown>[]).map(({ tool_id, tool_name, status, args, result }) => [
        ...[tool_id, tool_name, status, args, result ?? ""],
      ]);
    }
    if (type === "completion_stats") return [[type, prompt_tokens]];
    return type === "status" ? [] : [[type, ...(message === undefined ? [] : [message])]];
  });
}

Deno.test("translate carries a recorded session to the state dialect and back", async () => {
  const direct = stateGist(await encoded("state", STORY, {}));
  for (const partials of [false, true]) {
    assertEquals(agentGist(await translated(STORY, { from: "state", to: "qwen", partials })).slice(0, 6), AGENT_STORY);
    assertEquals(stateGist(await translated(STORY, { from: "state", to: "state", partials })), direct);
  }
  // What other dialects have no word for is the prompt; the rest is told by all of them.
  const known = direct.filter((line) => (line as unknown[])[0] !== "user").slice(0, -1);
  for (const from of ["qwen", "claude", "chat"]) {
    const there = stateGist(await translated(STORY, { from, to: "state", partials: true }));
    const kept = there.filter((line) => (line as unknown[])[0] !== "user").slice(0, -1);
    assertEquals([from, ...kept.map(said)], [from, ...known.map(said)]);
  }
});

/** A line without what only some dialects record of a call. */
function said(line: unknown): unknown {
  const [first, ...rest] = line as unknown[];
  return rest.length === 4 ? [first, rest[1], rest[3]] : line;
}

Deno.test("translate tells from state how a turn ended, what was asked and what was refused", async () => {
  const ask = {
    kind: "permission" as const,
    callId: "c1",
    tool: "run_shell_command",
    toolKind: "exec" as const,
    input: { command: "ls" },
    access: [],
    confirmation: { kind: "exec" as const, title: "Run", command: "ls", root: "ls" },
    suggestions: [],
    reason: null,
  };
  const outcomes = {
    provider_error: { kind: "failed", problem: problem("provider_error", "No"), text: "" },
    turn_limit: { kind: "limit", problem: problem("turn_limit", "Enough"), text: "" },
    cancelled: { kind: "interrupted", by: "client", during: "streaming" },
  } as const;
  for (const outcome of Object.values(outcomes)) {
    const events = [
      event({ type: "session.started", session: SESSION }),
      event(turnStarted()),
      event({ type: "rejected", problem: problem("protocol_error", "Bad line", { detail: "not_json" }) }),
      event({ type: "ask.opened", askId: "a1", ask }),
      event({ type: "ask.closed", askId: "a1", by: "client" }),
      event(turnCompleted({ outcome })),
    ];
    const there = (await translated(events, { from: "state", to: "chat" })) as {
      type?: string;
      error?: { code: string };
      metadata?: Record<string, unknown>;
    }[];
    const subtype = { failed: "error", limit: "limit", interrupted: "cancelled" }[outcome.kind];
    assertEquals(there.at(-1)?.metadata?.subtype, subtype);
    assertEquals(there.filter(({ type }) => type === "control_request").length, 1);
    assertEquals(there.filter(({ error }) => error !== undefined).length, 1);
  }
});

Deno.test("translate puts recorded chunks together again", async () => {
  const way = { from: "chat", to: "qwen", fromFormat: "stream-chunk-json" } as const;
  assertEquals(agentGist(await translated(STORY, way)), AGENT_STORY);
});

Deno.test("translate writes a recorded qwen session in the chat dialect", async () => {
  for (const partials of [false, true]) {
    const lines = await translated(STORY, { from: "qwen", to: "chat", partials }) as {
      choices: { message: Record<string, unknown>; finish_reason: string }[];
      metadata: { seq: number; event?: string; session_id: string };
    }[];
    assertEquals(lines.map(({ metadata }) => metadata.seq), [1, 2, 3, 4, 5]);
    assertEquals(
      lines.map(({ choices: [{ message, finish_reason }], metadata }) => [
        metadata.event ?? message.role,
        message.content,
        finish_reason,
      ]),
      [
        ["init", "", "stop"],
        ["assistant", "Let me look.", "tool_calls"],
        ["tool", "alpha\nline2\n", "tool_calls"],
        ["assistant", "Done.", "stop"],
        ["summary", "Done.", "stop"],
      ],
    );
  }
});

Deno.test("translate keeps increments when chunks are asked for", async () => {
  const way = { from: "qwen", to: "chat", toFormat: "stream-chunk-json", partials: true } as const;
  const lines = await translated(STORY, way) as { choices: { delta: { content?: string } }[] }[];
  const contents = lines.flatMap(({ choices }) => choices[0]?.delta.content ?? []);
  assertEquals(contents, ["Let me ", "look.", "Done."]);
});

Deno.test("translate converts the names of tools and modes", async () => {
  const claude = await translated(STORY, { from: "qwen", to: "claude" });
  const back = agentGist(claude);
  assertEquals(back[2], ["assistant", ["c1", "Read", { file_path: "/ws/a.txt" }]]);
  assertEquals(agentGist(await translated(STORY, { from: "claude", to: "qwen" })), AGENT_STORY);
});

Deno.test("translate from a dialect to itself says the same", async () => {
  for (const [name, format] of [["chat", "stream-json"], ["qwen", "stream-json"]] as const) {
    const said = await encoded(name, STORY, { format });
    const again = await translated(STORY, { from: name, to: name, fromFormat: format, toFormat: format });
    assertEquals(again.length, said.length);
  }
});

Deno.test("translate tells failures, limits and cancels as what they were", async () => {
  const outcomes = [
    { kind: "failed", problem: problem("provider_error", "No"), text: "" },
    { kind: "limit", problem: problem("turn_limit", "Enough"), text: "" },
    { kind: "interrupted", by: "client", during: "streaming" },
  ] as const;
  for (const outcome of outcomes) {
    const events = [event(turnStarted()), event(turnCompleted({ outcome }))];
    const there = (await translated(events, { from: "qwen", to: "chat" })).at(-1) as {
      metadata: Record<string, unknown>;
    };
    const subtype = { failed: "error", limit: "limit", interrupted: "cancelled" }[outcome.kind];
    assertEquals(there.metadata.subtype, subtype);
    const direct = (await encoded("qwen", events, {})).at(-1) as Record<string, unknown>;
    const back = (await translated(events, { from: "chat", to: "qwen" })).at(-1) as Record<string, unknown>;
    assertEquals([back.type, back.subtype, back.error], [direct.type, direct.subtype, direct.error]);
  }
});

Deno.test("translate carries questions, retries, compactions and refusals over", async () => {
  const events = [
    event(turnStarted()),
    event({
      type: "ask.opened",
      askId: "a1",
      ask: {
        kind: "permission",
        callId: "c1",
        tool: "run_shell_command",
        toolKind: "exec",
        input: { command: "ls" },
        access: [],
        confirmation: { kind: "exec", title: "Run ls", command: "ls", root: "ls" },
        suggestions: [],
        reason: null,
      },
    }),
    event({
      type: "retry.scheduled",
      attempt: 2,
      maxAttempts: 5,
      delayMs: 100,
      problem: problem("provider_overloaded", "Busy"),
      discardedCalls: 0,
    }),
    event({ type: "rejected", problem: problem("protocol_error", "Bad", { line: 4, detail: "QWEN_INVALID_JSON" }) }),
    event(turnCompleted()),
  ];
  const claude = await translated(events, { from: "chat", to: "claude" });
  assertEquals(
    claude.map((record) => record as { type: string; subtype?: string }).map(({ type, subtype }) =>
      `${type} ${subtype ?? ""}`
    ),
    [
      ...["system init", "control_request ", "system protocol_error", "system api_error", "system api_retry"],
      ...["system turn_duration", "result success"],
    ],
  );
  const chat = await translated(events, { from: "qwen", to: "chat" });
  assertEquals(chat.some((line) => "error" in line), true);
  assertEquals(chat.some((line) => (line as { type?: string }).type === "control_request"), true);
});

Deno.test("translate names the line that it cannot read and goes on", async () => {
  const options = { at: 0, ids: countedIds(), includePartials: false, version: "0", tools: TOOL_NAMINGS, extras: {} };
  const translation = await openTranslation({ ...options, from: "qwen", to: "chat", format: "stream-json" });
  assertEquals(translation.step("").problem, null);
  assertEquals(translation.step("oops").problem?.line, 2);
  assertEquals(translation.step("7").problem?.line, 3);
  assertEquals(translation.step('{"type":"mystery"}'), { records: [], problem: null });
});

Deno.test("translate refuses a dialect that it does not know", async () => {
  const options = { at: 0, ids: countedIds(), includePartials: false, version: "0", tools: TOOL_NAMINGS, extras: {} };
  await assertRejects(
    () => openTranslation({ ...options, from: "klingon", to: "chat", format: "stream-json" }),
    QwenError,
    `There is no dialect "klingon" to translate from`,
  );
});

Deno.test("translate keeps the tokens of messages and turns", async () => {
  const lines = await translated(STORY, { from: "qwen", to: "chat" }) as { usage?: { total_tokens: number } }[];
  assertEquals(lines.map(({ usage }) => usage?.total_tokens), [undefined, 120, undefined, 120, TOKENS.totalTokens]);
});

Deno.test("translate keeps replies apart that follow each other without a tool between", async () => {
  const second = reply([{ kind: "text", text: "And more." }])
    .map((said) => "messageId" in said ? { ...said, messageId: "m2" } : said);
  const events: Event[] = [
    event({ type: "session.started", session: SESSION }),
    event(turnStarted()),
    ...reply([{ kind: "text", text: "One thing." }]),
    ...second,
    event(turnCompleted({ outcome: { kind: "done", text: "And more.", stop: { reason: "end", raw: null } } })),
  ];
  const records = await translated(events, { from: "claude", to: "chat" }) as {
    choices: { message: { content: string } }[];
  }[];
  const said = records.map(({ choices }) => choices[0].message.content);
  assertEquals(said.slice(1), ["One thing.", "And more.", "And more."]);
});
