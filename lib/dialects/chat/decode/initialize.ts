/** The control requests of a host: its handshake, changes of the session and questions about sessions. */
import { MODES } from "../../../model/ports/access.ts";
import type { CommandBody, HostServer, SessionChange } from "../../../model/command.ts";
import { hookRegistrations } from "../../shared/hook_registrations.ts";
import { Refusal } from "../errors.ts";
import type { Fields } from "./fields.ts";

/** The control requests of a host, by their subtypes. */
const REQUESTS: Readonly<Record<string, (request: Fields) => CommandBody>> = {
  initialize: readInitialize,
  list_sessions: () => ({ type: "list_sessions", cwd: null, cursor: null, live: true }),
  open_session: (request) => ({
    type: "join",
    fromSeq: request.number("from_seq", { min: 0, integer: true }) ?? null,
    logId: request.text("log_id"),
  }),
  leave_session: () => ({ type: "leave" }),
  list_jobs: () => ({ type: "list_jobs" }),
  rewind: (request) => ({
    type: "query",
    query: { subject: "rewind_prompt", promptId: request.needText("user_message_id") },
  }),
  export: (request) => ({
    type: "query",
    query: { subject: "export", format: request.word("format", EXPORT_FORMATS) ?? "markdown" },
  }),
  set_model: (request) => ({ type: "configure", changes: [{ key: "model", value: request.needText("model") }] }),
  set_permission_mode: (request) => {
    request.need("mode");
    const mode = request.word("mode", MODES);
    return { type: "configure", changes: mode === null ? [] : [{ key: "mode", value: mode }] };
  },
};

const EXPORT_FORMATS = ["markdown", "json", "html"] as const;

/** The command of a `control_request` of the host. */
export function readControlRequest(line: Fields): CommandBody {
  const request = line.needObject("request");
  const subtype = request.needText("subtype");
  if (Object.hasOwn(REQUESTS, subtype)) return REQUESTS[subtype](request);
  throw new Refusal("QWEN_UNKNOWN_TYPE", `Control requests of subtype "${subtype.slice(0, 80)}" are not known here`, {
    param: request.at("subtype"),
    hint: `Known are ${Object.keys(REQUESTS).join(", ")}.`,
  });
}

function readInitialize(request: Fields): CommandBody {
  const changes: SessionChange[] = [{ key: "answers", value: true }];
  const hooks = request.json("hooks");
  if (hooks) changes.push({ key: "hooks", value: hookRegistrations(hooks, (name) => name) });
  const servers = readServers(request.object("mcp_servers"));
  if (servers.length > 0) changes.push({ key: "hostServers", value: servers });
  return { type: "configure", changes };
}

function readServers(servers: Fields | null): HostServer[] {
  if (!servers) return [];
  return Object.keys(servers.value).map((key) => {
    const server = servers.needObject(key);
    server.word("type", ["sdk"]);
    return { name: server.text("name") ?? key, timeoutMs: server.number("timeout", { min: 1 }) ?? null };
  });
}
