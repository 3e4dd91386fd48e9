import { TOPIC_NAMES } from "../../args/help/topics.ts";
import type { Flag } from "../../args/table/flag_spec.ts";
import { GENERAL_FLAGS, ownFlags } from "../../args/table/known_flags.ts";
import { printText } from "../../process/pipes.ts";
import { allSubcommands } from "../mod.ts";
import { defineSubcommand, type Subcommand } from "../subcommand.ts";

/**
 * `qwen completions bash|zsh|fish`: prints the completion script for a shell, generated from the flag table. The program
 * does not run while a person types, except to list the ids of sessions.
 */
export const completions = defineSubcommand({
  name: "completions",
  help: "Print the completion script for a shell",
  words: [{ name: "bash|zsh|fish", choices: ["bash", "zsh", "fish"] }],
  async run([shell], { pipes }): Promise<number> {
    const subcommands = await allSubcommands();
    const script = shell === "zsh" ? zsh : shell === "fish" ? fish : bash;
    return await printText(script(subcommands), pipes);
  },
});

/** The completions of a flag's value. */
interface Values {
  kind: "none" | "words" | "files" | "folders" | "sessions" | "text";
  words: readonly string[];
  /** Whether a value must follow an equals sign. */
  needsSign: boolean;
}

interface Row {
  name: string;
  /** All spellings with their dashes. */
  spellings: string[];
  short: string | null;
  help: string;
  values: Values;
  of: string | null;
}

/** Flags that people type, in the order of the table. */
function rows(subcommands: readonly Subcommand[]): Row[] {
  return [...GENERAL_FLAGS, ...subcommands.flatMap(ownFlags)].flatMap((flag) => {
    const { name, spec, of } = flag;
    if (spec.hidden || spec.host || spec.inert) return [];
    const isOn = spec.type === "boolean" && spec.default?.startsWith("on");
    return [{
      name,
      spellings: [...(spec.short ? [`-${spec.short}`] : []), `--${name}`, ...(isOn ? [`--no-${name}`] : [])],
      short: spec.short ?? null,
      help: spec.help,
      values: valuesOf(flag),
      of,
    }];
  });
}

function valuesOf({ name, spec }: Flag): Values {
  const needsSign = (spec.type === "optional" && !spec.next) || (spec.type === "list" && spec.bare !== undefined);
  if (spec.type === "boolean") return { kind: "none", words: [], needsSign };
  if (name === "resume") return { kind: "sessions", words: [], needsSign };
  const words = name === "help" ? TOPIC_NAMES : "choices" in spec ? spec.choices ?? [] : [];
  if (words.length > 0) return { kind: "words", words, needsSign };
  const metavar = spec.metavar ?? "";
  const kind = /\bDIR\b/.test(metavar) ? "folders" : /FILE|PATH/.test(metavar) ? "files" : "text";
  return { kind, words: [], needsSign };
}

function wordsOf({ words }: Subcommand): readonly string[][] {
  return words.map((word) => [...(word.choices ?? [])]);
}

/** Prints the ids of the sessions of this folder. */
const SESSION_IDS = "qwen sessions 2>/dev/null | cut -d' ' -f1";

/** Whether the word at an index is the id of a session. */
function isSessionId({ name, words }: Subcommand, index: number): boolean {
  return name === "sessions" && words[index]?.name.startsWith("ID");
}

