/** The questions of a session to the person, each as a short dialogue that ends in an answer. */
import {
  type Answer,
  type Ask,
  isObject,
  type Json,
  type JsonObject,
  type PermissionUpdate,
  type Rule,
} from "../../model/mod.ts";
import type { Palette } from "../draw/palette.ts";
import { oneLine, plain } from "../plain_text.ts";
import type { Asker, Choice } from "./prompts.ts";
import { diffRows } from "./tool_rows.ts";

/** What a dialogue works with. */
export interface QuestionScope {
  asker: Asker;
  palette: Palette;
  columns: number;
  /** The working folder, which titles leave out. */
  cwd: string;
  /** Writes rules into the project's settings; returns the file. Rejects with an error whose message is shown. */
  keepRules: (rules: readonly Rule[]) => Promise<string>;
  /** Renders Markdown. */
  markdown: (text: string) => string[];
}

type PermissionAsk = Extract<Ask, { kind: "permission" }>;

const REFUSED: Answer = { kind: "deny", message: "The user said no." };
const MAX_PREVIEW_ROWS = 60;

/** Asks the person and returns the answer; leaving a question is a no. */
export async function answerAsk(ask: Ask, scope: QuestionScope): Promise<Answer> {
  switch (ask.kind) {
    case "permission":
      if (ask.tool === "ask_user_question") return await askUser(ask, scope);
      return ask.confirmation.kind === "plan" ? await askPlan(ask, scope) : await askPermission(ask, scope);
    case "elicitation":
      return { kind: "value", value: await elicit(ask, scope) };
    case "confirm_shell":
      scope.asker.print([
        `${oneLine(ask.command, 200)} wants to run:`,
        ...ask.commands.map((command) => `  ${oneLine(command, 2_000)}`),
      ]);
      return await confirm("Run it?", scope);
    case "confirm_action":
      return await confirm(plain(ask.prompt), scope);
    case "confirm_quit":
      return await confirm("Leave the conversation?", scope);
    case "hook":
    case "mcp":
    case "client_call":
      return { kind: "failed", message: "A terminal cannot answer this." };
  }
}

async function confirm(title: string, { asker }: QuestionScope): Promise<Answer> {
  const chosen = await asker.choose({ title, choices: [YES, NO] });
  return chosen?.[0] === "yes" ? { kind: "allow" } : REFUSED;
}

const YES: Choice = { value: "yes", label: "Yes", key: "y" };
const NO: Choice = { value: "no", label: "No", key: "n" };

async function askPermission(ask: PermissionAsk, scope: QuestionScope): Promise<Answer> {
  const { asker, palette } = scope;
  const rules = rulesOf(ask);
  const named = rules.map(ruleText).join(", ");
  asker.print(previewRows(ask, scope));
  const always = named === "" ? "" : `: ${oneLine(named, 60)}`;
  const choices: Choice[] = [
    YES,
    NO,
    { value: "session", label: `Always in this session${always}`, key: "a" },
    ...(rules.length > 0 ? [{ value: "project", label: "Always in this project", key: "p" }] : []),
    { value: "edit", label: "Edit the input first", key: "e" },
    { value: "why", label: "Why is this asked?", key: "?" },
  ];
  let answer: Answer = { kind: "allow" };
  for (;;) {
    const [value] = await asker.choose({ title: `Allow ${oneLine(ask.tool, 40)}?`, choices }) ?? ["no"];
    switch (value) {
      case "yes":
        return answer;
      case "session":
        return { ...answer, updates: updatesOf(ask), scope: "session" };
      case "project":
        await keep(rules, scope);
        return { ...answer, updates: updatesOf(ask), scope: "session" };
      case "why":
        asker.print(whyRows(ask).map((row) => palette.dim(row)));
        continue;
      case "edit": {
        const input = await editInput(ask, scope);
        if (input === null) continue;
        answer = { kind: "allow", input };
        asker.print([palette.dim(`Changed input: ${oneLine(JSON.stringify(input), 400)}`)]);
        continue;
      }
      default:
        return REFUSED;
    }
  }
}

