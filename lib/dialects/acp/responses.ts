import type {
  InitializeResponse,
  ListSessionsResponse,
  NewSessionResponse,
  PromptResponse,
} from "@agentclientprotocol/sdk";
import type { Stop } from "../../model/content.ts";
import type { Outcome, Reply } from "../../model/event.ts";
import type { Problem } from "../../model/problem.ts";
import type { AcpSession } from "./acp_session.ts";

/** The version of the protocol, whatever the client asks for. */
const PROTOCOL_VERSION = 1;

const STOP_REASONS: Readonly<Record<Stop["reason"], PromptResponse["stopReason"]>> = {
  end: "end_turn",
  tool_calls: "end_turn",
  length: "max_tokens",
  refusal: "refusal",
  other: "end_turn",
};

/** The response to a prompt; a turn that failed is an error. */
export function promptResponse(outcome: Outcome): PromptResponse | { problem: Problem } {
  switch (outcome.kind) {
    case "done":
      return { stopReason: STOP_REASONS[outcome.stop.reason] };
    case "command":
      return { stopReason: "end_turn" };
    case "interrupted":
      return { stopReason: "cancelled" };
    case "limit":
    case "failed":
      if (outcome.problem.code === "turn_limit") return { stopReason: "max_turn_requests" };
      if (outcome.problem.code === "answer_truncated") return { stopReason: "max_tokens" };
      return { problem: outcome.problem };
  }
}

/** The result of a request that was answered. */
export function replyResult(
  reply: Reply,
  about: { method: string; sessionId: string; session: AcpSession | undefined; version: string },
): object {
  const { method, sessionId, session, version } = about;
  switch (reply.kind) {
    case "greeted":
      return introduction(version);
    case "opened":
      return session ? opened({ ...(method === "session/new" ? { sessionId } : {}) }, session) : {};
    case "sessions":
      return sessionList(reply);
    default:
      return method === "session/set_config_option" && session ? { configOptions: session.configOptions() } : {};
  }
}

function introduction(version: string): InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: "qwen", title: "Qwen", version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
    },
    authMethods: [],
  };
}

function opened(
  id: { sessionId?: string },
  session: AcpSession,
): Partial<NewSessionResponse> {
  const configOptions: NewSessionResponse["configOptions"] = session.configOptions();
  return { ...id, modes: session.modes(), configOptions };
}

function sessionList({ sessions, nextCursor }: Extract<Reply, { kind: "sessions" }>): ListSessionsResponse {
  return {
    sessions: sessions.map(({ sessionId, cwd, title, updatedAt }) => ({
      sessionId,
      cwd,
      title,
      updatedAt: new Date(updatedAt).toISOString(),
    })),
    ...(nextCursor === null ? {} : { nextCursor }),
  };
}
