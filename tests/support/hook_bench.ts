/** Hooks in a session, for tests. */
import type { HookRegistration } from "../../lib/model/command.ts";
import { SessionBench } from "./session_bench.ts";

/** A hook as a host registers it. */
export function registered(event: string, over: Partial<HookRegistration> = {}): HookRegistration {
  return { event, matcher: null, callbackIds: [`on_${event}`], timeoutMs: 5_000, onFailure: "continue", ...over };
}

/** Registers hooks in a session. */
export function arm(bench: SessionBench, ...hooks: HookRegistration[]): void {
  bench.send({ type: "configure", changes: [{ key: "hooks", value: hooks }] });
}
