import { assertEquals, assertMatch } from "@std/assert";
import type { Ask, Rule } from "../../../../lib/model/mod.ts";
import { NO_STYLES } from "../../../../lib/terminal/draw/palette.ts";
import { answerAsk, type QuestionScope } from "../../../../lib/terminal/chat/questions.ts";

/** A person who gives these answers in order: a list is a choice, a text is typed, null leaves. */
function person(...answers: (string[] | string | null)[]): { scope: QuestionScope; seen: string[]; kept: Rule[] } {
  const seen: string[] = [];
  const kept: Rule[] = [];
  const next = <Kind>(is: (answer: unknown) => answer is Kind): Kind | null => {
    const answer = answers.shift() ?? null;
    if (answer !== null && !is(answer)) throw new Error(`The person was asked something else: ${seen.at(-1)}`);
    return answer;
  };
  const scope: QuestionScope = {
    palette: NO_STYLES,
    columns: 80,
    cwd: "/work",
    markdown: (text) => text.split("\n"),
    keepRules: (rules) => {
      kept.push(...rules);
      return Promise.resolve("/work/.qwen/settings.json");
    },
    asker: {
      print: (rows) => void seen.push(...rows),
      choose: ({ title }) => {
        seen.push(title);
        return Promise.resolve(next((answer) => Array.isArray(answer)));
      },
      edit: ({ label }) => {
        seen.push(label);
        return Promise.resolve(next((answer) => typeof answer === "string"));
      },
    },
  };
  return { scope, seen, kept };
}

const FORM: Ask = {
  kind: "elicitation",
  server: "books",
  message: "Who are you?\x1b[2J",
  mode: "form",
  url: null,
  schema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name" },
      age: { type: "integer" },
      kind: { type: "string", enum: ["reader", "writer"] },
      isNew: { type: "boolean" },
    },
  },
};

Deno.test("an elicitation is asked field by field and sent after a last yes", async () => {
  const { scope, seen } = person("Ann", "42", ["writer"], ["no"], ["yes"]);
  assertEquals(await answerAsk(FORM, scope), {
    kind: "value",
    value: { action: "accept", content: { name: "Ann", age: 42, kind: "writer", isNew: false } },
  });
  assertEquals(seen[0], "The MCP server books asks: Who are you?");
});

Deno.test("an elicitation that is left is declined", async () => {
  const declined = { kind: "value" as const, value: { action: "decline" } };
  assertEquals(await answerAsk(FORM, person(null).scope), declined);
  assertEquals(await answerAsk(FORM, person("Ann", "42", ["writer"], ["no"], ["no"]).scope), declined);
});

Deno.test("an elicitation by address shows the address", async () => {
  const ask: Ask = { ...FORM, mode: "url", url: "https://x.test/login", schema: null };
  const { scope, seen } = person(["yes"]);
  assertEquals(await answerAsk(ask, scope), { kind: "value", value: { action: "accept" } });
  assertMatch(seen.join("\n"), /https:\/\/x\.test\/login/);
});

const COMMAND: Ask = {
  kind: "permission",
  callId: "c1",
  tool: "run_shell_command",
  toolKind: "exec",
  input: { command: "git push" },
  access: [{ kind: "run", command: "git push", cwd: "/work" }],
  confirmation: { kind: "exec", title: "Run git push", command: "git push\x1b]0;x\x07", root: "git" },
  suggestions: [
    { type: "rules", change: "add", behavior: "allow", rules: [{ tool: "run_shell_command", specifier: "git push" }] },
    { type: "mode", mode: "yolo" },
  ],
  reason: "it reaches the network",
};
const RULES = COMMAND.suggestions.slice(0, 1);

Deno.test("a permission: yes, no, Esc, always for the session and for the project", async () => {
  assertEquals(await answerAsk(COMMAND, person(["yes"]).scope), { kind: "allow" });
  assertEquals((await answerAsk(COMMAND, person(["no"]).scope)).kind, "deny");
  assertEquals((await answerAsk(COMMAND, person(null).scope)).kind, "deny");
  // Always means this rule, never a looser mode.
  const always = { kind: "allow", updates: RULES, scope: "session" } as const;
  assertEquals(await answerAsk(COMMAND, person(["session"]).scope), always);
  const { scope, kept, seen } = person(["project"]);
  assertEquals(await answerAsk(COMMAND, scope), always);
  assertEquals(kept, [{ tool: "run_shell_command", specifier: "git push" }]);
  assertMatch(seen.join("\n"), /settings\.json: run_shell_command\(git push\)/);
});

Deno.test("a permission: the command is shown without escapes, why is told, and the input can be edited", async () => {
  const { scope, seen } = person(["why"], ["edit"], "git pull", ["yes"]);
  assertEquals(await answerAsk(COMMAND, scope), { kind: "allow", input: { command: "git pull" } });
  assertEquals(seen.slice(0, 2), ["Run git push", "  $ git push"]);
  assertMatch(seen.join("\n"), /it reaches the network/);
});

Deno.test("a permission: a rule that cannot be kept still holds for the session, and the person learns why", async () => {
  const { scope, seen } = person(["project"]);
  const failing = { ...scope, keepRules: () => Promise.reject(new Error("the disk is full")) };
  assertEquals((await answerAsk(COMMAND, failing)).kind, "allow");
  assertMatch(seen.join("\n"), /this session only: the disk is full/);
});

Deno.test("a question of the model: labels with escape sequences are shown without them, and answered as they were", async () => {
  const options = [{ label: "Red\x1b[8m", description: "warm\x1b]0;x\x07" }];
  const ask: typeof COMMAND = {
    ...COMMAND,
    tool: "ask_user_question",
    input: { questions: [{ question: "Which\x1b[2J?", header: "C", options }] },
  };
  const { scope, seen } = person(["Red\x1b[8m"]);
  assertEquals(await answerAsk(ask, scope), { kind: "value", value: { answers: { "0": "Red\x1b[8m" } } });
  assertEquals(seen.join("\n").includes("\x1b"), false);
  assertMatch(seen.join("\n"), /Which\? Red/);
});
