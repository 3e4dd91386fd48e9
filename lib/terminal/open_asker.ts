import { PlainAsker } from "./chat/plain_asker.ts";
import type { Asker } from "./chat/prompts.ts";
import { StderrAsker } from "./chat/stderr_asker.ts";
import { NO_STYLES, type Palette, paletteOf } from "./draw/palette.ts";
import { LineInput } from "./input/line_input.ts";
import { terminalStdin } from "./input/terminal_stdin.ts";
import { consoleSize, writeErrorNow } from "./terminal_facts.ts";

/** An asker outside a conversation, and how it looks. */
export interface OpenedAsker {
  asker: Asker;
  palette: Palette;
  /** Leaves the question that is open. */
  cancel: () => void;
}

/** Opens an asker on stderr: with lists where the cursor can be moved, else line by line. */
export function openAsker(
  { env, isPlain }: { env: (name: string) => string | undefined; isPlain: boolean },
): OpenedAsker {
  if (isPlain || env("TERM") === "dumb") {
    const input = new LineInput({ stdin: terminalStdin, onLine: () => {}, onEnd: () => {} });
    const asker = new PlainAsker({ write: writeErrorNow, input });
    return { asker, palette: NO_STYLES, cancel: () => input.cancel() };
  }
  const palette = env("NO_COLOR") ? NO_STYLES : paletteOf("dark");
  const columns = (): number => consoleSize().columns;
  const asker = new StderrAsker({ stdin: terminalStdin, write: writeErrorNow, palette, columns });
  return { asker, palette, cancel: () => asker.cancel() };
}
