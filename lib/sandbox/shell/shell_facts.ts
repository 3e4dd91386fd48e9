/**
 * What a command does, as far as its words show: the wrapped programs, the files it reads and writes, the hosts it
 * calls. Deny and ask rules use it. It is a best effort and never a reason to allow a command.
 */
import { basename, isAbsolute, join, normalize } from "../../path/mod.ts";
import { leavesThroughLink } from "./physical_path.ts";
import { readScript, type SimpleCommand } from "./shell_words.ts";

/** What a script does beyond running programs. */
export interface ShellFacts {
  /** Every program with its arguments, with and without wrappers, including substitutions. */
  argvs: string[][];
  /** Absolute paths; those that go up after they have gone down are not normalised. */
  reads: string[];
  writes: string[];
  urls: string[];
}

const MAX_DEPTH = 4;

const READERS = new Set(
  ("cat head tail less more nl tac rev grep egrep fgrep rg sed awk gawk sort uniq wc cut column diff cmp stat file strings " +
    "xxd od hexdump base64 md5sum sha1sum sha256sum ls tree find du source . jq bat view vi vim nano open cp scp rsync " +
    "tar zip gzip gunzip").split(" "),
);
const WRITERS = new Set(
  "touch tee rm rmdir mkdir mv cp ln chmod chown truncate install unlink shred dd rsync scp patch vi vim nano".split(
    " ",
  ),
);
const FETCHERS = new Set("curl wget fetch http https xh aria2c lynx w3m".split(" "));
const SHELLS = new Set("sh bash zsh dash ksh ash fish".split(" "));
/** Wrappers, each with its options that take a value. */
const WRAPPERS: Readonly<Record<string, string>> = {
  env: "uCS",
  sudo: "ugCDhprtT",
  doas: "uC",
  nohup: "",
  time: "fo",
  timeout: "ks",
  nice: "n",
  ionice: "cnp",
  stdbuf: "ioe",
  setsid: "",
  command: "",
  builtin: "",
  exec: "a",
  xargs: "aEIdLnPs",
  watch: "dn",
  chrt: "",
  busybox: "",
  eval: "",
};

/** What a program runs: another command or a script; null for a program that is not a known wrapper. */
export function innerOf(argv: readonly string[]): { words: string[] } | { script: string } | null {
  const program = basename(argv[0]);
  const rest = argv.slice(1);
  if (program === "eval") return { script: rest.join(" ") };
  if (SHELLS.has(program)) {
    const at = rest.findIndex((arg) => /^-[a-zA-Z]*c$/.test(arg));
    return at < 0 ? null : { script: rest[at + 1] ?? "" };
  }
  return Object.hasOwn(WRAPPERS, program) ? { words: unwrapped(program, rest) } : null;
}

/** Collects the facts of a script. */
export function shellFacts(script: string, scope: { cwd: string; home: string }): ShellFacts {
  const facts: ShellFacts = { argvs: [], reads: [], writes: [], urls: [] };
  collect(script, facts, { ...scope, depth: 0 });
  return facts;
}

interface Scope {
  cwd: string;
  home: string;
  depth: number;
}

function collect(source: string, facts: ShellFacts, scope: Scope): void {
  if (scope.depth > MAX_DEPTH) return;
  const deeper = { ...scope, depth: scope.depth + 1 };
  for (const command of readScript(source).commands) collectCommand(command, facts, deeper);
  for (const [, dollar, tick] of source.matchAll(/\$\(([^()]*)\)|`([^`]*)`/g)) {
    collect(dollar ?? tick ?? "", facts, deeper);
  }
}

function collectCommand(command: SimpleCommand, facts: ShellFacts, scope: Scope): void {
  for (const { operator, target } of command.redirections) {
    if (operator.endsWith("&") && /^[\d-]+$/.test(target)) continue;
    const path = absolute(target, scope);
    if (operator.includes(">")) facts.writes.push(path);
    else if (operator.endsWith("<")) facts.reads.push(path);
  }
  collectArgv(command.words.map((word) => word.text), facts, scope);
}

function collectArgv(argv: string[], facts: ShellFacts, scope: Scope): void {
  if (argv.length === 0) return;
  facts.argvs.push(argv);
  const program = basename(argv[0]);
  const rest = argv.slice(1);
  if (scope.depth > MAX_DEPTH) return;
  const deeper = { ...scope, depth: scope.depth + 1 };
  if (SHELLS.has(program)) {
    const at = rest.findIndex((arg) => /^-[a-z]*c$/.test(arg));
    if (at >= 0) collect(rest[at + 1] ?? "", facts, deeper);
  }
  if (program === "eval") collect(rest.join(" "), facts, deeper);
  if (Object.hasOwn(WRAPPERS, program)) collectArgv(unwrapped(program, rest), facts, deeper);
  if (program === "find") collectFind(rest, facts, deeper);
  collectEffects(program, rest, { facts, scope });
}

function collectFind(args: readonly string[], facts: ShellFacts, scope: Scope): void {
  if (args.includes("-delete")) facts.writes.push(absolute(args[0]?.startsWith("-") ? "." : args[0] ?? ".", scope));
  const at = args.findIndex((arg) => /^-(exec|execdir|ok|okdir)$/.test(arg));
  if (at >= 0) collectArgv(args.slice(at + 1).filter((arg) => !/^(\{\}|;|\+)$/.test(arg)), facts, scope);
}

function collectEffects(program: string, args: readonly string[], into: { facts: ShellFacts; scope: Scope }): void {
  const { facts, scope } = into;
  const operands = args.filter((arg) => !arg.startsWith("-") && arg !== "").map((arg) => arg.replace(/^(of|if)=/, ""));
  const paths = operands.map((operand) => absolute(operand, scope));
  const writesInPlace = program === "sed" && args.some((arg) => /^(-[a-zA-Z]*i|--in-scope)/.test(arg));
  if (READERS.has(program)) facts.reads.push(...paths);
  if (WRITERS.has(program) || writesInPlace) facts.writes.push(...paths);
  if (FETCHERS.has(program)) facts.urls.push(...operands.filter((operand) => /[.:]/.test(operand)));
  if (FETCHERS.has(program)) facts.urls.push(...args.flatMap((arg) => /^--url=(.+)/.exec(arg)?.[1] ?? []));
  if (program === "git" && args[0] === "clone") facts.urls.push(...operands.slice(1, 2));
}

/** The command that a wrapper runs. */
function unwrapped(wrapper: string, args: readonly string[]): string[] {
  const valued = WRAPPERS[wrapper];
  let at = 0;
  while (at < args.length) {
    const arg = args[at];
    if (/^[A-Za-z_][A-Za-z0-9_]*=/.test(arg)) at++;
    else if (arg.startsWith("-")) at += arg.length === 2 && valued.includes(arg[1]) ? 2 : 1;
    else break;
  }
  if (wrapper === "timeout" || wrapper === "chrt") at++;
  return args.slice(at);
}

function absolute(path: string, scope: Scope): string {
  if (path === "~" || path.startsWith("~/")) return normalize(join(scope.home, path.slice(1)));
  // Behind a link, `..` is not where the words say: only the file system can resolve it.
  if (leavesThroughLink(path)) return isAbsolute(path) ? path : `${scope.cwd}/${path}`;
  const joined = normalize(isAbsolute(path) ? path : join(scope.cwd, path));
  return joined.length > 1 ? joined.replace(/\/+$/, "") : joined;
}
