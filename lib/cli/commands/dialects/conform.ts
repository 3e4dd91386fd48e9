import { currentFolder, resolve } from "../../../path/mod.ts";
import { fail, reasonOf } from "../../../model/mod.ts";
import { compileLineCheck } from "../../../schema/line_check.ts";
import type { Contract, Rule } from "../../conform/contract.ts";
import { CONTRACTS } from "../../conform/contracts/mod.ts";
import { Exchange, type Program, Stuck, type Transcript } from "../../conform/exchange.ts";
import { type Pipes, printText } from "../../process/pipes.ts";
import { schemaText } from "../../schema_text.ts";
import { defineSubcommand } from "../subcommand.ts";
import { ownProgram } from "../../process/own_program.ts";

/** `qwen conform [EXECUTABLE]`: checks an executable against the contract of each dialect. */
export const conform = defineSubcommand({
  name: "conform",
  help: "Check an executable (this one by default) against the contract of each dialect",
  words: [{ name: "EXECUTABLE", optional: true }],
  listsFlag: ({ name }) => name === "dialect",
  note:
    "It needs no key and no network: the executable answers with its demo model. The exit status is 1 where a rule " +
    "is not kept.",
  async run([executable], { flags, pipes, signals }): Promise<number> {
    const program = executable === undefined ? ownProgram() : { command: locate(executable), args: [] };
    const { dialect } = flags;
    const options = { program, ...(dialect === undefined || dialect === "auto" ? {} : { only: dialect }) };
    return await signals.unlessFired(checkProgram(options, pipes));
  },
});

/** A path is relative to this folder, not to that of the conversation; a plain name is looked up in PATH. */
function locate(executable: string): string {
  return /[/\\]/.test(executable) ? resolve(currentFolder(), executable) : executable;
}

/** What is checked: an executable, and the dialects. */
interface ConformOptions {
  program: Program;
  /** All dialects when absent. */
  only?: string;
}

/** A rule that an executable does not keep. */
interface Difference {
  rule: string;
  seen: string;
}

/** How an executable keeps the contract of one dialect. */
interface Finding {
  dialect: string;
  rules: number;
  differences: Difference[];
}

/** Checks an executable against the contracts and prints a table; returns 0 when there is no difference, else 1. */
export async function checkProgram({ program, only }: ConformOptions, pipes: Pick<Pipes, "stdout">): Promise<number> {
  const chosen = Object.entries(CONTRACTS).filter(([dialect]) => only === undefined || only === dialect);
  if (chosen.length === 0) {
    throw fail("usage_error", `There is no contract for the dialect ${only}`, {
      hint: `Known: ${Object.keys(CONTRACTS).join(", ")}.`,
    });
  }
  const findings = await Promise.all(chosen.map(([dialect, contract]) => check(contract, { dialect, program })));
  await printText(tableOf(findings), pipes);
  return findings.every(({ differences }) => differences.length === 0) ? 0 : 1;
}

async function check(
  contract: Contract,
  { dialect, program }: { dialect: string; program: Program },
): Promise<Finding> {
  const transcript = await record(contract, program);
  const rules = [...await commonRules(contract), ...contract.rules];
  const differences = rules.flatMap((rule) => {
    const seen = rule.difference(transcript);
    return seen === null ? [] : [{ rule: rule.name, seen }];
  });
  return { dialect, rules: rules.length, differences };
}

/** Talks to the executable in a home and a folder of its own. */
async function record({ args, converse }: Contract, program: Program): Promise<Transcript> {
  const root = await Deno.makeTempDir({ prefix: "qwen_conform_" });
  const cwd = `${root}/work`;
  try {
    await Promise.all([Deno.mkdir(cwd), Deno.mkdir(`${root}/home`)]);
    const exchange = open({ command: program.command, args: [...program.args, ...args] }, {
      cwd,
      home: `${root}/home`,
    });
    const stuck = await converse(exchange, cwd).then(() => null, (error) => {
      if (error instanceof Stuck) return error.message;
      throw error;
    });
    const exit = await exchange.end();
    return { texts: exchange.texts, lines: exchange.lines, exit, stuck };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function open(program: Program, { cwd, home }: { cwd: string; home: string }): Exchange {
  const kept = ["PATH", "LANG", "DENO_DIR", "DENO_NO_UPDATE_CHECK", "TMPDIR"];
  const own = kept.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  // The program runs from its sources with the packages of the user's own cache.
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME") ?? ""}/.cache`;
  const env = { DENO_DIR: `${cache}/deno`, ...Object.fromEntries(own), HOME: home };
  try {
    return new Exchange(program, { cwd, env });
  } catch (error) {
    throw fail("usage_error", `Cannot start ${program.command}: ${reasonOf(error)}`);
  }
}

/** The rules of every dialect. */
async function commonRules({ schema }: Contract): Promise<Rule[]> {
  const fits = await compileLineCheck(JSON.parse(schemaText(schema)));
  return [
    { name: "every request is answered", difference: ({ stuck }) => stuck === null ? null : `nothing came: ${stuck}` },
    {
      name: "stdout has nothing but JSON objects, one per line",
      difference: ({ texts, lines }) => {
        if (texts.length === lines.length) return null;
        const strange = texts.find((text) =>
          !lines.some((line) => JSON.stringify(line) === text) && !isObjectText(text)
        );
        return JSON.stringify((strange ?? "").slice(0, 80));
      },
    },
    {
      name: "every line fits the schema",
      difference: ({ lines }) => {
        for (const line of lines) {
          const fault = fits(line);
          if (fault) return `${fault.path || "the line"} ${fault.message}: ${JSON.stringify(line).slice(0, 120)}`;
        }
        return null;
      },
    },
    {
      name: "the process ends with status 0 when its input ends",
      difference: ({ exit }) => exit === 0 ? null : exit === null ? "it did not end" : `status ${exit}`,
    },
  ];
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** A line for each dialect, then a line for each difference. */
function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ dialect }) => dialect.length));
  const rows = findings.map(({ dialect, rules, differences }) => {
    const kept = rules - differences.length;
    return `${dialect.padEnd(width)}  ${differences.length === 0 ? "ok    " : "differs"}  ${kept} of ${rules} rules`;
  });
  const details = findings.flatMap(({ dialect, differences }) =>
    differences.map(({ rule, seen }) => `${dialect}: ${rule}\n  seen: ${seen}`)
  );
  return [...rows, ...(details.length > 0 ? [""] : []), ...details].join("\n");
}
