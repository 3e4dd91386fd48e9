import type { RunFacts } from "../../lib/config/run_facts.ts";

/** The facts of a run in a sandbox, outside of a repository. */
export const FACTS: RunFacts = {
  cwd: "/w",
  date: "2026-03-14",
  platform: "linux x86_64",
  mode: "auto",
  sandbox: { backend: "bubblewrap", filesystem: true, network: true, processes: true, verified: true },
  reach: { hosts: [], writable: ["/w"], isRefused: false },
  git: null,
  tree: "",
};
