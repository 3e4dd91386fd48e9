import { type Change, fail, type Reply } from "../model/mod.ts";
import { uniqueAgents } from "./built_in_agents.ts";
import type { Voice } from "./outbox.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";
import { estimateTokens } from "./token_count.ts";
import type { Workshop } from "./workshop.ts";

/** What changes work on. */
export interface ChangeScope {
  parts: SessionParts;
  state: SessionState;
  workshop: Workshop;
  voice: Voice;
}

/** Applies one change of the host. Returns a reply of its own, or null for the usual one; throws QwenError. */
export async function applyChange(change: Change, scope: ChangeScope): Promise<Reply | null> {
  const { parts, state, workshop, voice } = scope;
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
      state.agents = uniqueAgents([...parts.agents, ...change.value]);
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
      for (const update of change.value) {
        parts.policy.update(update);
        if (update.type === "directories") state.changeRoots(update);
        if (update.type === "mode") state.mode = update.mode;
      }
      return null;
    case "hooks":
      workshop.hooks.register(change.value, voice);
      return null;
    case "hostServers":
      // Not awaited: the answer to the host must not wait for a handshake that needs the host.
      if (change.value.length > 0) void parts.servers?.setHostServers(change.value);
      return null;
    case "mcpServers": {
      if (!parts.servers) throw fail("mcp_unavailable", "MCP servers are not available in this run");
      const introduced = change.background ? "keep" : "replace";
      const setting = parts.servers.setServers(change.value, { introduced });
      if (change.background) return null;
      const value = await setting;
      return { kind: "value", subject: "mcp_set_servers", value };
    }
    case "mcpServer":
      if (!parts.servers) throw fail("mcp_unavailable", `There is no MCP server ${change.name}`);
      await parts.servers.act(change.name, change.action);
      return null;
    case "settings":
      throw fail("config_invalid", "Settings cannot be changed while a session runs", {
        hint: "Change the mode, the model or the rules by their own requests.",
      });
  }
}

/** Takes another model, unless a hook objects. */
async function switchModel(wanted: string | null, { state, workshop, voice }: ChangeScope): Promise<void> {
  const { hooks, history } = workshop;
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
    const word = await hooks.fire(call, { voice, signal: new AbortController().signal });
    if (word.decision === "deny" || word.stop !== null) {
      throw fail("config_invalid", word.reason ?? word.stop ?? `A hook refused the change to ${to}`);
    }
  }
  state.model = to;
  hooks.tell({ event: "PostModelSwitch", key: to, facts, callId: null }, voice);
}
