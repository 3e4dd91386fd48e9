/** Work that a session leaves to its client. Files are text; paths are absolute and were judged before. */
export type ClientCall =
  | { action: "read_file"; path: string }
  | { action: "write_file"; path: string; content: string }
  | {
    action: "start_terminal";
    command: string;
    args: string[];
    cwd: string;
    maxOutputBytes: number;
    /** The tool call that the terminal belongs to. */
    callId: string | null;
  }
  | { action: "terminal_output" | "wait_for_terminal" | "kill_terminal" | "release_terminal"; terminalId: string };

/** A saved session in a list. */
export interface SavedSessionInfo {
  sessionId: string;
  cwd: string;
  title: string;
  /** Milliseconds since 1970. */
  updatedAt: number;
  /** What a live session is doing; absent where it is only saved. */
  state?: string;
}
