import type { Message, Part } from "../../../model/content.ts";

/** A conversation to be written down. */
export interface Transcript {
  sessionId: string;
  model: string;
  at: number;
  history: readonly Message[];
}

/** The formats of `/export` by their file ending. */
export const EXPORTERS: Readonly<Record<string, (transcript: Transcript) => string>> = {
  md: toMarkdown,
  html: toHtml,
  json: ({ sessionId, model, at, history }) =>
    JSON.stringify({ sessionId, model, exportedAt: new Date(at).toISOString(), messages: history }, null, 2) + "\n",
  jsonl: ({ history }) => history.map((message) => JSON.stringify(message) + "\n").join(""),
};

const SPEAKERS: Readonly<Record<Message["role"], string>> = { user: "User", assistant: "Assistant", tool: "Tools" };

function toMarkdown({ sessionId, model, at, history }: Transcript): string {
  const head = `# Conversation ${sessionId}\n\nModel: ${model}  \nExported: ${new Date(at).toISOString()}\n`;
  const messages = history.map(({ role, parts }) =>
    `\n## ${SPEAKERS[role]}\n\n${parts.map(partToMarkdown).join("\n\n")}\n`
  );
  return head + messages.join("");
}

function partToMarkdown(part: Part): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "thinking":
      return part.text.split("\n").map((line) => `> ${line}`).join("\n");
    case "media":
      return `*${part.name ?? "media"} (${part.mediaType})*`;
    case "file":
      return `*${part.uri}*`;
    case "tool_call":
      return `**${part.tool}**\n\n${fence(JSON.stringify(part.input, null, 2), "json")}`;
    case "tool_result":
      return `**${part.tool}**${part.isError ? " failed" : ""}\n\n${
        fence(part.output.map(partToMarkdown).join("\n"), "")
      }`;
  }
}

/** A code block whose fence is longer than any in the text. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

function toHtml(transcript: Transcript): string {
  const title = escapeHtml(`Conversation ${transcript.sessionId}`);
  const messages = transcript.history.map(({ role, parts }) =>
    `<section class="${role}"><h2>${SPEAKERS[role]}</h2><pre>${
      escapeHtml(parts.map(partToMarkdown).join("\n\n"))
    }</pre></section>`
  );
  const style = "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto}pre{white-space:pre-wrap}";
  return [
    `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>`,
    `<h1>${title}</h1><p>Model: ${escapeHtml(transcript.model)}</p>`,
    ...messages,
    "</body></html>\n",
  ].join("\n");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
