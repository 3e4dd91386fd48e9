#!/usr/bin/env python3
"""A host in plain Python that answers permission questions, in the `claude` dialect.

    python3 examples/python_host.py "run: date" --provider demo

Commands run only when they are on the list; the rest is denied, and the model reads why.
"""

import json
import subprocess
import sys

SAFE_COMMANDS = ("date", "git status", "git diff")

prompt, flags = sys.argv[1], sys.argv[2:]
# In this dialect the host requests questions by naming stdio as their channel.
dialect = ["--dialect", "claude", "--permission-prompt-tool", "stdio"]
qwen = subprocess.Popen(
    ["qwen", "--input-format", "stream-json", *dialect, "--approval-mode", "default", *flags],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    encoding="utf-8",
)


def send(line):
    qwen.stdin.write(json.dumps(line) + "\n")
    qwen.stdin.flush()


def decide(tool, tool_input):
    if tool == "Bash" and tool_input.get("command") in SAFE_COMMANDS:
        return {"behavior": "allow", "updatedInput": tool_input}
    return {"behavior": "deny", "message": "This host allows only " + ", ".join(SAFE_COMMANDS)}


send({"type": "control_request", "request_id": "hello", "request": {"subtype": "initialize"}})
send({"type": "user", "message": {"role": "user", "content": prompt}, "parent_tool_use_id": None, "session_id": ""})

failed = True
for line in qwen.stdout:
    record = json.loads(line)
    if record["type"] == "control_request" and record["request"]["subtype"] == "can_use_tool":
        decision = decide(record["request"]["tool_name"], record["request"]["input"])
        print(decision["behavior"] + ": " + record["request"]["tool_name"], file=sys.stderr)
        response = {"subtype": "success", "request_id": record["request_id"], "response": decision}
        send({"type": "control_response", "response": response})
    elif record["type"] == "result":
        failed = record["is_error"]
        print(record.get("result") or record.get("errors"))
        # The end of input ends the session.
        qwen.stdin.close()

qwen.wait()
sys.exit(1 if failed else 0)
