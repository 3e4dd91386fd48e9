import { consoleColumns } from "./console_columns.ts";
import type { ParsedFlags } from "./flags.ts";
import { helpText, PROTOCOL_VERSION_LINE, subcommandHelp } from "./help.ts";
import { VERSION } from "./version.ts";
import type { Pipes } from "./pipes.ts";
import { printText } from "./print_text.ts";

/** Prints the version or a page of help. */
export async function printHelp(parsed: ParsedFlags, pipes: Pipes): Promise<number> {
  const { flags, subcommand } = parsed;
  const width = pipes.isOutputTerminal ? { columns: consoleColumns() } : {};
  const text = flags.version
    ? (flags.protocolVersion ? PROTOCOL_VERSION_LINE : VERSION)
    : subcommand
    ? subcommandHelp(subcommand.name, width)
    : await helpText(flags.help ?? "", width);
  return await printText(text, pipes);
}
