/** The HTTP request with which a WebSocket begins, read by hand: what follows it belongs to the WebSocket. */

const MAX_HEAD_BYTES = 16_384;
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** A request's first line and headers, and the bytes after them. */
export interface UpgradeRequest {
  method: string;
  /** By lower-case name; a header that occurs twice is joined by commas. */
  headers: ReadonlyMap<string, string>;
  rest: Uint8Array;
}

/** Reads the head of a request; null when the bytes are not one, or too many. */
export async function readUpgrade(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<UpgradeRequest | null> {
  let bytes = new Uint8Array(0);
  while (bytes.length <= MAX_HEAD_BYTES) {
    const { done, value } = await reader.read();
    if (done) return null;
    const joined = new Uint8Array(bytes.length + value.length);
    joined.set(bytes);
    joined.set(value, bytes.length);
    bytes = joined;
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
  const method = /^([A-Z]+) \S+ HTTP\/1\.1$/.exec(first)?.[1];
  if (method === undefined) return null;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) return null;
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return { method, headers, rest: bytes.slice(end) };
}

/** The response that begins a WebSocket. */
export async function acceptance(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(key + GUID));
  return responseHead(101, {
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-accept": new Uint8Array(digest).toBase64(),
  });
}

/** A response that ends the connection. */
export function refusal(
  status: number,
  { text, headers = {} }: { text: string; headers?: Record<string, string> },
): string {
  const body = `${text}\n`;
  const length = String(new TextEncoder().encode(body).length);
  return responseHead(status, {
    ...headers,
    "content-type": "text/plain",
    "content-length": length,
    connection: "close",
  }) +
    body;
}

const REASONS: Readonly<Record<number, string>> = {
  101: "Switching Protocols",
  400: "Bad Request",
  403: "Forbidden",
  426: "Upgrade Required",
  503: "Service Unavailable",
};

function responseHead(status: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} ${REASONS[status] ?? ""}\r\n${lines}\r\n`;
}
