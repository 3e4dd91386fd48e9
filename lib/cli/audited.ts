import type { Event, JsonObject, Policy } from "../model/mod.ts";
import { AuditLog } from "../store/audit.ts";
import { systemClock } from "./world.ts";

/** Where every decision of a run is written down. Throws QwenError when it cannot be. */
export interface Audit {
  /** A policy whose every decision is written down before it takes effect. */
  policy(policy: Policy): Policy;
  /** Writes down what an event tells of tools, questions and tokens. */
  watch(event: Event): void;
  close(): void;
}

/** Opens the file of an audit. */
export async function openAudit(path: string): Promise<Audit> {
  const audit = await AuditLog.open(path, { now: systemClock.now });
  return {
    policy: (policy) => auditedPolicy(policy, audit),
    watch(event): void {
      const facts = factsOf(event, audit);
      if (facts) audit.append(event.type, { session: event.sessionId, ...facts });
    },
    close: () => audit.close(),
  };
}

function auditedPolicy(policy: Policy, audit: AuditLog): Policy {
  return {
    ready: async () => await policy.ready?.(),
    judge: async (call) => {
      const verdict = await policy.judge(call);
      audit.append("decision", {
        tool: call.tool,
        mode: call.mode,
        decision: verdict.decision,
        source: verdict.source,
        ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
        input: audit.hashOf(call.input),
        access: JSON.parse(JSON.stringify(call.access)),
      });
      return verdict;
    },
    update: (update) => {
      audit.append("permission", { update: JSON.parse(JSON.stringify(update)) });
      policy.update(update);
    },
    offers: (tool) => policy.offers(tool),
    suggest: (call) => policy.suggest(call),
  };
}

function factsOf(event: Event, audit: AuditLog): JsonObject | null {
  switch (event.type) {
    case "session.started":
      return { cwd: event.session.cwd, model: event.session.model, sandbox: { ...event.session.sandbox } };
    case "tool.started":
      return { call: event.callId, tool: event.tool, input: audit.hashOf(event.input) };
    case "tool.completed":
      return {
        call: event.callId,
        tool: event.tool,
        input: audit.hashOf(event.input),
        output: audit.hashOf(event.output),
        failed: event.isError,
        denied: event.denial?.source ?? null,
      };
    case "ask.closed":
      return { ask: event.askId, by: event.by };
    case "message.completed":
      return { model: event.model, usage: { ...event.usage } };
    case "turn.completed":
      return { outcome: event.outcome.kind, total: { ...event.total } };
    case "session.ended":
      return { reason: event.reason };
    default:
      return null;
  }
}
