/** The list of subcommands. A new one is a file beside this one, and a line here. */
import { fail } from "../../model/problem.ts";
import { answer } from "./answer.ts";
import { attach } from "./attach.ts";
import { audit } from "./audit.ts";
import { batch } from "./batch.ts";
import { completions } from "./completions.ts";
import { conform } from "./conform.ts";
import { doctor } from "./doctor.ts";
import { evaluate } from "./eval.ts";
import { help } from "./help.ts";
import { jobs } from "./jobs.ts";
import { man } from "./man.ts";
import { mcp } from "./mcp.ts";
import { models } from "./models.ts";
import { policy } from "./policy.ts";
import { schema } from "./schema.ts";
import { serve } from "./serve_command.ts";
import { sessions } from "./sessions.ts";
import type { Subcommand, SubcommandContext } from "./subcommand.ts";
import { update } from "./update.ts";
import { usage } from "./usage.ts";
import { translate } from "./translate.ts";
import { validate } from "./validate.ts";
import { worker } from "./worker.ts";

/** Every subcommand, in the order in which help lists them. */
export const SUBCOMMANDS: readonly Subcommand[] = [
  schema,
  translate,
  validate,
  serve,
  attach,
  batch,
  worker,
  jobs,
  policy,
  audit,
  sessions,
  answer,
  models,
  mcp,
  usage,
  conform,
  doctor,
  evaluate,
  update,
  completions,
  man,
  help,
];

/** The subcommand of a name, or null. */
export function findSubcommand(name: string | undefined): Subcommand | null {
  return SUBCOMMANDS.find((subcommand) => subcommand.name === name) ?? null;
}

/** Runs a subcommand and returns its exit status. */
export async function runSubcommand(
  { name, words }: { name: string; words: readonly string[] },
  context: Omit<SubcommandContext, "flags">,
): Promise<number> {
  const subcommand = findSubcommand(name);
  if (!subcommand) throw fail("usage_error", `There is no subcommand ${name}`);
  return await subcommand.run(words, { ...context, flags: context.parsed.flags });
}
