/** A tool that the person calls. */
export interface TypedCall {
  tool: string;
  input: Record<string, string>;
}

/** The call that `!command` or `#note` means; null for a prompt. */
export function typedCall(text: string): TypedCall | null {
  const rest = text.slice(1).trim();
  if (rest === "") return null;
  if (text.startsWith("!")) {
    return { tool: "run_shell_command", input: { command: rest, description: "Typed by the user" } };
  }
  return /^#(?!#)/.test(text) ? { tool: "save_memory", input: { fact: rest } } : null;
}
