import type { Clock } from "../../../model/clock.ts";
import type { OutLine } from "./lines.ts";

/** What a link works with. */
export interface LinkOptions {
  clock: Clock;
  /** The first message of a connection. */
  hello: () => object;
  onOpen: () => void;
  onLine: (line: OutLine) => void;
  /** The connection is gone; the link opens another one. */
  onLost: () => void;
}

const RETRY_MS = 400;
const PROBE_MS = 3_000;
/** A connection on which nothing comes for this long after something was sent is given up. */
const SILENT_MS = 15_000;
const WATCH_MS = 5_000;

/** One WebSocket to the server of the page, opened again whenever it breaks. */
export class Link {
  readonly #options: LinkOptions;
  #socket: WebSocket | null = null;
  #isClosed = false;
  /** Since when a line of the page is without any line of the server after it. */
  #askedAt: number | null = null;
  #cancelRetry: () => void = () => {};

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#watch();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Opens a new connection in place of the present one. */
  open(): void {
    this.#isClosed = false;
    this.#cancelRetry();
    this.#drop();
    const url = new URL("/ws", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#askedAt = null;
      this.send(this.#options.hello());
      this.#options.onOpen();
    };
    socket.onmessage = ({ data }) => this.#take(socket, data);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#options.onLost();
      this.#retry();
    };
  }

  /** Closes for good, until `open` is called. */
  close(): void {
    this.#isClosed = true;
    this.#cancelRetry();
    this.#drop();
  }

  /** Sends a line; returns whether there was a connection for it. */
  send(line: object): boolean {
    if (!this.isOpen) return false;
    this.#socket?.send(JSON.stringify(line));
    this.#askedAt ??= this.#options.clock.now();
    return true;
  }

  #take(socket: WebSocket, data: unknown): void {
    if (this.#socket !== socket || typeof data !== "string") return;
    this.#askedAt = null;
    this.#options.onLine(JSON.parse(data));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #retry(): void {
    if (this.#isClosed || this.#socket) return;
    this.#cancelRetry();
    this.#cancelRetry = this.#options.clock.after(RETRY_MS, () => void this.#probe());
  }

  /** Browsers delay WebSockets after failures, so an ordinary request finds out whether the server is back. */
  async #probe(): Promise<void> {
    const abort = new AbortController();
    const cancel = this.#options.clock.after(PROBE_MS, () => abort.abort());
    try {
      await fetch("/", { method: "HEAD", cache: "no-store", signal: abort.signal });
      if (!this.#isClosed && !this.#socket) this.open();
    } catch {
      // The server is not back yet.
      this.#retry();
    } finally {
      cancel();
    }
  }

  /** Notices a connection that is dead without having been closed. */
  #watch(): void {
    const { clock, onLost } = this.#options;
    clock.after(WATCH_MS, () => {
      if (this.isOpen && this.#askedAt !== null && clock.now() - this.#askedAt > SILENT_MS) {
        this.#drop();
        onLost();
        this.#retry();
      }
      this.#watch();
    });
  }
}
