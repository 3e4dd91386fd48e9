import { loadSdk, statusOf } from "../sdk.ts";
import type { ServerConfig } from "../server_config.ts";
import { NeedsAuthError } from "./session_auth.ts";
import type { TokenStore } from "./token_store.ts";

/**
 * The error that a refused request becomes when a person has to log in, or null. A scope that the request lacked is kept
 * for the next login.
 */
export async function authFault(
  error: unknown,
  { config: { endpoint, name }, tokens }: { config: ServerConfig; tokens?: TokenStore },
): Promise<NeedsAuthError | null> {
  if (error instanceof NeedsAuthError) return error;
  if ((endpoint.kind !== "http" && endpoint.kind !== "sse") || !tokens) return null;
  const sdk = await loadSdk();
  if (error instanceof sdk.InsufficientScopeError) {
    const scope = "requiredScope" in error && typeof error.requiredScope === "string" ? error.requiredScope : null;
    if (scope === null) return new NeedsAuthError(name, "its scope is too small");
    await tokens.update(endpoint.url, (before) => ({ ...(before ?? { name }), wantedScope: scope }));
    return new NeedsAuthError(name, `it lacks the scope ${scope}`);
  }
  const isRefused = error instanceof sdk.UnauthorizedError || statusOf(error) === 401;
  return isRefused ? new NeedsAuthError(name, "the server answered 401") : null;
}
