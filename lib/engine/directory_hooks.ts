import type { PermissionUpdate } from "../model/mod.ts";
import type { Hooks } from "./hooks.ts";
import type { Voice } from "./outbox.ts";

/** Tells hooks of folders that were added to the workspace, and by what. */
export function tellDirectories(
  hooks: Hooks,
  update: PermissionUpdate,
  { voice, source }: { voice: Voice; source: "permission_update" | "slash_command" | "register_repo_root" },
): void {
  if (update.type !== "directories" || update.change !== "add" || !hooks.has("DirectoryAdded")) return;
  for (const directory of update.directories) {
    const facts = { directory, source };
    hooks.tell({ event: "DirectoryAdded", key: null, facts, callId: null }, voice);
  }
}
