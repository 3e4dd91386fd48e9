import { IS_WINDOWS } from "../../path/mod.ts";

/** Variables that every child may see. All others are withheld, above all the model's key. */
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

/** The same on Windows, where names have no case: without them its programs do not start. */
const PASSED_ON_WINDOWS = new Set(
  ("ALLUSERSPROFILE APPDATA COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMPUTERNAME COMSPEC DRIVERDATA HOMEDRIVE " +
    "HOMEPATH LOCALAPPDATA NUMBER_OF_PROCESSORS OS PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES " +
    "PROGRAMFILES(X86) PSMODULEPATH PUBLIC SYSTEMDRIVE SYSTEMROOT USERDOMAIN USERNAME USERPROFILE WINDIR").split(" "),
);

/** The variable that marks every child of a run, by which processes that left their group are found. */
export const RUN_MARKER = "QWEN_RUN_ID";

/** The variable that marks every process of one command, by which those that left its group are found. */
export const COMMAND_MARKER = "QWEN_COMMAND_ID";

/** A child has no terminal: pagers, editors and prompts would wait forever, and colours would only be noise. */
const FIXED: Readonly<Record<string, string>> = {
  TERM: "dumb",
  NO_COLOR: "1",
  CI: "1",
  GIT_EDITOR: "true",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  QWEN_CODE: "1",
};

/** What a child's environment is made from. */
export interface EnvironmentOptions {
  /** Our own environment. */
  source: Readonly<Record<string, string>>;
  /** Further names that the user wants to pass. */
  passEnv: readonly string[];
  /** Names that are always left out. */
  dropEnv?: readonly string[] | "all";
  runId: string;
  isWindows?: boolean;
}

/** The environment of a child: the listed names and the marker of the run. */
export function childEnvironment(options: EnvironmentOptions): Record<string, string> {
  const wanted = new Set(options.passEnv);
  const dropped = options.dropEnv ?? [];
  const { isWindows = IS_WINDOWS } = options;
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.source)) {
    if (dropped === "all" ? name.toUpperCase() !== "PATH" : dropped.includes(name)) continue;
    if (isWindows && isPassedOnWindows(name)) environment[name] = value;
    else if (PASSED.has(name) || name.startsWith("LC_") || wanted.has(name)) environment[name] = value;
  }
  return { ...environment, ...FIXED, [RUN_MARKER]: options.runId };
}

function isPassedOnWindows(name: string): boolean {
  const upper = name.toUpperCase();
  return PASSED.has(upper) || PASSED_ON_WINDOWS.has(upper);
}
