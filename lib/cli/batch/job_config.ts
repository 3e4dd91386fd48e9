import { defined } from "../../config/defined.ts";
import { loadSettings } from "../../config/settings/settings.ts";
import type { Job } from "../../fleet/read_job.ts";
import { type Mode, MODES } from "../../model/mod.ts";
import type { Flags } from "../args/table/flag_table.ts";
import { modeOf } from "../assembly/session/assemble_session.ts";
import { openModel, type RunConfig } from "../assembly/config/load_config.ts";
import { settingChoices } from "../assembly/config/setting_choices.ts";

/** What a job's configuration is made from. */
export interface JobGround {
  /** The configuration of the command. */
  base: RunConfig;
  /** The environment as it was before the keys were taken out of it. */
  env: (name: string) => string | undefined;
  /** The folder in which the job runs. */
  cwd: string;
}

/** A configuration that belongs to one job. */
export interface JobConfig {
  config: RunConfig;
  /** The approval mode that the job asked for and did not get; null where it got its own. */
  narrowed: Mode | null;
  close(): Promise<void>;
}

/** Makes the configuration of a job. Throws QwenError where the configuration is wrong. */
export async function configOfJob(job: Job, { base, env, cwd }: JobGround): Promise<JobConfig> {
  const isElsewhere = cwd !== base.cwd;
  const loaded = isElsewhere
    ? await loadSettings({ cwd, env, ...settingChoices(base.flags) })
    : { ...base.loaded, env };
  const wanted = job.approval;
  const own = modeOf({ ...base, settings: loaded.settings });
  const limit = narrower(modeOf(base), own);
  const mode = wanted === undefined ? limit : narrower(limit, wanted);
  const flags = flagsOfJob(job, { ...base.flags, approvalMode: mode, yolo: undefined });
  const needsModel = isElsewhere || job.model !== undefined || job.provider !== undefined;
  const opened = needsModel ? await openModel(flags, { loaded, version: base.version }) : null;
  const trace: Record<string, string> = job.traceparent === undefined ? {} : { TRACEPARENT: job.traceparent };
  return {
    config: {
      ...base,
      flags,
      cwd,
      loaded,
      settings: loaded.settings,
      commandEnv: { ...(job.env as Record<string, string> | undefined), ...trace },
      ...(opened ? { selection: opened.selection, provider: opened.provider } : {}),
    },
    narrowed: wanted !== undefined && mode !== wanted ? wanted : null,
    close: async () => await opened?.close(),
  };
}

/** The narrower of two modes. */
function narrower(a: Mode, b: Mode): Mode {
  return MODES.indexOf(a) <= MODES.indexOf(b) ? a : b;
}

function flagsOfJob({ model, provider, schema, budget = {}, verify }: Job, flags: Flags): Flags {
  const check = typeof verify === "string" ? { command: verify } : verify;
  return {
    ...flags,
    ...defined({
      model: model ?? (provider === undefined ? undefined : flags.model),
      provider: provider as Flags["provider"],
      jsonSchema: schema === undefined || typeof schema === "string" ? schema : JSON.stringify(schema),
      maxTotalTokens: smaller(flags.maxTotalTokens, budget.tokens),
      maxBudgetUsd: smaller(flags.maxBudgetUsd, budget.usd),
      maxSessionTurns: smaller(unlimited(flags.maxSessionTurns), budget.turns),
      maxWallTime: smaller(flags.maxWallTime, budget.wall_ms),
      verify: check?.command,
      verifyAttempts: check && "attempts" in check ? check.attempts : undefined,
    }),
  };
}

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b);
}

/** Undefined where a negative limit says that there is none. */
function unlimited(limit: number | undefined): number | undefined {
  return limit !== undefined && limit < 0 ? undefined : limit;
}
