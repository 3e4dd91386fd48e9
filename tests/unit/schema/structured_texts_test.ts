import { assertEquals } from "@std/assert";
import {
  coercedText,
  plainTextAdvice,
  plainTextFailure,
  redactInput,
  retriesFailure,
  skippedText,
  TURN_LIMIT_NOTE,
} from "../../../lib/schema/structured_texts.ts";

const FAILURE =
  "Model produced plain text instead of calling the structured_output tool as required by --json-schema after 3 turn(s).";

Deno.test("plainTextFailure names the turns and shows what the model said", () => {
  assertEquals(plainTextFailure(3, 'It is "42".'), `${FAILURE} Output preview (11 chars): "It is \\"42\\".".`);
});

Deno.test("plainTextFailure cuts a long text at 200 characters and marks it", () => {
  const shown = "x".repeat(200);
  assertEquals(plainTextFailure(3, "x".repeat(5000)), `${FAILURE} Output preview (200+ chars): "${shown}".`);
});

Deno.test("plainTextFailure shows no preview of an empty text", () => {
  assertEquals(plainTextFailure(3, " \n"), FAILURE);
});

Deno.test("plainTextFailure keeps half a surrogate pair out of the preview", () => {
  const expected = `${FAILURE} Output preview (200+ chars): "${"x".repeat(199)}\uFFFD".`;
  assertEquals(plainTextFailure(3, `${"x".repeat(199)}💩`), expected);
});

Deno.test("TURN_LIMIT_NOTE names the three causes of a run that does not end", () => {
  assertEquals(
    TURN_LIMIT_NOTE,
    "Note: --json-schema is active. If the model never called structured_output, verify it isn't denied by " +
      "permissions.deny / --exclude-tools and that the schema is satisfiable.",
  );
});

Deno.test("skippedText offers another turn only where there is one", () => {
  const skipped = "Skipped: this turn's structured_output contract took precedence as the terminal output.";
  assertEquals(skippedText("accepted"), skipped);
  assertEquals(skippedText("refused"), `${skipped} Re-issue this call in a separate turn if needed.`);
});

Deno.test("plainTextAdvice says why the text was not taken", () => {
  assertEquals(
    plainTextAdvice("params must be object"),
    "The answer was written as text, but it has to be handed over by calling the structured_output tool. The JSON in the " +
      "text was not accepted either: params must be object. Call structured_output now, with the answer as its arguments, " +
      "and write nothing else.",
  );
});

Deno.test("coercedText names the places", () => {
  assertEquals(
    coercedText(["/a", ""]),
    "The structured output was accepted after a change of type at /a, the whole value.",
  );
});

Deno.test("retriesFailure gives the number of attempts and the last error", () => {
  assertEquals(
    retriesFailure(3, "params/a must be string"),
    "Model produced no valid structured output in 3 attempt(s). Last error: params/a must be string",
  );
});

Deno.test("redactInput replaces the arguments of structured_output only", () => {
  assertEquals(redactInput("structured_output", { secret: 1 }), {
    __redacted: "structured_output payload (see stdout result)",
  });
  assertEquals(redactInput("read_file", { file_path: "/a" }), { file_path: "/a" });
});
