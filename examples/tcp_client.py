#!/usr/bin/env python3
"""A client over TCP, in the `state` dialect: it sends one prompt, approves every question and prints the answer.

    qwen serve --server-mode tcp --tcp-port 7777 --token-file token &
    python3 examples/tcp_client.py 7777 token "read note.txt"

The server's first line on stdout names the port and the file of the token.
"""

import json
import socket
import sys

port, token_file, prompt = int(sys.argv[1]), sys.argv[2], sys.argv[3]
with open(token_file, encoding="utf-8") as file:
    token = file.read().strip()

with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
    lines = connection.makefile("rw", encoding="utf-8", newline="\n")

    def send(line):
        lines.write(json.dumps(line) + "\n")
        lines.flush()

    # The first line carries the token and names the dialect.
    send({"type": "auth", "token": token, "dialect": "state"})
    send({"type": "user_input", "content": prompt})
    for line in lines:
        record = json.loads(line)
        if record["type"] == "tool_group":
            for tool in record["tools"]:
                if tool["status"] == "confirming":
                    print("approved: " + tool["tool_name"], file=sys.stderr)
                    send({"type": "tool_approval", "tool_id": tool["tool_id"], "approved": True})
        elif record["type"] == "conversation" and record["role"] == "assistant" and not record["isStreaming"]:
            answer = record["content"]
        elif record["type"] == "error":
            sys.exit(record["message"])
        elif record["type"] == "completion_stats":
            print(answer)
            break
