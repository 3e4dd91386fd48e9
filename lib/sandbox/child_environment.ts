/** Variables that every child may see. Anything else, the model's key first of all, stays with us. */
const PASSED = new Set([
  "PATH",
  "HOME",
  "LANG",
  "LANGUAGE",
  "TZ",
  "TERM",
  "USER",
  "LOGNAME",
  "SHELL",
  "TMPDIR",
  "TMP",
  "TEMP",
  "PWD",
  "HOSTNAME",
  "XDG_RUNTIME_DIR",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
]);

/** The variable that marks every child of one run, so that those which left their group can be found. */
export const RUN_MARKER = "QWEN_RUN_ID";

/** Nobody sits at a child's terminal: pagers and prompts would wait for ever. */
const FIXED: Readonly<Record<string, string>> = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  QWEN_CODE: "1",
};

/** What a child's environment is made of. */
export interface EnvironmentOptions {
  /** Our own environment. */
  source: Readonly<Record<string, string>>;
  /** Names that the user wants to be passed as well. */
  passEnv: readonly string[];
  /** Names that are left out whatever else is said. */
  dropEnv?: readonly string[] | "all";
  runId: string;
}

/** The environment of a child: listed names only, and the marker of the run. */
export function childEnvironment(options: EnvironmentOptions): Record<string, string> {
  const wanted = new Set(options.passEnv);
  const dropped = options.dropEnv ?? [];
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.source)) {
    if (dropped === "all" ? name !== "PATH" : dropped.includes(name)) continue;
    if (PASSED.has(name) || name.startsWith("LC_") || wanted.has(name)) environment[name] = value;
  }
  return { ...environment, ...FIXED, [RUN_MARKER]: options.runId };
}
