import { checkups, type Finding } from "./doctor_checks.ts";
import { plain } from "./plain_text.ts";
import { printText } from "./print_text.ts";
import type { SubcommandContext } from "./subcommands.ts";

const MARKS = { ok: "ok", note: "note", fault: "FAULT" } as const;
const COLOURS = { ok: "\x1b[32m", note: "\x1b[33m", fault: "\x1b[31m" } as const;
const INDENT = " ".repeat(17);

/** `qwen doctor`: says what is configured and what works; 0 when all is well, 1 when something has to be mended. */
export async function doctor(_words: readonly string[], { parsed, pipes }: SubcommandContext): Promise<number> {
  const { flags } = parsed;
  const isJson = flags.outputFormat !== undefined && flags.outputFormat !== "text";
  const isColoured = pipes.isOutputTerminal && !Deno.env.get("NO_COLOR") && Deno.env.get("TERM") !== "dumb";
  const findings: Finding[] = [];
  for await (const finding of checkups(flags)) {
    findings.push(finding);
    if (!isJson) await printText(linesOf(finding, isColoured ? "coloured" : "bare"), pipes);
  }
  const faults = findings.filter(({ status }) => status === "fault").length;
  if (isJson) await printText(JSON.stringify({ ok: faults === 0, findings }), pipes);
  else await printText(`\n${verdict(faults)}`, pipes);
  return faults === 0 ? 0 : 1;
}

function verdict(faults: number): string {
  return faults === 0
    ? "All is well."
    : faults === 1
    ? "One fault has to be mended."
    : `${faults} faults have to be mended.`;
}

function linesOf({ name, status, text, fix }: Finding, look: "coloured" | "bare"): string {
  const mark = MARKS[status].padEnd(6);
  const shown = look === "coloured" ? `${COLOURS[status]}${mark}\x1b[0m` : mark;
  const inner = (words: string): string => plain(words).trim().replaceAll("\n", `\n${INDENT}`);
  const lines = [`${shown}${name.padEnd(11)}${inner(text)}`];
  if (fix) lines.push(`${INDENT}Fix: ${inner(fix)}`);
  return lines.join("\n");
}
