import { fail, type Reply, type SessionChange } from "../../model/mod.ts";
import { uniqueAgents } from "../agents/built_in_agents.ts";
import { estimateTokens } from "../turn/history/token_count.ts";
import type { Emitter } from "./event_queue.ts";
import type { Servers, SessionParts } from "./session_parts.ts";
import type { SessionRuntime } from "./session_runtime.ts";
import type { SessionState } from "./session_state.ts";

/** The session that is changed, and on whose behalf. */
export interface ChangeScope {
  parts: SessionParts;
  state: SessionState;
  runtime: SessionRuntime;
  emitter: Emitter;
}

/** Applies one change of the host. Returns a reply of its own, or null for the usual one; throws QwenError. */
export async function applyChange(change: SessionChange, scope: ChangeScope): Promise<Reply | null> {
  const { parts, state, runtime, emitter } = scope;
  switch (change.key) {
    case "mode":
      state.mode = change.value;
      return null;
    case "model":
      await switchModel(change.value, scope);
      return null;
    case "effort":
      state.effort = change.value;
      return null;
    case "thinkingTokens":
      state.thinkingTokens = change.value;
      return null;
    case "systemPrompt":
      // An empty prompt means that none was given: a model without any instructions could not use its tools.
      state.systemPrompt = change.value.trim() === "" ? null : change.value;
      return null;
    case "appendSystemPrompt":
      state.appendSystemPrompt = change.value;
      return null;
    case "schema":
      state.schema = change.value;
      return null;
    case "agents":
      state.agents = uniqueAgents([...parts.tools.agents, ...change.value]);
      return null;
    case "askTimeoutMs":
      state.askTimeoutMs = change.value;
      return null;
    case "answers":
      state.answers = change.value;
      return null;
    case "language":
      state.language = change.value;
      return null;
    case "permissions":
      for (const update of change.value) runtime.permissions.apply(update);
      return null;
    case "hooks":
      runtime.hooks.register(change.value, emitter);
      return null;
    case "hostServers":
    case "mcpServers":
    case "mcpServer":
      return await changeServers(change, parts.host.servers);
    case "settings":
      throw fail("config_invalid", "Settings cannot be changed while a session runs", {
        hint: "Change the mode, the model or the rules by their own requests.",
      });
  }
}

async function changeServers(
  change: Extract<SessionChange, { key: "hostServers" | "mcpServers" | "mcpServer" }>,
  servers: Servers | null,
): Promise<Reply | null> {
  switch (change.key) {
    case "hostServers":
      // Not awaited: the reply to the host must not wait for a handshake that needs the host.
      if (change.value.length > 0) void servers?.setHostServers(change.value);
      return null;
    case "mcpServers": {
      if (!servers) throw fail("mcp_unavailable", "MCP servers are not available in this run");
      const setting = servers.setServers(change.value, { introduced: change.background ? "keep" : "replace" });
      return change.background ? null : { kind: "value", subject: "mcp_set_servers", value: await setting };
    }
    case "mcpServer":
      if (!servers) throw fail("mcp_unavailable", `There is no MCP server ${change.name}`);
      await servers.act(change.name, change.action);
      return null;
  }
}

/** Switches the model, unless a hook refuses. */
async function switchModel(wanted: string | null, { state, runtime, emitter }: ChangeScope): Promise<void> {
  const { hooks, history } = runtime;
  const from = state.model;
  const to = wanted ?? state.defaultModel;
  const facts = {
    fromModel: from,
    toModel: to,
    requestedModel: wanted ?? "default",
    source: "host",
    contextTokens: estimateTokens(history.messages),
  };
  if (hooks.has("PreModelSwitch")) {
    const call = { event: "PreModelSwitch", key: to, facts, callId: null };
    const result = await hooks.fire(call, { emitter, signal: new AbortController().signal });
    if (result.decision === "deny" || result.stop !== null) {
      throw fail("config_invalid", result.reason ?? result.stop ?? `A hook refused the change to ${to}`);
    }
  }
  state.model = to;
  hooks.tell({ event: "PostModelSwitch", key: to, facts, callId: null }, emitter);
}
