import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { checkProgram } from "../../lib/cli/commands/dialects/conform.ts";
import { CONTRACTS } from "../../lib/cli/conform/contracts/mod.ts";
import { Exchange, type Talk } from "../../lib/cli/conform/exchange.ts";
import { DIALECT_NAMES } from "../../lib/dialects/mod.ts";
import { BREAKS, broken, type Steps } from "../support/broken_program.ts";
import { Fixture, qwenCommand, runQwen } from "../support/qwen.ts";

const PLAYER = fromFileUrl(new URL("../support/transcript_player.ts", import.meta.url));
const COMMON_RULES = 4;

Deno.test("Conform: there is a contract for every dialect, and this program keeps all of them", async () => {
  assertEquals(Object.keys(CONTRACTS).toSorted(), [...DIALECT_NAMES].toSorted());
  await using fixture = await Fixture.open();
  const { code, stdout } = await runQwen(["conform"], { fixture });
  assertEquals(code, 0, stdout);
  for (const name of DIALECT_NAMES) assertMatch(stdout, new RegExp(`^${name} +ok +\\d+ of \\d+ rules$`, "m"));
});

Deno.test("Conform: an executable that hangs or is slow at every line is found within 50 s, by a path of this folder", async () => {
  await using fixture = await Fixture.open();
  const silent = "#!/bin/sh\ntrap '' TERM\nexec sleep 300\n";
  // It answers each line too late for ten of them, and early enough for one.
  const slow = `#!/bin/sh\nwhile read -r line; do sleep 9; echo '{"type":"zzz"}'; done\n`;
  for (const [name, script] of Object.entries({ silent, slow })) {
    await Deno.writeTextFile(`${fixture.cwd}/${name}`, script, { mode: 0o755 });
  }
  const ends = await Promise.all(["silent", "slow"].map(async (name) => {
    const from = performance.now();
    const { code, stdout } = await runQwen(["conform", `./${name}`], { fixture });
    return { code, stdout, isInTime: performance.now() - from < 50_000 };
  }));
  for (const { code, stdout, isInTime } of ends) {
    assertEquals([code, isInTime], [1, true], stdout);
    for (const name of DIALECT_NAMES) assertMatch(stdout, new RegExp(`^${name} +differs +\\d+ of \\d+ rules$`, "m"));
  }
  const missing = await runQwen(["conform", "./missing"], { fixture });
  assertEquals([missing.code, /Cannot start .*missing/.test(missing.stderr)], [1, true], missing.stderr);
});

/** The conversation of a contract with the real program. */
async function recorded(dialect: string): Promise<Steps> {
  await using fixture = await Fixture.open();
  const { args, converse } = CONTRACTS[dialect];
  const { words: [command, ...rest], env } = qwenCommand(args, { fixture });
  const exchange = new Exchange({ command, args: rest }, { cwd: fixture.cwd, env });
  const ends: number[] = [];
  const talk: Talk = {
    send: (line) => {
      ends.push(exchange.texts.length);
      return exchange.send(line);
    },
    next: (what, fits) => exchange.next(what, fits),
  };
  await converse(talk, fixture.cwd);
  ends.push(exchange.texts.length);
  assertEquals(await exchange.end(), 0);
  return [...ends, exchange.texts.length].map((end, index) => exchange.texts.slice(ends[index - 1] ?? 0, end));
}

/** Runs the check on an executable, and returns its status and its report. */
async function checked(command: string): Promise<{ code: number; report: string }> {
  let report = "";
  const write = (bytes: Uint8Array): Promise<number> => {
    report += new TextDecoder().decode(bytes);
    return Promise.resolve(bytes.length);
  };
  return { code: await checkProgram({ program: { command, args: [] } }, { stdout: { write } }), report };
}

Deno.test("Conform: an executable that breaks a rule is found, for every rule of every dialect", async () => {
  for (const [dialect, { rules }] of Object.entries(CONTRACTS)) {
    const names = Object.keys(BREAKS[dialect]).slice(COMMON_RULES);
    assertEquals(names, rules.map(({ name }) => name), `${dialect}: a rule without a break`);
  }
  await using fixture = await Fixture.open();
  const names = Object.keys(CONTRACTS);
  const records = await Promise.all(names.map((dialect) => recorded(dialect)));
  const rounds = Math.max(...names.map((dialect) => Object.keys(BREAKS[dialect]).length));
  for (let number = 0; number < rounds; number++) {
    const script = `${fixture.cwd}/broken_${number}`;
    await Deno.mkdir(`${script}.d`);
    const rules = names.map((dialect) => Object.keys(BREAKS[dialect])[number]);
    for (const [index, dialect] of names.entries()) {
      const whole = { steps: records[index], exit: 0 };
      const play = rules[index] ? broken(records[index], { dialect, rule: rules[index] }) : whole;
      await Deno.writeTextFile(`${script}.d/${dialect}.json`, JSON.stringify(play));
    }
    const line = [Deno.execPath(), "run", "-A", "--quiet", "--no-config", PLAYER, `${script}.d`].join(" ");
    await Deno.writeTextFile(script, `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 });
    const { code, report } = await checked(script);
    assertEquals(code, 1, report);
    for (const [index, dialect] of names.entries()) {
      if (rules[index]) assertStringIncludes(report, `\n${dialect}: ${rules[index]}\n`);
      else assertMatch(report, new RegExp(`^${dialect} +ok `, "m"));
    }
  }
});
