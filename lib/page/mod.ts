/**
 * The browser page of `qwen serve --web`. It is plain static files; everything else goes over one WebSocket at `/ws` of
 * the same origin, in the public `chat` dialect.
 *
 * A client of that WebSocket authenticates by its first message:
 *
 *     {"type":"auth","token":"TOKEN","dialect":"chat","name":"Ann","output_format":"stream-chunk-json"}
 *
 * The token stands in the fragment of the page's address. `name` is what other clients see when this one answers, and
 * `"role":"observer"` makes it a client that may only watch. `"attach":"SESSION"` joins a live session in the same
 * message, and `"from_seq":N` continues after the record with that `seq`; 0 replays everything. A wrong token is
 * answered by `{"type":"error","code":"auth_required","message":…}`, and the connection is closed.
 *
 * The sources are in `client`; `deno task page` bundles them into `page_files.gen.js`.
 */

/** A file of the page. */
export interface PageFile {
  /** Its media type, as the header `Content-Type` says it. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The files of the page by their path, such as `/` or `/page.js`. */
export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const { files } = await import("./page_files.gen.js");
  const encoder = new TextEncoder();
  return new Map(Object.entries(files).map(([path, { type, text }]) => [path, { type, bytes: encoder.encode(text) }]));
}
