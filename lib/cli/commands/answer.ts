import { defineSubcommand } from "./subcommand.ts";

/** `qwen answer FILE allow|deny`: answers a parked question and goes on with the run. */
export const answer = defineSubcommand({
  name: "answer",
  help: "Answer a question that a run with --park left in FILE, and go on with that run",
  words: [{ name: "FILE" }, { name: "allow|deny", choices: ["allow", "deny"] }],
  flags: {
    input: { type: "string", metavar: "JSON", help: "With allow: run the call with this input instead" },
    message: { type: "string", metavar: "TEXT", help: "With deny: the reason, for the model" },
  },
  listsFlag: ({ name }) => ["park", "model", "approval-mode", "output-format"].includes(name),
  note:
    "It takes the flags of a run. Those of the first run are not kept: give them again where they matter. Run it in " +
    "the working folder of the session.",
  async run(words, { flags, ...context }): Promise<number> {
    const { answerTicket } = await import("./work/answer_ticket.ts");
    const [file, decision] = words;
    return await answerTicket({ file, decision, input: flags.input, message: flags.message }, context);
  },
});
