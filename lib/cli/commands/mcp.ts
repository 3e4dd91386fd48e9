import { defineSubcommand } from "./subcommand.ts";

const ACTIONS = ["add", "list", "get", "remove", "test", "login", "logout", "serve"] as const;

/** `qwen mcp`: manages the MCP servers of the settings, logs in to them, or serves this program as one. */
export const mcp = defineSubcommand({
  name: "mcp",
  help: "Add, list, get, remove, test MCP servers, login or logout; serve: be an MCP server on stdin and stdout",
  words: [
    { name: ACTIONS.join("|"), choices: ACTIONS },
    { name: "NAME", optional: true },
  ],
  flags: {
    "json": { type: "boolean", help: "Print JSON (list, get, test)" },
    "transport": {
      type: "choice",
      choices: ["stdio", "http", "sse"],
      metavar: "KIND",
      help: "How a server is reached (add)",
    },
    "scope": { type: "choice", choices: ["user", "project"], metavar: "SCOPE", help: "Whose settings (add, remove)" },
  },
  verbatim: "add",
  note: "qwen mcp add [--scope user|project] [--transport stdio|http|sse] [-e NAME=VALUE] [-H 'Name: value'] NAME " +
    "COMMAND|URL [ARG…] adds a server. Its flags stand before NAME; every word after NAME belongs to the command.",
  async run(words, context): Promise<number> {
    if (words[0] === "serve") {
      const { serveMcp } = await import("./work/mcp_serve.ts");
      return await serveMcp(context);
    }
    const { runMcp } = await import("./work/mcp_actions.ts");
    return await runMcp(words, context);
  },
});
