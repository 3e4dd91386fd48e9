#!/usr/bin/env node
// A host in plain Node that answers permission questions: writing is allowed inside out/, all else is denied.
//
//   node examples/node_host.mjs "write out/note.txt: hi" --provider demo
//
// It uses the `qwen` dialect. Each line is one JSON object, in both directions.
import { spawn } from "node:child_process";
import { resolve, sep } from "node:path";
import { createInterface } from "node:readline";

const [prompt, ...flags] = process.argv.slice(2);
const allowed = resolve("out") + sep;

const qwen = spawn("qwen", ["--input-format", "stream-json", "--approval-mode", "default", ...flags], {
  stdio: ["pipe", "pipe", "inherit"],
});
const send = (line) => qwen.stdin.write(JSON.stringify(line) + "\n");

const answer = ({ request_id, request: { tool_name, input } }) => {
  const isFine = tool_name === "write_file" && resolve(input.file_path).startsWith(allowed);
  console.error(`${isFine ? "allowed" : "denied"}: ${tool_name}`);
  const response = isFine
    ? { behavior: "allow", updatedInput: input }
    : { behavior: "deny", message: "Only files inside out/ may be written." };
  return { type: "control_response", response: { subtype: "success", request_id, response } };
};

// A host that sends `initialize` answers questions; otherwise they are denied at once.
send({ type: "control_request", request_id: "hello", request: { subtype: "initialize" } });
send({ type: "user", message: { role: "user", content: prompt } });

let failed = true;
for await (const line of createInterface({ input: qwen.stdout })) {
  const record = JSON.parse(line);
  if (record.type === "control_request" && record.request.subtype === "can_use_tool") {
    send(answer(record));
  } else if (record.type === "result") {
    failed = record.is_error;
    console.log(record.result ?? record.error?.message);
    // The end of input ends the session.
    qwen.stdin.end();
  }
}
process.exitCode = failed ? 1 : 0;
