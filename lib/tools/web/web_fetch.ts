import type { Confirmation } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { optionalText, textField, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { htmlText } from "./html_text.ts";
import { type Pin, pinnedFetch } from "./pinned_fetch.ts";
import { isPrivateAddress } from "./private_address.ts";

/** The most characters one call returns. */
const MAX_CHARS = 100_000;

/** How web pages are fetched; by default directly from this machine. */
export interface WebFetchOptions {
  /** Fetches from the checked address, whatever the host name resolves to by then. */
  fetch?: (url: string, init: RequestInit, pin: Pin) => Promise<Response>;
  /** All addresses of a host. */
  lookup?: (host: string) => Promise<string[]>;
  /** The network fence of an address: `named` may be private, `public` may not; `closed` by default. */
  reach?: (url: string) => "named" | "public" | "denied" | "closed";
  /** Whether some address may be fetched without a question. */
  isAllowed?: () => boolean;
}

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;
const TEXT_TYPE = /^(text\/|application\/(json|xml|javascript|yaml|x-yaml|toml|[a-z.+-]*\+(json|xml)))/;
/** Direct access from this machine. */
const PUBLIC_WEB: Web = {
  fetch: pinnedFetch,
  lookup: async (host) => {
    const found = await Promise.allSettled([Deno.resolveDns(host, "A"), Deno.resolveDns(host, "AAAA")]);
    return found.flatMap((answer) => answer.status === "fulfilled" ? answer.value : []);
  },
};

/** Makes the tool that fetches web pages. */
export function webFetch(options: WebFetchOptions): Tool {
  return {
    name: "web_fetch",
    description: `Fetches a page from a public web address and returns its text, with HTML converted to Markdown, cut \
after ${MAX_CHARS} characters. Addresses of private networks are refused.`,
    kind: "info",
    parallel: true,
    aliases: ["WebFetch", "WebFetchTool"],
    worksIn: ({ answers }) => answers || (options.isAllowed?.() ?? true),
    callNames: ["fetch", "fetch_url", "url_fetch", "browse"],
    fieldAliases: { uri: "url", question: "prompt" },
    claude: {
      name: "WebFetch",
      toResult: ({ data, durationMs }) => ({ codeText: "", ...data, durationMs }),
    },
    input: {
      type: "object",
      properties: {
        url: { type: "string", description: "The address, with http:// or https://." },
        prompt: { type: "string", description: "What you want to know about the page." },
        format: { type: "string", enum: ["auto", "markdown", "html", "text"], description: "How to return HTML." },
      },
      required: ["url", "prompt"],
    },
    title: (input) => titleOf("Fetch", input.url),
    needs: (input) => [{ kind: "net", url: textField(input, "url") }],
    confirm: (input) => Promise.resolve(confirm(input)),
    run: (input, context) => withoutProgress(() => run(input, context, options)),
  };
}

/** Access to the web, with defaults filled in. */
type Web = WebFetchOptions & Required<Pick<WebFetchOptions, "fetch" | "lookup">>;

/** The request to approve. */
function confirm(input: JsonObject): Confirmation {
  const url = textField(input, "url");
  return { kind: "info", title: `Fetch ${url}`, prompt: textField(input, "prompt"), urls: [url] };
}

/** Fetches the page. */
async function run(input: JsonObject, context: ToolContext, options: WebFetchOptions): Promise<ToolOutcome> {
  const deadline = new AbortController();
  const onAbort = (): void => deadline.abort(context.signal.reason);
  const cancel = context.clock.after(TIMEOUT_MS, () => deadline.abort(new Error(`no answer within ${TIMEOUT_MS} ms`)));
  context.signal.addEventListener("abort", onAbort, { once: true });
  const url = textField(input, "url");
  try {
    context.signal.throwIfAborted();
    const page = await fetchPage(url, { ...PUBLIC_WEB, ...options, signal: deadline.signal });
    return await outcomeOf(input, page);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Error && error.name === "QwenError") throw error;
    const reason = deadline.signal.aborted ? deadline.signal.reason : error;
    throw toolFailure(`Cannot fetch ${url}: ${reason instanceof Error ? reason.message : String(reason)}.`);
  } finally {
    cancel();
    context.signal.removeEventListener("abort", onAbort);
  }
}

interface Page {
  url: string;
  status: number;
  type: string;
  text: string;
  bytes: number;
  isCut: boolean;
}

