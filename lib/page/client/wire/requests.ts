import type { ControlResponseLine } from "./lines.ts";

/** The answer to a request. */
export type RequestResult = Readonly<Record<string, unknown>>;

interface Open {
  resolve: (result: RequestResult) => void;
  reject: (error: Error) => void;
}

/** The control requests of the page that wait for their answers. */
export class Requests {
  readonly #open = new Map<string, Open>();
  readonly #send: (line: object) => boolean;
  #count = 0;

  constructor(send: (line: object) => boolean) {
    this.#send = send;
  }

  /** Sends a request. Rejects with the server's reason, or when the connection is lost. */
  ask(request: { subtype: string; [field: string]: unknown }, sessionId: string | null = null): Promise<RequestResult> {
    const { promise, resolve, reject } = Promise.withResolvers<RequestResult>();
    const id = `page-${++this.#count}`;
    const target = sessionId === null ? {} : { session_id: sessionId };
    if (!this.#send({ type: "control_request", request_id: id, ...target, request })) {
      reject(new Error("There is no connection."));
    } else this.#open.set(id, { resolve, reject });
    return promise;
  }

  /** Takes an answer. */
  take({ request_id: id, response }: ControlResponseLine): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (response.subtype === "success") open?.resolve(response.result);
    else open?.reject(new Error(response.error.message));
  }

  /** The connection is gone, and with it the answers. */
  loseAll(): void {
    for (const { reject } of this.#open.values()) reject(new Error("The connection was lost."));
    this.#open.clear();
  }
}
