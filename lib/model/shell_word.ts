/**
 * A text as one word of a command line that a person may copy; null for a text with control or invisible characters,
 * which could look like another one.
 */
export function shellWord(text: string): string | null {
  if (text === "" || /\p{C}|\p{Zl}|\p{Zp}/u.test(text)) return null;
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
