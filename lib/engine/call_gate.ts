import type {
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
import { tellDirectories } from "./directory_hooks.ts";
import { type HookCall, type Hooks, stoppedByHook } from "./hooks.ts";
import { Interrupt } from "./interrupt.ts";
import type { Voice } from "./outbox.ts";
import type { Tally } from "./tally.ts";

/** Longest rule that is proposed to be typed. */
const MAX_RULE_CHARS = 160;

/** What the gate works with. */
export interface GateParts {
  policy: Policy;
  asks: Asks;
  hooks: Hooks;
  tally: Tally;
  mode: () => Mode;
  setMode: (mode: Mode) => void;
  /** Applies a change of rules or folders. */
  permit: (update: Exclude<PermissionUpdate, { type: "mode" }>) => void;
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
  interrupt: (reason: Error) => void;
}

/** Whether a call may run, and with what input. */
export type Passage =
  | { kind: "run"; input: JsonObject; answer: Json | null; context: string[] }
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
    let context: string[] = [];
    if (hooks.has("PreToolUse")) {
      const { signal } = call.context;
      const word = await hooks.fire(hookCall("PreToolUse", call), { voice: call.voice, signal });
      if (word.replacement) input = word.replacement;
      if (word.stop !== null) {
        call.interrupt(stoppedByHook(word.stop));
        return await this.#refuse(call, hookVerdict(word.stop));
      }
      if (word.decision === "deny") return await this.#refuse(call, hookVerdict(word.reason));
      if (word.decision) verdict = { decision: word.decision, source: "hook" };
      context = word.context;
    }
    const policyCall = this.#policyCall(call.tool, input, call.context);
    const judged = await policy.judge(policyCall);
    // A hook may skip the question, never a deny rule.
    verdict = judged.decision === "deny" ? judged : verdict ?? judged;
    if (verdict.decision === "deny") return await this.#refuse({ ...call, input }, verdict);
    if (verdict.decision === "allow" || this.#allowed.has(signature(call.tool, input))) {
      tally.addDecision("autoAccept");
      return { kind: "run", input, answer: null, context };
    }
    const passage = await this.#ask({ ...call, input }, { policyCall, reason: verdict.reason ?? null });
    return passage.kind === "run" ? { ...passage, context: [...context, ...passage.context] } : passage;
  }

  #policyCall(tool: Tool, input: JsonObject, context: ToolContext): PolicyCall {
    return { tool: tool.name, kind: tool.kind, input, access: tool.needs(input, context), mode: this.#parts.mode() };
  }

  async #ask(call: GateCall, why: { policyCall: PolicyCall; reason: string | null }): Promise<Passage> {
    const { asks, policy, canAsk, askTimeoutMs, setState } = this.#parts;
    const { tool, input, context, voice } = call;
    const { policyCall, reason } = why;
    const suggestions = await policy.suggest(policyCall);
    const answered = await this.#askHooks(call, suggestions);
    if (answered) return answered;
    // A run that nobody drives has a closed input too; what counts then is that nobody was ever there to ask.
    if (!canAsk() || asks.isClosed) {
      const hint = wayOut(policyCall, suggestions);
      return await this.#refuse(call, nobodyToAsk(tool.name, { inputClosed: canAsk(), hint }));
    }
    const confirmation = await confirmationOf(call);
    this.#notify(call);
    setState("waiting_permission");
    const settled = await asks.ask({
      kind: "permission",
      callId: context.callId,
      tool: tool.name,
      toolKind: tool.kind,
      input,
      access: policyCall.access,
      confirmation,
      suggestions,
      reason,
    }, { voice, signal: context.signal, timeoutMs: askTimeoutMs() });
    setState("tool");
    return this.#take(settled, call);
  }

  /** A PermissionRequest hook may answer in place of the host. */
  async #askHooks(call: GateCall, suggestions: PermissionUpdate[]): Promise<Passage | null> {
    const { hooks } = this.#parts;
    if (!hooks.has("PermissionRequest")) return null;
    const asked = hookCall("PermissionRequest", call);
    const facts: JsonObject = { ...asked.facts, suggestions: JSON.parse(JSON.stringify(suggestions)) };
    const word = await hooks.fire({ ...asked, facts }, { voice: call.voice, signal: call.context.signal });
    if (word.stop !== null) call.interrupt(stoppedByHook(word.stop));
    if (word.decision === "deny" || word.stop !== null) {
      return await this.#refuse(call, hookVerdict(word.reason ?? word.stop));
    }
    if (word.decision !== "allow") return null;
    const updates = updatesIn(word.own);
    const input = word.replacement ?? call.input;
    const settled: Settled = { answer: { kind: "allow", input, updates }, by: "client" };
    return this.#take(settled, call);
  }

  #notify(call: GateCall): void {
    const message = `Permission is needed to use ${call.tool.name}`;
    const facts = { message, notificationType: "permission_prompt" };
    this.#parts.hooks.tell({ event: "Notification", key: "permission_prompt", facts, callId: null }, call.voice);
  }

  #take(settled: Settled, call: GateCall): Passage {
    const { tally } = this.#parts;
    const { answer } = settled;
    switch (answer.kind) {
      case "allow": {
        const changed = isObject(answer.input) ? answer.input as JsonObject : null;
        tally.addDecision(changed && !sameJson(changed, call.input) ? "modify" : "accept");
        for (const update of answer.updates ?? []) this.#permit(update, call.voice);
        if (answer.scope === "session") this.#allowed.add(signature(call.tool, call.input));
        return { kind: "run", input: changed ?? call.input, answer: null, context: [] };
      }
      case "value":
        tally.addDecision("accept");
        return { kind: "run", input: call.input, answer: answer.value, context: [] };
      case "deny":
      case "failed":
        return this.#refusedByHost(settled, call);
    }
  }

  #permit(update: PermissionUpdate, voice: Voice): void {
    const { permit, setMode, hooks } = this.#parts;
    if (update.type === "mode") setMode(update.mode);
    else permit(update);
    tellDirectories(hooks, update, { voice, source: "permission_update" });
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
    // A host knows what it has denied itself; what ended without its word is listed at the end.
    if (settled.by === "input_closed" || settled.by === "timeout") this.#parts.tally.addDenial(denial);
    return { kind: "refused", denial, text: `[Operation Cancelled] Reason: ${reason}` };
  }

  async #refuse(call: GateCall, verdict: Extract<Verdict, { decision: "deny" }>): Promise<Passage> {
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
    this.#parts.tally.addDenial(denial);
    const { hooks } = this.#parts;
    const { signal } = call.context;
    if (!hooks.has("PermissionDenied") || signal.aborted) return { kind: "refused", denial, text: message };
    const denied = hookCall("PermissionDenied", call);
    const facts = { ...denied.facts, reason: message };
    const word = await hooks.fire({ ...denied, facts }, { voice: call.voice, signal });
    return { kind: "refused", denial, text: [message, ...word.context].join("\n") };
  }
}

