import { assertEquals, assertMatch } from "@std/assert";
import { readPrices } from "../../lib/config/models/prices.ts";
import { ChatHost } from "../support/chat_host.ts";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const CLAUDE = ["--dialect", "claude", "--output-format", "stream-json"];

/** Sums of floating-point numbers agree to a billionth of a dollar. */
function nano(usd: number): number {
  return Math.round(usd * 1e9);
}

function usage(prompt: number, { cached, output }: { cached: number; output: number }): Step {
  return {
    usage: {
      prompt_tokens: prompt,
      completion_tokens: output,
      total_tokens: prompt + output,
      prompt_tokens_details: { cached_tokens: cached },
    },
  };
}

Deno.test("Claude 49: total_cost_usd and costUSD follow the price table, cached tokens included", async () => {
  const first: Step[] = [{ call: "list_directory", input: { path: "." } }, usage(1000, { cached: 400, output: 50 })];
  await using model = fakeModel([first, [{ text: "Done." }, usage(2000, { cached: 1000, output: 100 })]]);
  await using fixture = await Fixture.open();
  const args = [...CLAUDE, "--model", "gpt-4o-2024-08-06", "-p", "Look"];
  const { stdout } = await runQwen(args, { fixture, env: model.env });
  const result = linesOf(stdout).at(-1);
  const cost = (1600 * 2.5 + 1400 * 1.25 + 150 * 10) / 1_000_000;
  assertEquals(nano(result.total_cost_usd), nano(cost));
  assertEquals(nano(result.modelUsage["gpt-4o-2024-08-06"].costUSD), nano(cost));
  assertEquals(result.modelUsage["gpt-4o-2024-08-06"].costUnknown, undefined);
});

Deno.test("Claude 49: settings override prices, and an unknown price is marked", async () => {
  await using model = fakeModel([[{ text: "Done." }, usage(1000, { cached: 0, output: 1000 })], "Done."]);
  await using fixture = await Fixture.open();
  await Deno.mkdir(`${fixture.home}/.qwen`);
  const settings = { modelPrices: { mine: { input: 1, output: 2 } } };
  await Deno.writeTextFile(`${fixture.home}/.qwen/settings.json`, JSON.stringify(settings));
  const priced = await runQwen([...CLAUDE, "--model", "mine", "-p", "Hi"], { fixture, env: model.env });
  assertEquals(nano(linesOf(priced.stdout).at(-1).total_cost_usd), nano(0.003));
  const unknown = await runQwen([...CLAUDE, "--model", "other", "-p", "Hi"], { fixture, env: model.env });
  const { total_cost_usd, modelUsage } = linesOf(unknown.stdout).at(-1);
  assertEquals([total_cost_usd, modelUsage.other.costUSD, modelUsage.other.costUnknown], [0, 0, true]);
  const json = await runQwen(["usage", "--json", "--since", "1d"], { fixture });
  const report = JSON.parse(json.stdout);
  assertEquals([report.sessions, report.cost_usd], [2, null]);
  assertEquals(report.models.map((row: Record<string, unknown>) => [row.model, row.cost_usd]), [
    ["mine", 0.003],
    ["other", null],
  ]);
  assertMatch((await runQwen(["usage"], { fixture })).stdout, /mine: 1 requests, .*\$0\.003/);
  assertEquals((await runQwen(["usage", "--since", "soon"], { fixture })).code, 1);
});

Deno.test("Claude 50: --max-budget-usd ends the run before the next request with error_max_budget_usd", async () => {
  const call: Step[] = [{ call: "list_directory", input: { path: "." } }, usage(1_000_000, { cached: 0, output: 0 })];
  await using model = fakeModel([call, "Never sent."]);
  await using fixture = await Fixture.open();
  const args = [...CLAUDE, "--model", "gpt-4o", "--max-budget-usd", "2", "-p", "Look"];
  const { stdout, code } = await runQwen(args, { fixture, env: model.env });
  const result = linesOf(stdout).at(-1);
  assertEquals([result.subtype, result.is_error, code], ["error_max_budget_usd", true, 55]);
  assertEquals(result.errors, ["Reached maximum budget ($2)"]);
  assertEquals(model.requests.length, 1);
});

Deno.test("Claude 50: --max-budget-usd is refused at the start when the price of the model is unknown", async () => {
  await using model = fakeModel([]);
  await using fixture = await Fixture.open();
  const { code, stderr } = await runQwen(["--max-budget-usd", "2", "-p", "Hi"], { fixture, env: model.env });
  assertEquals(code, 52);
  assertMatch(stderr, /price of fake-model is unknown/);
  assertEquals(model.requests.length, 0);
});

Deno.test("cost: /stats shows dollars, or that the cost is unknown", async () => {
  await using model = fakeModel([[{ text: "Hi." }, usage(1_000_000, { cached: 0, output: 0 })]]);
  await using host = await ChatHost.open(["--model", "gpt-4o"], { model });
  await host.ask("S", "Hello");
  assertMatch(String((await host.command("S", "/stats")).content), /\nCost: \$2\.50\n/);
  assertMatch(String((await host.command("S", "/stats model")).content), /\n- Cost: \$2\.50/);
});

Deno.test("cost: dated ids of a known model have its price", () => {
  const prices = readPrices(undefined);
  for (const id of ["claude-opus-4-20250514", "gemini-2.5-pro-preview-05-06", "openai/gpt-4o", "deepseek-chat"]) {
    assertEquals(prices(id) === null, false, id);
  }
  assertEquals(prices("qwen3-coder-plus-2025-07-22"), prices("qwen3-coder-plus"));
  assertEquals(prices("gpt-4o-realtime"), null);
});
