// deno-lint-ignore-file explicit-function-return-type -- plain JavaScript, as users of the SDKs write it.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Hosts written against `@qwen-code/sdk`. */
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

  /** Prompts all at once; the input ends while they are worked on. */
  async crowd({ query, drain, userLine, args }) {
    async function* prompts() {
      for (const prompt of args.prompts) yield userLine(prompt);
    }
    const { said, error } = await drain(query(prompts(), args.options));
    return { said, error };
  },

  async partial({ query, drain }) {
    const { messages } = await drain(query("hello", { includePartialMessages: true, permissionMode: "yolo" }));
    return messages.flatMap((message) => {
      if (message.type === "assistant") return [`assistant ${message.message.content.map(({ type }) => type)}`];
      if (message.type !== "stream_event") return [message.type];
      const { event } = message;
      if (event.type === "content_block_start") return [`start ${event.index} ${event.content_block.type}`];
      if (event.type === "content_block_delta") return [`delta ${event.index} ${Object.values(event.delta).join(" ")}`];
      return [`${event.type}${event.index === undefined ? "" : ` ${event.index}`}`];
    });
  },

  /** Answers every question as told; what was asked is in the report. */
  async permission({ query, drain, short, args }) {
    const asked = [];
    const canUseTool = (tool, input, { suggestions }) => {
      asked.push({ tool, input: short(JSON.stringify(input)), suggestions: suggestions?.map(({ type }) => type) });
      if (args.throws) throw new Error(args.throws);
      if (args.never) return new Promise(() => {});
      return Promise.resolve({ ...args.answer, ...(args.answer.updatedInput ? {} : { updatedInput: input }) });
    };
    const { said, error } = await drain(query("do it", { canUseTool, permissionMode: "default", ...args.options }));
    return { asked, said, error };
  },

  async mcpTools({ query, drain, sdk, z }) {
    const add = sdk.tool(
      "add",
      "Adds",
      { a: z.number(), b: z.number() },
      ({ a, b }) => Promise.resolve({ content: [{ type: "text", text: String(a + b) }] }),
    );
    const broken = sdk.tool(
      "broken",
      "Fails",
      {},
      () => Promise.resolve({ content: [{ type: "text", text: "out of order" }], isError: true }),
    );
    const calc = sdk.createSdkMcpServer({ name: "calc", version: "1.0.0", tools: [add, broken] });
    const asked = [];
    const canUseTool = (tool) => {
      asked.push(tool);
      return Promise.resolve({ behavior: "allow" });
    };
    const running = query("add", { mcpServers: { calc }, canUseTool });
    let status;
    const { messages, said, error } = await drain(running, async (message) => {
      if (message.type === "assistant") status ??= await running.mcpServerStatus();
    });
    const init = messages.find((message) => message.subtype === "init");
    return {
      said,
      error,
      asked,
      status,
      servers: init.mcp_servers,
      tools: init.tools.filter((tool) => tool.startsWith("mcp__")).sort(),
    };
  },

  /** Interrupts in the middle, then asks once more. */
  async interrupt({ query, drain, openInput, args, cwd }) {
    const input = openInput();
    input.say("one");
    let isInterrupted = false;
    const running = query(input, { includePartialMessages: true, ...args.options });
    const { said, error } = await drain(running, async (message) => {
      const isTime = args.when === "streaming"
        ? message.type === "stream_event" && message.event.type === "content_block_delta"
        : message.type === "assistant" && message.message.content[0].type === "tool_use";
      if (isTime && !isInterrupted) {
        isInterrupted = true;
        while (args.file && !existsSync(`${cwd}/${args.file}`)) await pause(10);
        await running.interrupt();
      }
      if (message.type !== "result") return;
      if (message.is_error) return input.say("two");
      input.close();
    });
    return { said, error };
  },

  async interruptQuestion({ query, drain, openInput }) {
    const input = openInput();
    input.say("one");
    // The SDK reads no further line before this answer; ours has then been overtaken by the interrupt.
    const canUseTool = (_tool, updatedInput) => {
      void running.interrupt();
      return Promise.resolve({ behavior: "allow", updatedInput });
    };
    const running = query(input, { canUseTool, permissionMode: "default" });
    const { said, error } = await drain(running, (message) => {
      if (message.type !== "result") return;
      if (message.is_error) input.say("two");
      else input.close();
    });
    return { said, error };
  },

  async change({ query, drain, openInput, asked }) {
    const input = openInput();
    input.say("one");
    const running = query(input, { permissionMode: "default" });
    let results = 0;
    const seen = [];
    const { said, error } = await drain(running, async (message) => {
      if (message.subtype === "init") seen.push([message.model, message.permission_mode]);
      if (message.type !== "result") return;
      results++;
      if (results > 1) return input.close();
      await running.setModel("other-model");
      await running.setPermissionMode("yolo");
      await running.setEffort("high");
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
      await running.supportedCommands();
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

  /** Ends a query in the middle of a tool; reports whether the process was gone in time. */
  async end({ query, args, cwd }) {
    const abortController = new AbortController();
    const running = query("go", { abortController, permissionMode: "yolo" });
    let error;
    let ended = performance.now();
    try {
      for await (const message of running) {
        if (message.type !== "assistant") continue;
        while (!existsSync(`${cwd}/pid`) || !readFileSync(`${cwd}/pid`, "utf8").endsWith("\n")) await pause(10);
        ended = performance.now();
        if (args.how === "abort") abortController.abort();
        if (args.how === "close") await running.close();
      }
    } catch (thrown) {
      error = thrown.message;
    }
    const mark = readFileSync(`${cwd}/pid`, "utf8").trim();
    while (isAlive(mark)) await pause(20);
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
    const { messages, error } = await drain(query("go", { permissionMode: "yolo" }));
    const result = messages.find(({ type }) => type === "user")?.message.content[0];
    return { error, isError: result?.is_error, result: messages.at(-1).result.length };
  },

  /** Asks about the session while it runs. */
  async about({ query, drain, release }) {
    const running = query("hello");
    let facts;
    const { said, error } = await drain(running, async (message) => {
      if (message.subtype !== "init") return;
      const [commands, models, context, usage, status] = await Promise.all([
        running.supportedCommands(),
        running.getAvailableModels(),
        running.getContextUsage(true),
        running.getUsageInfo("today"),
        running.mcpServerStatus(),
      ]);
      facts = { commands, models, context, usage, status };
      await release("first");
    });
    return { said, error, ...facts };
  },

  /** Takes up a session that was cut off. */
  async continueLast({ query, drain, openInput, args }) {
    const input = openInput();
    const running = query(input, { resume: args.id });
    let accepted;
    const asking = (async () => {
      accepted = await running.continueLastTurn();
      if (!accepted.accepted) await running.close();
      input.close();
    })();
    const { said, error } = await drain(running);
    await asking;
    return { accepted, said, error };
  },

  /** A second run on a session that another one still holds. */
  async twice({ query, drain, openInput, args }) {
    const input = openInput();
    input.say("one");
    let second;
    const first = await drain(query(input, { sessionId: args.id }), async (message) => {
      if (message.type !== "result") return;
      second = await drain(query("two", { resume: args.id }));
      input.close();
    });
    return { first: first.said.at(-1), second: second.said, error: second.error };
  },
};
