import { fail, isObject, type JsonObject } from "../model/mod.ts";
import { pipelineSteps } from "../sandbox/pipeline_run.ts";
import { readScript } from "../sandbox/shell_words.ts";
import { RecordWriter } from "../stream/record_writer.ts";
import { builtInTools } from "../tools/mod.ts";
import { memoryFile, modeOf } from "./assemble.ts";
import { type Fenced, openFences } from "./fenced.ts";
import { checkExamples, judgeCall } from "./policy_calls.ts";
import { loadSettings, qwenHome, settingChoices } from "./settings.ts";
import type { SubcommandContext } from "./subcommands.ts";

/** `qwen policy check TOOL JSON` and `qwen policy explain`: what would be decided, as one line of JSON. */
export async function policyCommand(words: readonly string[], context: SubcommandContext): Promise<number> {
  const { parsed: { flags, host }, pipes } = context;
  const env = (name: string): string | undefined => Deno.env.get(name);
  const cwd = Deno.cwd();
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
    const writer = new RecordWriter(pipes.stdout, {
      maxLineBytes: Infinity,
      shorten: () => Promise.reject(new RangeError("Nothing is too long here")),
    });
    await writer.write(record);
    await writer.close();
  } finally {
    await fenced.confinement.close();
    fenced.files.close();
  }
  return 0;
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

/** How a command is read, and by whom it would be run. */
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
    readRoots: files.readRoots,
    fences,
    env: { pass: passEnv, drop: dropEnv },
    sandbox: { ...sandbox, ...(confinement.detail === "" ? {} : { detail: confinement.detail }) },
  };
}
