import type { SdkClient } from "./sdk.ts";
import { pause } from "./transports/stdio_transport.ts";

/** How often a lost subscription is opened again, and the pause before that. */
const MAX_SUBSCRIPTIONS = 5;
const RESUBSCRIBE_MS = 1_000;

/**
 * Subscribes to the changes of a server's lists, which servers of the newest revision send to subscribers only. The
 * client's handlers of notifications hear of each change; `onChange` is called where one may have been missed.
 */
export async function watchLists(
  client: SdkClient,
  { timeout, signal, onChange }: { timeout: number; signal: AbortSignal; onChange(): void },
): Promise<void> {
  const { tools, prompts } = client.getServerCapabilities() ?? {};
  const filter = {
    ...(tools?.listChanged ? { toolsListChanged: true as const } : {}),
    ...(prompts?.listChanged ? { promptsListChanged: true as const } : {}),
  };
  if (Object.keys(filter).length === 0) return;
  for (let attempt = 0; attempt < MAX_SUBSCRIPTIONS && !signal.aborted; attempt++) {
    // A server that refuses subscriptions is as useful as one that never reports changes.
    const subscription = await client.listen(filter, { timeout, signal }).catch(() => null);
    if (subscription === null || await subscription.closed !== "remote") return;
    await pause(RESUBSCRIBE_MS, signal);
    if (!signal.aborted) onChange();
  }
}
