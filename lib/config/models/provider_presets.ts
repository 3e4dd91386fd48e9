/** Servers that need no more than a name: their address, the variable of their key and a model to begin with. */

/** A server by name. */
export interface ProviderPreset {
  readonly name: string;
  /** The provider that talks to it. */
  readonly provider: string;
  /** Empty for the demo, which has no server. */
  readonly baseUrl: string;
  /** The environment variable of the key; null where none is needed. */
  readonly keyVar: string | null;
  /** The model to begin with; null where the server is asked. */
  readonly model: string | null;
  /** Whether it runs on this machine. */
  readonly isLocal: boolean;
}

/** The presets, in the order in which they are listed: servers on this machine first. */
export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  local("ollama", 11434),
  local("lmstudio", 1234),
  local("llamacpp", 8080),
  local("vllm", 8000),
  remote("dashscope", { baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1", model: "qwen3-coder-plus" }),
  remote("openrouter", { baseUrl: "https://openrouter.ai/api/v1", model: "qwen/qwen3-coder" }),
  remote("modelscope", {
    baseUrl: "https://api-inference.modelscope.cn/v1",
    model: "Qwen/Qwen3-Coder-480B-A35B-Instruct",
  }),
  remote("deepseek", { baseUrl: "https://api.deepseek.com/v1", model: "deepseek-chat" }),
  own("openai", "https://api.openai.com/v1"),
  own("anthropic", "https://api.anthropic.com"),
  own("gemini", "https://generativelanguage.googleapis.com"),
  { ...own("demo", ""), keyVar: null },
];

/** Names of presets that are not providers themselves. */
export const PRESET_NAMES: readonly string[] = PROVIDER_PRESETS.filter(({ name, provider }) => name !== provider)
  .map(({ name }) => name);

function local(name: string, port: number): ProviderPreset {
  return { name, provider: "openai", baseUrl: `http://127.0.0.1:${port}/v1`, keyVar: null, model: null, isLocal: true };
}

function remote(name: string, facts: { baseUrl: string; model: string }): ProviderPreset {
  return { name, provider: "openai", ...facts, keyVar: `${name.toUpperCase()}_API_KEY`, isLocal: false };
}

function own(name: string, baseUrl: string): ProviderPreset {
  return { name, provider: name, baseUrl, keyVar: `${name.toUpperCase()}_API_KEY`, model: null, isLocal: false };
}

/** The address of a preset; that of ollama follows `OLLAMA_HOST`. */
export function presetAddress(preset: ProviderPreset, env: (name: string) => string | undefined): string {
  const host = preset.name === "ollama" ? env("OLLAMA_HOST")?.trim() : undefined;
  if (!host) return preset.baseUrl;
  const url = URL.parse(
    /^https?:\/\//i.test(host) ? host : `http://${host.startsWith(":") ? `127.0.0.1${host}` : host}`,
  );
  if (!url) return preset.baseUrl;
  // A server that listens everywhere is reached on this machine.
  const name = url.hostname === "0.0.0.0" || url.hostname === "[::]" ? "127.0.0.1" : url.hostname;
  const isBare = url.port === "" && !/^https?:\/\//i.test(host);
  const port = isBare ? ":11434" : url.port === "" ? "" : `:${url.port}`;
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.protocol}//${name}${port}${path === "" ? "/v1" : path}`;
}

/** One line for each preset: its name, its address, and the variable of its key. */
export function presetLines(env: (name: string) => string | undefined): string[] {
  return PROVIDER_PRESETS.map((preset) => {
    const { name, keyVar } = preset;
    const address = presetAddress(preset, env);
    const facts = [address, ...(keyVar === null ? [] : [`${keyVar}${env(keyVar) ? " (is set)" : ""}`])];
    const shown = name === "demo" ? "built in, needs neither key nor network" : facts.filter(Boolean).join("  ");
    return `  --provider ${name.padEnd(10)}  ${shown}`;
  });
}
