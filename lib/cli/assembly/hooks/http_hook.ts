import type { HookRun } from "../../../engine/hooks/hooks.ts";
import type { JsonObject } from "../../../model/mod.ts";
import { hookInput, hookOutput, PLAIN_HOOK_PROTOCOL } from "../../../dialects/agent/hook_messages.ts";

/** A server that receives events. */
export interface HttpHook {
  url: string;
  headers: Readonly<Record<string, string>>;
}

const MAX_ANSWER_BYTES = 1024 * 1024;

/** Posts an event and reads the answer. Rejects with `signal.reason` when aborted. */
export async function postHook(
  { url, headers }: HttpHook,
  { payload, signal }: { payload: JsonObject; signal: AbortSignal },
): Promise<HookRun> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(hookInput(payload, PLAIN_HOOK_PROTOCOL)),
    // The event goes to the configured server and to no other.
    redirect: "error",
    signal,
  });
  const output = (await boundedText(response)).trim();
  const head = { output, exitCode: null };
  if (!response.ok) return { ...head, end: { kind: "failed", message: `the server answered ${response.status}` } };
  if (!output.startsWith("{")) return { ...head, end: { kind: "text", text: output } };
  return {
    ...head,
    end: { kind: "answered", value: hookOutput(parsed(output), { tool: payload.tool, protocol: PLAIN_HOOK_PROTOCOL }) },
  };
}

/** Parses JSON; returns the text itself when it is none, which is no valid answer of a hook. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
