import { assertEquals } from "@std/assert";
import { type ScreenItem, TerminalView, type TerminalViewOptions } from "../../../lib/terminal/terminal_view.ts";
import type { Event } from "../../../lib/model/event.ts";
import { problem } from "../../../lib/model/problem.ts";
import { event, reply, toolCompleted, turnCompleted, turnStarted } from "../../support/say.ts";

const STOP = { reason: "end" as const, raw: null };

function itemsOf(events: Event[], over: Partial<TerminalViewOptions> = {}): ScreenItem[] {
  const emitter = new TerminalView({
    isLive: true,
    showsCalls: true,
    signs: { done: "+", failed: "x" },
    columns: () => 60,
    ...over,
  });
  return events.flatMap((one) => [...emitter.encode(one)]);
}

function shown(events: Event[], over: Partial<TerminalViewOptions> = {}): string[] {
  return itemsOf(events, over).flatMap((stroke) => stroke.kind === "busy" ? [] : [`${stroke.kind}: ${stroke.text}`]);
}

function started(callId: string, title: string): Event {
  return event({ type: "tool.started", callId, tool: "read_file", toolKind: "read", input: {}, title });
}

const done = (text: string): Event => event(turnCompleted({ outcome: { kind: "done", text, stop: STOP } }));

Deno.test("TerminalView shows an answer while it comes, once, and ends its line", () => {
  const answer = reply([{ kind: "text", text: "Hello you", pieces: ["Hel", "lo you"] }]);
  assertEquals(itemsOf([event(turnStarted()), ...answer, done("Hello you")]), [
    { kind: "busy", label: "waiting for the model" },
    { kind: "answer", text: "Hel" },
    { kind: "answer", text: "lo you" },
    { kind: "answer", text: "\n" },
    { kind: "busy", label: null },
  ]);
});

Deno.test("TerminalView prints a piped answer whole, unchanged, at the end", () => {
  const answer = reply([{ kind: "text", text: "\x1b[1mHi", pieces: ["\x1b[1mHi"] }]);
  assertEquals(shown([...answer, done("\x1b[1mHi")], { isLive: false }), ["answer: \x1b[1mHi\n"]);
});

Deno.test("TerminalView shows an answer that was not streamed", () => {
  const answer = reply([{ kind: "text", text: "Hello", pieces: [] }]);
  assertEquals(shown([...answer, done("Hello")]), ["answer: Hello", "answer: \n"]);
});

Deno.test("TerminalView strips escapes of an answer, also when they come in pieces", () => {
  const answer = reply([{ kind: "text", text: "a\x1b]0;x\x07b", pieces: ["a\x1b", "]0;x", "\x07b"] }]);
  assertEquals(shown([...answer, done("a\x1b]0;x\x07b")]), ["answer: a", "answer: b", "answer: \n"]);
});

Deno.test("TerminalView tells calls in one short line each, without paths of the workspace and without escapes", () => {
  const diff = { kind: "diff" as const, file: "b", diff: "", original: null, modified: "", added: 3, removed: 1 };
  assertEquals(
    shown([
      event(turnStarted()),
      started("c1", "Read /ws/a.txt"),
      toolCompleted("c1"),
      started("c2", "Write /ws/b.txt"),
      toolCompleted("c2", { display: diff, durationMs: 61_500 }),
      started("c3", "Run \x1b[2Jls\n-l"),
      toolCompleted("c3", { isError: true, output: [{ kind: "text", text: "no\x07 such thing\nmore" }] }),
      toolCompleted("c4", { tool: "x".repeat(100), agent: "c0" }),
    ]),
    [
      "line: + Read a.txt",
      "line: + Write b.txt · +3 -1 · 1m 01s",
      "line: x Run ls -l · no such thing",
      `line:   + ${"x".repeat(53)}…`,
    ],
  );
});

Deno.test("TerminalView tells no calls where stderr is not a terminal, but denials and retries", () => {
  const denial = {
    callId: "c1",
    tool: "write_file",
    input: {},
    source: "input-closed" as const,
    message: "declined",
    hint: "Use --approval-mode auto-edit.",
  };
  const retry = event({
    type: "retry.scheduled",
    attempt: 1,
    maxAttempts: 4,
    delayMs: 1_500,
    problem: problem("provider_overloaded", "The server is \x1b[5mbusy"),
    discardedCalls: 0,
  });
  assertEquals(
    shown([started("c1", "Write b"), toolCompleted("c1", { denial, isError: true }), retry], {
      showsCalls: false,
    }),
    [
      "line: Denied read_file: nobody is there to be asked. Use --approval-mode auto-edit.",
      "line: The server is busy. Trying again in 2 s (1 of 4).",
    ],
  );
});

Deno.test("TerminalView begins what is not the answer on a line of its own", () => {
  const part = { kind: "tool_call" as const, callId: "c1", tool: "glob", input: {} };
  assertEquals(
    shown([...reply([{ kind: "text", text: "Let me look" }, part]), toolCompleted("c1", { tool: "glob" })]),
    [
      "answer: Let me look",
      "answer: \n",
      "line: + glob",
    ],
  );
});

Deno.test("TerminalView leaves the text of sub-agents out", () => {
  assertEquals(shown(reply([{ kind: "text", text: "inner" }], { agent: "c0" })), []);
});

Deno.test("TerminalView prints structured output after whatever was said", () => {
  const outcome = { kind: "done" as const, text: "", stop: STOP, structured: { n: 3 } };
  assertEquals(shown([...reply([{ kind: "text", text: "So:" }]), event(turnCompleted({ outcome }))]), [
    "answer: So:",
    "answer: \n",
    'answer: {"n":3}\n',
  ]);
});

Deno.test("TerminalView tells that the conversation was summarised, and that another model took over", () => {
  const compacted = { trigger: "auto" as const, tokensBefore: 120_000, tokensAfter: 8_000, durationMs: 5 };
  const fault = problem("provider_overloaded", "Too busy");
  assertEquals(
    shown([
      event({ type: "history.compacted", ...compacted }),
      event({ type: "model.changed", from: "a", to: "b", problem: fault }),
    ]),
    [
      "line: Summarised the conversation: 120,000 tokens became 8,000.",
      "line: a failed: Too busy. Going on with b.",
    ],
  );
});
