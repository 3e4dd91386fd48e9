import { fail, reasonOf } from "../model/mod.ts";
import { verifyAudit } from "../store/audit.ts";
import { RecordWriter } from "../stream/record_writer.ts";
import type { SubcommandContext } from "./subcommands.ts";

/** `qwen audit verify FILE`: one line of JSON; 0 when the chain is whole and closed, 1 otherwise. */
export async function auditCommand(words: readonly string[], { pipes }: SubcommandContext): Promise<number> {
  const path = words[1];
  const finding = await verifyAudit(path).catch((error) => {
    throw fail("input_error", `Cannot read ${path}: ${reasonOf(error)}`);
  });
  const { isSound, isClosed, ...facts } = finding;
  const verdict = !isSound ? "changed" : isClosed ? "sound" : "open";
  const writer = new RecordWriter(pipes.stdout, {
    maxLineBytes: Infinity,
    shorten: () => Promise.reject(new RangeError("Nothing is too long here")),
  });
  const hint = verdict === "open" ? { problem: "the last run was not closed: lines may be missing at the end" } : {};
  await writer.write({ verdict, ...facts, ...hint });
  await writer.close();
  return verdict === "sound" ? 0 : 1;
}
