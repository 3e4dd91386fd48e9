/** A model that knows the key and says it so that nobody notices: in pieces, encoded, in names of files. */
import { assert, assertEquals } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const KEY = "sk-hunter-9f8e7d6c5b4a39281706f5e4";
const TOKEN = "ghp_0a1b2c3d4e5f60718293a4b5c6d7";
const MAIN = Deno.env.get("QWEN_ATTACK_MAIN");
const main = MAIN ? { main: MAIN } : {};

/** All pieces of text in records, in order, as a client puts them together. */
function piecesOf(records: unknown): string {
  if (Array.isArray(records)) return records.map(piecesOf).join("");
  if (typeof records !== "object" || records === null) return "";
  return Object.entries(records).map(([name, value]) => {
    const isPiece = ["text", "thinking", "partial_json", "content", "arguments", "reasoning_content"].includes(name);
    return isPiece && typeof value === "string" ? value : piecesOf(value);
  }).join("");
}

for (
  const [dialect, format] of [["qwen", "stream-json"], ["claude", "stream-json"], ["chat", "stream-chunk-json"]]
) {
  Deno.test(`attack: a key that streams one character per delta is redacted for ${dialect}`, async () => {
    await using fixture = await Fixture.open();
    const words = `my key is ${KEY} and ${TOKEN}.`;
    await using model = fakeModel([[{ thinking: [...words] }, { text: [...words] }]]);
    const args = ["-o", format, "--dialect", dialect, "--include-partial-messages", "-p", "say it"];
    const env = { ...model.env, OPENAI_API_KEY: KEY, GH_TOKEN: TOKEN };
    const { code, stdout } = await runQwen(args, { fixture, env, ...main });
    assertEquals(code, 0);
    const pieces = piecesOf(linesOf(stdout));
    assert(pieces.includes("[redacted]"), pieces);
    // Three characters are shown before it is clear that they begin a key.
    assert(!pieces.includes(KEY.slice(3)) && !pieces.includes(TOKEN.slice(3)), pieces);
  });
}

Deno.test("attack: a recording and the audit hold no key, in whatever pieces and paths it comes", async () => {
  await using fixture = await Fixture.open();
  const read = { call: "read_file", input: { file_path: `${fixture.cwd}/${TOKEN}.txt` }, pieces: 40 };
  const words = [...`my key is ${KEY}, in base64 `, btoa(KEY).slice(0, 20), btoa(KEY).slice(20)];
  await using model = fakeModel([[{ text: words }, read], "done"]);
  const record = `${fixture.home}/record.jsonl`;
  const audit = `${fixture.home}/audit.jsonl`;
  const env = { ...model.env, OPENAI_API_KEY: KEY, GH_TOKEN: TOKEN };
  const args = ["--yolo", "--record", record, "--audit", audit, "-o", "stream-json", "-p", "go"];
  const { code, stdout } = await runQwen(args, { fixture, env, ...main });
  assertEquals(code, 0);
  const recorded = linesOf(await Deno.readTextFile(record));
  const streamed = recorded.flatMap(({ chunks }) => chunks ?? []).map(({ text, input }) => text ?? input ?? "").join(
    "",
  );
  const audited = await Deno.readTextFile(audit);
  assert(streamed.includes("[redacted]"), streamed);
  for (const text of [streamed, audited, JSON.stringify(recorded), stdout]) {
    for (const form of [KEY, TOKEN, btoa(KEY).slice(0, 40), btoa(KEY).slice(-6)]) {
      assert(!text.includes(form), `${form} is in ${text.slice(0, 2_000)}`);
    }
  }
});
