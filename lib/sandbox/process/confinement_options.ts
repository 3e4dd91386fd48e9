import type { SandboxInfo } from "../../model/event.ts";
import type { ShellProfile } from "../../model/ports.ts";
import type { Fences } from "../policy/fences.ts";

/** Whether commands must be sandboxed, should be where possible, or are not. */
export type SandboxWish = "required" | "auto" | "off";

/** What a confinement is made from. */
export interface ConfinementOptions {
  wish: SandboxWish;
  /** Absolute folders of the workspace. */
  roots: readonly string[];
  fences: Fences;
  /** Files and folders with secrets. */
  secrets: readonly string[];
  home: string;
  /** The environment of the probe; its PATH is searched for bubblewrap and other programs. */
  env: Readonly<Record<string, string>>;
  /** Files and folders through which other programs listen. */
  sockets?: readonly string[];
  /** The program that applies a profile of macOS; by default that of the system, where it is one. */
  seatbelt?: string;
  /** Where the private folder of this process is made. */
  temporary?: string;
  /** The folder in which mount placeholders are recorded; without one, those of a killed run stay behind. */
  records?: string;
}

/** How one command is confined. */
export interface WrapOptions {
  cwd: string;
  profile: ShellProfile;
  /** Whether the caller starts the command in a terminal session of its own; otherwise the sandbox has to. */
  ownSession?: boolean;
}

/** The report where there is no sandbox. */
export const UNCONFINED: SandboxInfo = {
  backend: "process-group",
  filesystem: false,
  network: false,
  processes: true,
  verified: false,
};
