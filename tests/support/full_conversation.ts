import type { Message } from "../../lib/model/content.ts";

/** A conversation with everything in it that a provider has to send back; `provider` has signed its thoughts. */
export function fullConversation(provider: string, data: { thought: string; call: string }): Message[] {
  return [
    {
      id: "1",
      role: "user",
      parts: [
        { kind: "text", text: "look" },
        { kind: "media", mediaType: "image/png", base64: "aW1n" },
      ],
    },
    {
      id: "2",
      role: "assistant",
      parts: [
        { kind: "thinking", text: "hm", opaque: { provider, data: { signature: data.thought } } },
        { kind: "thinking", text: "foreign", opaque: { provider: "another", data: { signature: "x" } } },
        { kind: "text", text: "I read." },
        {
          kind: "tool_call",
          callId: "call_a",
          tool: "read_file",
          input: { file_path: "/a" },
          opaque: { provider, data: { signature: data.call } },
        },
        { kind: "tool_call", callId: "call_b", tool: "glob", input: "{broken" },
      ],
    },
    {
      id: "3",
      role: "tool",
      parts: [
        {
          kind: "tool_result",
          callId: "call_a",
          tool: "read_file",
          output: [{ kind: "text", text: "A" }, { kind: "media", mediaType: "image/png", base64: "cG5n" }],
          isError: false,
        },
        { kind: "tool_result", callId: "call_b", tool: "glob", output: [{ kind: "text", text: "bad" }], isError: true },
      ],
    },
    { id: "4", role: "user", parts: [{ kind: "text", text: "go on" }] },
  ];
}
