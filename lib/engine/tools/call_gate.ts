import type {
  Answer,
  Confirmation,
  DecisionSource,
  Denial,
  Json,
  JsonObject,
  PermissionUpdate,
  PolicyCall,
  ShellProfile,
  Tool,
  ToolContext,
  Verdict,
} from "../../model/mod.ts";
import { isObject, QwenError } from "../../model/mod.ts";
import { shellWord } from "../../model/shell_word.ts";
import { type HookCall, type Hooks, stoppedByHook } from "../hooks/hooks.ts";
import { tellDirectories } from "../hooks/session_hooks.ts";
import type { Asks, Settled } from "../session/requests/asks.ts";
import type { Emitter, EventQueue } from "../session/event_queue.ts";
import { Interrupt } from "../session/interrupt.ts";
import type { SessionState } from "../session/session_state.ts";
import type { Tally } from "../turn/tally.ts";
import type { Parking } from "./parking.ts";
import { denialText } from "./denial_text.ts";
import type { Permissions } from "./permissions.ts";

/** The longest rule that a hint proposes to type. */
const MAX_RULE_CHARS = 160;

/** The parts of a gate. */
export interface GateParts {
  permissions: Permissions;
  asks: Asks;
  hooks: Hooks;
  tally: Tally;
  state: SessionState;
  events: EventQueue;
  /** Keeps questions that nobody answers. */
  parking?: Parking;
}

/** A call that asks to run. Its input is valid. */
export interface GateCall {
  tool: Tool;
  input: JsonObject;
  context: ToolContext;
  emitter: Emitter;
  /** Checks an input that a hook or the host has changed; throws QwenError when it does not fit the tool's schema. */
  validate: (input: Json) => JsonObject;
  /** Ends the whole turn. */
  interrupt: (reason: Error) => void;
}

/** Whether a call may run, and with which input. */
export type Passage =
  | {
    kind: "run";
    input: JsonObject;
    answer: Json | null;
    context: string[];
    profile?: ShellProfile;
    opened?: string[];
  }
  | { kind: "refused"; denial: Denial; text: string };

type DenyVerdict = Extract<Verdict, { decision: "deny" }>;

/**
 * Decides on one tool call: hooks, policy, then a question to the host, or a denial where nobody can answer. An input
 * that a hook or the host has changed is checked and judged again: neither can lift a deny rule or a fence.
 */
export class CallGate {
  readonly #parts: GateParts;
  /** Calls that the host allowed for the rest of the session. */
  readonly #allowed = new Set<string>();

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  /** Throws QwenError for a changed input that is invalid. */
  async pass(call: GateCall): Promise<Passage> {
    const { hooks, permissions, tally, parking } = this.#parts;
    let { input } = call;
    let verdict: Verdict | null = null;
    let context: string[] = [];
    if (hooks.has("PreToolUse")) {
      const { signal } = call.context;
      const result = await hooks.fire(hookCall("PreToolUse", call), { emitter: call.emitter, signal });
      if (result.stop !== null) {
        call.interrupt(stoppedByHook(result.stop));
        return await this.#refuse(call, hookVerdict(result.stop));
      }
      if (result.decision === "deny") return await this.#refuse(call, hookVerdict(result.reason));
      if (result.replacement) input = call.validate(result.replacement);
      if (result.decision) verdict = { decision: result.decision, source: "hook" };
      context = result.context;
    }
    const policyCall = permissions.callOf({ ...call, input });
    const judged = await permissions.policy.judge(policyCall);
    // A hook may skip the question, never a deny rule.
    verdict = judged.decision === "deny" ? judged : verdict ?? judged;
    if (verdict.decision === "deny") return await this.#refuse({ ...call, input }, verdict);
    const held = await parking?.take(call.context.callId, input);
    if (held instanceof QwenError) return stop(call, held);
    if (held) {
      const passage = await this.#take({ answer: held, by: "client" }, { ...call, input });
      return passage.kind === "run" ? { ...passage, context } : passage;
    }
    if (verdict.decision === "allow" || this.#allowed.has(signature(policyCall))) {
      tally.addDecision("autoAccept");
      const profile = judged.decision === "allow" ? judged.profile : undefined;
      const opened = verdict.decision === "allow" ? [] : pathsIn(policyCall);
      return { kind: "run", input, answer: null, context, opened, ...(profile ? { profile } : {}) };
    }
    const passage = await this.#ask({ ...call, input }, { policyCall, reason: verdict.reason ?? null });
    return passage.kind === "run" ? { ...passage, context: [...context, ...passage.context] } : passage;
  }

