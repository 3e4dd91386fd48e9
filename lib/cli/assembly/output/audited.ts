import { type Event, isObject, type Json, type JsonObject, type Policy } from "../../../model/mod.ts";
import { systemClock } from "../../../model/clock.ts";
import { AuditLog } from "../../../store/audit.ts";
import { secrets } from "../config/secrets.ts";

/** The longest command or path in an entry. */
const MAX_TARGET_CHARS = 2_000;
/** The fields of a call's input that name what it works on, the most telling one first. */
const TARGETS = ["command", "file_path", "path", "absolute_path", "url", "pattern", "subagent_type", "task_id"];

/** The audit of a run. Its methods throw a QwenError when the file cannot be written. */
export interface Audit {
  /** A policy whose every decision is recorded before it takes effect. */
  policy(policy: Policy): Policy;
  /** Records tools, questions and tokens of an event. */
  watch(event: Event): void;
  /** Records a connection of a command. */
  connection(facts: JsonObject): void;
  close(): void;
}

type Recorder = Pick<AuditLog, "append" | "hashOf">;

/** Opens the audit file. */
export async function openAudit(path: string): Promise<Audit> {
  const log = await AuditLog.open(path, { now: systemClock.now });
  // Commands and paths are recorded as they are, and may contain a secret.
  const audit: Recorder = {
    append: (type, facts) => log.append(type, secrets.value(facts)),
    hashOf: (value) => log.hashOf(value),
  };
  return {
    policy: (policy) => auditedPolicy(policy, audit),
    watch(event): void {
      const facts = factsOf(event, audit);
      if (facts) audit.append(event.type, { session: event.sessionId, ...facts });
    },
    connection: (facts) => audit.append("connection", facts),
    close: () => log.close(),
  };
}

function auditedPolicy(policy: Policy, audit: Recorder): Policy {
  return {
    judge: async (call) => {
      const verdict = await policy.judge(call);
      audit.append(
        "decision",
        secrets.value<JsonObject>({
          tool: call.tool,
          ...targetOf(call.input),
          mode: call.mode,
          decision: verdict.decision,
          source: verdict.source,
          ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
          input: audit.hashOf(call.input),
          access: JSON.parse(JSON.stringify(call.access)),
        }),
      );
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

/** The command, path or address of a call. A long one is cut after the secrets in it are gone. */
function targetOf(input: Json): { target?: string } {
  if (!isObject(input)) return {};
  const found = TARGETS.map((name) => input[name]).find((value) => typeof value === "string");
  if (typeof found !== "string") return {};
  const text = secrets.text(found);
  return { target: text.length > MAX_TARGET_CHARS ? `${text.slice(0, MAX_TARGET_CHARS)}…` : text };
}

function factsOf(event: Event, audit: Recorder): JsonObject | null {
  switch (event.type) {
    case "session.started":
      return { cwd: event.session.cwd, model: event.session.model, sandbox: { ...event.session.sandbox } };
    case "tool.started":
      return { call: event.callId, tool: event.tool, ...targetOf(event.input), input: audit.hashOf(event.input) };
    case "tool.completed":
      return {
        call: event.callId,
        tool: event.tool,
        ...targetOf(event.input),
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
