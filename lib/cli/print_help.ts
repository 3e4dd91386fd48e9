import type { ParsedFlags } from "./flags.ts";
import { helpText, PROTOCOL_VERSION_LINE, subcommandHelp, VERSION } from "./help.ts";
import type { Pipes } from "./pipes.ts";

/** Prints the version or a page of help. */
export async function printHelp(parsed: ParsedFlags, pipes: Pipes): Promise<number> {
  const { flags, subcommand } = parsed;
  const text = flags.version
    ? (flags.protocolVersion ? PROTOCOL_VERSION_LINE : VERSION)
    : subcommand
    ? subcommandHelp(subcommand.name)
    : await helpText(flags.help ?? "");
  const bytes = new TextEncoder().encode(text.endsWith("\n") ? text : `${text}\n`);
  for (let sent = 0; sent < bytes.length;) sent += await pipes.stdout.write(bytes.subarray(sent));
  return 0;
}
