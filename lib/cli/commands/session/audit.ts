import { fail, reasonOf } from "../../../model/problem.ts";
import { printText } from "../../process/pipes.ts";
import { defineSubcommand } from "../subcommand.ts";
import { verifyAudit } from "../../../store/audit.ts";

/** `qwen audit verify FILE`: prints one JSON line; exits 0 when the chain is intact and closed, 1 otherwise. */
export const audit = defineSubcommand({
  name: "audit",
  help: "Verify the hash chain of an audit file",
  words: [{ name: "verify", choices: ["verify"] }, { name: "FILE" }],
  async run([, path], { pipes }): Promise<number> {
    const finding = await verifyAudit(path).catch((error) => {
      throw fail("input_error", `Cannot read ${path}: ${reasonOf(error)}`);
    });
    const { isSound, isClosed, ...facts } = finding;
    const verdict = !isSound ? "changed" : isClosed ? "sound" : "open";
    const hint = verdict === "open" ? { problem: "the last run was not closed: lines may be missing at the end" } : {};
    await printText(JSON.stringify({ verdict, ...facts, ...hint }), pipes);
    return verdict === "sound" ? 0 : 1;
  },
});
