import { fromFileUrl } from "../../path/mod.ts";
import type { PromptOptions } from "../../model/command.ts";
import type { Part } from "../../model/content.ts";
import { isObject } from "../../model/json.ts";
import { listParam, ParamError, type Params, textParam } from "./params.ts";

/** The content of a prompt, and the files that it links to. */
export interface PromptContent {
  content: Part[];
  references: NonNullable<PromptOptions["references"]>;
}

/** Reads the blocks of a prompt. Throws ParamError. */
export function promptContent(params: Params): PromptContent {
  const blocks = listParam(params, "prompt");
  if (blocks.length === 0) throw new ParamError("prompt", "must not be empty");
  const content: Part[] = [];
  const references: PromptContent["references"] = [];
  for (const [index, block] of blocks.entries()) {
    const at = `prompt[${index}]`;
    if (block.type === "resource_link") {
      const link = linkOf(block, at);
      content.push(link.part);
      if (link.path !== null) references.push({ original: "", resolved: link.path });
    } else content.push(partOf(block, at));
  }
  return { content, references };
}

function partOf(block: Params, at: string): Part {
  switch (block.type) {
    case "text":
      return { kind: "text", text: textParam(block, { name: "text", at }) };
    case "image":
      return {
        kind: "media",
        mediaType: textParam(block, { name: "mimeType", at }),
        base64: textParam(block, { name: "data", at }),
      };
    case "resource":
      return resourceOf(block.resource, `${at}.resource`);
    default:
      throw new ParamError(`${at}.type`, `is not supported: ${JSON.stringify(block.type) ?? "it is missing"}`);
  }
}

function resourceOf(resource: unknown, at: string): Part {
  if (!isObject(resource)) throw new ParamError(at, "must be an object");
  const uri = textParam(resource, { name: "uri", at });
  if (resource.text !== undefined) {
    const text = textParam(resource, { name: "text", at });
    return { kind: "text", text: `\nContent from ${uri}:\n${text}\n`, isQuoted: true };
  }
  const mediaType = typeof resource.mimeType === "string" ? resource.mimeType : "application/octet-stream";
  return { kind: "media", mediaType, base64: textParam(resource, { name: "blob", at }), name: uri };
}

/** A link as the model reads it; a local file is read with the prompt. */
function linkOf(block: Params, at: string): { part: Part; path: string | null } {
  const uri = textParam(block, { name: "uri", at });
  const name = textParam(block, { name: "name", at });
  const path = localPath(uri);
  return { part: { kind: "text", text: ` [${name}](${path ?? uri}) `, isQuoted: true }, path };
}

function localPath(uri: string): string | null {
  if (!uri.startsWith("file:")) return null;
  try {
    return fromFileUrl(uri.replace(/[?#].*$/s, ""));
  } catch (error) {
    // A link to another machine, or a broken one, stays a link.
    if (error instanceof TypeError || error instanceof URIError) return null;
    throw error;
  }
}
