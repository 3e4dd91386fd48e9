import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { fail, reasonOf } from "../model/problem.ts";

/** How messages reach a server. */
export interface MessagePath {
  request(request: { method: string; params: JsonObject }): Promise<Record<string, unknown>>;
  notify(message: { jsonrpc: "2.0"; method: string; params: JsonObject }): Promise<void> | undefined;
}

/** Passes a JSON-RPC message of the host to a server; returns the server's answer, or null for a notification. */
export async function forwardMessage(message: Json, path: MessagePath): Promise<JsonObject | null> {
  if (!isObject(message) || typeof message.method !== "string") {
    throw fail("protocol_error", "The message for the MCP server has no method", { param: "message.method" });
  }
  const { method, id } = message;
  const params = isObject(message.params) ? message.params as JsonObject : {};
  if (id === undefined || id === null) {
    await path.notify({ jsonrpc: "2.0", method, params });
    return null;
  }
  const head = { jsonrpc: "2.0", id: id as Json };
  try {
    return { ...head, result: await path.request({ method, params }) as JsonObject };
  } catch (error) {
    const code = isObject(error) && typeof error.code === "number" ? error.code : -32603;
    return { ...head, error: { code, message: reasonOf(error) } };
  }
}
