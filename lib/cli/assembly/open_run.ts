import { type Tap, watching } from "../../host/taps.ts";
import { systemClock } from "../../model/clock.ts";
import { prune } from "../../store/prune.ts";
import type { ParsedFlags } from "../args/flags.ts";
import type { Flags } from "../args/table/flag_table.ts";
import { type DebugLog, openDebugLog } from "../debug_log.ts";
import type { Pipes } from "../process/pipes.ts";
import { VERSION } from "../version.ts";
import { configWarningsOf } from "./config/config_warnings.ts";
import { unknownTeller } from "./config/unknown_input.ts";
import { unknownInFlags } from "./config/unknown_settings.ts";
import { flagsWithoutEffect, variablesWithoutEffect } from "./config/without_effect.ts";
import { proveEarly } from "./session/fenced.ts";
import { loadConfig, type RunConfig } from "./config/load_config.ts";
import { secrets } from "./config/secrets.ts";

/** What every run has, whatever transport its clients use. */
export interface OpenedRun {
  config: RunConfig;
  /** Audit and debug log. */
  taps: readonly Tap[];
  close(): Promise<void>;
}

/** How a run is opened. */
export interface OpenRunOptions {
  pipes: Pipes;
  isHosted: boolean;
  /** Whether the first turn follows at once; a person at the terminal sees the input line before the sandbox is tried. */
  isWaitedFor?: boolean;
}

/** Loads the configuration, prints what is doubtful about it, and opens audit and debug log. */
export async function openRun(
  parsed: ParsedFlags,
  { pipes, isHosted, isWaitedFor = true }: OpenRunOptions,
): Promise<OpenedRun> {
  const { flags } = parsed;
  const debug = debugLogOf(flags, pipes);
  // Its verdict is awaited where it matters, and a failure is reported there.
  if (isWaitedFor) proveEarly(flags).catch(() => {/* Reported with the first session. */});
  const config = await loadConfig(parsed, { isHosted, version: VERSION });
  const warnings = [...config.loaded.warnings, ...config.selection.notices, ...configWarningsOf(config)];
  for (const warning of warnings) pipes.warn(`qwen: ${warning}`);
  const tell = unknownTeller(config.host ?? "qwen", { config, note: (text) => pipes.warn(text) });
  const unknownFlags = parsed.notices.filter(({ code }) => code === "unknown_flag" && parsed.host === "claude");
  for (const { text } of unknownFlags) tell(text.replace(/^Ignored /, ""));
  for (const what of await unknownInFlags(config.flags)) tell(what);
  for (const { name, reason } of flagsWithoutEffect(flags)) tell(`the flag ${name}`, reason);
  // Other programs use the prefix of our variables too, so they are named only where somebody looks for them.
  const names = flags.debug === undefined ? [] : Object.keys(Deno.env.toObject());
  for (const name of await variablesWithoutEffect({ ...config, names })) tell(`the variable ${name}`);
  const { audit } = config;
  return {
    config,
    taps: [
      ...(audit ? [watching((event) => audit.watch(event))] : []),
      ...(debug ? [watching((event) => debug.watch(event))] : []),
    ],
    close: async () => {
      debug?.close();
      await config.close();
      await pruneOnce(config);
    },
  };
}

function debugLogOf({ debug, debugFile }: Flags, pipes: Pipes): DebugLog | null {
  if (debug === undefined && debugFile === undefined) return null;
  const note = (text: string): void => pipes.debug(secrets.text(text));
  return openDebugLog({ areas: debug ?? "*", file: debugFile ?? null }, { note, now: systemClock.now });
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const MEGABYTE = 2 ** 20;
const SPILL_DAYS = 7;
const SPILL_MEGABYTES = 1_000;

/** Removes what is kept no longer, once a day, after everything else is done. */
async function pruneOnce({ settings, home, env }: RunConfig): Promise<void> {
  const limit = (key: Parameters<typeof settings.get>[0], unit: number): number | null => {
    const value = settings.get(key);
    return typeof value === "number" ? value * unit : null;
  };
  const rules = {
    sessions: {
      maxAgeMs: limit("cleanup.sessionDays", DAY_MS),
      maxBytes: limit("cleanup.sessionMegabytes", MEGABYTE),
    },
    spills: {
      maxAgeMs: limit("cleanup.spillDays", DAY_MS) ?? SPILL_DAYS * DAY_MS,
      maxBytes: limit("cleanup.spillMegabytes", MEGABYTE) ?? SPILL_MEGABYTES * MEGABYTE,
    },
  };
  const base = env("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? home;
  await prune(base, { rules, now: systemClock.now(), everyMs: DAY_MS });
}
