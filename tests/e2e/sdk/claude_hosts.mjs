// deno-lint-ignore-file explicit-function-return-type -- plain JavaScript, as users of the SDKs write it.
import { controlHosts } from "./claude_control_hosts.mjs";

/** Hosts written against `@anthropic-ai/claude-agent-sdk`. */
export const hosts = {
  ...controlHosts,

  /** One prompt with plain options. */
  async ask({ query, drain, args }) {
    const { said, error } = await drain(query(args.prompt ?? "hello", args.options));
    return { said, error };
  },

  /** Reads the transcript of two runs with the functions of the SDK. */
  async transcripts({ query, drain, sdk, cwd }) {
    const { messages } = await drain(query("one", {}));
    const id = messages.find((message) => message.type === "result").session_id;
    await drain(query("two", { resume: id }));
    const kept = await sdk.getSessionMessages(id, { dir: cwd });
    const text = ({ content }) => typeof content === "string" ? content : content.map((block) => block.text).join("");
    const sessions = await sdk.listSessions({ dir: cwd });
    return {
      id,
      messages: kept.map((entry) => `${entry.type} ${text(entry.message)}`),
      sessions: sessions.map(({ sessionId }) => ({ sessionId, isThere: sessionId === id })),
    };
  },

  /** Prompts one after the other, each sent when the last one is answered. */
  async talk({ query, drain, openInput, args }) {
    const input = openInput();
    const prompts = [...args.prompts];
    const next = () => prompts.length > 0 ? input.say(prompts.shift()) : input.close();
    next();
    const { said, error } = await drain(query(input, args.options), (message) => {
      if (message.type === "result") next();
    });
    return { said, error };
  },

  /** Prompts all at once. */
  async crowd({ query, drain, userLine, args }) {
    async function* prompts() {
      for (const prompt of args.prompts) yield userLine(prompt);
    }
    const { said, error } = await drain(query(prompts(), args.options));
    return { said, error };
  },

  async partial({ query, drain }) {
    const { messages } = await drain(query("hello", { includePartialMessages: true }));
    return messages.flatMap((message) => {
      if (message.type === "assistant") return [`assistant ${message.message.content[0].type}`];
      if (message.type !== "stream_event") return [];
      const { event } = message;
      if (event.type === "content_block_start") return [`start ${event.index} ${event.content_block.type}`];
      if (event.type === "content_block_delta") return [`delta ${event.index} ${Object.values(event.delta).join(" ")}`];
      if (event.type === "message_delta") return [`message_delta ${event.delta.stop_reason}`];
      return [`${event.type}${event.index === undefined ? "" : ` ${event.index}`}`];
    });
  },

  /** Answers every question as told; what was asked is in the report. */
  async permission({ query, drain, short, args }) {
    const asked = [];
    const canUseTool = (tool, input, { signal, suggestions, toolUseID }) => {
      asked.push({ tool, input: short(JSON.stringify(input)), suggestions, toolUseID, aborted: signal.aborted });
      if (args.throws) throw new Error(args.throws);
      return Promise.resolve(args.answers ? args.answers.shift() : args.answer);
    };
    const { said, error } = await drain(query("do it", { canUseTool, ...args.options }));
    return { asked, said, error };
  },

  async always({ query, drain }) {
    let count = 0;
    const canUseTool = (_tool, _input, { suggestions }) => {
      count++;
      return Promise.resolve({ behavior: "allow", updatedPermissions: suggestions });
    };
    const { said, error } = await drain(query("do it", { canUseTool }));
    return { count, said, error };
  },

  async mcpTools({ query, drain, sdk, z }) {
    const add = sdk.tool("add", "Adds", { a: z.number(), b: z.number() }, ({ a, b }) => ({
      content: [{ type: "text", text: String(a + b) }],
    }));
    const broken = sdk.tool("broken", "Fails", {}, () => ({
      content: [{ type: "text", text: "out of order" }],
      isError: true,
    }));
    const thrown = sdk.tool("thrown", "Throws", {}, () => {
      throw new Error("went wrong");
    });
    const calc = sdk.createSdkMcpServer({ name: "calc", version: "1.0.0", tools: [add, broken, thrown] });
    const running = query("add", { mcpServers: { calc }, allowedTools: ["mcp__calc"] });
    const { messages, said, error } = await drain(running);
    const init = messages.find((message) => message.subtype === "init");
    const { sdk_mcp_manifests_parked: parked } = await running.initializationResult();
    return {
      said,
      error,
      parked,
      servers: init.mcp_servers,
      tools: init.tools.filter((tool) => tool.startsWith("mcp__")).sort(),
    };
  },

  /** A server in the host whose tools need the host's word. */
  async askedMcp({ query, drain, sdk, z, args }) {
    const asked = [];
    const canUseTool = (tool, input) => {
      asked.push(tool);
      return Promise.resolve(
        args.denies ? { behavior: "deny", message: "No." } : { behavior: "allow", updatedInput: input },
      );
    };
    const ran = [];
    const add = sdk.tool("add", "Adds", { a: z.number(), b: z.number() }, ({ a, b }) => {
      ran.push("add");
      return { content: [{ type: "text", text: String(a + b) }] };
    });
    const calc = sdk.createSdkMcpServer({ name: "calc", version: "1.0.0", tools: [add] });
    const { said, error } = await drain(query("add", { mcpServers: { calc }, canUseTool, ...args.options }));
    return { asked, ran, error, said };
  },

  async listChanged({ query, drain, sdk, z, openInput }) {
    const first = sdk.tool("first", "First", {}, () => ({ content: [{ type: "text", text: "1" }] }));
    const calc = sdk.createSdkMcpServer({ name: "calc", version: "1.0.0", tools: [first] });
    const input = openInput();
    input.say("one");
    const tools = [];
    const running = query(input, { mcpServers: { calc }, allowedTools: ["mcp__calc"] });
    const { said, error } = await drain(running, async (message) => {
      if (message.subtype === "init") tools.push(message.tools.filter((tool) => tool.startsWith("mcp__")));
      if (message.type !== "result") return;
      if (tools.length > 1) return input.close();
      calc.instance.registerTool("second", { description: "Second", inputSchema: { n: z.number() } }, ({ n }) => ({
        content: [{ type: "text", text: String(n) }],
      }));
      // The news travels by itself; a status that shows it is the sign that it has arrived.
      for (;;) {
        const [status] = await running.mcpServerStatus();
        if (status.tools?.length === 2) break;
      }
      input.say("two");
    });
    return { said, error, tools };
  },

  /** Interrupts as soon as a message of a kind has come, then asks once more. */
  async interrupt({ query, drain, openInput, asked, args }) {
    const input = openInput();
    input.say("one");
    let isInterrupted = false;
    let receipt;
    const running = query(input, { includePartialMessages: true, ...args.options });
    const { messages, said, error } = await drain(running, async (message) => {
      const isTime = args.when === "streaming"
        ? message.type === "stream_event" && message.event.type === "content_block_delta"
        : message.type === "assistant" && message.message.content[0].type === "tool_use";
      if (isTime && !isInterrupted) {
        isInterrupted = true;
        if (args.when === "tool") await waitForFile(args.file);
        receipt = await running.interrupt();
      }
      if (message.type !== "result") return;
      if (message.is_error && args.again) return input.say(args.again);
      input.close();
    });
    await asked(1);
    const reasons = messages.filter(({ type }) => type === "result").map((result) => result.terminal_reason);
    return { receipt, reasons, said, error };

    async function waitForFile(path) {
      const { existsSync } = await import("node:fs");
      while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 10));
    }
  },

  async interruptQuestion({ query, drain, openInput }) {
    const input = openInput();
    input.say("one");
    const opened = Promise.withResolvers();
    const aborted = Promise.withResolvers();
    const canUseTool = (_tool, _input, { signal }) => {
      signal.addEventListener("abort", () => aborted.resolve(true));
      opened.resolve();
      return new Promise(() => {});
    };
    const running = query(input, { canUseTool });
    opened.promise.then(() => running.interrupt());
    const { said, error } = await drain(running, (message) => {
      if (message.type !== "result") return;
      if (message.is_error) input.say("two");
      else input.close();
    });
    return { said, error, aborted: await aborted.promise };
  },

  async change({ query, drain, openInput, asked }) {
    const input = openInput();
    input.say("one");
    const running = query(input, { canUseTool: () => Promise.resolve({ behavior: "deny", message: "never asked" }) });
    let results = 0;
    const seen = [];
    const { said, error } = await drain(running, async (message) => {
      if (message.subtype === "init") seen.push([message.model, message.permissionMode]);
      if (message.type !== "result") return;
      results++;
      if (results > 1) return input.close();
      await running.setModel("other-model");
      await running.setPermissionMode("bypassPermissions");
      input.say("two");
    });
    const models = (await asked(2)).map((request) => request.body.model);
    return { said, error, seen, models };
  },

  async queue({ query, drain, openInput, release, asked }) {
    const input = openInput();
    input.say("one");
    const running = query(input);
    let results = 0;
    const started = asked(1).then(async () => {
      input.say("two");
      input.say("three");
      await running.mcpServerStatus();
      await release("first");
    });
    const { said, error } = await drain(running, (message) => {
      if (message.type === "result" && ++results === 3) input.close();
    });
    await started;
    return { said, error };
  },

  /** Several runs on one session, each with its options; "$id" stands for the session of the run before. */
  async sessions({ query, drain, args }) {
    const ids = [];
    const runs = [];
    for (const [index, { prompt, options }] of args.runs.entries()) {
      const filled = JSON.parse(JSON.stringify(options ?? {}).replaceAll("$id", ids[index - 1] ?? ""));
      const { messages, said, error } = await drain(query(prompt, filled));
      ids.push(messages.find((message) => message.session_id)?.session_id);
      runs.push({ said, error });
    }
    return { runs, same: ids.map((id) => ids.indexOf(id)) };
  },

  async structured({ query, drain, args }) {
    const outputFormat = { type: "json_schema", schema: args.schema };
    const { messages, said, error } = await drain(query("answer", { outputFormat }));
    return { said, error, output: messages.at(-1).structured_output };
  },

  /** Ends a query in the middle of a tool; reports whether the process was gone in time. */
  async end({ query, args, cwd }) {
    const { existsSync, readdirSync, readFileSync } = await import("node:fs");
    const abortController = new AbortController();
    const running = query("go", { abortController, permissionMode: "bypassPermissions", ...args.options });
    let error;
    const started = performance.now();
    let ended = started;
    try {
      for await (const message of running) {
        if (message.type !== "assistant") continue;
        while (!existsSync(`${cwd}/pid`) || !readFileSync(`${cwd}/pid`, "utf8").endsWith("\n")) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        ended = performance.now();
        if (args.how === "abort") abortController.abort();
        if (args.how === "close") running.close();
        if (args.how === "break") break;
      }
    } catch (thrown) {
      error = thrown.message;
    }
    const mark = readFileSync(`${cwd}/pid`, "utf8").trim();
    while (isAlive(mark)) await new Promise((resolve) => setTimeout(resolve, 20));
    return { error, inTime: performance.now() - ended < 6500 };

    // A confined command does not know its number out here: it is found by what it was called with.
    function isAlive(mark) {
      return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).some((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, "utf8") === `sleep\0${mark}\0`;
        } catch {
          return false;
        }
      });
    }
  },

  async lengths({ query, drain }) {
    const { messages, error } = await drain(query("go", { permissionMode: "bypassPermissions" }));
    const content = messages.find(({ type }) => type === "user").message.content[0];
    return {
      error,
      isError: content.is_error ?? false,
      length: content.content.length,
      result: messages.at(-1).result,
    };
  },
};