  async #ask(call: GateCall, why: { policyCall: PolicyCall; reason: string | null }): Promise<Passage> {
    const { asks, permissions, state, events, parking } = this.#parts;
    const { tool, input, context, emitter } = call;
    const { callId } = context;
    const { policyCall, reason } = why;
    const suggestions = await permissions.policy.suggest(policyCall);
    const answered = await this.#askHooks(call, suggestions);
    if (answered) return answered;
    // The input of a run without a host is closed too, but the reason to name then is the missing host.
    if (!state.answers || asks.isClosed) {
      if (parking?.keeps(callId)) return stop(call, await parking.park({ tool, input, callId, reason }));
      const hint = wayOut(policyCall, suggestions);
      return await this.#refuse(call, nobodyToAsk(tool.name, { inputClosed: state.answers, hint }));
    }
    const confirmation = await confirmationOf(call);
    this.#notify(call);
    events.state = "waiting_permission";
    const settled = await asks.ask({
      kind: "permission",
      callId,
      tool: tool.name,
      toolKind: tool.kind,
      input,
      access: policyCall.access,
      confirmation,
      suggestions,
      reason,
    }, { emitter, signal: context.signal, timeoutMs: state.askTimeoutMs });
    events.state = "tool";
    const isUnanswered = settled.by === "timeout" || settled.by === "input_closed";
    if (isUnanswered && !context.signal.aborted && parking?.keeps(callId)) {
      return stop(call, await parking.park({ tool, input, callId, reason }));
    }
    return await this.#take(settled, call);
  }

  /** A PermissionRequest hook may answer in place of the host. */
  async #askHooks(call: GateCall, suggestions: PermissionUpdate[]): Promise<Passage | null> {
    const { hooks } = this.#parts;
    if (!hooks.has("PermissionRequest")) return null;
    const asked = hookCall("PermissionRequest", call);
    const facts: JsonObject = { ...asked.facts, suggestions: JSON.parse(JSON.stringify(suggestions)) };
    const result = await hooks.fire({ ...asked, facts }, { emitter: call.emitter, signal: call.context.signal });
    if (result.stop !== null) call.interrupt(stoppedByHook(result.stop));
    if (result.decision === "deny" || result.stop !== null) {
      return await this.#refuse(call, hookVerdict(result.reason ?? result.stop));
    }
    if (result.decision !== "allow") return null;
    const updates = updatesIn(result.own);
    const input = result.replacement ?? call.input;
    return await this.#take({ answer: { kind: "allow", input, updates }, by: "client" }, call);
  }

  #notify(call: GateCall): void {
    const message = `Permission is needed to use ${call.tool.name}`;
    const facts = { message, notificationType: "permission_prompt" };
    this.#parts.hooks.tell({ event: "Notification", key: "permission_prompt", facts, callId: null }, call.emitter);
  }

  async #take(settled: Settled, call: GateCall): Promise<Passage> {
    const { answer } = settled;
    switch (answer.kind) {
      case "allow":
        return await this.#takeAllow(answer, call);
      case "value":
        this.#parts.tally.addDecision("accept");
        return { kind: "run", input: call.input, answer: answer.value, context: [] };
      case "deny":
      case "failed":
        return this.#refusedByHost(settled, call);
    }
  }

  async #takeAllow(answer: Extract<Answer, { kind: "allow" }>, call: GateCall): Promise<Passage> {
    const { tally, permissions } = this.#parts;
    for (const update of answer.updates ?? []) this.#permit(update, call.emitter);
    let { input } = call;
    if (isObject(answer.input) && !sameJson(answer.input as JsonObject, input)) {
      input = call.validate(answer.input as JsonObject);
      // The approval covers everything that the policy would ask about, and nothing that it denies.
      const verdict = await permissions.policy.judge(permissions.callOf({ ...call, input }));
      if (verdict.decision === "deny") return await this.#refuse({ ...call, input }, verdict);
      tally.addDecision("modify");
    } else tally.addDecision("accept");
    if (answer.scope === "session") this.#allowed.add(signature(permissions.callOf({ ...call, input })));
    // The answer opens the paths that the call names, for this call.
    return { kind: "run", input, answer: null, context: [], opened: pathsIn(permissions.callOf({ ...call, input })) };
  }

  #permit(update: PermissionUpdate, emitter: Emitter): void {
    const { permissions, hooks } = this.#parts;
    if (update.type === "mode") permissions.setMode(update.mode);
    else permissions.apply(update);
    tellDirectories(hooks, update, { emitter, source: "permission_update" });
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
    // An interrupt denies nothing: the turn ends.
    if (settled.by !== "interrupt") this.#parts.tally.addDenial(denial);
    return { kind: "refused", denial, text: `[Operation Cancelled] Reason: ${reason}` };
  }

  async #refuse(call: GateCall, verdict: DenyVerdict): Promise<Passage> {
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
    const { hooks, state } = this.#parts;
    const { signal } = call.context;
    const text = denialText(verdict, { tool: call.tool, answers: state.answers || hooks.has("PermissionRequest") });
    if (!hooks.has("PermissionDenied") || signal.aborted) return { kind: "refused", denial, text };
    const denied = hookCall("PermissionDenied", call);
    const facts = { ...denied.facts, reason: message };
    const result = await hooks.fire({ ...denied, facts }, { emitter: call.emitter, signal });
    return { kind: "refused", denial, text: [text, ...result.context].join("\n") };
  }
}

