import { defineSubcommand } from "./subcommand.ts";

/** `qwen conform [EXECUTABLE]`: checks an executable against the contract of each dialect. */
export const conform = defineSubcommand({
  name: "conform",
  help: "Check an executable (this one by default) against the contract of each dialect",
  words: [{ name: "EXECUTABLE", optional: true }],
  listsFlag: ({ name }) => name === "dialect",
  note:
    "It needs no key and no network: the executable answers with its demo model. The exit status is 1 where a rule " +
    "is not kept.",
  async run([executable], { flags, pipes, signals }): Promise<number> {
    const { conform } = await import("../conform/conform.ts");
    const { ownProgram } = await import("../process/own_program.ts");
    const program = executable === undefined ? ownProgram() : { command: executable, args: [] };
    const { dialect } = flags;
    const options = { program, ...(dialect === undefined || dialect === "auto" ? {} : { only: dialect }) };
    return await signals.unlessFired(conform(options, pipes));
  },
});
