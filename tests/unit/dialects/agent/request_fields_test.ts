import { assertEquals } from "@std/assert";
import { claudeProtocol } from "../../../../lib/dialects/agent/claude/claude_protocol.ts";
import { ConversationState } from "../../../../lib/dialects/agent/conversation_state.ts";
import { QWEN_PROTOCOL } from "../../../../lib/dialects/agent/qwen/qwen_protocol.ts";
import { requestCommand } from "../../../../lib/dialects/agent/requests.ts";
import { schemaText } from "../../../../lib/cli/schema_text.ts";

/** Values with which a request is read to its end; every other field is a text. */
const VALUES: Readonly<Record<string, unknown>> = {
  settings: {},
  servers: {},
  message: {},
  arguments: {},
  mode: "default",
  effort: "high",
  check_permissions: true,
  sdkMcpServers: ["S"],
};

interface Branch {
  if: { properties: { subtype: { const?: string; enum?: string[] } } };
  then: { properties?: object; $ref?: string };
}

interface InputSchema {
  $defs: { Request: { allOf: Branch[] }; Initialize: { properties: object } };
}

function inputSchema(dialect: string): InputSchema {
  return JSON.parse(schemaText(`${dialect}/in.schema.json`));
}

/** The fields that a schema names for a request. */
function namedFields({ $defs }: InputSchema, subtype: string): string[] {
  const branches = $defs.Request.allOf.filter(({ if: { properties } }) =>
    properties.subtype.const === subtype || properties.subtype.enum?.includes(subtype)
  );
  return branches.flatMap(({ then }) => Object.keys(then.properties ?? $defs.Initialize.properties))
    .filter((name) => name !== "subtype");
}

/** The fields that the decoder reads. */
function readFields(protocol: typeof QWEN_PROTOCOL, subtype: string): string[] {
  const read = new Set<string>();
  const request = new Proxy({}, {
    get: (_target, name) => {
      read.add(String(name));
      // The second spelling of a server's name is read where the first one is missing.
      if (name === "server_name" && subtype !== "mcp_message") return undefined;
      return name in VALUES ? VALUES[String(name)] : "default";
    },
  });
  requestCommand(subtype, request, { protocol, state: new ConversationState(), extras: {} });
  return [...read];
}

for (
  const { name, protocol, schema } of [
    { name: "qwen", protocol: QWEN_PROTOCOL, schema: inputSchema("qwen") },
    { name: "claude", protocol: claudeProtocol([]), schema: inputSchema("claude") },
  ]
) {
  for (const subtype of protocol.control.requests) {
    Deno.test(`the schema of ${name} names exactly the fields of ${subtype} that are read`, () => {
      const named = new Set(namedFields(schema, subtype));
      assertEquals(new Set(readFields(protocol, subtype)), named);
    });
  }
}
