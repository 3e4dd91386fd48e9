import { systemClock } from "../../../model/clock.ts";
import { fail } from "../../../model/problem.ts";
import { type Pipes, printText } from "../../process/pipes.ts";
import { VERSION } from "../../version.ts";
import { defineSubcommand } from "../subcommand.ts";

/** `qwen update --check`: tells whether a newer release exists, and how to get it. */
export const update = defineSubcommand({
  name: "update",
  help: "Tell whether a newer release exists, and how to get it; nothing is installed",
  words: [],
  flags: {
    "check": { type: "boolean", help: "The same as without it: only look" },
    "json": { type: "boolean", help: "Print one JSON object" },
  },
  note: "QWEN_RELEASE_URL names another place for releases.",
  async run(_words, { flags, pipes }): Promise<number> {
    return await checkUpdate({ isJson: flags.json ?? false, env: (name) => Deno.env.get(name), pipes });
  },
});

/** Where releases are published; install.sh knows the same address. */
export const RELEASES = "https://github.com/qwen-headless/qwen/releases/latest/download";

const MAX_WAIT_MS = 10_000;
const MAX_BYTES = 100;

/** Compares this version with the newest release and prints the result. */
async function checkUpdate(
  { isJson, env, pipes }: { isJson: boolean; env: (name: string) => string | undefined; pipes: Pipes },
): Promise<number> {
  const base = (env("QWEN_RELEASE_URL") || RELEASES).replace(/\/+$/, "");
  const latest = await newest(`${base}/VERSION`);
  const isNewer = latest.localeCompare(VERSION, "en", { numeric: true }) > 0;
  const text = isNewer
    ? `qwen ${latest} is available, and this is ${VERSION}. Install it the way you installed this one; ` +
      `the executable: curl -fsSL ${base}/install.sh | sh`
    : `qwen ${VERSION} is the newest release.`;
  await printText(isJson ? JSON.stringify({ current: VERSION, latest, update: isNewer }) : text, pipes);
  return 0;
}

/** The version in a file of a release. Throws QwenError where there is none. */
async function newest(url: string): Promise<string> {
  const late = new AbortController();
  const cancel = systemClock.after(MAX_WAIT_MS, () => late.abort(new Error("the server did not answer in time")));
  try {
    const response = await fetch(url, { signal: late.signal });
    const text = (await response.text()).slice(0, MAX_BYTES).trim();
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(text)) throw new Error(`it holds no version: ${JSON.stringify(text)}`);
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw fail("input_error", `Cannot read ${url}: ${reason}`, {
      hint: "Check the network, or name another place with QWEN_RELEASE_URL.",
    });
  } finally {
    cancel();
  }
}
