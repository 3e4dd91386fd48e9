import { defineSubcommand } from "./subcommand.ts";
import { QUEUE_CREDS_FLAG, QUEUE_FLAG } from "./work/queue_flags.ts";

/** `qwen serve`: serves many clients until a signal arrives. */
export const serve = defineSubcommand({
  name: "serve",
  help: "Serve many clients (--server-mode and the flags beside it)",
  words: [],
  flags: { "queue": QUEUE_FLAG, "queue-creds": QUEUE_CREDS_FLAG },
  listsFlag: ({ spec }) => spec.group === "Hosts and servers" && !spec.host,
  note: "How clients connect, attach and are limited: qwen --help serve.",
  async run(_words, { flags: { queue, queueCreds: creds }, parsed, pipes, signals }): Promise<number> {
    const { serve } = await import("./work/serve.ts");
    return await serve(parsed, { pipes, signals, queue: { queue, creds } });
  },
});
