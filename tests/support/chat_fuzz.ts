/** Numbers from a seed, so that a failure can be repeated. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

const SEEDS: object[] = [
  {
    session_id: "s",
    prompt_id: "p",
    model: "m",
    input: {
      origin: "user",
      parts: [{ type: "text", text: "x" }, { inlineData: { mimeType: "image/png", data: "AA" } }],
      command: { kind: "slash", path: ["chat"], args: "", references: [{ original: "@a", resolved: "a" }] },
    },
    options: {
      temperature: 1,
      tool_overrides: ["a"],
      response_format: { type: "json_schema", json_schema: { schema: {} } },
    },
    tools: [{ type: "function", function: { name: "t", parameters: {} } }],
    tool_request: { callId: "c", name: "t", args: {} },
    continuation: true,
  },
  {
    session_id: "s",
    tool_call_id: "c",
    input: { origin: "tool_response", parts: [{ function_response: { id: "c", response: { output: "x" } } }] },
  },
  {
    model: "m",
    messages: [
      { role: "system", content: "x" },
      { role: "assistant", tool_calls: [{ id: "c", function: { name: "t", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "c", content: [{ type: "image_url", image_url: { url: "data:a;base64,b" } }] },
      { role: "user", content: "x" },
    ],
  },
  { type: "command_hint_request", session_id: "s", trigger: "slash", text: "/c", cursor: 2, context: { cwd: "/" } },
  { type: "heartbeat_request", session_id: "s" },
  { type: "control/cancel", session_id: "s", reason: "escape", request_id: "r" },
  { type: "control_response", request_id: "r", response: { subtype: "success", result: { behavior: "approve" } } },
  { protocol_version: 1, required_capabilities: [], input: { parts: "x" } },
];

const JUNK: unknown[] = [
  null,
  0,
  -1,
  1.5,
  1e99,
  "",
  "x",
  "_new",
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { type: 1 },
  "\ud800",
  {
    "__proto__": 1,
    constructor: 2,
  },
];

/** A number below another. */
export type Random = (below: number) => number;

/** The value with one place somewhere in it changed, left out or doubled. */
function mutate(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random(5) === 0) return JUNK[random(JUNK.length)];
  if (Array.isArray(value)) {
    if (value.length === 0) return [JUNK[random(JUNK.length)]];
    const at = random(value.length);
    return value.map((item, index) => index === at ? mutate(item, random) : item);
  }
  const keys = Object.keys(value);
  const key = keys[random(keys.length)] ?? "input";
  const copy: Record<string, unknown> = { ...value };
  if (random(4) === 0) delete copy[key];
  else copy[random(8) === 0 ? "messages" : key] = mutate(copy[key], random);
  return copy;
}

/** A line that is nearly sound, or not even JSON. */
export function fuzzedRequest(random: Random): string {
  let value: unknown = SEEDS[random(SEEDS.length)];
  for (let count = 1 + random(3); count > 0; count--) value = mutate(value, random);
  const line = JSON.stringify(value) ?? "undefined";
  if (random(10) !== 0) return line;
  const at = random(line.length);
  return line.slice(0, at) + String.fromCharCode(random(0x300)) + line.slice(at + random(3));
}
