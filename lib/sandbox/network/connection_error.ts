/** Whether an error comes from a connection: it was closed, broken, refused or not understood. It ends nothing else. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A read that waits while its own end is closed has no class of its own.
  return error.message === "operation canceled" || Object.values(Deno.errors).some((known) => error instanceof known);
}
