import { type Answer, fail, isObject, type Json } from "../../../model/mod.ts";
import { readTicket } from "../../assembly/client/ticket_file.ts";
import { drive } from "../../drive.ts";
import { StartupError } from "../../startup_error.ts";
import { defineSubcommand, type SubcommandContext } from "../subcommand.ts";

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
    const [file, decision] = words;
    return await answerTicket({ file, decision, input: flags.input, message: flags.message }, context);
  },
});

/** What is answered, and how. */
export interface TicketAnswer {
  file: string;
  decision: string;
  input: string | undefined;
  message: string | undefined;
}

/** Answers a parked question and goes on with its session; returns the exit status of the run. */
async function answerTicket(given: TicketAnswer, context: Omit<SubcommandContext, "flags">): Promise<number> {
  const { parsed, pipes, argv, signals } = context;
  const { flags } = parsed;
  const answer = answerOf(given);
  if (flags.inputFormat !== undefined && flags.inputFormat !== "text") {
    throw fail("usage_error", "qwen answer reads no JSON lines: leave out --input-format");
  }
  if (flags.prompt !== undefined || flags.promptFile !== undefined) {
    throw fail("usage_error", "qwen answer takes no prompt: the model goes on with its own");
  }
  const { ticket, session_id: resume, input_sha256: inputSha256 } = await readTicket(given.file);
  const startupError = new StartupError(pipes, argv);
  return await drive({ ...parsed, flags: { ...flags, resume } }, {
    ...{ pipes, argv, signals, startupError },
    answered: { question: { ticket, inputSha256 }, answer },
  });
}

function answerOf({ decision, input, message }: TicketAnswer): Answer {
  if (decision === "deny") {
    if (input !== undefined) throw fail("usage_error", "--input goes with allow: a denied call has no input");
    return { kind: "deny", message: message ?? "The user denied this call." };
  }
  if (message !== undefined) throw fail("usage_error", "--message goes with deny: an allowed call has no reason");
  return input === undefined ? { kind: "allow" } : { kind: "allow", input: inputOf(input) };
}

function inputOf(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Refused below.
  }
  throw fail("usage_error", "--input is not a JSON object", { param: "--input" });
}
