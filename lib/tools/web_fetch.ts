import { deferred } from "../model/deferred.ts";
import type { Tool } from "../model/ports.ts";
import { textField, titleOf } from "./input.ts";
import type { Pin } from "./pinned_fetch.ts";
import { quietly } from "./quietly.ts";

/** The most characters one call returns. */
export const MAX_CHARS = 100_000;

/** How web pages are fetched; by default as this machine reaches them. */
export interface WebFetchOptions {
  /** Fetches from the address that was checked, whatever the name of the host means by then. */
  fetch?: (url: string, init: RequestInit, pin: Pin) => Promise<Response>;
  /** All addresses of a host. */
  lookup?: (host: string) => Promise<string[]>;
  /** What the fences say of an address: `named` may be private, `public` may not; by default all are closed. */
  reach?: (url: string) => "named" | "public" | "denied" | "closed";
}

/** Makes the tool that fetches web pages. */
export function webFetch(options: WebFetchOptions): Tool {
  return {
    name: "web_fetch",
    description: `Fetches a page from a public web address and returns its text, HTML made readable, cut after \
${MAX_CHARS} characters. Addresses of private networks are refused.`,
    kind: "info",
    parallel: true,
    aliases: ["WebFetch", "WebFetchTool"],
    input: {
      type: "object",
      properties: {
        url: { type: "string", description: "The address, with http:// or https://." },
        prompt: { type: "string", description: "What you want to know from the page." },
        format: { type: "string", enum: ["auto", "markdown", "html", "text"], description: "How to return HTML." },
      },
      required: ["url", "prompt"],
    },
    title: (input) => titleOf("Fetch", input.url),
    needs: (input) => [{ kind: "net", url: textField(input, "url") }],
    confirm: async (input) => (await work()).confirm(input),
    ready: work,
    run: (input, context) => quietly(async () => (await work()).run(input, context, options)),
  };
}

function work(): Promise<typeof import("./work/web_fetch.ts")> {
  return import(deferred("./work/web_fetch.ts"));
}
