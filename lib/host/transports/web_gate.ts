import { isLoopback } from "../loopback.ts";
import type { Site } from "./transport.ts";
import { refusal, response, type UpgradeRequest } from "./ws_upgrade.ts";

/** What a gate guards. */
export interface WebGateOptions {
  /** The address that the server listens on. */
  address: string;
  /** The host as it was given. */
  name: string;
  isTls: boolean;
  /** The page that is served beside the WebSocket; absent serves none. */
  site: Site | undefined;
}

/** Where the WebSocket of the page is. */
const SOCKET_PATH = "/ws";

/** Decides by its request who gets a WebSocket, who gets a file of the page, and who gets nothing. */
export class WebGate {
  readonly #options: WebGateOptions;

  constructor(options: WebGateOptions) {
    this.#options = options;
  }

  /** The response to a request; null for one that begins a WebSocket. */
  answer(request: UpgradeRequest | null): Uint8Array | null {
    if (request === null) return refusal(400, { text: "This is not a request that this server understands." });
    const { site } = this.#options;
    const { headers, path } = request;
    const isUpgrade = headers.get("upgrade")?.toLowerCase() === "websocket";
    if (!isUpgrade && !site) {
      return refusal(426, { text: "This server speaks WebSocket only.", headers: { upgrade: "websocket" } });
    }
    const foreign = this.#foreign(headers);
    if (foreign !== null) return refusal(403, { text: foreign });
    if (site && path !== SOCKET_PATH) return fileOf(request, site);
    if (!isUpgrade) return refusal(426, { text: "This is a WebSocket.", headers: { upgrade: "websocket" } });
    if (headers.get("sec-websocket-version") !== "13") {
      return refusal(426, { text: "Version 13 is needed.", headers: { "sec-websocket-version": "13" } });
    }
    return request.method === "GET" && keyOf(request) !== null
      ? null
      : refusal(400, { text: "The request for a WebSocket is incomplete." });
  }

  /** Why a request comes from somewhere else; null for one of our own page, or of a client that is no browser. */
  #foreign(headers: UpgradeRequest["headers"]): string | null {
    const { site, isTls } = this.#options;
    const host = headers.get("host")?.toLowerCase();
    const origin = headers.get("origin")?.toLowerCase();
    // Only browsers send an origin.
    if (origin !== undefined && !site) return "Requests from web pages are not served.";
    if (!this.#isOurs(host ?? "")) return "The host name is not that of this server.";
    if (origin === undefined || origin === `${isTls ? "https" : "http"}://${host}`) return null;
    return "Requests from other web pages are not served.";
  }

  /** A host name that an attacker pointed at this machine is not ours. */
  #isOurs(host: string): boolean {
    const name = host.replace(/:\d+$/, "");
    const { address, site, name: given } = this.#options;
    const own = ["localhost", "127.0.0.1", "[::1]", address, `[${address}]`, given.toLowerCase()];
    if (own.includes(name)) return true;
    if (isLoopback(address)) return false;
    // A server for other machines cannot know all its names; there the token decides. A page must not rely on that: a
    // browser could be led here under any name, but not under an address.
    return !site || isAddress(name) || name === Deno.hostname().toLowerCase();
  }
}

/** The key of a request for a WebSocket; null where it is missing or wrong. */
export function keyOf(request: UpgradeRequest | null): string | null {
  const key = request?.headers.get("sec-websocket-key") ?? "";
  return /^[A-Za-z0-9+/]{22}==$/.test(key) ? key : null;
}

function fileOf({ method, path }: UpgradeRequest, site: Site): Uint8Array {
  if (method !== "GET" && method !== "HEAD") {
    return refusal(405, { text: "Files are only read here.", headers: { allow: "GET, HEAD" } });
  }
  const file = site.get(path);
  if (!file) return refusal(404, { text: "There is no such file." });
  return response(200, { ...file, headers: { "cache-control": "no-cache" }, isHead: method === "HEAD" });
}

function isAddress(name: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(name) || /^\[[0-9a-f:.]+\]$/.test(name);
}