/** Ends the whole turn; the call gets no result. */
function stop(call: GateCall, error: QwenError): never {
  call.interrupt(error);
  throw error;
}

function hookCall(event: string, call: GateCall): HookCall {
  const { tool, input, context } = call;
  const also = tool.aliases ?? [];
  const { callId } = context;
  return { event, key: tool.name, also, facts: { tool: tool.name, input, callId }, callId };
}

/** The permission updates in a hook's result; the dialect has converted them already. */
function updatesIn(own: JsonObject): PermissionUpdate[] {
  const { decision } = own;
  const updates: unknown = isObject(decision) ? decision.updatedPermissions : undefined;
  return Array.isArray(updates) ? updates.filter(isUpdate) : [];
}

function isUpdate(value: unknown): value is PermissionUpdate {
  if (!isObject(value)) return false;
  const { type, rules, directories, mode } = value;
  if (type === "rules") return Array.isArray(rules) && rules.every((rule) => isObject(rule));
  if (type === "directories") return Array.isArray(directories);
  return type === "mode" && typeof mode === "string";
}

function nobodyToAsk(
  tool: string,
  { inputClosed, hint }: { inputClosed: boolean; hint: string },
): DenyVerdict {
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

/** What would allow a call where nobody can be asked. */
function wayOut({ tool, access }: PolicyCall, suggestions: readonly PermissionUpdate[]): string {
  const host = "or drive the run by a host that answers.";
  if (access.some((need) => need.kind === "person")) return "Only a person can answer it: drive the run by a host.";
  const folders = suggestions.flatMap((change) => change.type === "directories" ? change.directories : []);
  if (folders.length > 0) {
    // A comma separates folders.
    const list = folders.some((folder) => folder.includes(",")) ? null : shellWord(folders.join(","));
    const shown = list === null ? "and its folder" : list.startsWith("'") ? list : `'${list}'`;
    return `Allow it with --include-directories ${shown}, ${host}`;
  }
  const run = access.find((need) => need.kind === "run");
  const rules = suggestions.flatMap((change) => change.type === "rules" ? change.rules : [])
    .map((rule) => rule.specifier === null ? rule.tool : `${rule.tool}(${rule.specifier})`).join(",");
  // A rule can name one plain command whole; of several commands each needs its own rule.
  const exact = run && /^[\w@%+=:./ -]+$/.test(run.command) ? `${tool}(${run.command})` : run ? tool : rules;
  const shown = exact.length > MAX_RULE_CHARS || exact.includes("'") || shellWord(exact) === null ? tool : exact;
  const mode = access.some((need) => need.kind === "net") ? "" : " or --approval-mode yolo";
  return `Allow it with --allowed-tools '${shown}'${mode}, ${host}`;
}

function hookVerdict(reason: string | null): DenyVerdict {
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
    // A preview that fails, such as that of an impossible edit, must not prevent the question.
    return { kind: "other", title };
  }
}

/** What makes two calls the same: the command and its folder, or the whole input where none is run. */
function signature({ tool, input, access }: PolicyCall): string {
  const runs = access.filter((need) => need.kind === "run");
  return `${tool} ${JSON.stringify(runs.length > 0 ? runs : input)}`;
}

/** The paths that a call reads or writes. */
function pathsIn({ access }: PolicyCall): string[] {
  return access.flatMap((need) => need.kind === "read" || need.kind === "write" ? [need.path] : []);
}

function sameJson(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
