/**
 * A small parser of shell commands. It understands words, quotes without expansion, `&&`, `||`, `;`, `|`, newlines and
 * plain redirections. Anything else becomes the script's `problem`: such a script is never allowed by its words. The
 * parser continues after a problem, so that deny rules see as much as possible.
 */

/** A word of a command. */
export interface Word {
  text: string;
  /** Contains an unquoted `*`, `?` or `[`, which the shell expands to file names. */
  isPattern: boolean;
  /** The pattern in shell syntax, with everything else quoted. */
  pattern?: string;
}

/** A redirection of a command's input or output. */
export interface Redirection {
  operator: string;
  target: string;
}

/** One program with its arguments. */
export interface SimpleCommand {
  assignments: string[];
  words: Word[];
  redirections: Redirection[];
}

/** What joins two commands; a newline counts as a semicolon. */
export type Operator = "|" | "&&" | "||" | ";";

/** A parsed shell script. */
export interface Script {
  commands: SimpleCommand[];
  /** The operators between the commands. */
  operators: Operator[];
  /** The first thing that was not understood; null when everything was. */
  problem: string | null;
}

/** A script with more commands is not understood. */
export const MAX_COMMANDS = 50;
/** A longer script is not parsed. */
export const MAX_SCRIPT_CHARS = 20_000;

const RESERVED = new Set(
  "if then else elif fi for while until do done case esac in function select time coproc { } [[ ]] !".split(" "),
);
// Characters that could make a person and a shell see different words.
const STRANGE = /(?![ \t\n])[\p{C}\p{Z}]/u;
const PLAIN = /[A-Za-z0-9_\-.,:\/@%+=^]/;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

/** Parses a script. Never throws. */
export function readScript(source: string): Script {
  if (source.length > MAX_SCRIPT_CHARS) {
    return { commands: [], operators: [], problem: `the command is longer than ${MAX_SCRIPT_CHARS} characters` };
  }
  return new Reader(source).read();
}

