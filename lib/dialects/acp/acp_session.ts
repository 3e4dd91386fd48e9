import type { SessionModeState } from "@agentclientprotocol/sdk";
import type { Mode } from "../../model/ports/access.ts";
import type { ModelInfo, SessionInfo } from "../../model/event.ts";
import { configOptions, modeState, type SelectOption } from "./config_options.ts";
import { ToolCalls } from "./tool_calls.ts";

/** What the client was told about an open session. */
export class AcpSession {
  readonly calls: ToolCalls;
  /** Terminals of the client by the question that started them. */
  readonly terminals = new Map<string, string>();
  /** Tool calls whose terminal is being started, by the question that starts it. */
  readonly starting = new Map<string, string>();
  /** Tokens of the conversation so far. */
  used = 0;
  models: readonly ModelInfo[] = [];
  contextWindow = 0;
  mode: Mode;
  model: string;
  effort: string | null;

  constructor({ mode, model, effort }: SessionInfo, calls: ToolCalls) {
    this.mode = mode;
    this.model = model;
    this.effort = effort ?? null;
    this.calls = calls;
  }

  configOptions(): SelectOption[] {
    return configOptions(this);
  }

  modes(): SessionModeState {
    return modeState(this.mode);
  }

  /** Takes over the present state and returns what has changed. */
  update({ mode, model, effort = null }: Pick<SessionInfo, "mode" | "model"> & { effort?: string | null }): {
    hasNewMode: boolean;
    hasNewOptions: boolean;
  } {
    const hasNewMode = mode !== this.mode;
    const hasNewOptions = model !== this.model || effort !== this.effort;
    Object.assign(this, { mode, model, effort });
    const known = this.models.find(({ id }) => id === model);
    if (known) this.contextWindow = known.contextWindow;
    return { hasNewMode, hasNewOptions };
  }
}
