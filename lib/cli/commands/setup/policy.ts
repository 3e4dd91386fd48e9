import { loadSettings, qwenHome } from "../../../config/settings/settings.ts";
import { fail, isObject, type JsonObject } from "../../../model/mod.ts";
import { currentFolder } from "../../../path/mod.ts";
import { pipelineSteps } from "../../../sandbox/process/processes/pipeline_run.ts";
import { readScript } from "../../../sandbox/shell/shell_words.ts";
import { builtInTools } from "../../../tools/mod.ts";
import { settingChoices } from "../../assembly/config/setting_choices.ts";
import { memoryFile, modeOf } from "../../assembly/session/assemble_session.ts";
import { type Fenced, openFences } from "../../assembly/session/fenced.ts";
import { checkExamples, judgeCall } from "../../assembly/session/policy_calls.ts";
import { printText } from "../../process/pipes.ts";
import { defineSubcommand, type SubcommandContext } from "../subcommand.ts";

/** `qwen policy check TOOL JSON` and `qwen policy explain`: prints the decision as one JSON line. */
export const policy = defineSubcommand({
  name: "policy",
  help: "Show which tool calls would be allowed, without a model",
  words: [
    { name: "check|explain", choices: ["check", "explain"] },
    { name: "TOOL", optional: true },
    { name: "JSON", optional: true },
  ],
  async run(words, context): Promise<number> {
    return await reportPolicy(words, context);
  },
});

/** The exit status of `policy check`, so that scripts need not parse the line. */
const STATUS = { allow: 0, ask: 2, deny: 3 } as const;

/** Prints what the policy would decide of a call, or the rules in force, as one JSON line. */
async function reportPolicy(words: readonly string[], context: SubcommandContext): Promise<number> {
  const { flags, parsed: { host }, pipes } = context;
  const env = (name: string): string | undefined => Deno.env.get(name);
  const cwd = currentFolder();
  const loaded = await loadSettings({ cwd, env, ...settingChoices(flags) });
  const { settings } = loaded;
  const home = qwenHome(env);
  const fenced = openFences({ flags, settings, env, cwd, home, host }, { note: pipes.note });
  const tools = builtInTools({ memory: memoryFile(home) });
  const around = { fenced, tools, cwd };
  try {
    const [what, tool, json] = words;
    const examples = settings.get("permissions.examples") ?? [];
    await checkExamples(examples, around);
    const mode = modeOf({ flags, settings, host });
    const record = what === "check"
      ? { ...await checked({ tool, input: inputOf(tool, json), mode }, around), ...await surroundings(fenced) }
      : {
        mode,
        rules: fenced.rules,
        examples: examples.length,
        ignored: loaded.ignored,
        ...await surroundings(fenced),
      };
    await printText(JSON.stringify(record), pipes);
    return "decision" in record ? STATUS[record.decision as keyof typeof STATUS] : 0;
  } finally {
    await fenced.confinement.close();
    fenced.files.close();
  }
}

function inputOf(tool: string | undefined, json: string | undefined): JsonObject {
  if (tool === undefined || json === undefined) {
    throw fail("usage_error", "qwen policy check needs TOOL and JSON", {
      hint: `Write qwen policy check run_shell_command '{"command":"git status"}'.`,
    });
  }
  let input: unknown;
  try {
    input = JSON.parse(json);
  } catch {
    input = null;
  }
  if (!isObject(input)) throw fail("usage_error", `The input of ${tool} is a JSON object, not ${json.slice(0, 200)}`);
  return input as JsonObject;
}

async function checked(
  call: Parameters<typeof judgeCall>[0],
  around: Parameters<typeof judgeCall>[1],
): Promise<Record<string, unknown>> {
  const { access, verdict } = await judgeCall(call, around);
  const run = access.find((need) => need.kind === "run");
  return {
    tool: call.tool,
    input: call.input,
    mode: call.mode,
    ...verdict,
    access,
    ...(run ? shellView(run, around) : {}),
  };
}

/** How a shell command is parsed, and how it would run. */
function shellView(
  run: { command: string; cwd: string },
  { fenced }: { fenced: Fenced },
): { argv: string[][]; problem: string | null; runs: "direct" | "respelled" | "shell" } {
  const script = readScript(run.command);
  const understood = fenced.policy.understood(run.command, run.cwd);
  return {
    argv: script.commands.map(({ words }) => words.map((word) => word.text)),
    problem: script.problem,
    runs: understood === null ? "shell" : pipelineSteps(understood) ? "direct" : "respelled",
  };
}

async function surroundings(fenced: Fenced): Promise<Record<string, unknown>> {
  const { files, fences, confinement, passEnv, dropEnv } = fenced;
  const sandbox = await confinement.verify();
  return {
    roots: files.roots,
    readRoots: fences.read.allow === "all" ? ["/"] : fences.read.allow,
    fences,
    env: { pass: passEnv, drop: dropEnv },
    sandbox: { ...sandbox, ...(confinement.detail === "" ? {} : { detail: confinement.detail }) },
  };
}
