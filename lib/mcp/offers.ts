import { isObject, type JsonSchema } from "../model/json.ts";
import type { ServerConfig } from "./server_config.ts";

/** A tool as its server describes it. */
export interface ServerTool {
  name: string;
  title: string | null;
  description: string;
  input: JsonSchema;
  /** Whether the server declares that calls change nothing. */
  isReadOnly: boolean;
}

/** A prompt template that a server offers: a slash command. */
export interface ServerPrompt {
  server: string;
  name: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
}

/** A resource of a server. */
export interface ServerResource {
  server: string;
  uri: string;
  name: string;
  description: string;
  mediaType: string | null;
}

/** Reads an entry of a server's list of tools: none when it has no name or the settings leave it out. */
export function readTool(item: Record<string, unknown>, config: ServerConfig): ServerTool[] {
  const { name } = item;
  if (typeof name !== "string" || name === "") return [];
  const { includeTools, excludeTools } = config;
  if (includeTools !== null && !includeTools.some((allowed) => allowed.replace(/\(.*$/s, "") === name)) return [];
  if (excludeTools.includes(name)) return [];
  const annotations = isObject(item.annotations) ? item.annotations : {};
  const title = annotations.title ?? item.title;
  return [{
    name,
    title: typeof title === "string" ? title : null,
    description: textOr(item.description, ""),
    input: isObject(item.inputSchema) ? item.inputSchema as JsonSchema : { type: "object" },
    isReadOnly: annotations.readOnlyHint === true,
  }];
}

/** Reads an entry of a server's list of prompts. */
export function readPrompt(item: Record<string, unknown>, server: string): ServerPrompt[] {
  if (typeof item.name !== "string" || item.name === "") return [];
  const given = Array.isArray(item.arguments) ? item.arguments.filter(isObject) : [];
  return [{
    server,
    name: item.name,
    description: textOr(item.description, ""),
    arguments: given.map((argument) => ({
      name: textOr(argument.name, ""),
      description: textOr(argument.description, ""),
      required: argument.required === true,
    })),
  }];
}

/** Reads an entry of a server's list of resources. */
export function readResource(item: Record<string, unknown>, server: string): ServerResource[] {
  if (typeof item.uri !== "string") return [];
  return [{
    server,
    uri: item.uri,
    name: textOr(item.name, item.uri),
    description: textOr(item.description, ""),
    mediaType: typeof item.mimeType === "string" ? item.mimeType : null,
  }];
}

/** The value if it is a string, otherwise the fallback. */
export function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}
