import { defineSubcommand } from "./subcommand.ts";

/** `qwen serve`: serves many clients until a signal arrives. */
export const serve = defineSubcommand({
  name: "serve",
  help: "Serve many clients (--server-mode and the flags beside it)",
  words: [],
  listsFlag: ({ spec }) => spec.group === "Hosts and servers" && !spec.host,
  note: "How clients connect, attach and are limited: qwen --help serve.",
  async run(_words, { parsed, pipes, signals }): Promise<number> {
    const { serve } = await import("./work/serve.ts");
    return await serve(parsed, { pipes, signals });
  },
});
