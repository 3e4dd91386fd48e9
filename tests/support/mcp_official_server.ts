/**
 * A server made with the official package, which speaks every revision. As a program it serves stdio:
 * `mcp_official_server.ts [COUNT]`, with that many further tools. Tools: add; grow adds the tool `grown`; die ends the
 * process.
 */
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

/** Options of a server. */
export interface OfficialServerOptions {
  /** How many further tools it has. */
  more?: number;
}

const object = { type: "object" as const, properties: {} };

/** Makes one server for one connection. */
export function officialServer({ more = 0 }: OfficialServerOptions = {}): Server {
  const server = new Server({ name: "official", version: "1.0.0" }, { capabilities: { tools: { listChanged: true } } });
  const names = ["add", "grow", "die"];
  const further = Array.from({ length: more }, (_, index) => ({
    name: `further_${index}`,
    description: `${"Does something else. ".repeat(20)}${index === more - 1 ? "Paints a zebra." : ""}`,
    inputSchema: object,
  }));
  server.setRequestHandler("tools/list", () => ({
    tools: [...names.map((name) => ({ name, description: `The tool ${name}`, inputSchema: object })), ...further],
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
    if (params.name === "die") Deno.exit(3);
    if (params.name === "grow") {
      names.push("grown");
      await server.sendToolListChanged();
      return text("grown");
    }
    const { a = 0, b = 0 } = params.arguments as { a?: number; b?: number } ?? {};
    return text(params.name === "add" ? String(a + b) : `called ${params.name}`);
  });
  return server;
}

if (import.meta.main) serveStdio(() => officialServer({ more: Number(Deno.args[0] ?? 0) }));
