import { exitStatus, type Problem, problemOf, QwenError, reasonOf } from "../model/problem.ts";
import { FORWARD, forward } from "../sandbox/network/forwarder.ts";
import { type ParsedFlags, parseFlags } from "./args/flags.ts";
import { runSubcommand } from "./commands/mod.ts";
import { Signals } from "./process/signals.ts";
import { type Pipes, processPipes, quietPipes } from "./process/pipes.ts";
import { StartupError } from "./startup_error.ts";
import { VERSION } from "./version.ts";

/** Runs the program and returns its exit status. Every failure is reported and has a code. */
export async function run(argv: readonly string[]): Promise<number> {
  const pipes = processPipes();
  const startupError = new StartupError(pipes, argv);
  let parsed: ParsedFlags;
  try {
    // Hosts ask for it first, and it needs no flags.
    if (argv.length === 1 && argv[0] === "--version") {
      await pipes.stdout.write(new TextEncoder().encode(`${VERSION}\n`));
      return 0;
    }
    if (argv[0] === FORWARD) {
      await forward(argv[1] ?? "", (port) => pipes.stdout.write(new TextEncoder().encode(`${port}\n`)));
      return 0;
    }
    parsed = await parseFlags(argv, { isTerminal: pipes.isInputTerminal, env: (name) => Deno.env.get(name) });
  } catch (error) {
    return await refuse(error, { pipes, startupError });
  }
  const { flags, subcommand } = parsed;
  if (flags.quiet) quietPipes(pipes);
  try {
    if (flags.help !== undefined || flags.version) {
      const { printHelp } = await import("./args/help/print_help.ts");
      return await printHelp(parsed, pipes);
    }
    using signals = new Signals();
    const isServer = flags.web === true || (flags.serverMode !== undefined && flags.serverMode !== "stdin");
    const named = subcommand ?? flagCommand(flags) ?? (isServer ? { name: "serve", words: [] } : null);
    if (named && !(named.name === "serve" && flags.serverMode === "stdin")) {
      return await runSubcommand(named, { parsed, pipes, argv, signals });
    }
    if (flags.bestOf !== undefined) {
      const { bestOf } = await import("./best_of/best_of.ts");
      return await bestOf(parsed, { pipes, argv, signals });
    }
    const { drive } = await import("./drive.ts");
    return await drive(parsed, { pipes, argv, signals, startupError });
  } catch (error) {
    return await refuse(error, { pipes, startupError });
  }
}

/** The subcommand that a flag stands for, as clients of other programs write it. */
function flagCommand({ attach, new: isNew, manager }: ParsedFlags["flags"]): ParsedFlags["subcommand"] {
  if (attach !== undefined || isNew) return { name: "attach", words: attach === undefined ? [] : [attach] };
  return manager ? { name: "sessions", words: [] } : null;
}

/** Reports a run that could not start or broke: one sentence for people, one record for programs. */
async function refuse(error: unknown, around: { pipes: Pipes; startupError: StartupError }): Promise<number> {
  // The reader of a page of text has seen enough of it.
  if (error instanceof Deno.errors.BrokenPipe) return exitStatus("consumer_gone");
  const fault = problemOf(error);
  around.pipes.note(sentence(fault, error));
  // A fatal problem has been written as a record already.
  if (!fault.fatal) {
    try {
      await around.startupError.write(fault);
    } catch (lost) {
      around.pipes.note(`qwen: Cannot write the result to stdout: ${problemOf(lost).message}`);
    }
  }
  return exitStatus(fault.code);
}

function sentence(fault: Problem, error: unknown): string {
  // A refusal of the system, such as a full disk, is no bug that a stack trace would help to find.
  if (error instanceof Error && "code" in error && typeof error.code === "string") return `qwen: ${reasonOf(error)}`;
  if (!(error instanceof QwenError)) return `qwen: ${error instanceof Error ? error.stack ?? error.message : error}`;
  return fault.hint && !fault.message.includes(fault.hint) ? `${fault.message}\n${fault.hint}` : fault.message;
}
