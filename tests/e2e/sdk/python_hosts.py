"""Hosts that behave as the Python SDKs do: written from what those were observed to send, read and bear.

Usage: python3 python_hosts.py NAME, with the surroundings as JSON in QWEN_TEST_HOST. The last line of stdout is the
report as JSON.
"""

import asyncio
import json
import os
import sys

SURROUNDINGS = json.loads(os.environ.pop("QWEN_TEST_HOST"))
ARGS = SURROUNDINGS["args"]


async def start(*argv, limit=1024 * 1024, **environment):
    return await asyncio.create_subprocess_exec(
        SURROUNDINGS["executable"],
        *argv,
        cwd=SURROUNDINGS["cwd"],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=limit,
        env={**os.environ, **environment},
    )


def write(process, record):
    process.stdin.write(json.dumps(record).encode() + b"\n")


def user(text, session_id=""):
    message = {"role": "user", "content": text}
    return {"type": "user", "session_id": session_id, "message": message, "parent_tool_use_id": None}


def answer(request_id, response):
    body = {"subtype": "success", "request_id": request_id, "response": response}
    return {"type": "control_response", "response": body}


def serve_mcp(message):
    """The server of the host; notifications are answered by a dummy, as the SDK does."""
    results = {
        "initialize": {
            "protocolVersion": "2024-11-05",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "calc", "version": "1.0.0"},
        },
        "tools/list": {"tools": [{"name": "add", "description": "Adds", "inputSchema": {"type": "object"}}]},
    }
    method = message["method"]
    reply = {"jsonrpc": "2.0", "id": message.get("id", 0)}
    if method == "tools/call":
        given = message["params"]["arguments"]
        return {**reply, "result": {"content": [{"type": "text", "text": str(given["a"] + given["b"])}]}}
    if method in results or "id" not in message:
        return {**reply, "result": results.get(method, {})}
    return {**reply, "error": {"code": -32601, "message": f"Method '{method}' not found"}}


async def client():
    """A client with a server of its own and a permission callback: the server is named only on the command line."""
    version = await start("-v", QWEN_TEST_STDOUT="")
    first, _ = await asyncio.wait_for(version.communicate(), 30)
    config = {"mcpServers": {"calc": {"type": "sdk", "name": "calc"}}}
    process = await start(
        *["--output-format", "stream-json", "--verbose", "--system-prompt", "", "--mcp-config", json.dumps(config)],
        *["--permission-prompt-tool", "stdio", "--allowedTools", "mcp__calc__add", "--input-format", "stream-json"],
    )
    write(process, {"type": "control_request", "request_id": "req_1_aa", "request": {"subtype": "initialize", "hooks": None}})
    said = []
    async for line in process.stdout:
        record = json.loads(line)
        if record["type"] == "control_response":
            said.append(record["response"]["subtype"])
            write(process, user("go"))
        elif record["type"] == "control_request":
            request = record["request"]
            if request["subtype"] == "mcp_message":
                write(process, answer(record["request_id"], {"mcp_response": serve_mcp(request["message"])}))
            else:
                said.append(f"asked {request['tool_name']}")
                allowed = {"behavior": "allow", "updatedInput": request["input"]}
                write(process, answer(record["request_id"], allowed))
        elif record["type"] == "user":
            said.append(record["message"]["content"][0]["content"])
        elif record["type"] == "result":
            said.append(record["result"])
            process.stdin.close()
    return {"version": first.decode().split()[0].split(".")[0], "said": said, "code": await process.wait()}


async def once():
    """A plain query: the input ends right behind the prompt, in the middle of the turn."""
    process = await start("--output-format", "stream-json", "--verbose", "--input-format", "stream-json")
    write(process, {"type": "control_request", "request_id": "req_1_aa", "request": {"subtype": "initialize", "hooks": None}})
    await process.stdout.readline()
    write(process, user("hello"))
    process.stdin.close()
    results = []
    async for line in process.stdout:
        record = json.loads(line)
        if record["type"] == "result":
            results.append([record["subtype"], record["is_error"], record.get("result")])
    return {"results": results, "code": await process.wait()}


async def narrow():
    """The SDK of qwen-code reads with asyncio's own limit: a line of 64 KiB would end it."""
    process = await start(
        *["--input-format", "stream-json", "--output-format", "stream-json", "--channel=SDK"],
        *["--approval-mode", "yolo"],
        limit=64 * 1024,
    )
    write(process, {"type": "control_request", "request_id": "r1", "request": {"subtype": "initialize", "hooks": None}})
    await process.stdout.readline()
    write(process, user("hello"))
    kinds = []
    async for line in process.stdout:
        record = json.loads(line)
        kinds.append(record["type"])
        if record["type"] == "result":
            process.stdin.close()
    return {"kinds": kinds, "code": await process.wait()}


async def wide():
    """The SDK of Claude gives up on a line of more than 1 MiB."""
    process = await start(
        *["--output-format", "stream-json", "--verbose", "--input-format", "stream-json"],
        limit=1024 * 1024,
        CLAUDE_CODE_ENTRYPOINT="sdk-py",
    )
    write(process, {"type": "control_request", "request_id": "r1", "request": {"subtype": "initialize", "hooks": None}})
    await process.stdout.readline()
    write(process, user("hello"))
    process.stdin.close()
    kinds = []
    async for line in process.stdout:
        kinds.append(json.loads(line)["type"])
    return {"kinds": kinds, "code": await process.wait()}


HOSTS = {"client": client, "once": once, "narrow": narrow, "wide": wide}
print(json.dumps(asyncio.run(HOSTS[sys.argv[1]]())))
