// deno-lint-ignore-file explicit-function-return-type -- plain JavaScript, as users of the SDKs write it.
/**
 * Runs one host: a small Node program that drives ours through a published SDK, the way a user of the SDK writes it.
 * Usage: node run_host.mjs claude|qwen NAME, with the surroundings as JSON in QWEN_TEST_HOST. The last line of stdout is
 * the host's report as JSON.
 */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [kind, name] = process.argv.slice(2);
const surroundings = JSON.parse(process.env.QWEN_TEST_HOST);
delete process.env.QWEN_TEST_HOST;
const packageName = kind === "claude" ? "@anthropic-ai/claude-agent-sdk" : "@qwen-code/sdk";
const root = `${surroundings.folder}/node_modules/${packageName}`;
const entry = kind === "claude" ? "sdk.mjs" : "dist/index.mjs";
const sdk = await import(pathToFileURL(`${root}/${entry}`).href);
const { z } = createRequire(`${root}/${entry}`)("zod");
const { hosts } = await import(`./${kind}_hosts.mjs`);

const pathOption = kind === "claude" ? "pathToClaudeCodeExecutable" : "pathToQwenExecutable";
const defaults = { cwd: surroundings.cwd, [pathOption]: surroundings.executable };

/** Starts a query with the surroundings of the test. */
function query(prompt, options = {}) {
  return sdk.query({ prompt, options: { ...defaults, ...options } });
}

/** Reads a query to its end; what it threw is part of the report. */
async function drain(running, onMessage = () => {}) {
  const messages = [];
  try {
    for await (const message of running) {
      messages.push(message);
      await onMessage(message);
    }
    return { messages, said: messages.flatMap(digest) };
  } catch (error) {
    return { messages, said: messages.flatMap(digest), error: String(error.message ?? error).split("\n")[0] };
  }
}

/** A message in a few words, so that a whole conversation can be compared. */
function digest(message) {
  const agent = message.parent_tool_use_id ? "agent " : "";
  switch (message.type) {
    case "assistant":
      return message.message.content.map((block) => `${agent}assistant ${blockText(block)}`);
    case "user": {
      const { content } = message.message;
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
      return blocks.map((block) => `${agent}${message.isReplay ? "replay" : "user"} ${blockText(block)}`);
    }
    case "stream_event":
      return [];
    case "result": {
      const text = message.result ?? message.errors?.join("; ") ?? message.error?.message ?? "";
      return [`result ${message.subtype}${message.is_error ? " error" : ""}: ${short(text)}`];
    }
    case "system":
      if (message.subtype === "session_state_changed") return [`state ${message.state}`];
      return message.subtype === "turn_duration" ? [] : [`system ${message.subtype}`];
    default:
      return [message.type];
  }
}

function blockText(block) {
  if (block.type === "text") return `text: ${short(block.text)}`;
  if (block.type === "thinking") return `thinking: ${short(block.thinking)}`;
  if (block.type === "tool_use") return `calls ${block.name} ${short(JSON.stringify(block.input))}`;
  const text = typeof block.content === "string" ? block.content : JSON.stringify(block.content);
  return `${block.is_error ? "failed" : "result"}: ${short(text)}`;
}

function short(text) {
  const plain = String(text).replaceAll(surroundings.cwd, "CWD").replaceAll("\n", "⏎");
  return plain.length > 160 ? `${plain.slice(0, 120)}…${plain.length}` : plain;
}

/** A prompt line that stays open until it is closed. */
function openInput() {
  const waiting = [];
  let wake = () => {};
  let isClosed = false;
  return {
    say: (content, more = {}) => {
      waiting.push(userLine(content, more));
      wake();
    },
    close: () => {
      isClosed = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift();
        if (isClosed) return;
        await new Promise((resolve) => wake = resolve);
      }
    },
  };
}

function userLine(content, more = {}) {
  return { type: "user", session_id: "", message: { role: "user", content }, parent_tool_use_id: null, ...more };
}

async function fetchModel(path, init) {
  const response = await fetch(`${surroundings.model}${path}`, init);
  return await response.text();
}

const kit = {
  sdk,
  z,
  query,
  drain,
  digest,
  short,
  openInput,
  userLine,
  ...surroundings,
  /** Opens a gate of the model. */
  release: (gate) => fetchModel(`/release/${gate}`, { method: "POST" }),
  /** Waits until the model has been asked so often. */
  async asked(count) {
    for (;;) {
      const requests = JSON.parse(await fetchModel("/requests"));
      if (requests.length >= count) return requests;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },
  read: (path) => readFileSync(`${surroundings.cwd}/${path}`, "utf8"),
};

const host = hosts[name];
if (!host) throw new Error(`There is no host ${name}`);
const report = await host(kit);
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