function hookCall(event: string, call: GateCall): HookCall {
  const { tool, input, context } = call;
  const also = tool.aliases ?? [];
  const { callId } = context;
  return { event, key: tool.name, also, facts: { tool: tool.name, input, callId }, callId };
}

/** Changes of permissions that came with a hook's word; the dialect has put them into our words. */
function updatesIn(own: JsonObject): PermissionUpdate[] {
  const { decision } = own;
  const updates = isObject(decision) ? decision.updatedPermissions : undefined;
  return Array.isArray(updates) ? updates.filter(isUpdate) as unknown as PermissionUpdate[] : [];
}

function isUpdate(value: Json): boolean {
  if (!isObject(value)) return false;
  const { type, rules, directories, mode } = value;
  if (type === "rules") return Array.isArray(rules) && rules.every((rule) => isObject(rule));
  if (type === "directories") return Array.isArray(directories);
  return type === "mode" && typeof mode === "string";
}

function nobodyToAsk(
  tool: string,
  { inputClosed, hint }: { inputClosed: boolean; hint: string },
): Extract<Verdict, { decision: "deny" }> {
  return {
    decision: "deny",
    source: inputClosed ? "input-closed" : "nobody-to-ask",
    message: `Qwen Code requires permission to use "${tool}", but that permission was declined ` +
      (inputClosed
        ? "(the input is closed, nobody can answer)."
        : "(non-interactive mode cannot prompt for confirmation)."),
    hint,
  };
}

/** What would have let a call run where nobody was there to be asked. */
function wayOut({ tool, access }: PolicyCall, suggestions: readonly PermissionUpdate[]): string {
  const host = "or drive the run by a host that answers.";
  if (access.some((need) => need.kind === "person")) return "Only a person can answer it: drive the run by a host.";
  const folders = suggestions.flatMap((change) => change.type === "directories" ? change.directories : []);
  if (folders.length > 0) return `Allow it with --include-directories '${folders.join(",")}', ${host}`;
  const run = access.find((need) => need.kind === "run");
  const rules = suggestions.flatMap((change) => change.type === "rules" ? change.rules : [])
    .map((rule) => rule.specifier === null ? rule.tool : `${rule.tool}(${rule.specifier})`).join(",");
  // A rule for one plain command can name it whole; of several commands each needs a rule of its own.
  const exact = run && /^[\w@%+=:./ -]+$/.test(run.command) ? `${tool}(${run.command})` : run ? tool : rules;
  // What a shell would read otherwise than it is meant is not proposed to be typed.
  const shown = exact === "" || exact.length > MAX_RULE_CHARS || /['\n]/.test(exact) ? tool : exact;
  const mode = access.some((need) => need.kind === "net") ? "" : " or --approval-mode yolo";
  return `Allow it with --allowed-tools '${shown}'${mode}, ${host}`;
}

function hookVerdict(reason: string | null): Extract<Verdict, { decision: "deny" }> {
  return {
    decision: "deny",
    source: "hook",
    message: reason ?? "A hook denied this call.",
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
