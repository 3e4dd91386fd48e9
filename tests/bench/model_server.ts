/** A model on loopback that answers at once, from bytes that are made before anything is measured. */

/** How the model answers the requests to one address: by the number of tool results in the request. */
export type Script = (toolResults: number) => Uint8Array[];

/** The server, and when it was asked. */
export interface ModelServer extends AsyncDisposable {
  /** What a program needs in its environment to ask this script. */
  env(name: string): Record<string, string>;
  add(name: string, script: Script): void;
  /** When requests came in and answers were out, in the order of the requests; taken away by reading. */
  takeVisits(): Visit[];
}

/** One request. */
export interface Visit {
  askedAt: number;
  answeredAt: number;
}

/** Starts the server. */
export function serveModel(): ModelServer {
  const scripts = new Map<string, Script>();
  let visits: Visit[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const askedAt = performance.now();
    const script = scripts.get(new URL(request.url).pathname.split("/")[1]);
    if (!script) return new Response("no such script", { status: 404 });
    const body = await request.text();
    const visit = { askedAt, answeredAt: 0 };
    visits.push(visit);
    const pieces = script(body.split('"role":"tool"').length - 1);
    let next = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller): void {
        if (next < pieces.length) return controller.enqueue(pieces[next++]);
        visit.answeredAt = performance.now();
        controller.close();
      },
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  });
  return {
    env: (name) => ({
      OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/${name}/v1`,
      // Long enough to be looked for in all that leaves.
      OPENAI_API_KEY: "sk-0123456789abcdef0123456789abcdef",
      OPENAI_MODEL: "fake",
    }),
    add: (name, script) => void scripts.set(name, script),
    takeVisits(): Visit[] {
      const taken = visits;
      visits = [];
      return taken;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const encoder = new TextEncoder();

/** An answer of so many chunks of text, in writes of 32 chunks as a busy network delivers them. */
export function textAnswer(chunks: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const perWrite = 32;
  for (let from = 0; from < chunks; from += perWrite) {
    let text = "";
    for (let i = from; i < Math.min(chunks, from + perWrite); i++) text += event({ content: `word ${i} ` });
    pieces.push(encoder.encode(text));
  }
  pieces.push(encoder.encode(ending("stop")));
  return pieces;
}

/** An answer of so many lines of Markdown, each in a write of its own. */
export function linesAnswer(lines: number): Uint8Array[] {
  const pieces = Array.from({ length: lines }, (_, index) => {
    const content = `Line ${index + 1} of the answer has some words in it, and **bold** ones.\n`;
    return encoder.encode(event({ content }));
  });
  return [...pieces, encoder.encode(ending("stop"))];
}

/** An answer that calls a tool. */
export function callAnswer(tool: string, input: unknown): Uint8Array[] {
  const call = {
    index: 0,
    id: `call_${crypto.randomUUID().slice(0, 8)}`,
    type: "function",
    function: { name: tool, arguments: JSON.stringify(input) },
  };
  return [encoder.encode(event({ tool_calls: [call] }) + ending("tool_calls"))];
}

function event(delta: unknown): string {
  const chunk = {
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "fake",
    choices: [{ index: 0, delta }],
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function ending(reason: string): string {
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
  const last = { id: "c1", choices: [{ index: 0, delta: {}, finish_reason: reason }], usage };
  return `data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`;
}
