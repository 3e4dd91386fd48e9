import { type Mode, MODES } from "../../model/ports/access.ts";
import type { ClientAbilities, CommandBody } from "../../model/command.ts";
import { isObject } from "../../model/json.ts";
import type { AcpState } from "./acp_state.ts";
import { DEFAULT_EFFORT } from "./config_options.ts";
import { folderParam, optionalText, ParamError, type Params, serversParam, textParam } from "./params.ts";
import { promptContent } from "./prompt_content.ts";

/** The command that a method stands for; null where there is nothing to do. Throws ParamError. */
type ReadMethod = (params: Params, state: AcpState) => (CommandBody & { sessionId?: string }) | null;

/** The requests of the protocol. */
export const METHODS: Readonly<Record<string, ReadMethod>> = {
  initialize: (params, state) => {
    if (!Number.isSafeInteger(params.protocolVersion)) {
      throw new ParamError(
        "protocolVersion",
        params.protocolVersion === undefined ? "is missing" : "must be an integer",
      );
    }
    state.isGreeted = true;
    state.abilities = abilitiesOf(params.clientCapabilities);
    return { type: "greet" };
  },
  authenticate: (params) => {
    throw new ParamError("methodId", `is not known: ${JSON.stringify(textParam(params, "methodId"))}`);
  },
  "session/new": (params, state) => ({ ...opening(params, state), what: "new" }),
  "session/load": (params, state) => ({
    ...opening(params, state),
    what: "saved",
    sessionId: textParam(params, "sessionId"),
    replays: "messages",
  }),
  "session/resume": (params, state) => ({
    ...opening(params, state),
    what: "saved",
    sessionId: textParam(params, "sessionId"),
  }),
  "session/list": (params) => ({
    type: "list_sessions",
    cwd: optionalText(params, "cwd") === null ? null : folderParam(params, "cwd"),
    cursor: optionalText(params, "cursor"),
  }),
  "session/close": (params) => ({ type: "close", sessionId: textParam(params, "sessionId") }),
  "session/delete": (params) => ({ type: "delete_session", sessionId: textParam(params, "sessionId") }),
  "session/prompt": (params) => {
    const { content, references } = promptContent(params);
    return {
      type: "prompt",
      sessionId: textParam(params, "sessionId"),
      content,
      promptId: null,
      messageId: null,
      options: references.length > 0 ? { references } : {},
    };
  },
  "session/set_mode": (params) => {
    const sessionId = textParam(params, "sessionId");
    return { type: "configure", sessionId, changes: [{ key: "mode", value: modeParam(params) }] };
  },
  "session/set_config_option": configOption,
};

/** The notifications of the protocol. */
export const NOTIFICATIONS: Readonly<Record<string, ReadMethod>> = {
  "session/cancel": (params) => ({
    type: "interrupt",
    sessionId: textParam(params, "sessionId"),
    promptId: null,
    cancelQueued: true,
  }),
  "$/cancel_request": ({ requestId }, state) => {
    const request = [...state.requests.values()].find(({ rpcId }) => rpcId !== undefined && rpcId === requestId);
    if (request?.method !== "session/prompt" || request.sessionId === null) return null;
    return { type: "interrupt", sessionId: request.sessionId, promptId: null };
  },
};

function opening(params: Params, { abilities }: AcpState): {
  type: "open";
  cwd: string;
  servers: ReturnType<typeof serversParam>;
  abilities: ClientAbilities;
} {
  const more = params.additionalDirectories;
  if (Array.isArray(more) && more.length > 0) throw new ParamError("additionalDirectories", "is not supported");
  return { type: "open", cwd: folderParam(params, "cwd"), servers: serversParam(params), abilities };
}

function abilitiesOf(capabilities: unknown): ClientAbilities {
  const { fs, terminal, elicitation } = isObject(capabilities) ? capabilities : {};
  return {
    readsFiles: isObject(fs) && fs.readTextFile === true,
    writesFiles: isObject(fs) && fs.writeTextFile === true,
    runsCommands: terminal === true,
    showsForms: isObject(elicitation) && isObject(elicitation.form),
  };
}

function modeParam(params: Params): Mode {
  const wanted = textParam(params, "modeId");
  const mode = MODES.find((known) => known === wanted);
  if (!mode) throw new ParamError("modeId", `must be one of ${MODES.join(", ")}`);
  return mode;
}

function configOption(params: Params, state: AcpState): ReturnType<ReadMethod> {
  const sessionId = textParam(params, "sessionId");
  const configId = textParam(params, "configId");
  const value = textParam(params, "value");
  const session = state.sessions.get(sessionId);
  const option = session?.configOptions().find(({ id }) => id === configId);
  if (session && !option) throw new ParamError("configId", "must be model or effort");
  if (option && !option.options.some((known) => known.value === value)) {
    throw new ParamError("value", `must be one of ${option.options.map((known) => known.value).join(", ")}`);
  }
  if (configId === "model") return { type: "configure", sessionId, changes: [{ key: "model", value }] };
  const effort = value === DEFAULT_EFFORT ? null : value;
  return { type: "configure", sessionId, changes: [{ key: "effort", value: effort }] };
}
