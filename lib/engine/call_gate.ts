import type {
  Access,
  Answer,
  Confirmation,
  DecisionSource,
  Denial,
  Json,
  JsonObject,
  Mode,
  PermissionUpdate,
  Policy,
  PolicyCall,
  Tool,
  ToolContext,
  Verdict,
} from "../model/mod.ts";
import { isObject } from "../model/mod.ts";
import type { Asks, Settled } from "./asks.ts";
import type { HookCall, Hooks } from "./hooks.ts";
import { Interrupt } from "./interrupt.ts";
import type { Voice } from "./outbox.ts";
import type { Tally } from "./tally.ts";

/** What the gate works with. */
export interface GateParts {
  policy: Policy;
  asks: Asks;
  hooks: Hooks;
  tally: Tally;
  mode: () => Mode;
  setMode: (mode: Mode) => void;
  /** Whether somebody answers questions. */
  canAsk: () => boolean;
  askTimeoutMs: () => number | null;
  setState: (state: "waiting_permission" | "tool") => void;
}

/** A call that wants to run. */
export interface GateCall {
  tool: Tool;
  input: JsonObject;
  context: ToolContext;
  voice: Voice;
  /** Ends the whole turn. */
  interrupt: (reason: Interrupt) => void;
}

/** Whether a call may run, and with what input. */
export type Passage =
  | { kind: "run"; input: JsonObject; answer: Json | null }
  | { kind: "refused"; denial: Denial; text: string };

/** Decides on one tool call: hooks, policy, then a question to the host, or a denial where nobody can answer. */
export class CallGate {
  readonly #parts: GateParts;
  /** Calls that the host allowed for the rest of the session. */
  readonly #allowed = new Set<string>();

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  async pass(call: GateCall): Promise<Passage> {
    const { hooks, policy, tally } = this.#parts;
    let { input } = call;
    let verdict: Verdict | null = null;
    if (hooks.has("PreToolUse")) {
      const word = await hooks.fire(hookCall("PreToolUse", call), {
        voice: call.voice,
        signal: call.context.signal,
      });
      if (word.replacement) input = word.replacement;
      if (word.stop !== null) call.interrupt(new Interrupt("host_denial"));
      if (word.decision === "deny") return this.#refuse(call, hookVerdict(word.reason));
      if (word.decision) verdict = { decision: word.decision, source: "hook" };
    }
    const policyCall = this.#policyCall(call.tool, input, call.context);
    const judged = policy.judge(policyCall);
    // A hook may skip the question, never a deny rule.
    verdict = judged.decision === "deny" ? judged : verdict ?? judged;
    if (verdict.decision === "deny") return this.#refuse({ ...call, input }, verdict);
    if (verdict.decision === "allow" || this.#allowed.has(signature(call.tool, input))) {
      tally.addDecision("autoAccept");
      return { kind: "run", input, answer: null };
    }
    return await this.#ask({ ...call, input }, { access: policyCall.access, reason: verdict.reason ?? null });
  }

  #policyCall(tool: Tool, input: JsonObject, context: ToolContext): PolicyCall {
    return { tool: tool.name, kind: tool.kind, input, access: tool.needs(input, context), mode: this.#parts.mode() };
  }

  async #ask(call: GateCall, why: { access: Access[]; reason: string | null }): Promise<Passage> {
    const { asks, policy, canAsk, askTimeoutMs, setState } = this.#parts;
    const { tool, input, context, voice } = call;
    if (!canAsk() || asks.isClosed) return this.#refuse(call, nobodyToAsk(tool.name, asks.isClosed));
    const confirmation = await confirmationOf(call);
    const policyCall = { tool: tool.name, kind: tool.kind, input, access: why.access, mode: this.#parts.mode() };
    setState("waiting_permission");
    const settled = await asks.ask({
      kind: "permission",
      callId: context.callId,
      tool: tool.name,
      toolKind: tool.kind,
      input,
      access: why.access,
      confirmation,
      suggestions: policy.suggest(policyCall),
      reason: why.reason,
    }, { voice, signal: context.signal, timeoutMs: askTimeoutMs() });
    setState("tool");
    return this.#take(settled, call);
  }

