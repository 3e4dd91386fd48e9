import type { SettingOptions } from "../../../config/settings/settings.ts";
import type { Flags } from "../../args/table/flag_table.ts";

/** The options that the command line sets for loading settings. */
export function settingChoices(flags: Flags): Omit<SettingOptions, "cwd" | "env"> {
  const named = flags.settingSources?.filter((scope) => scope === "user" || scope === "project");
  return {
    scopes: flags.bare ? [] : named ? ["system", ...named] : ["system", "user", "project"],
    trustProject: flags.trustProject ?? false,
    isSafe: flags.safeMode ?? false,
    ...(flags.settings ? { given: flags.settings } : {}),
    ...(flags.managedSettings ? { managed: flags.managedSettings } : {}),
  };
}
