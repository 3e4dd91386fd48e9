import { assertEquals } from "@std/assert";
import { unknownFields } from "../../../../lib/cli/assembly/config/unknown_fields.ts";
import { schemaText } from "../../../../lib/cli/schema_text.ts";

const claude = JSON.parse(schemaText("claude/in.schema.json"));
const unknownIn = (line: object): string[] => unknownFields(line, { schema: claude, root: claude });
const answer = (response: object | null): object => ({
  type: "control_response",
  response: { subtype: "success", request_id: "1", response },
});

Deno.test("fields of the answer to a permission question are known at every depth", () => {
  const rules = [{ toolName: "Bash", ruleContent: "ls", zzz: 1 }];
  const updates = [{ type: "addRules", behavior: "allow", destination: "session", rules, yyy: 1 }];
  const line = answer({ behavior: "allow", updatedInput: { any: 1 }, updatedPermissions: updates, xxx: 1 });
  assertEquals(unknownIn(line), [
    "response.response.updatedPermissions.rules.zzz",
    "response.response.updatedPermissions.yyy",
    "response.response.xxx",
  ]);
});

Deno.test("fields of a hook's output are known at every depth", () => {
  const own = { hookEventName: "PreToolUse", permissionDecision: "allow", decision: { behavior: "allow", zzz: 1 } };
  assertEquals(unknownIn(answer({ continue: true, systemMessage: "m", hookSpecificOutput: own })), [
    "response.response.hookSpecificOutput.decision.zzz",
  ]);
});

Deno.test("a message of a server, a form and an empty answer have no unknown field", () => {
  assertEquals(unknownIn(answer({ mcp_response: { jsonrpc: "2.0", id: 1, result: { a: { b: 1 } } } })), []);
  assertEquals(unknownIn(answer({ action: "accept", content: { name: "n" } })), []);
  assertEquals(unknownIn(answer(null)), []);
});

Deno.test("a block of an unknown type reaches the model as it is, so nothing in it is unknown", () => {
  const content = [{ type: "video", zzz: 1 }];
  assertEquals(unknownIn({ type: "user", message: { role: "user", content }, session_id: "" }), []);
});
