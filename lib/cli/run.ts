import { deferred } from "../model/deferred.ts";
import { exitStatus, type Problem, problemOf, QwenError, reasonOf } from "../model/problem.ts";
import { type ParsedFlags, parseFlags, requestedOutputFormat } from "./flags.ts";
import { Alarms } from "./alarms.ts";
import { type Pipes, processPipes } from "./pipes.ts";
import { VERSION } from "./version.ts";

/** Runs the program and returns its exit status. Nothing escapes: whatever goes wrong is told and has a code. */
export async function run(argv: readonly string[]): Promise<number> {
  const pipes = processPipes();
  let parsed: ParsedFlags;
  try {
    // Hosts ask for it before anything else, and the answer needs no flags.
    if (argv.length === 1 && argv[0] === "--version") {
      await pipes.stdout.write(new TextEncoder().encode(`${VERSION}\n`));
      return 0;
    }
    parsed = await parseFlags(argv, { isTerminal: pipes.isInputTerminal, env: (name) => Deno.env.get(name) });
  } catch (error) {
    return await refuse(error, { pipes, argv });
  }
  const { flags, subcommand } = parsed;
  try {
    if (flags.help !== undefined || flags.version) {
      const { printHelp }: typeof import("./print_help.ts") = await import(deferred("./print_help.ts"));
      return await printHelp(parsed, pipes);
    }
    using alarms = new Alarms();
    const isServer = flags.serverMode !== undefined && flags.serverMode !== "stdin";
    const named = subcommand ?? (isServer ? { name: "serve" as const, words: [] } : null);
    if (named && !(named.name === "serve" && flags.serverMode === "stdin")) {
      const { runSubcommand }: typeof import("./subcommands.ts") = await import(deferred("./subcommands.ts"));
      return await runSubcommand(named, { parsed, pipes, argv, alarms });
    }
    const { drive }: typeof import("./drive.ts") = await import(deferred("./drive.ts"));
    return await drive(parsed, { pipes, argv, alarms });
  } catch (error) {
    return await refuse(error, { pipes, argv });
  }
}

/** Tells of a run that could not begin: one sentence for people, one result for programs. */
async function refuse(error: unknown, around: { pipes: Pipes; argv: readonly string[] }): Promise<number> {
  // Whoever read a page of text has seen enough of it.
  if (error instanceof Deno.errors.BrokenPipe) return exitStatus("consumer_gone");
  const fault = problemOf(error);
  around.pipes.note(sentence(fault, error));
  const format = requestedOutputFormat(around.argv);
  // What is fatal on the wire has been told there already.
  if (format && format !== "text" && !fault.fatal) {
    try {
      const { writeStillborn }: typeof import("./stillborn.ts") = await import(deferred("./stillborn.ts"));
      await writeStillborn(fault, { format, pipes: around.pipes, argv: around.argv });
    } catch (lost) {
      around.pipes.note(`qwen: Cannot write the result to stdout: ${problemOf(lost).message}`);
    }
  }
  return exitStatus(fault.code);
}

function sentence(fault: Problem, error: unknown): string {
  // What the system refuses, such as a full disk, is no fault of the program that a stack would help to find.
  if (error instanceof Error && "code" in error && typeof error.code === "string") return `qwen: ${reasonOf(error)}`;
  if (!(error instanceof QwenError)) return `qwen: ${error instanceof Error ? error.stack ?? error.message : error}`;
  return fault.hint && !fault.message.includes(fault.hint) ? `${fault.message}\n${fault.hint}` : fault.message;
}
