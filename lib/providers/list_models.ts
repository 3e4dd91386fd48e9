import { isObject } from "../model/json.ts";
import { fail, reasonOf } from "../model/problem.ts";
import { after } from "../model/timer.ts";

/** A server whose models are asked for. */
export interface ModelServer {
  /** Name of the provider that talks to it. */
  provider: string;
  baseUrl: string;
  key: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 16 * 1_048_576;

/** The ids of the models that a server offers, in its own order. Throws QwenError. */
export async function listModels(server: ModelServer): Promise<string[]> {
  if (server.provider === "demo") return ["demo"];
  const { url, headers } = requestOf(server);
  const abort = new AbortController();
  const { signal } = abort;
  const cancel = after(server.timeoutMs ?? TIMEOUT_MS, () => abort.abort(new Error("no answer in time")));
  let response: Response;
  let text: string;
  try {
    response = await (server.fetch ?? fetch)(url, { headers, signal, redirect: "error" });
    text = await response.text();
  } catch (error) {
    throw fail("provider_unreachable", `Cannot reach ${server.baseUrl}: ${reasonOf(error)}`, {
      hint: "See `qwen doctor`.",
      cause: error,
    });
  } finally {
    cancel();
  }
  if (response.status === 401 || response.status === 403) {
    throw fail("provider_auth", `${server.baseUrl} refused the key (${response.status})`, { status: response.status });
  }
  if (!response.ok || text.length > MAX_BYTES) {
    throw fail("provider_error", `${server.baseUrl} does not list its models (${response.status})`, {
      status: response.status,
    });
  }
  return idsIn(text);
}

function requestOf({ provider, baseUrl, key }: ModelServer): { url: string; headers: Record<string, string> } {
  switch (provider) {
    case "anthropic": {
      const headers = { "x-api-key": key, "anthropic-version": "2023-06-01" };
      return { url: `${baseUrl.replace(/\/v1$/, "")}/v1/models?limit=1000`, headers };
    }
    case "gemini":
      return { url: `${baseUrl}/v1beta/models?pageSize=1000`, headers: { "x-goog-api-key": key } };
    default: {
      const headers: Record<string, string> = key === "" ? {} : { authorization: `Bearer ${key}` };
      return { url: `${baseUrl}/models`, headers };
    }
  }
}

function idsIn(text: string): string[] {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw fail("provider_error", "The server answered the question for its models with something else than JSON");
  }
  const list = isObject(found) ? found.data ?? found.models : found;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry): string[] => {
    const id: unknown = isObject(entry) ? entry.id ?? entry.name : undefined;
    return typeof id === "string" ? [id.replace(/^models\//, "")] : [];
  });
}
