import { deferred, fail } from "../model/mod.ts";
import type { Alarms } from "./alarms.ts";
import type { ParsedFlags, Subcommand } from "./flags.ts";
import type { Pipes } from "./pipes.ts";

/** What a subcommand is run with. */
export interface SubcommandContext {
  parsed: ParsedFlags;
  pipes: Pipes;
  argv: readonly string[];
  alarms: Alarms;
}

type Run = (words: readonly string[], context: SubcommandContext) => Promise<number>;

/** Each subcommand is loaded when it is called. */
const SUBCOMMANDS: Partial<Record<Subcommand["name"], () => Promise<Run>>> = {
  completions: async () =>
    (await import(deferred("./completions.ts")) as typeof import("./completions.ts")).completions,
  doctor: async () => (await import(deferred("./doctor.ts")) as typeof import("./doctor.ts")).doctor,
  help: async () => {
    const { printHelp }: typeof import("./print_help.ts") = await import(deferred("./print_help.ts"));
    return ([topic = ""], { parsed, pipes }) =>
      printHelp({ ...parsed, subcommand: null, flags: { ...parsed.flags, help: topic } }, pipes);
  },
  man: async () => (await import(deferred("./man_page.ts")) as typeof import("./man_page.ts")).manPage,
  schema: async () => (await import(deferred("./print_schema.ts")) as typeof import("./print_schema.ts")).printSchema,
  sessions: async () =>
    (await import(deferred("./sessions_command.ts")) as typeof import("./sessions_command.ts")).sessionsCommand,
  translate: async () => (await import(deferred("./translate.ts")) as typeof import("./translate.ts")).translate,
  serve: async () => {
    const { serve }: typeof import("./serve.ts") = await import(deferred("./serve.ts"));
    return (_words, { parsed, pipes, alarms }) => serve(parsed, { pipes, alarms });
  },
  policy: async () =>
    (await import(deferred("./policy_command.ts")) as typeof import("./policy_command.ts")).policyCommand,
  audit: async () => (await import(deferred("./audit_command.ts")) as typeof import("./audit_command.ts")).auditCommand,
  validate: async () => (await import(deferred("./validate.ts")) as typeof import("./validate.ts")).validate,
};

/** Runs a subcommand and returns its exit status. */
export async function runSubcommand(subcommand: Subcommand, context: SubcommandContext): Promise<number> {
  const load = SUBCOMMANDS[subcommand.name];
  if (!load) throw fail("usage_error", `The subcommand ${subcommand.name} is not available in this build`);
  const run = await load();
  return await run(subcommand.words, context);
}