function bash(known: readonly Subcommand[]): string {
  const all = rows(known);
  const common = all.filter((row) => row.of === null).flatMap((row) => row.spellings.filter(isLong));
  const cases = all.filter((row) => row.values.kind !== "none" && !row.values.needsSign).map((row) =>
    `    ${row.spellings.join("|")}) ${bashReply(row.values)}; return ;;`
  );
  const signed = all.filter((row) => row.values.needsSign).map((row) =>
    `      --${row.name}) ${bashReply(row.values)}; return ;;`
  );
  const subcommands = known.map((subcommand) => {
    const { name } = subcommand;
    const own = all.filter((row) => row.of === name).map((row) => `--${row.name}`);
    const places = wordsOf(subcommand).map((words, index) => {
      const shown = isSessionId(subcommand, index) ? `$(${SESSION_IDS})` : words.join(" ");
      return `${index + 2}) words="${shown}" ;; `;
    });
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
    *) [[ $COMP_CWORD == 1 ]] && words="${known.map(({ name }) => name).join(" ")}" ;;
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
  if (kind === "sessions") return `COMPREPLY=($(compgen -W "$(${SESSION_IDS})" -- "$cur"))`;
  if (kind === "folders") return 'COMPREPLY=($(compgen -d -- "$cur"))';
  return kind === "files" ? 'COMPREPLY=($(compgen -f -- "$cur"))' : "COMPREPLY=()";
}

const ZSH_SESSIONS = `{compadd -- $(${SESSION_IDS})}`;

function zsh(known: readonly Subcommand[]): string {
  const spec = (row: Row): string => {
    const { kind, words, needsSign } = row.values;
    const action = kind === "words"
      ? `(${words.join(" ")})`
      : kind === "files"
      ? "_files"
      : kind === "folders"
      ? "_files -/"
      : kind === "sessions"
      ? ZSH_SESSIONS
      : " ";
    const value = kind === "none" ? "" : needsSign ? `::value:${action}` : `:value:${action}`;
    const help = row.help.replace(/[[\]\\:]/g, "\\$&");
    return row.spellings.map((spelling) => {
      const sign = kind === "none" || !isLong(spelling) ? "" : needsSign ? "=-" : "=";
      return `    ${quote(`${spelling}${sign}[${help}]${value}`)}`;
    }).join("\n");
  };
  const all = rows(known);
  const describe = known.map(({ name, help }) => `    ${quote(`${name}:${help.replaceAll(":", "\\:")}`)}`);
  const cases = known.map((subcommand) => {
    const { name } = subcommand;
    const own = all.filter((row) => row.of === name).map((row) => `${spec(row).trimStart()}`);
    const words = wordsOf(subcommand).map((choices, index) =>
      quote(
        `${index + 2}: :${
          choices.length > 0
            ? `(${choices.join(" ")})`
            : isSessionId(subcommand, index)
            ? `{${ZSH_SESSIONS.slice(1, -1)}; _files}`
            : "_files"
        }`,
      )
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

function fish(known: readonly Subcommand[]): string {
  const lines = rows(known).map((row) => {
    const { kind, words } = row.values;
    const parts = ["complete -c qwen"];
    if (row.of) parts.push(`-n ${quoteFish(`__fish_seen_subcommand_from ${row.of}`)}`);
    parts.push(`-l ${row.name}`);
    if (row.short) parts.push(`-s ${row.short}`);
    if (kind === "words") parts.push(`${row.values.needsSign ? "-f" : "-x"} -a ${quoteFish(words.join(" "))}`);
    else if (kind === "folders") parts.push('-x -a "(__fish_complete_directories)"');
    else if (kind === "sessions") parts.push(`-x -a "(${SESSION_IDS})"`);
    else if (kind === "files") parts.push("-r -F");
    else if (kind === "text" && !row.values.needsSign) parts.push("-x");
    parts.push(`-d ${quoteFish(row.help)}`);
    return parts.join(" ");
  });
  const subcommands = known.flatMap((subcommand) => {
    const { name } = subcommand;
    const help = quoteFish(subcommand.help);
    const words = wordsOf(subcommand).flat();
    return [
      `complete -c qwen -n __fish_use_subcommand -a ${name} -d ${help}`,
      ...(words.length > 0
        ? [
          `complete -c qwen -n ${quoteFish(`__fish_seen_subcommand_from ${name}`)} -f -a ${quoteFish(words.join(" "))}`,
        ]
        : []),
      ...(subcommand.words.some((_, index) => isSessionId(subcommand, index))
        ? [`complete -c qwen -n ${quoteFish(`__fish_seen_subcommand_from ${name}`)} -a "(${SESSION_IDS})"`]
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
