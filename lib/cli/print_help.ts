import type { ParsedFlags } from "./flags.ts";
import { helpText, PROTOCOL_VERSION_LINE, subcommandHelp, VERSION } from "./help.ts";
import type { Pipes } from "./pipes.ts";
import { printText } from "./print_text.ts";

/** Prints the version or a page of help. */
export async function printHelp(parsed: ParsedFlags, pipes: Pipes): Promise<number> {
  const { flags, subcommand } = parsed;
  const text = flags.version
    ? (flags.protocolVersion ? PROTOCOL_VERSION_LINE : VERSION)
    : subcommand
    ? subcommandHelp(subcommand.name)
    : await helpText(flags.help ?? "");
  return await printText(text, pipes);
}
