/** Completions for shells, written from the flag table: nothing of the program runs while a person types. */
import type { FlagSpec, SubcommandName } from "./flag_spec.ts";
import { type FlagName, flagNames, specOf, SUBCOMMANDS } from "./flag_table.ts";
import { TOPICS } from "./help.ts";
import { printText } from "./print_text.ts";
import type { SubcommandContext } from "./subcommands.ts";

/** What the value of a flag can be completed with. */
interface Values {
  kind: "none" | "words" | "files" | "folders" | "text";
  words: readonly string[];
  /** Only `--flag=value` has a value. */
  needsSign: boolean;
}

interface Row {
  name: FlagName;
  /** All spellings with their dashes. */
  spellings: string[];
  short: string | null;
  help: string;
  values: Values;
  of: readonly SubcommandName[] | null;
}

/** `qwen completions bash|zsh|fish`: prints the script for a shell. */
export async function completions(words: readonly string[], { pipes }: SubcommandContext): Promise<number> {
  const scripts = { bash, zsh, fish };
  const shell = words[0] === "zsh" || words[0] === "fish" ? words[0] : "bash";
  return await printText(scripts[shell](), pipes);
}

/** Flags that people type, in the order of the table. */
function rows(): Row[] {
  return flagNames().flatMap((name) => {
    const spec = specOf(name);
    if (spec.hidden || spec.host || spec.inert) return [];
    const isOn = spec.type === "boolean" && spec.default?.startsWith("on");
    return [{
      name,
      spellings: [...(spec.short ? [`-${spec.short}`] : []), `--${name}`, ...(isOn ? [`--no-${name}`] : [])],
      short: spec.short ?? null,
      help: spec.help,
      values: valuesOf(name, spec),
      of: spec.of ?? null,
    }];
  });
}

function valuesOf(name: FlagName, spec: FlagSpec): Values {
  const needsSign = (spec.type === "optional" && !spec.next) || (spec.type === "list" && spec.bare !== undefined);
  if (spec.type === "boolean") return { kind: "none", words: [], needsSign };
  const words = name === "help" ? TOPICS : "choices" in spec ? spec.choices ?? [] : [];
  if (words.length > 0) return { kind: "words", words, needsSign };
  const metavar = spec.metavar ?? "";
  const kind = /\bDIR\b/.test(metavar) ? "folders" : /FILE|PATH/.test(metavar) ? "files" : "text";
  return { kind, words: [], needsSign };
}

const names = (): SubcommandName[] => Object.keys(SUBCOMMANDS) as SubcommandName[];

function wordsOf(name: SubcommandName): readonly string[][] {
  return SUBCOMMANDS[name].words.map((word) => [...(word.choices ?? [])]);
}

function bash(): string {
  const all = rows();
  const common = all.filter((row) => row.of === null).flatMap((row) => row.spellings.filter(isLong));
  const cases = all.filter((row) => row.values.kind !== "none" && !row.values.needsSign).map((row) =>
    `    ${row.spellings.join("|")}) ${bashReply(row.values)}; return ;;`
  );
  const signed = all.filter((row) => row.values.needsSign).map((row) =>
    `      --${row.name}) ${bashReply(row.values)}; return ;;`
  );
  const subcommands = names().map((name) => {
    const own = all.filter((row) => row.of?.includes(name)).map((row) => `--${row.name}`);
    const places = wordsOf(name).map((words, index) => `${index + 2}) words="${words.join(" ")}" ;; `);
    return `    ${name}) flags="${own.join(" ")} $flags"; case $COMP_CWORD in ${places.join("")}esac ;;`;
  });
  return `# Completions of qwen for bash. In ~/.bashrc: source <(qwen completions bash)
_qwen() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} sign= words= IFS=$' \\t\\n'
  local flags="${common.join(" ")}"
  COMPREPLY=()
  # Bash takes --flag=value for three words.
  if [[ $cur == "=" ]]; then sign=1 cur=
  elif [[ $prev == "=" ]]; then sign=1 prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [[ $sign ]]; then
    case $prev in
${signed.join("\n")}
    esac
  fi
  case $prev in
${cases.join("\n")}
  esac
  [[ $sign ]] && return
  case \${COMP_WORDS[1]} in
${subcommands.join("\n")}
    *) [[ $COMP_CWORD == 1 ]] && words="${names().join(" ")}" ;;
  esac
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  else COMPREPLY=($(compgen -W "$words" -- "$cur") $(compgen -f -- "$cur"))
  fi
}
complete -o filenames -F _qwen qwen
`;
}

