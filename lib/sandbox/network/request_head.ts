/** Requests of HTTP/1.1 as the proxy reads and writes them; bodies are passed on and never looked at. */
import type { ByteSource } from "./byte_source.ts";
import { latin1 } from "./byte_source.ts";

const MAX_LINE_BYTES = 32_768;
const MAX_HEADERS = 200;

/** The first line and the headers of a request. */
export interface RequestHead {
  method: string;
  target: string;
  version: string;
  /** In order, with their names as they were sent. */
  headers: [name: string, value: string][];
}

/** Reads the head of the next request; null when there is none. Throws RangeError or SyntaxError for an invalid one. */
export async function readHead(source: ByteSource): Promise<RequestHead | null> {
  let first = await source.line(MAX_LINE_BYTES);
  // Some clients send an empty line after a body.
  if (first === "") first = await source.line(MAX_LINE_BYTES);
  if (first === null) return null;
  const [, method, target, version] = /^([A-Z]+) (\S+) (HTTP\/1\.[01])$/.exec(first) ?? [];
  if (method === undefined) throw new SyntaxError("This is not a request");
  const headers: [string, string][] = [];
  for (;;) {
    const line = await source.line(MAX_LINE_BYTES);
    if (line === null) throw new SyntaxError("The request ended too early");
    if (line === "") return { method, target, version, headers };
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined || headers.length >= MAX_HEADERS) throw new SyntaxError("A header is invalid");
    headers.push([name, value]);
  }
}

/** The value of a header; null when it is absent. */
export function headerOf({ headers }: RequestHead, wanted: string): string | null {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
}

/** The head as bytes. */
export function headBytes({ method, target, version, headers }: RequestHead): Uint8Array {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return latin1(`${method} ${target} ${version}\r\n${lines}\r\n`);
}

/** How the body of a request ends: after a number of bytes, or after its last chunk. Throws for a contradiction. */
export function bodyOf(head: RequestHead): number | "chunked" {
  const lengths = head.headers.filter(([name]) => name.toLowerCase() === "content-length").map(([, value]) => value);
  const encoding = headerOf(head, "transfer-encoding")?.toLowerCase();
  // Servers disagree about such requests, and what one takes for a body another takes for a request.
  if (encoding !== undefined && (lengths.length > 0 || encoding !== "chunked")) throw ambiguous();
  if (lengths.length > 1 || (lengths[0] !== undefined && !/^\d{1,15}$/.test(lengths[0]))) throw ambiguous();
  return encoding === "chunked" ? "chunked" : Number(lengths[0] ?? 0);
}

function ambiguous(): SyntaxError {
  return new SyntaxError("The length of the body is ambiguous");
}

/** Passes the body of a request on. */
export async function copyBody(
  source: ByteSource,
  { body, write }: { body: number | "chunked"; write: (bytes: Uint8Array) => Promise<void> },
): Promise<void> {
  if (body !== "chunked") return await source.copy(body, write);
  for (;;) {
    const line = await source.line(MAX_LINE_BYTES);
    const size = /^[0-9a-fA-F]{1,8}(?=$|[ \t;])/.exec(line ?? "")?.[0];
    if (line === null || size === undefined) throw new SyntaxError("A chunk is invalid");
    await write(latin1(`${line}\r\n`));
    if (/^0+$/.test(size)) break;
    await source.copy(parseInt(size, 16) + 2, write);
  }
  for (let line: string | null = null; line !== "";) {
    line = await source.line(MAX_LINE_BYTES);
    if (line === null) throw new SyntaxError("The body ended too early");
    await write(latin1(`${line}\r\n`));
  }
}
