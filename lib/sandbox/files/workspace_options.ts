import type { Identity } from "./paths/opened_path.ts";
import type { TemporaryOptions } from "./session_temporary.ts";

/** Which files may be accessed. */
export interface WorkspaceOptions {
  /** Absolute folders that may be read and written. */
  roots: readonly string[];
  /** Further absolute folders that may be read. */
  readRoots?: readonly string[];
  /** Absolute files and folders in a root that may be neither read nor written. */
  denyRead?: readonly string[];
  /** Absolute files and folders in a root that may not be written. */
  denyWrite?: readonly string[];
  /** Like `denyRead`, for real paths outside the roots, which are not resolved again. */
  denySettled?: readonly string[];
  /** The session's `/tmp`, which may be read and written; absent where commands have none of their own. */
  temporary?: TemporaryOptions;
  /** Whether this runs in a worker, which may block. */
  isWorker?: boolean;
}

/** A file or folder that stays open until it is released. */
export interface Held extends Identity {
  handle: number;
}

/** The content of a file that is still open. */
export interface Reading extends Held {
  bytes: Uint8Array<ArrayBuffer>;
}
