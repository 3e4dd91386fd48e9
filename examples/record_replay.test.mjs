// Tests a host without a model: the first run records what the provider sends, later runs play it back.
//
//   node --test examples/record_replay.test.mjs
//
// QWEN_FLAGS, such as "--provider demo", are used for the recording. Requests name the working folder, so the workspace
// is created in the same place each time.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const folder = process.env.EXAMPLE_FOLDER ?? join(tmpdir(), "qwen-record-replay");
const workspace = join(folder, "workspace");
const recording = join(folder, "recording.jsonl");

/** The host under test: asks for a file and returns what was written. */
const host = (flags) => {
  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  const lines = execFileSync(
    "qwen",
    [...flags, "--approval-mode", "auto-edit", "--no-chat-recording", "-o", "json", "-p", "write note.txt: hello"],
    { cwd: workspace, encoding: "utf8" },
  );
  const records = JSON.parse(lines);
  return { note: readFileSync(join(workspace, "note.txt"), "utf8"), turns: records.at(-1).num_turns };
};

test("the host writes the note", () => {
  mkdirSync(folder, { recursive: true });
  const flags = (process.env.QWEN_FLAGS ?? "").split(" ").filter(Boolean);
  const seen = existsSync(recording) ? host(["--replay", recording]) : host([...flags, "--record", recording]);
  assert.deepEqual(seen, { note: "hello\n", turns: 2 });
});

test("a change of the request is named, and nothing is asked", () => {
  const changed = join(folder, "changed.jsonl");
  writeFileSync(changed, readFileSync(recording, "utf8").replaceAll("write note.txt", "write other.txt"));
  assert.throws(() => host(["--replay", changed]), ({ stdout }) => /Request 1 differs from the recorded/.test(stdout));
});