/** The words of a command as one line, quoted where necessary. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => word !== "" && !/[\s'"\\;&|<>()$`]/.test(word) ? word : quoted(word)).join(" ");
}

/** A script in a spelling that a shell can only parse as it was parsed here; null when it was not understood. */
export function respell(script: Script): string | null {
  if (script.problem !== null) return null;
  return script.commands.map((command, at) => {
    const assignments = command.assignments.map((text) => {
      const value = text.indexOf("=") + 1;
      return text.slice(0, value) + quoted(text.slice(value));
    });
    const words = command.words.map((word) => word.pattern ?? quoted(word.text));
    const redirections = command.redirections.map(({ operator, target }) =>
      operator + (/^\d$/.test(target) ? target : ` ${quoted(target)}`)
    );
    return [...assignments, ...words, ...redirections, script.operators[at] ?? ""].join(" ").trim();
  }).join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

class Reader {
  readonly #source: string;
  readonly #commands: SimpleCommand[] = [];
  readonly #operators: Operator[] = [];
  /** The operators before and after the current command. */
  #before: Operator = ";";
  #after: Operator = ";";
  #spelling = "";
  #at = 0;
  #problem: string | null = null;
  #command: SimpleCommand = emptyCommand();
  /** The current word; null between words. */
  #word: Word | null = null;
  #isQuoted = false;
  /** The redirection whose target comes next. */
  #redirection: string | null = null;
  /** Whether an operator requires another command. */
  #isOpen = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Script {
    if (STRANGE.test(this.#source)) this.#object("it has control characters or unusual spaces");
    while (this.#at < this.#source.length) this.#step(this.#source[this.#at]);
    this.#endCommand();
    if (this.#isOpen) this.#object("it ends in the middle");
    if (this.#commands.length === 0) this.#object("it is empty");
    if (this.#commands.length > MAX_COMMANDS) this.#object(`it has more than ${MAX_COMMANDS} commands`);
    return { commands: this.#commands, operators: this.#operators, problem: this.#problem };
  }

  #step(char: string): void {
    if (char === " " || char === "\t") return this.#skip(1, () => this.#endWord());
    if (char === "'") return this.#singleQuotes();
    if (char === '"') return this.#doubleQuotes();
    if (char === "\\") return this.#escape();
    if (char === "\n" || char === ";" || char === "|" || char === "&") return this.#operator(char);
    if (char === "<" || char === ">") return this.#redirect();
    if (char === "*" || char === "?" || char === "[" || char === "]") {
      return this.#skip(1, () => this.#add(char, "pattern"));
    }
    if (!PLAIN.test(char) && char.charCodeAt(0) < 128) return this.#unknown(char);
    this.#skip(1, () => this.#add(char, "plain"));
  }

  #skip(count: number, act: () => void): void {
    this.#at += count;
    act();
  }

  #object(reason: string): void {
    this.#problem ??= reason;
  }

  #add(text: string, kind: "plain" | "pattern" | "quoted" = "quoted"): void {
    if (!this.#word) this.#spelling = "";
    this.#word ??= { text: "", isPattern: false };
    this.#word.text += text;
    this.#spelling += kind === "quoted" && text !== "" ? quoted(text) : text;
    if (kind === "pattern") this.#word.isPattern = true;
  }

  #singleQuotes(): void {
    const end = this.#source.indexOf("'", this.#at + 1);
    if (end < 0) this.#object("a quote is not closed");
    this.#isQuoted = true;
    this.#add(this.#source.slice(this.#at + 1, end < 0 ? undefined : end));
    this.#at = end < 0 ? this.#source.length : end + 1;
  }

  #doubleQuotes(): void {
    this.#isQuoted = true;
    this.#add("");
    for (this.#at++; this.#at < this.#source.length; this.#at++) {
      const char = this.#source[this.#at];
      if (char === '"') return this.#skip(1, () => {});
      if (char === "$" || char === "`") this.#object("it has an expansion or a substitution");
      if (char === "!") this.#object("it has an exclamation mark in double quotes");
      if (char === "\\") {
        const next = this.#source[this.#at + 1] ?? "";
        if (next === "\n") this.#object("it has a line continuation");
        if (next !== "" && '"\\$`'.includes(next)) {
          this.#add(next);
          this.#at++;
          continue;
        }
      }
      this.#add(char);
    }
    this.#object("a quote is not closed");
  }

  #escape(): void {
    const next = this.#source[this.#at + 1] ?? "";
    if (next === "" || next === "\n") this.#object("it has a line continuation");
    this.#isQuoted = true;
    if (next !== "\n") this.#add(next);
    this.#at += 2;
  }

  #operator(char: string): void {
    const two = this.#source.slice(this.#at, this.#at + 2);
    if (two === "&>") return this.#redirect();
    if (this.#hasCommand()) this.#after = two === "&&" || two === "||" ? two : char === "|" ? "|" : ";";
    if (two === "&&" || two === "||") {
      if (!this.#hasCommand()) this.#object("an operator has no command before it");
      this.#endCommand();
      this.#isOpen = true;
      this.#at += 2;
      return;
    }
    if (two === ";;" || two === "|&" || char === "&") this.#object(`it has the operator ${two === ";;" ? ";;" : char}`);
    if (char === "|" && !this.#hasCommand()) this.#object("an operator has no command before it");
    if (char === ";" && !this.#hasCommand()) this.#object("an operator has no command before it");
    const wasOpen = this.#isOpen && !this.#hasCommand();
    this.#endCommand();
    this.#isOpen = char === "|" || (char === "\n" && wasOpen);
    this.#at += two === ";;" || two === "|&" ? 2 : 1;
  }

  #redirect(): void {
    const rest = this.#source.slice(this.#at, this.#at + 3);
    const operator = ["&>>", "<<<", "<<-", ">>", "<<", ">&", "<&", ">|", "<>", "&>", "<(", ">(", ">", "<"]
      .find((known) => rest.startsWith(known)) ?? ">";
    const word = this.#word;
    let descriptor = "";
    if (word && !this.#isQuoted && /^\d+$/.test(word.text)) {
      descriptor = word.text;
      this.#word = null;
    }
    this.#endWord();
    if (operator.startsWith("<<") || operator.endsWith("(") || operator === "<>" || operator === "<&") {
      this.#object("it has a here-document or a process substitution");
    }
    if (this.#redirection !== null) this.#object("a redirection has no target");
    this.#at += operator.length;
    if (operator.endsWith("(")) return this.#endCommand();
    this.#redirection = descriptor + operator;
  }

  /** Characters whose meaning is not understood here; brackets also separate commands. */
  #unknown(char: string): void {
    const isTilde = char === "~" && (this.#word !== null || this.#isQuoted);
    const isHash = char === "#" && this.#word !== null;
    if (isTilde || isHash) return this.#skip(1, () => this.#add(char));
    this.#object(char === "~" ? "it has a tilde" : `it has the character ${char}`);
    this.#at++;
    if ("(){}`".includes(char)) this.#endCommand();
    else if (char !== "$") this.#add(char);
  }

  #hasCommand(): boolean {
    const { assignments, words, redirections } = this.#command;
    return this.#word !== null || assignments.length + words.length + redirections.length > 0;
  }

  #endWord(): void {
    const word = this.#word;
    const wasQuoted = this.#isQuoted;
    if (word?.isPattern) word.pattern = this.#spelling;
    this.#word = null;
    this.#isQuoted = false;
    if (!word) return;
    if (this.#redirection !== null) {
      if (word.isPattern) this.#object("a redirection has a pattern for a target");
      this.#command.redirections.push({ operator: this.#redirection, target: word.text });
      this.#redirection = null;
      return;
    }
    const isFirst = this.#command.words.length === 0;
    if (isFirst && ASSIGNMENT.test(word.text)) {
      // With a quoted name or `=` the shell runs the word as a program.
      if (wasQuoted || word.isPattern) this.#object("an assignment is quoted");
      this.#command.assignments.push(word.text);
      return;
    }
    if (isFirst && RESERVED.has(word.text)) this.#object(`it has the word ${word.text}`);
    if (isFirst && word.isPattern) this.#object("the program is named by a pattern");
    this.#command.words.push(word);
  }

  #endCommand(): void {
    this.#endWord();
    if (this.#redirection !== null) {
      this.#object("a redirection has no target");
      this.#redirection = null;
    }
    if (!this.#hasCommand()) return;
    if (this.#command.words.length === 0) this.#object("it has no program to run");
    if (this.#commands.length > 0) this.#operators.push(this.#before);
    this.#before = this.#after;
    this.#after = ";";
    this.#commands.push(this.#command);
    this.#command = emptyCommand();
    this.#isOpen = false;
  }
}

function emptyCommand(): SimpleCommand {
  return { assignments: [], words: [], redirections: [] };
}
