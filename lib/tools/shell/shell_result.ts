import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { shortPath } from "../short_path.ts";
import type { CapturedOutput } from "./captured_output.ts";
import { keptOutputLine } from "./kept_output.ts";

/** A command that has ended. */
export interface FinishedCommand {
  command: string;
  timeoutMs: number;
  captured: CapturedOutput;
  code: number | null;
  signal: string | null;
  timedOut: boolean;
  /** Where the next command starts, if it is not where this one did. */
  folder: { path: string; isReset: boolean } | null;
}

/** What programs write when they cannot reach the network, or the proxy refuses a host. */
const NETWORK_FAULTS =
  /could not resolve|name resolution|ENOTFOUND|EAI_AGAIN|network is unreachable|name or service not known|ENETUNREACH|no address associated|failed to lookup address|dns error|CONNECT tunnel failed|proxy (?:CONNECT|tunnel)|tunneling socket/i;

/** Programs that wait for the network, often without a word. */
const NETWORK_PROGRAMS =
  /\b(?:npm|npx|pnpm|yarn|bun|pip3?|uv|poetry|cargo|curl|wget|git +(?:clone|fetch|pull|push|ls-remote|submodule)|apt|apt-get|go +(?:get|mod|install)|docker|deno +(?:install|cache|add)|bundle|gem|mvn|gradle|composer|ssh|rsync|brew)\b/;

/** The result of a command: its output, and of its end only what is worth a line. */
export async function resultOf(finished: FinishedCommand, context: ToolContext): Promise<ToolOutcome> {
  const { captured, code, signal, timedOut } = finished;
  const output = captured.isBinary
    ? `(binary output, ${captured.bytes} bytes, not shown)`
    : captured.text.replace(/\n$/, "");
  const isBlank = output.trim() === "";
  const isShown = !captured.isCut || captured.isBinary;
  const ends = [...endLines(finished, context), ...(isShown ? [] : [await keptOutputLine(captured.whole, context)])];
  const lines = [...(isBlank ? (ends.length === 0 ? ["(no output)"] : []) : [output]), ...ends];
  const late = `Command timed out after ${finished.timeoutMs}ms and was ended.`;
  const shown = timedOut ? (isBlank ? late : `${output}\n${late}`) : isBlank && code !== 0 ? endOf(finished) : output;
  return {
    output: [{ kind: "text", text: lines.join("\n") }],
    ...(shown.trim() === "" ? {} : { display: { kind: "text", text: shown } }),
    isError: timedOut,
    data: {
      stdout: captured.channel("stdout"),
      stderr: captured.channel("stderr"),
      interrupted: timedOut,
      exitCode: code,
      signal,
    },
  };
}

function endLines(finished: FinishedCommand, context: ToolContext): string[] {
  const { code, signal, timedOut, timeoutMs, folder } = finished;
  const lines: string[] = [];
  const lacksNetwork = isForNetwork(finished, context);
  if (timedOut) {
    const advice = lacksNetwork ? "" : " Give a larger timeout, or use is_background for a lasting process.";
    lines.push(`Command timed out after ${timeoutMs}ms and was ended.${advice}`);
  } else if (signal !== null) lines.push(`Signal: ${signal}`);
  else if (code !== 0) lines.push(`Exit code: ${code}`);
  if (lacksNetwork) lines.push(networkLine(context.hosts ?? []));
  if (folder?.isReset) {
    lines.push(`The working folder is ${context.cwd} again: ${folder.path} is outside the workspace.`);
  } else if (folder) lines.push(`Working folder: ${shortPath(folder.path, context.cwd) || "."}`);
  return lines;
}

function networkLine(hosts: "all" | readonly string[]): string {
  const lack = hosts === "all" || hosts.length === 0
    ? "Commands have no network in this run, and this one needs it."
    : `Commands reach only ${hosts.join(", ")} in this run, and this one needs another host.`;
  return `${lack} A larger timeout or another try will not help.`;
}

/** Whether a failure has to do with the network that the sandbox withholds. */
function isForNetwork({ captured, code, timedOut, command }: FinishedCommand, { hosts = "all" }: ToolContext): boolean {
  if (hosts === "all" || (code === 0 && !timedOut)) return false;
  return NETWORK_FAULTS.test(captured.text) || (timedOut && NETWORK_PROGRAMS.test(command));
}

function endOf(finished: FinishedCommand): string {
  return finished.signal
    ? `Command terminated by signal: ${finished.signal}`
    : `Command exited with code: ${finished.code}`;
}