async function fetchPage(start: string, options: Web & { signal: AbortSignal }): Promise<Page> {
  let url = rawAddress(start);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const pin = await pinOf(url, options);
    const response = await options.fetch(url.href, {
      redirect: "manual",
      signal: options.signal,
      headers: { "user-agent": "qwen", accept: "text/html,text/plain,application/json,*/*;q=0.5" },
    }, pin);
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (location === null) return await pageOf(url, response);
    await response.body?.cancel();
    const next = URL.parse(location, url);
    if (!next) throw toolFailure(`Cannot fetch ${start}: it redirects to an invalid address.`);
    refuseOtherHost(url, next, options);
    url = next;
  }
  throw toolFailure(`Cannot fetch ${start}: more than ${MAX_REDIRECTS} redirects.`);
}

function rawAddress(text: string): URL {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw toolFailure(`Invalid address: ${text}.`, "Give an address that begins with http:// or https://.");
  }
  const blob = url.hostname === "github.com" ? /^\/([^/]+)\/([^/]+)\/blob\/(.+)$/.exec(url.pathname) : null;
  return blob ? new URL(`https://raw.githubusercontent.com/${blob[1]}/${blob[2]}/${blob[3]}`) : url;
}

/** The call was allowed for one host. Another host needs its own permission, or data could leave by a redirect. */
function refuseOtherHost(from: URL, to: URL, options: Web): void {
  const reach = options.reach?.(to.href) ?? "closed";
  const isTwin = to.hostname === `www.${from.hostname}` || `www.${to.hostname}` === from.hostname;
  const isSame = to.host === from.host || (isTwin && to.port === from.port);
  if (reach !== "denied" && (isSame || reach !== "closed")) return;
  throw toolFailure(
    `${from.href} redirects to another host: ${to.href}.`,
    `Fetch that address itself, or allow it with --allow-net=${to.host}.`,
  );
}

/** The address of a request; throws when it is private and not named by --allow-net. */
async function pinOf(url: URL, options: Web): Promise<Pin> {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw toolFailure(`Refused address: ${url.href}.`);
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  const reach = options.reach?.(url.href) ?? "closed";
  // A redirect may lead to another address than the policy judged.
  if (reach === "denied") throw toolFailure(`Refused to fetch ${url.href}: ${host} is denied.`, "See --deny-net.");
  const isLiteral = host.startsWith("[") || /^[\d.]+$/.test(host);
  const isLocalName = host === "localhost" || /\.(localhost|local|internal)$/.test(host);
  const addresses = isLocalName ? ["127.0.0.1"] : isLiteral ? [host] : await options.lookup(host);
  if (addresses.length === 0) throw toolFailure(`Cannot fetch ${url.href}: the host ${host} has no address.`);
  if (addresses.some(isPrivateAddress) && reach !== "named") {
    throw toolFailure(
      `Refused to fetch ${url.href}: ${host} is an address of this machine or a private network.`,
      `--allow-net=${url.host} allows it.`,
    );
  }
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  return { address: addresses[0].replace(/^\[|\]$/g, ""), port };
}

async function pageOf(url: URL, response: Response): Promise<Page> {
  const type = (response.headers.get("content-type") ?? "text/plain").toLowerCase();
  if (!TEXT_TYPE.test(type)) {
    await response.body?.cancel();
    throw toolFailure(`Cannot read ${url.href}: it is ${type}, not text.`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let isCut = false;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk.subarray(0, MAX_BYTES - bytes));
    bytes += chunk.length;
    isCut = bytes > MAX_BYTES;
    if (isCut) break;
  }
  const charset = /charset=["']?([\w-]+)/.exec(type)?.[1] ?? "utf-8";
  const text = decoderOf(charset).decode(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  return { url: url.href, status: response.status, type, text, bytes: Math.min(bytes, MAX_BYTES), isCut };
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // A server may name any charset: UTF-8 is the best guess for an unknown one.
    return new TextDecoder();
  }
}

async function outcomeOf(input: JsonObject, page: Page): Promise<ToolOutcome> {
  const isHtml = page.type.includes("html") && optionalText(input, "format") !== "html";
  const readable = isHtml ? await htmlText(page.text) : page.text;
  const isCut = page.isCut || readable.length > MAX_CHARS;
  const cut = isCut ? `\n[... cut: the page has more than is shown here ...]` : "";
  const text = `Content of ${page.url} (HTTP ${page.status}):\n\n${readable.slice(0, MAX_CHARS)}${cut}`;
  return {
    output: [{ kind: "text", text }],
    display: { kind: "text", text: `Content from ${page.url} processed successfully.` },
    isError: page.status >= 400,
    data: { url: page.url, code: page.status, bytes: page.bytes, result: readable.slice(0, MAX_CHARS) },
  };
}
