import { joinBytes } from "../../stream/join_bytes.ts";

/** HTTP requests and their answers, by hand: what follows the request for a WebSocket belongs to the WebSocket. */

const MAX_HEAD_BYTES = 16_384;
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** A request's first line and headers, and the bytes after them. */
export interface UpgradeRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** By lower-case name; a header that occurs twice is joined by commas. */
  headers: ReadonlyMap<string, string>;
  rest: Uint8Array;
}

/** Reads the head of a request; null when the bytes are not one, or too many. */
export async function readUpgrade(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<UpgradeRequest | null> {
  let bytes: Uint8Array = new Uint8Array(0);
  while (bytes.length <= MAX_HEAD_BYTES) {
    const { done, value } = await reader.read();
    if (done) return null;
    bytes = joinBytes([bytes, value]);
    const end = endOfHead(bytes);
    if (end >= 0) return parseHead(bytes, end);
  }
  return null;
}

function endOfHead(bytes: Uint8Array): number {
  for (let at = 3; at < bytes.length; at++) {
    if (bytes[at] === 10 && bytes[at - 1] === 13 && bytes[at - 2] === 10 && bytes[at - 3] === 13) return at + 1;
  }
  return -1;
}

function parseHead(bytes: Uint8Array, end: number): UpgradeRequest | null {
  const [first, ...lines] = new TextDecoder().decode(bytes.subarray(0, end - 4)).split("\r\n");
  const [, method, target] = /^([A-Z]+) (\S+) HTTP\/1\.1$/.exec(first) ?? [];
  if (method === undefined) return null;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) return null;
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return { method, path: target.replace(/[?#].*$/s, ""), headers, rest: bytes.slice(end) };
}

/** What a browser may do with an answer of ours: scripts, styles and connections of this origin, and nothing else. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** The response that begins a WebSocket. */
export async function acceptance(key: string): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(key + GUID));
  return responseHead(101, {
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-accept": new Uint8Array(digest).toBase64(),
  });
}

/** A response that says why not, and ends the connection. */
export function refusal(
  status: number,
  { text, headers = {} }: { text: string; headers?: Record<string, string> },
): Uint8Array {
  return response(status, { type: "text/plain", bytes: new TextEncoder().encode(`${text}\n`), headers });
}

/** A response with a body, which ends the connection. */
export function response(
  status: number,
  { type, bytes, headers = {}, isHead = false }: {
    type: string;
    bytes: Uint8Array;
    headers?: Record<string, string>;
    /** Whether the body is left out, as the method HEAD asks. */
    isHead?: boolean;
  },
): Uint8Array {
  const all = { ...headers, "content-type": type, "content-length": String(bytes.length), connection: "close" };
  return joinBytes([responseHead(status, all), isHead ? new Uint8Array(0) : bytes]);
}

const REASONS: Readonly<Record<number, string>> = {
  101: "Switching Protocols",
  200: "OK",
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  426: "Upgrade Required",
  503: "Service Unavailable",
};

function responseHead(status: number, headers: Record<string, string>): Uint8Array {
  const all = Object.entries({ ...SECURITY_HEADERS, ...headers });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return new TextEncoder().encode(`HTTP/1.1 ${status} ${REASONS[status] ?? ""}\r\n${lines}\r\n`);
}
