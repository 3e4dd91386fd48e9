import type { ProjectConfig } from "../../assembly/config/project_files.ts";
import { openProject } from "../../assembly/session/session_project.ts";
import type { Finding } from "./doctor_checks.ts";

/** What became of each file of the project and of the home folder. */
export async function projectFindings(config: ProjectConfig): Promise<Finding[]> {
  const { files, commands } = await openProject(config, {
    note: () => {/* Context files have findings of their own. */},
  });
  await commands.close();
  return files.map(({ path, kind, taken, reason }): Finding => ({
    name: "project",
    status: taken ? "ok" : "note",
    text: `${path} (${kind}): ${taken ? "used" : "not used"}${reason ? `. ${reason}` : ""}`,
    data: { path, kind, taken, ...(reason ? { reason } : {}) },
  }));
}
