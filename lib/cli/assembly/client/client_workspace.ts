import type { AskClient, ClientWork, HostPort, SessionShell } from "../../../engine/session/session_parts.ts";
import { systemClock } from "../../../model/clock.ts";
import { fail, type Files, type OpenCommand } from "../../../model/mod.ts";
import { clientFiles } from "./client_files.ts";
import { clientShell } from "./client_shell.ts";
import type { Fenced } from "../session/fenced.ts";

/** The workspace of a session, with what its client takes care of. */
export interface ClientWorkspace {
  files: Files;
  shell(own: SessionShell): SessionShell;
  host: Pick<HostPort, "showsForms" | "clientWork">;
}

/** Leaves files and commands to the client of a session, as far as it offers that. */
export function clientWorkspace(
  wish: OpenCommand | null,
  { fenced, cwd }: { fenced: Fenced; cwd: string },
): ClientWorkspace {
  const { files } = fenced;
  if (!wish) return { files, shell: (own) => own, host: {} };
  const { readsFiles, writesFiles, runsCommands, showsForms } = wish.abilities;
  const client = new SessionClient();
  const { ask } = client;
  // The client knows its files by the folder that it named, which may be a link to the real one.
  const spelled = (real: string): string => real.startsWith(`${cwd}/`) ? wish.cwd + real.slice(cwd.length) : real;
  const options = { files, ask, clock: systemClock, readsFiles, writesFiles, spelled, roots: () => files.roots };
  // In every other case commands stay in the sandbox.
  const isTheirs = runsCommands && fenced.sandbox.backend === "off";
  return {
    files: readsFiles || writesFiles ? clientFiles(options) : files,
    shell: (own) => isTheirs ? clientShell(own, { ask, clock: systemClock }) : own,
    host: { showsForms, clientWork: client },
  };
}

/** The client of one session, for the work that it does. */
class SessionClient implements ClientWork {
  #ask: AskClient | null = null;

  bind(ask: AskClient): void {
    this.#ask = ask;
  }

  /** Leaves work to the client; see `AskClient`. */
  readonly ask: AskClient = async (call, options) => {
    if (!this.#ask) throw fail("internal", "The client belongs to no session yet");
    return await this.#ask(call, options);
  };
}
