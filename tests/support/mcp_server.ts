/**
 * A small MCP server on stdio for tests. Its first argument says how it misbehaves:
 * plain, silent (answers nothing), stubborn (ignores SIGTERM and the end of its input, and has a child that does too),
 * noisy (floods stderr and prints a banner), strict (ends at any request before its handshake). Tools: die ends the
 * server; hang stops reading; long reports progress for longer than one time limit; flood answers a lot.
 */
const manner = Deno.args[0] ?? "plain";
const encoder = new TextEncoder();
let hasMore = false;
let isHanging = false;
let isOpen = manner !== "strict";

function say(message: object): void {
  Deno.stdout.writeSync(encoder.encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
}

const object = { type: "object", properties: {} };

function tools(): object[] {
  const list = [
    { name: "add", description: "Adds", inputSchema: object, annotations: { readOnlyHint: true, title: "Adder" } },
    { name: "fail", description: "Fails", inputSchema: object },
    { name: "throw", description: "Answers with an error", inputSchema: object },
    { name: "slow.walk", description: "Takes steps", inputSchema: object },
    { name: "wait", description: "Never answers", inputSchema: object },
    { name: "ask", description: "Asks the person", inputSchema: object },
    { name: "picture", description: "Shows", inputSchema: object },
    { name: "environment", description: "Tells its environment", inputSchema: object },
    { name: "grow", description: "Adds a tool", inputSchema: object },
    { name: "die", description: "Ends the server", inputSchema: object },
    { name: "hang", description: "Answers nothing any more", inputSchema: object },
    { name: "long", description: "Reports progress for a while", inputSchema: object },
    { name: "flood", description: "Answers a lot", inputSchema: object },
    { name: "cancelled", description: "Tells what was cancelled", inputSchema: object },
  ];
  return hasMore ? [...list, { name: "grown", description: "New", inputSchema: object }] : list;
}

const cancelled: unknown[] = [];
const waiting = new Map<number, (answer: unknown) => void>();
let lastQuestion = 1000;

interface Incoming {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
}

interface Call {
  name: string;
  arguments: Record<string, number>;
  _meta?: { progressToken?: number };
}

async function reportProgress(progressToken: number | undefined, everyMs = 200): Promise<void> {
  for (let progress = 1; progress <= 8; progress++) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    say({ method: "notifications/progress", params: { progressToken, progress } });
  }
}

/** Asks the person for a name, whose field gets what is given, or for the `properties` that are given. */
function ask(given: { properties?: object; required?: string[] }): Promise<unknown> {
  const id = ++lastQuestion;
  const answer = new Promise((resolve) => waiting.set(id, resolve));
  const { properties, required = [], ...field } = given;
  const requestedSchema = {
    type: "object",
    properties: properties ?? { name: { type: "string", ...field } },
    ...(required.length > 0 ? { required } : {}),
  };
  say({ id, method: "elicitation/create", params: { message: "Your name?", requestedSchema } });
  return answer;
}

async function call(id: number, { name, arguments: input, _meta }: Call): Promise<void> {
  const text = (value: string, isError = false): void =>
    say({ id, result: { content: [{ type: "text", text: value }], isError } });
  switch (name) {
    case "add":
      return text(String(input.a + input.b));
    case "fail":
      return text("it went wrong", true);
    case "throw":
      return say({ id, error: { code: -32000, message: "no such thing" } });
    case "slow.walk":
      for (const progress of [1, 2]) {
        const step = { progressToken: _meta?.progressToken, progress, total: 2, message: `step ${progress}` };
        say({ method: "notifications/progress", params: step });
      }
      return text("walked");
    case "wait":
      return say({ method: "notifications/progress", params: { progressToken: _meta?.progressToken, progress: 1 } });
    case "ask":
      return text(JSON.stringify(await ask(input)));
    case "picture":
      return say({
        id,
        result: {
          content: [
            { type: "image", mimeType: "image/png", data: "AA==" },
            { type: "resource", resource: { uri: "test://a", text: "inside" } },
            { type: "resource_link", uri: "test://b", name: "b", description: "more" },
          ],
          structuredContent: { size: 1 },
        },
      });
    case "environment":
      return text(JSON.stringify({ ...Deno.env.toObject(), CWD: Deno.cwd() }));
    case "grow":
      hasMore = true;
      text("grown");
      return say({ method: "notifications/tools/list_changed" });
    case "die":
      console.error("I die");
      return Deno.exit(3);
    case "hang":
      isHanging = true;
      return;
    case "long":
      await reportProgress(_meta?.progressToken, input.everyMs);
      return text("done");
    case "flood":
      return text("x".repeat(input.size));
    case "cancelled":
      return text(JSON.stringify(cancelled));
    default:
      return say({ id, error: { code: -32602, message: `Unknown tool ${name}` } });
  }
}

function answer(message: Incoming): void {
  if (message.method === "initialize") isOpen = true;
  if (!isOpen) Deno.exit(1);
  if (!isHanging) handle(message);
}

function handle(message: Incoming): void {
  const { id, method, params = {} } = message;
  if (method === undefined) return waiting.get(id ?? 0)?.(message.result);
  if (method === "notifications/cancelled") return void cancelled.push(params.reason);
  if (id === undefined) return;
  switch (method) {
    case "initialize":
      return say({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
          serverInfo: { name: "test", version: "1.2.3" },
          instructions: "Add before you walk.",
        },
      });
    case "tools/list":
      // Two pages, so that both are asked for.
      if (params.cursor === undefined) return say({ id, result: { tools: tools().slice(0, 2), nextCursor: "2" } });
      return say({ id, result: { tools: tools().slice(2) } });
    case "tools/call":
      return void call(id, params as typeof params & Call);
    case "resources/list":
      return say({ id, result: { resources: [{ uri: "test://a", name: "a", mimeType: "text/plain" }] } });
    case "resources/read":
      return params.uri === "test://a"
        ? say({ id, result: { contents: [{ uri: "test://a", mimeType: "text/plain", text: "alpha" }] } })
        : say({ id, error: { code: -32002, message: "Resource not found" } });
    case "prompts/list":
      return say({
        id,
        result: { prompts: [{ name: "greet", description: "Greets", arguments: [{ name: "who", required: true }] }] },
      });
    case "prompts/get": {
      const who = (params.arguments as { who?: string } | undefined)?.who;
      return say({
        id,
        result: { messages: [{ role: "user", content: { type: "text", text: `Greet ${who}` } }] },
      });
    }
    default:
      return say({ id, error: { code: -32601, message: "Method not found" } });
  }
}

if (manner === "stubborn") {
  Deno.addSignalListener("SIGTERM", () => undefined);
  setInterval(() => undefined, 1000);
  new Deno.Command("sh", { args: ["-c", "trap '' TERM; while :; do sleep 1; done"], stdout: "inherit" }).spawn();
}
if (manner === "noisy") {
  Deno.stdout.writeSync(encoder.encode("Welcome to the noisy server\n"));
  (async (): Promise<void> => {
    const junk = encoder.encode(`${"noise ".repeat(20_000)}\n`);
    for (let i = 0; i < 200; i++) await Deno.stderr.write(junk);
  })();
}

const decoder = new TextDecoder();
let held = "";
for await (const chunk of Deno.stdin.readable) {
  const lines = (held + decoder.decode(chunk, { stream: true })).split("\n");
  held = lines.pop() ?? "";
  for (const line of lines) if (line !== "" && manner !== "silent") answer(JSON.parse(line));
}
