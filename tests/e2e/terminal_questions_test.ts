/** Questions of MCP servers in a conversation. */
import { assertEquals, assertMatch } from "@std/assert";
import { ENTER, ESC, task } from "../support/conversation_task.ts";
import { entry } from "../support/mcp_bench.ts";

const SERVERS = ["--mcp-config", JSON.stringify({ mcpServers: { test: entry("plain") } })];
const CALL = { call: "mcp__test__ask", input: {} };

task("an MCP server on stdio asks, and the person answers", {
  args: SERVERS,
  replies: () => [[CALL], "Hello Ann."],
  play: async ({ person, model }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/ask of the server test[^]*Allow mcp__test__ask\?/);
    await person.type("y");
    await person.sees(/The MCP server test asks: Your name\?[^]*\nname\n> /);
    await person.type(`Ann${ENTER}`);
    await person.sees(/Send this answer\?/);
    await person.type("y");
    await person.sees(/Hello Ann\./);
    const { content } = model.requests[1].body.messages.at(-1);
    assertEquals(JSON.parse(content), { action: "accept", content: { name: "Ann" } });
  },
});

task("a question of an MCP server that is left is declined", {
  args: SERVERS,
  replies: () => [[CALL], "Then not."],
  play: async ({ person, model }) => {
    await person.type(`go${ENTER}`);
    await person.sees(/Allow mcp__test__ask\?/);
    await person.type("y");
    await person.sees(/Your name\?/);
    await person.type(ESC);
    await person.sees(/Then not\./);
    assertMatch(model.requests[1].body.messages.at(-1).content, /"action":"(decline|cancel)"/);
  },
});