async function keep(rules: readonly Rule[], { asker, palette, keepRules }: QuestionScope): Promise<void> {
  try {
    const path = await keepRules(rules);
    const added = oneLine(rules.map(ruleText).join(", "), 1_000);
    asker.print([palette.dim(`Added to permissions.allow in ${path}: ${added}`)]);
    asker.print([palette.dim("Later runs in this folder obey it with --trust-project.")]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    asker.print([palette.warning(`The rule holds for this session only: ${oneLine(why, 300)}`)]);
  }
}

/** Lets the person change the input: a command as it is, anything else as JSON. Null leaves it as it was. */
async function editInput(ask: PermissionAsk, { asker, palette }: QuestionScope): Promise<Json | null> {
  const { input } = ask;
  const fields = isObject(input) ? input as JsonObject : {};
  if (typeof fields.command === "string") {
    const text = await asker.edit({ label: "Command:", text: fields.command });
    return text === null || text.trim() === "" ? null : { ...fields, command: text };
  }
  let text: string | null = JSON.stringify(input, null, 2);
  for (;;) {
    text = await asker.edit({ label: "Input as JSON:", text });
    if (text === null) return null;
    try {
      return JSON.parse(text) as Json;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      asker.print([palette.warning(`That is not JSON: ${oneLine(why, 300)}`)]);
    }
  }
}

/** What "always" changes: the rules and folders of this call, never the approval mode. */
function updatesOf({ suggestions }: PermissionAsk): PermissionUpdate[] {
  return suggestions.filter((change) => change.type !== "mode");
}

function rulesOf({ suggestions }: PermissionAsk): Rule[] {
  return suggestions.flatMap((change) => change.type === "rules" && change.behavior === "allow" ? change.rules : []);
}

/** A rule as it is written in settings. */
export function ruleText({ tool, specifier }: Rule): string {
  return specifier === null ? tool : `${tool}(${specifier})`;
}

function previewRows(ask: PermissionAsk, scope: QuestionScope): string[] {
  const { confirmation, input } = ask;
  const { palette } = scope;
  const title = palette.bold(oneLine(confirmation.title.replaceAll(`${scope.cwd}/`, ""), 300));
  switch (confirmation.kind) {
    case "edit":
      return [title, ...diffRows(confirmation.diff, { ...scope, maxRows: MAX_PREVIEW_ROWS })];
    case "exec":
      return [
        title,
        ...plain(confirmation.command).split("\n").slice(0, MAX_PREVIEW_ROWS).map((line) => `  $ ${line}`),
      ];
    case "info":
      return [title, ...indented([confirmation.prompt, ...confirmation.urls].join("\n"))];
    case "mcp":
      return [title, ...indented(`${confirmation.tool} of the server ${confirmation.server}\n${json(input)}`)];
    case "plan":
      return [title, ...scope.markdown(plain(confirmation.plan))];
    case "other":
      return [title, ...changeRows(input, scope) ?? indented(json(input))];
  }
}

/** The change of a text that an input asks for, where no diff of the file could be made; null for other inputs. */
function changeRows(input: Json, scope: QuestionScope): string[] | null {
  const { file_path, old_string, new_string } = isObject(input) ? input as JsonObject : {};
  if (typeof old_string !== "string" || typeof new_string !== "string") return null;
  const lines = (sign: string, text: string): string[] => text.split("\n").map((line) => `${sign}${line}`);
  const diff = [String(file_path ?? ""), ...lines("-", old_string), ...lines("+", new_string)].join("\n");
  return diffRows(diff, { ...scope, maxRows: MAX_PREVIEW_ROWS });
}

function json(input: Json): string {
  return JSON.stringify(input, null, 2) ?? "";
}

function indented(text: string): string[] {
  return plain(text).split("\n").filter((line) => line !== "").slice(0, MAX_PREVIEW_ROWS).map((line) => `  ${line}`);
}

function whyRows({ reason, access, tool }: PermissionAsk): string[] {
  const needs = access.map((need): string => {
    switch (need.kind) {
      case "read":
      case "write":
        return `It wants to ${need.kind} ${need.path}.`;
      case "run":
        return `It wants to run a command in ${need.cwd}.`;
      case "net":
        return `It wants to reach ${need.url}.`;
      case "mcp":
        return `It calls ${need.tool} of the MCP server ${need.server}.`;
      case "agent":
        return `It starts the sub-agent ${need.name}.`;
      case "person":
        return "Only a person can answer it.";
    }
  });
  const cause = reason ?? `The approval mode does not allow ${tool} without a question, and no rule does.`;
  return [cause, ...needs].map((line) => `  ${oneLine(line, 400)}`);
}

async function askPlan(ask: PermissionAsk, scope: QuestionScope): Promise<Answer> {
  const { asker } = scope;
  asker.print(previewRows(ask, scope));
  const [value] = await asker.choose({
    title: "Leave plan mode and start?",
    choices: [
      { value: "default", label: "Yes, and ask before changes", key: "y" },
      { value: "auto-edit", label: "Yes, and edit files without asking", key: "a" },
      { value: "no", label: "No, keep planning", key: "n" },
    ],
  }) ?? ["no"];
  if (value !== "no") return { kind: "value", value: { mode: value } };
  const wish = await asker.edit({ label: "What should change? (Enter: nothing)", text: "" });
  return { kind: "deny", message: wish?.trim() ? `The user wants another plan: ${wish.trim()}` : REFUSED_PLAN };
}

const REFUSED_PLAN = "The user wants to go on planning.";
const OTHER = "\u0000other";

async function askUser(ask: PermissionAsk, { asker, palette }: QuestionScope): Promise<Answer> {
  const input = isObject(ask.input) ? ask.input as JsonObject : {};
  const questions = Array.isArray(input.questions) ? input.questions.filter(isObject) as JsonObject[] : [];
  const answers: JsonObject = {};
  for (const [index, question] of questions.entries()) {
    const title = oneLine(String(question.question ?? ""), 1_000);
    const options = Array.isArray(question.options) ? question.options.filter(isObject) as JsonObject[] : [];
    const choices = options.map((option): Choice => ({
      value: String(option.label),
      label: oneLine(String(option.label), 200),
      detail: oneLine(String(option.description ?? ""), 200),
    }));
    const isMultiple = question.multiSelect === true;
    const menu = { title, isMultiple, choices: [...choices, { value: OTHER, label: "Another answer" }] };
    const chosen = await asker.choose(menu);
    if (!chosen) return REFUSED;
    const words = chosen.filter((value) => value !== OTHER);
    if (chosen.includes(OTHER)) {
      const typed = await asker.edit({ label: title, text: "" });
      if (typed === null) return REFUSED;
      words.push(typed);
    }
    answers[String(index)] = isMultiple ? words : words[0] ?? "";
    asker.print([palette.dim(`${title} ${oneLine(words.join(", "), 1_000)}`)]);
  }
  return { kind: "value", value: { answers } };
}

async function elicit(ask: Extract<Ask, { kind: "elicitation" }>, scope: QuestionScope): Promise<Json> {
  const { asker, palette } = scope;
  asker.print([palette.bold(`The MCP server ${oneLine(ask.server, 60)} asks: ${oneLine(ask.message, 1_000)}`)]);
  if (ask.mode === "url") {
    asker.print([`  ${plain(ask.url ?? "")}`]);
    const chosen = await asker.choose({ title: "Open this address?", choices: [YES, NO] });
    return { action: chosen === null ? "cancel" : chosen[0] === "yes" ? "accept" : "decline" };
  }
  const properties = isObject(ask.schema?.properties) ? ask.schema.properties as JsonObject : {};
  const content: JsonObject = {};
  for (const [name, spec] of Object.entries(properties)) {
    const value = await property(name, { spec: isObject(spec) ? spec as JsonObject : {}, scope });
    if (value === null) return { action: "decline" };
    if (value !== "") content[name] = value;
  }
  const chosen = await asker.choose({ title: "Send this answer?", choices: [YES, NO] });
  return chosen?.[0] === "yes" ? { action: "accept", content } : { action: "decline" };
}

async function property(
  name: string,
  { spec, scope: { asker } }: { spec: JsonObject; scope: QuestionScope },
): Promise<Json | null> {
  const title = oneLine(`${String(spec.title ?? name)}${spec.description ? `: ${String(spec.description)}` : ""}`, 400);
  if (Array.isArray(spec.enum)) {
    const choices = spec.enum.map((value): Choice => ({ value: String(value), label: oneLine(String(value), 200) }));
    return (await asker.choose({ title, choices }))?.[0] ?? null;
  }
  if (spec.type === "boolean") {
    const chosen = await asker.choose({ title, choices: [YES, NO] });
    return chosen && chosen[0] === "yes";
  }
  const initial = spec.default === undefined ? "" : String(spec.default);
  const text = await asker.edit({ label: title, text: initial });
  if (text === null || (spec.type !== "number" && spec.type !== "integer")) return text;
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}