function bashReply({ kind, words }: Values): string {
  if (kind === "words") return `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur"))`;
  if (kind === "folders") return 'COMPREPLY=($(compgen -d -- "$cur"))';
  return kind === "files" ? 'COMPREPLY=($(compgen -f -- "$cur"))' : "COMPREPLY=()";
}

function zsh(): string {
  const spec = (row: Row): string => {
    const { kind, words, needsSign } = row.values;
    const action = kind === "words"
      ? `(${words.join(" ")})`
      : kind === "files"
      ? "_files"
      : kind === "folders"
      ? "_files -/"
      : " ";
    const value = kind === "none" ? "" : needsSign ? `::value:${action}` : `:value:${action}`;
    const help = row.help.replace(/[[\]\\:]/g, "\\$&");
    return row.spellings.map((spelling) => {
      const sign = kind === "none" || !isLong(spelling) ? "" : needsSign ? "=-" : "=";
      return `    ${quote(`${spelling}${sign}[${help}]${value}`)}`;
    }).join("\n");
  };
  const all = rows();
  const describe = names().map((name) => `    ${quote(`${name}:${SUBCOMMANDS[name].help.replaceAll(":", "\\:")}`)}`);
  const cases = names().map((name) => {
    const own = all.filter((row) => row.of?.includes(name)).map((row) => `${spec(row).trimStart()}`);
    const words = wordsOf(name).map((choices, index) =>
      quote(`${index + 2}: :${choices.length > 0 ? `(${choices.join(" ")})` : "_files"}`)
    );
    return `    ${name}) args+=(${[...own, ...words].join(" ")}) ;;`;
  });
  return `#compdef qwen
# Completions of qwen for zsh. In ~/.zshrc, after compinit: source <(qwen completions zsh)
_qwen() {
  local -a subcommands args
  subcommands=(
${describe.join("\n")}
  )
  args=(
${all.filter((row) => row.of === null).map(spec).join("\n")}
  )
  case \${words[2]} in
${cases.join("\n")}
  esac
  _arguments -s -S $args '1: :{_describe -t commands subcommand subcommands; _files}' '*: :_files'
}
if [ "$funcstack[1]" = _qwen ]; then _qwen "$@"; else compdef _qwen qwen; fi
`;
}

function fish(): string {
  const lines = rows().map((row) => {
    const { kind, words } = row.values;
    const parts = ["complete -c qwen"];
    if (row.of) parts.push(`-n ${quoteFish(`__fish_seen_subcommand_from ${row.of.join(" ")}`)}`);
    parts.push(`-l ${row.name}`);
    if (row.short) parts.push(`-s ${row.short}`);
    if (kind === "words") parts.push(`${row.values.needsSign ? "-f" : "-x"} -a ${quoteFish(words.join(" "))}`);
    else if (kind === "folders") parts.push('-x -a "(__fish_complete_directories)"');
    else if (kind === "files") parts.push("-r -F");
    else if (kind === "text" && !row.values.needsSign) parts.push("-x");
    parts.push(`-d ${quoteFish(row.help)}`);
    return parts.join(" ");
  });
  const subcommands = names().flatMap((name) => {
    const help = quoteFish(SUBCOMMANDS[name].help);
    const words = wordsOf(name).flat();
    return [
      `complete -c qwen -n __fish_use_subcommand -a ${name} -d ${help}`,
      ...(words.length > 0
        ? [
          `complete -c qwen -n ${quoteFish(`__fish_seen_subcommand_from ${name}`)} -f -a ${quoteFish(words.join(" "))}`,
        ]
        : []),
    ];
  });
  return [
    "# Completions of qwen for fish: qwen completions fish > ~/.config/fish/completions/qwen.fish",
    ...subcommands,
    ...lines,
    "",
  ].join("\n");
}

function isLong(spelling: string): boolean {
  return spelling.startsWith("--");
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function quoteFish(word: string): string {
  return `'${word.replace(/[\\']/g, "\\$&")}'`;
}
