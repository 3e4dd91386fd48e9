import type { Finding } from "./doctor_checks.ts";
import { plain } from "../../../terminal/plain_text.ts";
import { printText } from "../../process/pipes.ts";
import { defineSubcommand } from "../subcommand.ts";
import { checkups } from "./doctor_checks.ts";

const MARKS = { ok: "ok", note: "note", fault: "FAULT" } as const;
const COLOURS = { ok: "\x1b[32m", note: "\x1b[33m", fault: "\x1b[31m" } as const;
const INDENT = " ".repeat(17);

/** `qwen doctor`: checks the configuration; exits 0 when everything works, 1 when something needs fixing. */
export const doctor = defineSubcommand({
  name: "doctor",
  help: "Show what is configured, what works, and how to fix the rest",
  words: [],
  flags: { "offline": { type: "boolean", help: "Do not send a request to the model" } },
  async run(_words, { flags, pipes }): Promise<number> {
    const isJson = flags.outputFormat !== undefined && flags.outputFormat !== "text";
    const isColoured = pipes.isOutputTerminal && !Deno.env.get("NO_COLOR") && Deno.env.get("TERM") !== "dumb";
    const findings: Finding[] = [];
    for await (const finding of checkups(flags, { isOffline: flags.offline ?? false })) {
      findings.push(finding);
      if (!isJson) await printText(linesOf(finding, isColoured ? "coloured" : "bare"), pipes);
    }
    const faults = findings.filter(({ status }) => status === "fault").length;
    if (isJson) await printText(JSON.stringify({ ok: faults === 0, findings }), pipes);
    else await printText(`\n${verdict(faults)}`, pipes);
    return faults === 0 ? 0 : 1;
  },
});

function verdict(faults: number): string {
  return faults === 0
    ? "Everything works."
    : faults === 1
    ? "One fault needs fixing."
    : `${faults} faults need fixing.`;
}

function linesOf({ name, status, text, fix }: Finding, look: "coloured" | "bare"): string {
  const mark = MARKS[status].padEnd(6);
  const shown = look === "coloured" ? `${COLOURS[status]}${mark}\x1b[0m` : mark;
  const inner = (words: string): string => plain(words).trim().replaceAll("\n", `\n${INDENT}`);
  const lines = [`${shown}${name.padEnd(11)}${inner(text)}`];
  if (fix) lines.push(`${INDENT}Fix: ${inner(fix)}`);
  return lines.join("\n");
}
