import type { Part } from "../model/content.ts";
import { isObject } from "../model/json.ts";

/** The content blocks of a server's answer as parts; an unknown block becomes its JSON. */
export function toParts(content: unknown): Part[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => isObject(block) ? toPart(block) : []);
}

function toPart(block: Record<string, unknown>): Part[] {
  switch (block.type) {
    case "text":
      return typeof block.text === "string" ? [{ kind: "text", text: block.text }] : [];
    case "image":
    case "audio":
      return media(block.mimeType, block.data);
    case "resource":
      return isObject(block.resource) ? resourceParts(block.resource) : [];
    case "resource_link":
      return [{ kind: "text", text: linkText(block) }];
    default:
      return [{ kind: "text", text: JSON.stringify(block) }];
  }
}

/** The content of one resource as parts. */
export function resourceParts(resource: Record<string, unknown>): Part[] {
  if (typeof resource.text === "string") return [{ kind: "text", text: resource.text }];
  return media(resource.mimeType, resource.blob);
}

function media(mimeType: unknown, data: unknown): Part[] {
  if (typeof data !== "string") return [];
  return [{
    kind: "media",
    mediaType: typeof mimeType === "string" ? mimeType : "application/octet-stream",
    base64: data,
  }];
}

function linkText(link: Record<string, unknown>): string {
  const name = typeof link.title === "string" ? link.title : typeof link.name === "string" ? link.name : "Resource";
  const about = typeof link.description === "string" ? `: ${link.description}` : "";
  return `${name} (${String(link.uri)})${about}`;
}
