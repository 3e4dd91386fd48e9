// deno-lint-ignore-file explicit-function-return-type -- plain JavaScript, as users of these packages write it.
/**
 * Runs one host written against a published client of Claude Code other than its agent SDK. Usage: node
 * other_clients.mjs claude NAME, with the surroundings as JSON in QWEN_TEST_HOST. The last line of stdout is the report.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const surroundings = JSON.parse(process.env.QWEN_TEST_HOST);
delete process.env.QWEN_TEST_HOST;
const { folder, cwd, home, executable, args } = surroundings;
const modules = `${folder}/node_modules`;

/** A client of the Agent Client Protocol that talks to Zed's adapter, which drives our program. */
class Editor {
  #id = 0;
  #open = new Map();
  #child;
  updates = [];
  asked = [];
  /** Chooses the kind of option for a question; undefined leaves it open. */
  choose = () => "allow_once";

  constructor() {
    this.#child = spawn(process.execPath, [`${modules}/@agentclientprotocol/claude-agent-acp/dist/index.js`], {
      cwd,
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, CLAUDE_CODE_EXECUTABLE: executable },
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#take(JSON.parse(line)));
  }

  #write(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  request(method, params) {
    const id = ++this.#id;
    this.#write({ id, method, params });
    return new Promise((resolve, reject) => this.#open.set(id, { resolve, reject }));
  }

  notify(method, params) {
    this.#write({ method, params });
  }

  #take(message) {
    if (message.method === "session/update") return void this.updates.push(message.params.update);
    if (message.method === "session/request_permission") {
      const { options, toolCall } = message.params;
      this.asked.push({ title: toolCall.title, kinds: options.map(({ kind }) => kind) });
      const kind = this.choose(message.params);
      const option = options.find((one) => one.kind === kind);
      if (option) {
        this.#write({ id: message.id, result: { outcome: { outcome: "selected", optionId: option.optionId } } });
      }
      return;
    }
    if (message.method) return this.#write({ id: message.id, error: { code: -32601, message: "Not here" } });
    const open = this.#open.get(message.id);
    this.#open.delete(message.id);
    if (message.error) open?.reject(new Error(JSON.stringify(message.error)));
    else open?.resolve(message.result);
  }

  async open(more = {}) {
    const hello = await this.request("initialize", {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false } },
    });
    const session = await this.request("session/new", { cwd, mcpServers: [], ...more });
    return { hello, session };
  }

  prompt(sessionId, text) {
    return this.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  }

  get text() {
    return this.updates.filter(({ sessionUpdate }) => sessionUpdate === "agent_message_chunk")
      .map(({ content }) => content.text).join("");
  }

  async until(is) {
    for (let tries = 0; tries < 600 && !is(); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  close() {
    this.#child.stdin.end();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#child.kill(), 300);
      this.#child.on("close", () => resolve(clearTimeout(timer)));
    });
  }
}

/** The SDK of 1.0.40 starts a script with Node: this one starts our program in its place. */
function shim() {
  const path = `${home}/shim.mjs`;
  const source = `import { spawn } from "node:child_process";
const child = spawn(${JSON.stringify(executable)}, process.argv.slice(2), { stdio: "inherit" });
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code, signal) => process.exit(signal ? 143 : code));
`;
  writeFileSync(path, source);
  return path;
}

async function oldQuery(prompt, options = {}) {
  const { query } = await import(pathToFileURL(`${modules}/@anthropic-ai/claude-code/sdk.mjs`).href);
  const messages = [];
  let error;
  try {
    const running = query({
      prompt,
      options: { cwd, pathToClaudeCodeExecutable: shim(), executable: process.execPath, ...options },
    });
    for await (const message of running) messages.push(message);
  } catch (thrown) {
    error = thrown.message;
  }
  return { messages, error };
}

const gist = (messages) => messages.map(({ type, subtype }) => subtype ? `${type} ${subtype}` : type);

