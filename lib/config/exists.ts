/** Whether there is anything at a path; what cannot be seen does not exist. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false; // Absent or hidden: either way it cannot be used.
  }
}
