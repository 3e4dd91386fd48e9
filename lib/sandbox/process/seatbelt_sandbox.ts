import type { ShellProfile } from "../../model/ports.ts";
import { statOrNull } from "../files/paths/stat_or_null.ts";
import type { ConfinementOptions } from "./confinement_options.ts";
import type { SandboxMounts } from "./mounts/sandbox_mounts.ts";
import { bothProfiles, probe, type ProbeOptions, type ProbeResult } from "./probe.ts";
import { readOnlyText, SANDBOX_EXEC, seatbeltArgv, workspaceText } from "./seatbelt.ts";

/** What the sandbox of macOS is made from. */
export interface SeatbeltParts {
  /** The program that applies a profile. */
  program: string;
  mounts: SandboxMounts;
  /** The files that commands of a profile cannot write. */
  guards: (profile: ShellProfile) => readonly string[];
}

/** Confines commands by the sandbox of macOS. */
export class SeatbeltSandbox {
  readonly #parts: SeatbeltParts;

  constructor(parts: SeatbeltParts) {
    this.#parts = parts;
  }

  /** The command line that runs a command under a profile. */
  wrap(argv: readonly string[], profile: ShellProfile): string[] {
    const { program, mounts, guards } = this.#parts;
    const workspace = mounts.workspaceProfile();
    const text = profile === "read-only"
      ? readOnlyText(mounts.readOnlyProfile())
      : workspaceText({ ...workspace, readOnly: [...workspace.readOnly, ...guards(profile)] });
    return seatbeltArgv(argv, { program, text, temporary: workspace.temporary });
  }

  /** Probes both profiles. Other processes are visible here, so that part of the result says nothing. */
  async probe(options: Omit<ProbeOptions, "wrap" | "canWriteTemporary">): Promise<ProbeResult> {
    const of = (profile: ShellProfile): Promise<ProbeResult> =>
      probe({
        ...options,
        wrap: (argv) => this.wrap(argv, profile),
        canWriteTemporary: profile !== "read-only",
      });
    return { ...bothProfiles(await of("workspace"), await of("read-only")), processes: true };
  }
}

/** The program of this system that applies a profile; null where there is none or it is not wanted. */
export function seatbeltProgram({ wish, seatbelt }: ConfinementOptions): string | null {
  if (wish === "off") return null;
  if (seatbelt !== undefined) return seatbelt;
  return Deno.build.os === "darwin" && statOrNull(SANDBOX_EXEC)?.isFile ? SANDBOX_EXEC : null;
}