  #take(settled: Settled, call: GateCall): Passage {
    const { tally } = this.#parts;
    const { answer } = settled;
    switch (answer.kind) {
      case "allow": {
        const changed = isObject(answer.input) ? answer.input as JsonObject : null;
        tally.addDecision(changed && !sameJson(changed, call.input) ? "modify" : "accept");
        for (const update of answer.updates ?? []) this.#permit(update);
        if (answer.scope === "session") this.#allowed.add(signature(call.tool, call.input));
        return { kind: "run", input: changed ?? call.input, answer: null };
      }
      case "value":
        tally.addDecision("accept");
        return { kind: "run", input: call.input, answer: answer.value };
      case "deny":
      case "failed":
        return this.#refusedByHost(settled, call);
    }
  }

  #permit(update: PermissionUpdate): void {
    const { policy, setMode } = this.#parts;
    if (update.type === "mode") setMode(update.mode);
    else policy.update(update);
  }

  #refusedByHost(settled: Settled, call: GateCall): Passage {
    const answer = settled.answer as Extract<Answer, { kind: "deny" | "failed" }>;
    this.#parts.tally.addDecision("reject");
    if (answer.kind === "deny" && answer.interrupt) call.interrupt(new Interrupt("host_denial"));
    const reason = answer.kind === "deny" ? answer.message : `Error: ${answer.message}`;
    const sources: Record<Settled["by"], DecisionSource> = {
      client: "host",
      interrupt: "cancel",
      timeout: "timeout",
      input_closed: "input-closed",
    };
    const denial: Denial = {
      callId: call.context.callId,
      tool: call.tool.name,
      input: call.input,
      source: sources[settled.by],
      message: reason,
      hint: "The host decides on this call.",
    };
    return { kind: "refused", denial, text: `[Operation Cancelled] Reason: ${reason}` };
  }

  #refuse(call: GateCall, verdict: Extract<Verdict, { decision: "deny" }>): Passage {
    const { message, hint, source, rule } = verdict;
    const denial: Denial = {
      callId: call.context.callId,
      tool: call.tool.name,
      input: call.input,
      source,
      message,
      hint,
      ...(rule === undefined ? {} : { rule }),
    };
    this.#parts.tally.denials.push(denial);
    return { kind: "refused", denial, text: message };
  }
}

function hookCall(event: string, call: GateCall): HookCall {
  const { tool, input, context } = call;
  return { event, key: tool.name, facts: { tool: tool.name, input, callId: context.callId }, callId: context.callId };
}

function nobodyToAsk(tool: string, inputClosed: boolean): Extract<Verdict, { decision: "deny" }> {
  return {
    decision: "deny",
    source: inputClosed ? "input-closed" : "nobody-to-ask",
    message: `Qwen Code requires permission to use "${tool}", but that permission was declined ` +
      (inputClosed
        ? "(the input is closed, nobody can answer)."
        : "(non-interactive mode cannot prompt for confirmation)."),
    hint: `Allow it with --allowed-tools '${tool}' or --approval-mode yolo, or drive the run by a host that answers.`,
  };
}

function hookVerdict(reason: string | null): Extract<Verdict, { decision: "deny" }> {
  return {
    decision: "deny",
    source: "hook",
    message: reason ?? "A PreToolUse hook denied this call.",
    hint: "Change the hook, or what was asked.",
  };
}

async function confirmationOf(call: GateCall): Promise<Confirmation> {
  const title = call.tool.title(call.input);
  try {
    return await call.tool.confirm?.(call.input, call.context) ?? { kind: "other", title };
  } catch {
    // A preview that cannot be made, say of an edit that will fail, must not stand in the way of the question.
    return { kind: "other", title };
  }
}

function signature(tool: Tool, input: JsonObject): string {
  return `${tool.name} ${JSON.stringify(input)}`;
}

function sameJson(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
