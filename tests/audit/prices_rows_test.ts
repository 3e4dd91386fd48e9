/** The names of prices and costs that other programs read. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const usage = ({ input, output, cached = 0 }: { input: number; output: number; cached?: number }): Step => ({
  usage: {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  },
});

async function withSettings(settings: object): Promise<Fixture> {
  const fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings));
  return fixture;
}

const KNOWN = ["gpt-4o", "qwen3-coder-plus", "gemini-2.5-pro", "deepseek-chat", "claude-opus-4"];
const DATED = ["gpt-4o-2024-08-06", "claude-opus-4-20250514", "qwen3-coder-plus-2025-07-22"];

Deno.test("Claude 49: the built-in table has the models of the contract and their dated ids", async () => {
  await using fixture = await Fixture.open();
  for (const model of [...KNOWN, ...DATED]) {
    await using server = fakeModel([[{ text: "Hi." }, usage({ input: 1_000_000, output: 1_000_000 })]]);
    const args = ["--dialect", "claude", "-o", "json", "--model", model, "--max-budget-usd", "1000", "-p", "Hi"];
    const { code, stdout, stderr } = await runQwen(args, { fixture, env: server.env });
    assertEquals(code, 0, `${model}: ${stderr}`);
    const { total_cost_usd, modelUsage } = JSON.parse(stdout);
    assert(total_cost_usd > 0, model);
    assertEquals([modelUsage[model].costUSD, modelUsage[model].costUnknown], [total_cost_usd, undefined], model);
  }
  const { stdout } = await runQwen(["usage", "--json"], { fixture });
  const rows: { model: string; cost_usd: number }[] = JSON.parse(stdout).models;
  const costOf = (id: string): number | undefined => rows.find(({ model }) => model === id)?.cost_usd;
  assertEquals(costOf("gpt-4o-2024-08-06"), costOf("gpt-4o"));
  assertEquals(costOf("claude-opus-4-20250514"), costOf("claude-opus-4"));
});

Deno.test("Claude 49: modelPrices has input, output and cachedInput in USD per million tokens", async () => {
  const modelPrices = { mine: { input: 2, output: 8, cachedInput: 0.5 }, "gpt-4o": { input: 1, output: 1 } };
  await using fixture = await withSettings({ modelPrices });
  for (const [model, cost] of [["mine", 0.6 * 2 + 0.4 * 0.5 + 0.1 * 8], ["gpt-4o", 0.6 + 0.4 + 0.1]] as const) {
    await using server = fakeModel([[{ text: "Hi." }, usage({ input: 1_000_000, output: 100_000, cached: 400_000 })]]);
    const args = ["--dialect", "claude", "-o", "json", "--model", model, "-p", "Hi"];
    const { total_cost_usd } = JSON.parse((await runQwen(args, { fixture, env: server.env })).stdout);
    assertEquals(Math.round(total_cost_usd * 1e6), Math.round(cost * 1e6), model);
  }
  const { stdout } = await runQwen(["usage"], { fixture });
  assertMatch(stdout, /mine: .*(?:\$2\.20?|2\.20? USD)\b/);
});

Deno.test("Claude 49: an unknown price is null in usage and batch, and 0 with costUnknown in claude", async () => {
  await using fixture = await Fixture.open();
  await using server = fakeModel([], { otherwise: "Hi." });
  const options = { fixture, env: server.env };
  const job = `${JSON.stringify({ id: "a", prompt: "Hi" })}\n`;
  const [record] = linesOf((await runQwen(["batch"], { ...options, stdin: job })).stdout);
  assertEquals([record.status, record.cost_usd], ["succeeded", null]);
  const claude = await runQwen(["--dialect", "claude", "-o", "json", "-p", "Hi"], options);
  const { total_cost_usd, modelUsage } = JSON.parse(claude.stdout);
  assertEquals([total_cost_usd, modelUsage["fake-model"].costUSD, modelUsage["fake-model"].costUnknown], [0, 0, true]);
  const report = JSON.parse((await runQwen(["usage", "--json"], { fixture })).stdout);
  assertEquals([report.cost_usd, report.models[0].cost_usd], [null, null]);
  const text = (await runQwen(["usage"], { fixture })).stdout;
  assertMatch(text, /unknown/);
  assertEquals(/\$0\b/.test(text), false);
});
