import type { PermissionOption, SessionUpdate } from "@agentclientprotocol/sdk";
import type { ClientCall } from "../../model/client_work.ts";
import type { Ask, Event } from "../../model/event.ts";
import type { AcpSession } from "./acp_session.ts";
import { OPTIONS } from "./answers.ts";
import { questionForm } from "./forms.ts";
import { type CallFacts, locationsOf } from "./tool_calls.ts";
import { confirmationContent, textContent } from "./tool_content.ts";

type PermissionAsk = Extract<Ask, { kind: "permission" }>;

/** A request to the client, and the updates that go before it. */
export interface ClientQuestion {
  updates: SessionUpdate[];
  method: string;
  params: object;
}

/** How a question is put to a client. */
interface Around {
  session: AcpSession;
  sessionId: string;
  showsForms: boolean;
}

const PERMISSION_OPTIONS: readonly PermissionOption[] = [
  { optionId: OPTIONS.once, name: "Allow", kind: "allow_once" },
  { optionId: OPTIONS.always, name: "Allow for this session", kind: "allow_always" },
  { optionId: OPTIONS.reject, name: "Reject", kind: "reject_once" },
];
const YES_OR_NO = PERMISSION_OPTIONS.filter(({ kind }) => kind !== "allow_always");

/** The request by which a question reaches the client; null where no client of this protocol is ever asked. */
export function clientQuestion(event: Event & { type: "ask.opened" }, around: Around): ClientQuestion | null {
  const { ask, askId } = event;
  const { sessionId } = around;
  switch (ask.kind) {
    case "permission":
      return permissionQuestion(ask, around);
    case "client_call":
      return { updates: [], ...clientWork(ask.call, sessionId) };
    case "elicitation":
      if (ask.mode === "form" && around.showsForms) {
        const requestedSchema = { type: "object", ...ask.schema };
        const params = { sessionId, mode: "form", message: ask.message, requestedSchema };
        return { updates: [], method: "elicitation/create", params };
      }
      return confirmation({ askId, title: `${ask.server}: ${ask.message}`, text: ask.url ?? "" }, around);
    case "confirm_shell":
      return confirmation({ askId, title: `${ask.command} runs commands`, text: ask.commands.join("\n") }, around);
    case "confirm_action":
      return confirmation({ askId, title: ask.prompt, text: ask.command }, around);
    case "confirm_quit":
      return confirmation({ askId, title: "End the session?", text: "" }, around);
    case "hook":
    case "mcp":
      return null;
  }
}

/** The id of the call that stands for a question which belongs to none. */
export function questionCall(askId: string): string {
  return `question-${askId}`;
}

function permissionQuestion(ask: PermissionAsk, { session, sessionId, showsForms }: Around): ClientQuestion {
  const { callId, tool, toolKind, input, confirmation: asked } = ask;
  const paths = ask.access.flatMap((need) => need.kind === "read" || need.kind === "write" ? [need.path] : []);
  const facts: CallFacts = { callId, tool, toolKind, input, title: asked.title, paths };
  const updates = session.calls.has(callId) ? [] : [session.calls.begin(facts, "pending")];
  const form = toolKind === "question" && showsForms ? questionForm(input) : null;
  if (form) {
    const params = { sessionId, toolCallId: callId, mode: "form", ...form };
    return { updates, method: "elicitation/create", params };
  }
  const locations = locationsOf(facts);
  const content = confirmationContent(asked, paths[0]);
  return {
    updates,
    method: "session/request_permission",
    params: {
      sessionId,
      toolCall: {
        toolCallId: callId,
        title: session.calls.shortTitle(asked.title),
        kind: session.calls.kindOf(facts),
        status: "pending",
        rawInput: input,
        ...(content.length > 0 ? { content } : {}),
        ...(locations.length > 0 ? { locations } : {}),
      },
      options: PERMISSION_OPTIONS,
    },
  };
}

/** A question that belongs to no tool call, as one about a call of its own. */
function confirmation(
  { askId, title, text }: { askId: string; title: string; text: string },
  { session, sessionId }: Around,
): ClientQuestion {
  const callId = questionCall(askId);
  const begun = session.calls.begin({ callId, tool: "", input: {}, title }, "pending");
  const content = textContent(text);
  const toolCall = { toolCallId: callId, title, kind: "other", status: "pending", content };
  return {
    updates: [begun],
    method: "session/request_permission",
    params: { sessionId, toolCall, options: YES_OR_NO },
  };
}

function clientWork(call: ClientCall, sessionId: string): { method: string; params: object } {
  switch (call.action) {
    case "read_file":
      return { method: "fs/read_text_file", params: { sessionId, path: call.path } };
    case "write_file":
      return { method: "fs/write_text_file", params: { sessionId, path: call.path, content: call.content } };
    case "start_terminal": {
      const { command, args, cwd, maxOutputBytes } = call;
      return {
        method: "terminal/create",
        params: { sessionId, command, args, cwd, outputByteLimit: maxOutputBytes },
      };
    }
    default:
      return { method: TERMINAL_METHODS[call.action], params: { sessionId, terminalId: call.terminalId } };
  }
}

const TERMINAL_METHODS = {
  terminal_output: "terminal/output",
  wait_for_terminal: "terminal/wait_for_exit",
  kill_terminal: "terminal/kill",
  release_terminal: "terminal/release",
} as const;
