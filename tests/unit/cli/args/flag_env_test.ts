import { assertEquals, assertThrows } from "@std/assert";
import { fillFromEnvironment } from "../../../../lib/cli/args/flag_env.ts";
import { QwenError } from "../../../../lib/model/problem.ts";

const from = (variables: Record<string, string>) => (name: string): string | undefined => variables[name];

Deno.test("fillFromEnvironment takes what was not given from the variables that stand in for it", () => {
  const env = from({
    QWEN_CODE_SIMPLE: "yes",
    QWEN_CODE_SAFE_MODE: "0",
    QWEN_SANDBOX: "docker",
    QWEN_STREAM_IDLE_TIMEOUT_MS: "240000",
    QWEN_DISABLED_SLASH_COMMANDS: "export, init",
    QWEN_TLS_INSECURE: "true",
    DEBUG: "express:*",
    OPENAI_API_KEY: "left to the provider",
  });
  assertEquals(fillFromEnvironment({ insecure: false }, { env }), {
    bare: true,
    safeMode: false,
    sandbox: "required",
    timeoutIdle: 240_000,
    disabledSlashCommands: ["export", "init"],
    insecure: false,
  });
});

Deno.test("fillFromEnvironment passes over variables that are empty", () => {
  assertEquals(fillFromEnvironment({}, { env: from({ QWEN_SANDBOX: " ", QWEN_CODE_SIMPLE: "" }) }), {});
});

Deno.test("fillFromEnvironment refuses a fence it does not understand", () => {
  const error = assertThrows(() => fillFromEnvironment({}, { env: from({ QWEN_SANDBOX: "maybe" }) }), QwenError);
  assertEquals([error.problem.code, error.message], [
    "config_invalid",
    'Invalid QWEN_SANDBOX: "maybe" is none of required, auto, off',
  ]);
});

Deno.test("fillFromEnvironment refuses a variable that is neither true nor false", () => {
  const error = assertThrows(() => fillFromEnvironment({}, { env: from({ QWEN_CODE_SIMPLE: "maybe" }) }), QwenError);
  assertEquals([error.problem.code, error.message], [
    "config_invalid",
    'Invalid QWEN_CODE_SIMPLE: "maybe" is neither true nor false',
  ]);
});
