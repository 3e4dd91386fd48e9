/**
 * The browser page of `qwen serve --web`. It is plain static files; everything else goes over one WebSocket at `/ws` of
 * the same origin, in the public `chat` dialect.
 *
 * A client of that WebSocket authenticates by its first message:
 *
 *     {"type":"auth","token":"TOKEN","dialect":"chat","name":"Ann"}
 *
 * The token stands in the fragment of the page's address. `name` is what other clients see when this one answers, and
 * `"role":"observer"` makes it a client that may only watch. `"attach":"SESSION"` joins a live session in the same
 * message, and `"from_seq":N` continues after the record with that `seq`; 0 replays everything. A wrong token is
 * answered by `{"type":"error","code":"auth_required","message":…}`, and the connection is closed.
 */

/** A file of the page. */
export interface PageFile {
  /** Its media type, as the header `Content-Type` says it. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>qwen</title>
<script type="module" src="/page.js"></script>
</head>
<body>
<main>
<h1>qwen</h1>
<p role="status">disconnected</p>
</main>
</body>
</html>
`;

const SCRIPT = `const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
history.replaceState(null, "", location.pathname);
const status = document.querySelector("[role=status]");
const socket = new WebSocket(new URL("/ws", location.href));
socket.onopen = () => socket.send(JSON.stringify({ type: "auth", token, dialect: "chat" }));
socket.onmessage = ({ data }) => {
  const line = JSON.parse(data);
  if (line.type !== "error") return;
  status.setAttribute("role", "alert");
  status.textContent = line.message;
};
`;

/** The files of the page by their path, such as `/` or `/page.js`. */
export function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  return Promise.resolve(
    new Map([
      ["/", { type: "text/html; charset=utf-8", bytes: encode(HTML) }],
      ["/page.js", { type: "text/javascript; charset=utf-8", bytes: encode(SCRIPT) }],
    ]),
  );
}
