/** The list of subcommands. A new one is a file in a room beside this one, and a line here. */
import { fail } from "../../model/problem.ts";
import type { Subcommand, SubcommandContext } from "./subcommand.ts";

/** How each subcommand is loaded, by name, in the order in which help lists them. */
const SUBCOMMANDS: Readonly<Record<string, () => Promise<Subcommand>>> = {
  schema: async () => (await import("./dialects/schema.ts")).schema,
  translate: async () => (await import("./dialects/translate.ts")).translate,
  validate: async () => (await import("./dialects/validate.ts")).validate,
  serve: async () => (await import("./server/serve.ts")).serve,
  attach: async () => (await import("./server/attach.ts")).attach,
  batch: async () => (await import("./fleet/batch.ts")).batch,
  worker: async () => (await import("./fleet/worker.ts")).worker,
  jobs: async () => (await import("./fleet/jobs.ts")).jobs,
  policy: async () => (await import("./setup/policy.ts")).policy,
  audit: async () => (await import("./session/audit.ts")).audit,
  sessions: async () => (await import("./session/sessions.ts")).sessions,
  answer: async () => (await import("./session/answer.ts")).answer,
  models: async () => (await import("./setup/models.ts")).models,
  mcp: async () => (await import("./setup/mcp.ts")).mcp,
  usage: async () => (await import("./session/usage.ts")).usage,
  conform: async () => (await import("./dialects/conform.ts")).conform,
  doctor: async () => (await import("./setup/doctor.ts")).doctor,
  eval: async () => (await import("./setup/eval.ts")).evaluate,
  update: async () => (await import("./setup/update.ts")).update,
  completions: async () => (await import("./help/completions.ts")).completions,
  man: async () => (await import("./help/man.ts")).man,
  help: async () => (await import("./help/help.ts")).help,
};

/** The names of the subcommands, in the order in which help lists them. */
export const SUBCOMMAND_NAMES: readonly string[] = Object.keys(SUBCOMMANDS);

/** Loads the subcommand of a name; null if there is none. */
export async function findSubcommand(name: string | undefined): Promise<Subcommand | null> {
  return name !== undefined && Object.hasOwn(SUBCOMMANDS, name) ? await SUBCOMMANDS[name]() : null;
}

/** Loads every subcommand: for help, completions and errors that need the flags of all of them. */
export async function allSubcommands(): Promise<Subcommand[]> {
  return await Promise.all(Object.values(SUBCOMMANDS).map((load) => load()));
}

/** Runs a subcommand and returns its exit status. */
export async function runSubcommand(
  { name, words }: { name: string; words: readonly string[] },
  context: Omit<SubcommandContext, "flags">,
): Promise<number> {
  const subcommand = await findSubcommand(name);
  if (!subcommand) throw fail("usage_error", `There is no subcommand ${name}`);
  return await subcommand.run(words, { ...context, flags: context.parsed.flags });
}
