import { deferred } from "../model/deferred.ts";
import type { ToolProgress } from "../model/event.ts";
import type { JsonObject } from "../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../model/ports.ts";
import { absolutePath, optionalText, textField, titleOf } from "./input.ts";

const DESCRIPTION = `Runs a command with bash -c in a process group of its own, without standard input.
The answer has the output, cut in the middle when it is long, and the exit code. What the command leaves running ends \
with it; start servers and other lasting processes with is_background instead.`;

/** How long a command may take when the call does not say. */
export const DEFAULT_TIMEOUT_MS = 120_000;
/** The longest time a call may ask for. */
export const MAX_TIMEOUT_MS = 600_000;

/** Runs one shell command. */
export const runShellCommand: Tool = {
  name: "run_shell_command",
  description: DESCRIPTION,
  kind: "exec",
  parallel: false,
  aliases: ["Bash", "Shell", "ShellTool"],
  input: inputWithin(DEFAULT_TIMEOUT_MS),
  title: (input) => titleOf("Run", input.command),
  needs: (input, context) => [{
    kind: "run",
    command: textField(input, "command"),
    cwd: absolutePath(optionalText(input, "directory") ?? context.cwd, context.cwd),
  }],
  confirm: async (input) => (await work()).confirm(input),
  ready: work,
  run,
};

/** The same tool with another time limit for calls that name none. */
export function shellWithin(timeoutMs: number): Tool {
  const limitMs = Math.min(timeoutMs, MAX_TIMEOUT_MS);
  return {
    ...runShellCommand,
    input: inputWithin(limitMs),
    run: (input, context) => run({ ...input, timeout: input.timeout ?? limitMs }, context),
  };
}

function inputWithin(timeoutMs: number): JsonObject {
  return {
    type: "object",
    properties: {
      command: { type: "string", description: "The command, as bash understands it." },
      is_background: { type: "boolean", description: "Lets the command run on and returns at once." },
      timeout: {
        type: "integer",
        minimum: 1,
        maximum: MAX_TIMEOUT_MS,
        description: `Milliseconds after which the command is ended, ${timeoutMs} by default.`,
      },
      description: { type: "string", description: "A few words on what the command does." },
      directory: { type: "string", description: "The folder to run it in; the working folder by default." },
    },
    required: ["command"],
  };
}

async function* run(input: JsonObject, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutcome> {
  return yield* (await work()).run(input, context);
}

function work(): Promise<typeof import("./work/run_shell_command.ts")> {
  return import(deferred("./work/run_shell_command.ts"));
}
