import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { modelEntries, provide, PROVIDERS, type SelectionInput, selectProvider } from "../../../lib/providers/mod.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import { collect, requestOf } from "../../support/collect.ts";
import { FakeClock } from "../../support/fake_clock.ts";

function select(changes: Partial<SelectionInput>): ReturnType<typeof selectProvider> {
  return selectProvider({ flags: {}, env: {}, settings: {}, ...changes });
}

function refused(changes: Partial<SelectionInput>): QwenError {
  return assertThrows(() => select(changes), QwenError);
}

Deno.test("selectProvider needs no flag when the environment holds one key", () => {
  assertEquals(select({ env: { OPENAI_API_KEY: "k" } }), {
    provider: "openai",
    // OpenAI itself has no model of Qwen.
    model: "gpt-4o",
    key: "k",
    baseUrl: "https://api.openai.com/v1",
    notices: [],
  });
  const found = PROVIDERS.filter((row) => row.keyVars.length > 0 && !row.onlyByName).map((row) =>
    select({ env: { [row.keyVars[0]]: "k" } }).provider
  );
  assertEquals(found, ["openai", "gemini", "vertex-ai", "anthropic"]);
});

Deno.test("selectProvider names three ways to go on when nothing is configured", () => {
  const error = refused({});
  assertEquals(error.problem.code, "no_auth");
  for (const way of ["OPENAI_API_KEY", "--auth-type", "--provider demo"]) assertStringIncludes(error.message, way);
});

Deno.test("selectProvider takes the first complete provider of several", () => {
  const env = { GEMINI_API_KEY: "g", GEMINI_MODEL: "gemini-x", OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "a" };
  assertEquals(select({ env }).provider, "gemini");
  const more = { ...env, OPENAI_BASE_URL: "http://x.test/v1/", QWEN_MODEL: "q" };
  const { provider, model, baseUrl } = select({ env: more });
  assertEquals({ provider, model, baseUrl }, { provider: "openai", model: "q", baseUrl: "http://x.test/v1" });
});

Deno.test("selectProvider asks to choose between keys that are equally good", () => {
  const error = refused({ env: { GEMINI_API_KEY: "g", OPENAI_API_KEY: "k" } });
  assertStringIncludes(error.message, "openai, gemini");
});

Deno.test("selectProvider prefers flags to the environment, and that to settings", () => {
  const env = { OPENAI_API_KEY: "env", OPENAI_BASE_URL: "http://env.test", OPENAI_MODEL: "env" };
  const settings = { provider: "openai", apiKey: "set", baseUrl: "http://set.test", model: "set" };
  const flags = { provider: "openai", apiKey: "flag", baseUrl: "http://flag.test", model: "flag" };
  const pick = (input: Partial<SelectionInput>): string[] => {
    const { key, baseUrl, model } = select(input);
    return [key, baseUrl, model];
  };
  assertEquals(pick({ flags, env, settings }), ["flag", "http://flag.test", "flag"]);
  // The variable of a model counts only where nothing else names one.
  assertEquals(pick({ env, settings }), ["env", "http://env.test", "set"]);
  assertEquals(pick({ settings }), ["set", "http://set.test", "set"]);
});

Deno.test("selectProvider lets a model's own entry win", () => {
  const settings = {
    provider: "openai",
    model: "own",
    models: { openai: [{ id: "own", envKey: "OWN_KEY", baseUrl: "http://own.test/v1" }] },
  };
  const { key, baseUrl } = select({ settings, env: { OWN_KEY: "o", OPENAI_API_KEY: "k" }, flags: { apiKey: "f" } });
  assertEquals([key, baseUrl], ["o", "http://own.test/v1"]);
});

Deno.test("modelEntries keeps what it understands", () => {
  const setting = { openai: [{ id: "a", envKey: "K", name: "A" }, { name: "nameless" }, 7], gemini: "nonsense" };
  assertEquals(modelEntries(setting), { openai: [{ id: "a", envKey: "K" }] });
  assertEquals(modelEntries(undefined), {});
});

Deno.test("selectProvider wants no key for demo, for loopback and for a Vertex AI project", () => {
  assertEquals(select({ flags: { provider: "demo" } }).model, "demo");
  assertEquals(select({ flags: { baseUrl: "http://localhost:11434/v1", model: "llama" } }).key, "");
  const env = { GOOGLE_CLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "l" };
  assertEquals(select({ flags: { provider: "vertex-ai" }, env }).vertex, { project: "p", location: "l" });
});

Deno.test("selectProvider refuses what cannot work, and says why", () => {
  assertEquals(refused({ flags: { provider: "qwen-oauth" } }).problem.code, "no_auth");
  assertStringIncludes(refused({ env: { QWEN_OAUTH: "1" } }).message, "discontinued");
  assertEquals(refused({ flags: { provider: "nope" } }).problem.code, "config_invalid");
  assertEquals(
    refused({ flags: { provider: "openai", baseUrl: "nonsense", apiKey: "k" } }).problem.code,
    "config_invalid",
  );
  assertEquals(refused({ env: { OPENAI_API_KEY: "k\u2014k" } }).problem.code, "config_invalid");
  assertStringIncludes(refused({ flags: { baseUrl: "http://u:p@x.test", apiKey: "k" } }).message, "password");
  assertStringIncludes(refused({ flags: { provider: "anthropic" } }).message, "ANTHROPIC_API_KEY");
  const enforced = { flags: { provider: "demo" }, settings: { enforced: "openai" } };
  assertStringIncludes(
    refused(enforced).message,
    "The configured auth type is openai, but the current auth type is demo.",
  );
});

Deno.test("selectProvider takes the variables of OpenAI for openai-responses, which only its name chooses", () => {
  const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "https://h/v1", OPENAI_MODEL: "m" };
  const selection = { provider: "openai-responses", model: "m", key: "k", baseUrl: "https://h/v1", notices: [] };
  assertEquals(select({ flags: { provider: "openai-responses" }, env }), selection);
  assertEquals(select({ env }).provider, "openai");
});

Deno.test("selectProvider finds the provider of a model that the settings list, without a variable of its own", () => {
  const models = { anthropic: [{ id: "own", baseUrl: "https://h", envKey: "MY_KEY" }] };
  const { provider, key, baseUrl } = select({ flags: { model: "own" }, env: { MY_KEY: "k" }, settings: { models } });
  assertEquals([provider, key, baseUrl], ["anthropic", "k", "https://h"]);
});

Deno.test("provide records to a file and plays it back without key or provider", async () => {
  const folder = await Deno.makeTempDir();
  const record = `${folder}/run.jsonl`;
  const clock = new FakeClock();
  const recorded = await provide({ flags: { provider: "demo" }, env: {}, settings: {}, record }, { clock });
  const answer = await collect(recorded.provider, requestOf({ model: "demo" }));
  await recorded.close();
  const played = await provide({ flags: {}, env: {}, settings: {}, replay: record }, { clock });
  assertEquals(await collect(played.provider, requestOf({ model: "demo" })), answer);
  assertEquals([played.selection.provider, played.selection.model], ["replay", "demo"]);
  assertEquals((await Deno.stat(record)).mode, 0o100600);
  await Deno.remove(folder, { recursive: true });
  const missing = { flags: {}, env: {}, settings: {}, replay: record };
  const error = await assertRejects(() => provide(missing, { clock }), QwenError);
  assertEquals(error.problem.code, "config_invalid");
});
