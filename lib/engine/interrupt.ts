/** Why a turn was stopped by somebody; the reason of its AbortSignal. */
export class Interrupt extends Error {
  override readonly name = "Interrupt";
  readonly by: "client" | "signal" | "host_denial";

  constructor(by: "client" | "signal" | "host_denial") {
    super("Operation cancelled.");
    this.by = by;
  }
}
