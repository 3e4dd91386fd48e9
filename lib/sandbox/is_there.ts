import { untraced } from "../model/untraced.ts";
import type { Glance } from "./glance.ts";

/**
 * Whether there is anything at a path. Asked at once and not waited for: a start looks in many places where mostly
 * nothing is, and a look that is waited for costs five times as much.
 */
export function isThere(path: string, glance?: Glance): boolean {
  if (glance?.isAbsent(path)) return false;
  try {
    untraced(() => Deno.lstatSync(path));
    return true;
  } catch {
    // Absent or hidden: either way there is nothing to be seen here.
    return false;
  }
}
