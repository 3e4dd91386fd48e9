import { assertMatch } from "@std/assert";

const PAGE = (await Deno.readTextFile(new URL("../../docs/differences.md", import.meta.url))).replace(/\s+/g, " ");

/** The rows of the audit that stay as they are, and the line that says so. */
const STAYS: Readonly<Record<string, RegExp>> = {
  "RFC 3": /`stream-json` writes `chat\.completion` lines only with `--dialect chat` or after a first line/,
  "RFC 4": /`--input-format stream-json` with `--output-format text` is refused/,
  "RFC 22": /Spans have `start_index`, `end_index` and `style`, and escape sequences have `offset` and `sequence`/,
  "RFC 23": /states of a tool call are the words of the RFC's prose: `Pending`, `Confirming`, `Executing`/,
  "RFC 26": /A `control_response` needs the `request_id` of the question that it answers/,
  "Claude 42": /`tools` in the init record is a list of names/,
  "Claude 43": /Each block of an assistant message has a record of its own/,
  "Baseline 54": /`keep_alive` is sent only with `--heartbeat-interval`/,
  "Baseline 57":
    /server on TCP asks for its token\. Clients without a token, such as the C\+\+ client, need `--no-auth`/,
  "Structured output 60–63": /Texts of limits, retries and refusals have their own wording/,
};

for (const [row, line] of Object.entries(STAYS)) {
  Deno.test(`${row}: docs/differences.md says that it stays`, () => {
    assertMatch(PAGE, line);
  });
}
