// deno-lint-ignore-file explicit-function-return-type -- plain JavaScript, as users of the SDKs write it.
/** Hosts that ask and change things beside the turns, written against `@anthropic-ai/claude-agent-sdk`. */
export const controlHosts = {
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

  /** Has calls of one server asked for, and no longer. */
  async override({ query, drain, sdk, z, openInput }) {
    const add = sdk.tool("add", "Adds", { a: z.number(), b: z.number() }, ({ a, b }) => ({
      content: [{ type: "text", text: String(a + b) }],
    }));
    const calc = sdk.createSdkMcpServer({ name: "calc", version: "1.0.0", tools: [add] });
    const input = openInput();
    const asked = [];
    const words = [];
    const running = query(input, {
      mcpServers: { calc },
      permissionMode: "bypassPermissions",
      allowDangerouslySkipPermissions: true,
      canUseTool: (tool, updatedInput) => {
        asked.push(tool);
        return Promise.resolve({ behavior: "allow", updatedInput });
      },
    });
    let results = 0;
    const session = drain(running, async (message) => {
      if (message.type !== "result") return;
      if (++results === 2) return input.close();
      words.push(await running.setMcpPermissionModeOverride("calc", null));
      input.say("again");
    });
    // Its status shows that the server is there.
    while ((await running.mcpServerStatus()).length === 0);
    words.push(await running.setMcpPermissionModeOverride("calc", "default"));
    words.push(await running.setMcpPermissionModeOverride("none", "default"));
    input.say("add");
    const { said, error } = await session;
    return { words, asked, said, error };
  },

  /** Takes other servers of its own in place of those it began with. */
  async replaced({ query, drain, sdk, z, openInput }) {
    const server = (name) =>
      sdk.createSdkMcpServer({
        name,
        version: "1.0.0",
        tools: [sdk.tool("add", "Adds", { a: z.number() }, () => ({ content: [] }))],
      });
    const input = openInput();
    const tools = [];
    let set;
    const running = query(input, { mcpServers: { calc: server("calc") } });
    input.say("one");
    const { said, error } = await drain(running, async (message) => {
      if (message.subtype === "init") tools.push(message.tools.filter((tool) => tool.startsWith("mcp__")));
      if (message.type !== "result") return;
      if (tools.length > 1) return input.close();
      set = await running.setMcpServers({ other: server("other") });
      input.say("two");
    });
    return { set, tools, said, error };
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

  /** Goes on from the words of the user and from what a tool said, as the host has seen them. */
  async rewoundToUser({ query, drain }) {
    const options = { extraArgs: { "replay-user-messages": null }, allowedTools: ["Bash"] };
    const { messages } = await drain(query("one", options));
    const [prompt, result] = messages.filter(({ type }) => type === "user");
    const ends = [];
    for (const { uuid, session_id } of [result, prompt]) {
      ends.push(await drain(query("two", { resume: session_id, resumeSessionAt: uuid, forkSession: true })));
    }
    return { said: ends.map(({ said }) => said.at(-1)), errors: ends.map(({ error }) => error ?? null) };
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
