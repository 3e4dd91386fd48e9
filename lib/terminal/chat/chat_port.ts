import type { Rule } from "../../model/mod.ts";
import type { Asker, Choice } from "./prompts.ts";

/** What a conversation at the terminal needs from outside the terminal. */
export interface ChatPort {
  /** Writes rules into the project's settings; returns the file. */
  keepRules(rules: readonly Rule[]): Promise<string>;
  /** Saved sessions of this folder, newest first. */
  sessions(): Promise<Choice[]>;
  /** The last messages of a saved session, as text; null where it is not saved. */
  recall(sessionId: string): Promise<{ role: string; text: string }[] | null>;
  /** The branch of the working folder; null outside a repository. */
  branch(): Promise<string | null>;
  /** Lets the person choose the provider of later conversations; null when the person leaves the list. */
  chooseProvider(asker: Asker): Promise<string | null>;
  /** The settings that have a list of values. */
  settings(): SettingChoice[];
  /** Writes a setting of the person, by its path; returns the file. */
  keepSetting(path: string, value: string): Promise<string>;
  /** What leaves this machine and what is kept on it. */
  privacy(): Required<Pick<Choice, "value" | "label" | "detail">>[];
}

/** A setting and the values that it may have. */
export interface SettingChoice {
  key: string;
  value: string | null;
  choices: readonly string[];
  help: string;
}

/** What the screen offers to a conversation. */
export interface ChatScreen {
  readonly columns: number;
  readonly rows: number;
  /** Prints rows that stay. */
  print(rows: readonly string[]): void;
  /** Asks for a frame soon. */
  refresh(): void;
  /** Hands a text to the clipboard of the terminal; false where that is not possible. */
  copy(text: string): boolean;
}
