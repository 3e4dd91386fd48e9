// deno-lint-ignore-file explicit-function-return-type -- plain JavaScript, as users of the SDKs write it.
/** Hosts written against `@anthropic-ai/claude-agent-sdk`. */
export const hosts = {
  /** One prompt with plain options. */
  async ask({ query, drain, args }) {
    const { said, error } = await drain(query(args.prompt ?? "hello", args.options));
    return { said, error };
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
    return {
      said,
      error,
      servers: init.mcp_servers,
      tools: init.tools.filter((tool) => tool.startsWith("mcp__")).sort(),
    };
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

  /** Asks about the session while it runs. */
  async about({ query, drain, release, args }) {
    // Too long for the environment, so it is made here.
    const description = "d".repeat(args.descriptions ?? 0);
    const agents = Object.fromEntries(
      Array.from({ length: args.agents ?? 0 }, (_, i) => [`agent-${i}`, { description, prompt: description }]),
    );
    const running = query("hello", { agents, ...args.options });
    let facts;
    const { messages, said, error } = await drain(running, async (message) => {
      if (message.subtype !== "init") return;
      const [commands, models, agents, account, context, status, start] = await Promise.all([
        running.supportedCommands(),
        running.supportedModels(),
        running.supportedAgents(),
        running.accountInfo(),
        running.getContextUsage(),
        running.mcpServerStatus(),
        running.initializationResult(),
      ]);
      facts = { commands, models, agents, account, context, status, start };
      await release("first");
    });
    return { said, error, ...facts, result: messages.at(-1) };
  },

  /** Adds, switches off, connects again and takes away a server that runs beside the session. */
  async servers({ query, drain, openInput, args }) {
    const input = openInput();
    const running = query(input);
    const steps = [];
    const status = async () =>
      (await running.mcpServerStatus()).map(({ name, status, tools }) => [name, status, tools?.length ?? 0]);
    const session = drain(running, (message) => {
      if (message.type === "result") input.close();
    });
    steps.push(await running.setMcpServers({ ext: args.server }), await status());
    await running.toggleMcpServer("ext", false);
    steps.push(await status());
    await running.toggleMcpServer("ext", true);
    await running.reconnectMcpServer("ext");
    steps.push(await status());
    steps.push(await running.setMcpServers({ bad: { command: "/no/such/program" } }), await status());
    steps.push(await running.setMcpServers({}), await status());
    steps.push(await running.reconnectMcpServer("ext").catch((error) => error.message));
    input.say("hello");
    const { said, error } = await session;
    return { steps, said, error };
  },

  async rewind({ query, drain, openInput, read }) {
    const input = openInput();
    const uuid = crypto.randomUUID();
    input.say("change it", { uuid });
    const running = query(input, { enableFileCheckpointing: true, permissionMode: "acceptEdits" });
    let report;
    const { said, error } = await drain(running, async (message) => {
      if (message.type !== "result") return;
      const changed = read("a.txt");
      const dry = await running.rewindFiles(uuid, { dryRun: true });
      const afterDry = read("a.txt");
      const real = await running.rewindFiles(uuid);
      const unknown = await running.rewindFiles(crypto.randomUUID());
      report = { changed, dry, afterDry, real, after: read("a.txt"), unknown: unknown.canRewind };
      input.close();
    });
    return { ...report, said, error };
  },

  /** What the program prints when an SDK asks for its version. */
  async version({ executable }) {
    const { execFile } = await import("node:child_process");
    const { promisify } = await import("node:util");
    return await promisify(execFile)(executable, ["-v"], { env: { ...process.env, QWEN_TEST_STDOUT: "" } });
  },

  async message({ query, drain, args }) {
    async function* input() {
      for (const line of args.lines) yield line;
    }
    const { messages, said, error } = await drain(query(input(), args.options));
    return { said, error, origin: messages.at(-1).origin, replays: messages.filter(({ isReplay }) => isReplay).length };
  },

  /** Reads a file through the session, marks one as read, and asks what is not known. */
  async small({ query, drain, openInput, cwd }) {
    const input = openInput();
    const running = query(input);
    const session = drain(running, (message) => {
      if (message.type === "result") input.close();
    });
    const file = await running.readFile(`${cwd}/a.txt`);
    const none = await running.readFile(`${cwd}/none.txt`);
    await running.seedReadState(`${cwd}/a.txt`, 0);
    await running.setMaxThinkingTokens(1000);
    const stopped = await running.stopTask("none").catch((error) => error.message);
    const skills = await running.reloadSkills().catch((error) => error.message);
    const usage = await running.usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET?.();
    const receipt = await running.interrupt();
    input.say("hello");
    const { said, error } = await session;
    return { file, none, stopped, skills, usage, receipt, said, error };
  },

  /** Hooks that answer as told; what they were told is in the report. */
  async hooks({ query, drain, args, cwd, home }) {
    const fired = [];
    const hooks = {};
    for (const [event, entries] of Object.entries(args.hooks)) {
      hooks[event] = entries.map(({ matcher, timeout, answer, never }) => ({
        matcher,
        timeout,
        hooks: [(input, toolUseID, { signal }) => {
          const known = JSON.parse(JSON.stringify(input).replaceAll(cwd, "CWD").replaceAll(home, "HOME"));
          fired.push({ event, matcher, input: known, toolUseID });
          if (!never) return Promise.resolve(answer ?? {});
          return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("too late"))));
        }],
      }));
    }
    const { said, error } = await drain(query("do it", { hooks, ...args.options }));
    return { fired, said, error };
  },

  /** Tells a part of a session again from a message that the host has seen. */
  async rewound({ query, drain, openInput }) {
    const input = openInput();
    input.say("one");
    let results = 0;
    const first = await drain(query(input), (message) => {
      if (message.type !== "result") return;
      if (++results > 1) return input.close();
      input.say("two");
    });
    const { uuid, session_id } = first.messages.find(({ type }) => type === "assistant");
    const { said, error } = await drain(query("three", { resume: session_id, resumeSessionAt: uuid }));
    return { said, error };
  },

  /** A second run on a session that another one still holds. */
  async twice({ query, drain, openInput }) {
    const input = openInput();
    input.say("one");
    let second;
    const first = await drain(query(input), async (message) => {
      if (message.type !== "result") return;
      second = await drain(query("two", { resume: message.session_id }));
      input.close();
    });
    return { first: first.said.at(-1), second: second.said, error: second.error };
  },

  async elicit({ query, drain, args }) {
    const asked = [];
    const onElicitation = ({ serverName, message, mode }) => {
      asked.push({ serverName, message, mode });
      return Promise.resolve(args.answer);
    };
    const options = { mcpServers: args.servers, allowedTools: ["mcp__ext"], onElicitation };
    const { messages, said, error } = await drain(query("ask", options));
    const init = messages.find(({ subtype }) => subtype === "init");
    return { asked, servers: init.mcp_servers, said, error };
  },

  /** Interrupts while another prompt waits, which is then answered. */
  async interruptQueue({ query, drain, openInput, asked }) {
    const input = openInput();
    const uuid = crypto.randomUUID();
    input.say("one");
    const running = query(input);
    let receipt;
    const interrupting = asked(1).then(async () => {
      input.say("two", { uuid });
      await running.mcpServerStatus();
      receipt = await running.interrupt();
    });
    const { said, error } = await drain(running, (message) => {
      if (message.type === "result" && !message.is_error) input.close();
    });
    await interrupting;
    return { waits: receipt.still_queued.length === 1 && receipt.still_queued[0] === uuid, said, error };
  },
};
