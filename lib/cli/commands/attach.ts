import { defineSubcommand } from "./subcommand.ts";

/** `qwen attach SESSION`: joins a live session of a server, and sends it prompts. */
export const attach = defineSubcommand({
  name: "attach",
  help: "Join a live session of a server: send it the prompt of -p, or each line of stdin, and print the answers",
  words: [{ name: "SESSION", optional: true }],
  listsFlag: ({ name }) => ["socket-path", "host", "tcp-port", "token-file", "prompt", "new"].includes(name),
  note:
    "--socket-path names the socket of the server; otherwise it is reached over TCP with the token of --token-file. " +
    "Questions of the session are left to its other clients.",
  async run(words, { flags, pipes, signals }): Promise<number> {
    const { attachToSession } = await import("./work/attach_client.ts");
    return await attachToSession(words[0] ?? flags.attach ?? null, { flags, pipes, signals });
  },
});