const hosts = {
  /** An answer and a permission question with "always allow" by the adapter of editors. */
  async acp() {
    const editor = new Editor();
    const { hello, session } = await editor.open();
    editor.choose = () => args.choose ?? "allow_once";
    const stops = [];
    for (const text of args.prompts) stops.push((await editor.prompt(session.sessionId, text)).stopReason);
    const report = {
      version: hello.protocolVersion,
      stops,
      text: editor.text,
      asked: editor.asked,
      calls: editor.updates.filter(({ sessionUpdate }) => sessionUpdate === "tool_call").map(({ kind, title }) => ({
        kind,
        title: title.replaceAll(cwd, "CWD"),
      })),
      ends: editor.updates.flatMap(({ sessionUpdate, status }) =>
        sessionUpdate === "tool_call_update" && ["completed", "failed"].includes(status) ? [status] : []
      ),
    };
    await editor.close();
    return report;
  },

  /** A prompt that is cancelled in its question, and one after it. */
  async acpCancel() {
    const editor = new Editor();
    const { session } = await editor.open();
    editor.choose = () => undefined;
    const first = editor.prompt(session.sessionId, "one");
    await editor.until(() => editor.asked.length > 0);
    editor.notify("session/cancel", { sessionId: session.sessionId });
    const { stopReason } = await first;
    const second = await editor.prompt(session.sessionId, "two");
    const report = { stops: [stopReason, second.stopReason], text: editor.text };
    await editor.close();
    return report;
  },

  /** The adapter lists and loads sessions from the transcripts that the program has kept. */
  async acpLoad() {
    const first = new Editor();
    const { session: { sessionId } } = await first.open();
    await first.prompt(sessionId, "one");
    await first.close();
    const second = new Editor();
    const { hello } = await second.open();
    const list = hello.agentCapabilities.sessionCapabilities?.list
      ? await second.request("session/list", { cwd })
      : null;
    second.updates.length = 0;
    await second.request("session/load", { sessionId, cwd, mcpServers: [] });
    const replayed = second.updates.map(({ sessionUpdate, content }) => `${sessionUpdate} ${content?.text ?? ""}`);
    await second.prompt(sessionId, "two");
    const report = {
      isListed: list === null ? null : list.sessions.some((entry) => entry.sessionId === sessionId),
      replayed: replayed.filter((line) => /message_chunk/.test(line)),
      text: second.text,
    };
    await second.close();
    return report;
  },

  /** A model of the AI SDK, whole and streamed. */
  async ai() {
    const { createClaudeCode } = await import(
      pathToFileURL(`${modules}/ai-sdk-provider-claude-code/dist/index.js`).href
    );
    const provider = createClaudeCode({
      defaultSettings: { pathToClaudeCodeExecutable: executable, cwd, env: { ...process.env } },
    });
    const model = provider("sonnet");
    const prompt = [{ role: "user", content: [{ type: "text", text: "hello" }] }];
    const whole = await model.doGenerate({ prompt });
    const { stream } = await model.doStream({ prompt });
    let text = "";
    const kinds = new Set();
    for await (const part of stream) {
      kinds.add(part.type);
      if (part.type === "text-delta") text += part.delta;
    }
    return {
      text: whole.content.filter(({ type }) => type === "text").map((part) => part.text).join(""),
      finish: whole.finishReason.unified ?? whole.finishReason,
      streamed: text,
      ended: kinds.has("finish"),
      failed: kinds.has("error"),
    };
  },

  /** Runs of the old SDK: plain, with a tool, resumed, with too few turns, and with an input stream. */
  async old() {
    const plain = await oldQuery("hello");
    const id = plain.messages.find(({ type }) => type === "result")?.session_id;
    const tool = await oldQuery("write", { permissionMode: "bypassPermissions" });
    const resumed = await oldQuery("again", { resume: id });
    const short = await oldQuery("write", { permissionMode: "bypassPermissions", maxTurns: 1 });
    async function* lines() {
      yield { type: "user", message: { role: "user", content: "line" }, parent_tool_use_id: null, session_id: "" };
    }
    const streamed = await oldQuery(lines());
    const last = ({ messages }) => messages.at(-1);
    return {
      plain: { kinds: gist(plain.messages), result: last(plain)?.result, error: plain.error },
      tool: { tools: last(tool)?.num_turns, result: last(tool)?.result, error: tool.error },
      resumed: { same: last(resumed)?.session_id === id, result: last(resumed)?.result, error: resumed.error },
      short: { subtype: last(short)?.subtype },
      streamed: { result: last(streamed)?.result, error: streamed.error },
    };
  },
};

const report = await hosts[process.argv[3]]();
console.log(JSON.stringify(report));
process.exit(0);
