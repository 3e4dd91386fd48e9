import type { JsonObject, Mode, PermissionUpdate, Policy, PolicyCall, Tool, ToolContext } from "../../model/mod.ts";
import type { SessionState } from "../session/session_state.ts";

/** The permissions of a session: approval mode, rules and workspace roots. */
export class Permissions {
  readonly policy: Policy;
  readonly #state: SessionState;
  readonly #onMode: () => void;

  /** `onMode` is called when the mode has changed in the middle of a turn. */
  constructor(parts: { policy: Policy; state: SessionState; onMode: () => void }) {
    this.policy = parts.policy;
    this.#state = parts.state;
    this.#onMode = parts.onMode;
  }

  get mode(): Mode {
    return this.#state.mode;
  }

  /** Changes the mode in the middle of a turn, such as when a plan was approved. */
  setMode(mode: Mode): void {
    if (mode === this.#state.mode) return;
    this.#state.mode = mode;
    this.#onMode();
  }

  /** Applies an update for the rest of the session. */
  apply(update: PermissionUpdate): void {
    this.policy.update(update);
    if (update.type === "directories") this.#state.changeRoots(update);
    if (update.type === "mode") this.#state.mode = update.mode;
  }

  /** A tool call in the form that the policy judges. */
  callOf({ tool, input, context }: { tool: Tool; input: JsonObject; context: ToolContext }): PolicyCall {
    return { tool: tool.name, kind: tool.kind, input, access: tool.needs(input, context), mode: this.mode };
  }
}
