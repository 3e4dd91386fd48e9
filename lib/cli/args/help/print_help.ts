import { consoleSize } from "../../../terminal/terminal_facts.ts";
import type { ParsedFlags } from "../flags.ts";
import { helpText, PROTOCOL_VERSION_LINE, subcommandHelp } from "./help.ts";
import { VERSION } from "../../version.ts";
import { type Pipes, printText } from "../../process/pipes.ts";
import { findSubcommand } from "../../commands/mod.ts";

/** Prints the version or a page of help. */
export async function printHelp(parsed: ParsedFlags, pipes: Pipes): Promise<number> {
  const { flags } = parsed;
  const subcommand = await findSubcommand(parsed.subcommand?.name);
  const width = pipes.isOutputTerminal ? { columns: consoleSize().columns } : {};
  const text = flags.version
    ? (flags.protocolVersion ? PROTOCOL_VERSION_LINE : VERSION)
    : subcommand
    ? subcommandHelp(subcommand, width)
    : await helpText(flags.help ?? "", width);
  return await printText(text, pipes);
}
