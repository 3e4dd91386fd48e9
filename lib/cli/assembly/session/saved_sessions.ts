import { realPath } from "../../../path/mod.ts";
import type { SavedSessions } from "../../../host/sessions/saved_sessions.ts";
import { allSessions, findAnySession, removeAnySession } from "../../../store/all_sessions.ts";
import type { RunConfig } from "../config/load_config.ts";

/** The saved sessions of a user, for clients that manage their sessions themselves. */
export function savedSessions({ env, settings, home }: Pick<RunConfig, "env" | "settings" | "home">): SavedSessions {
  const base = env("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? home;
  return {
    list: async ({ cwd, cursor }) => {
      const real = cwd === null ? null : await realPath(cwd).catch(() => cwd);
      return await allSessions({ base, cwd: real, cursor });
    },
    find: (sessionId) => findAnySession(base, sessionId),
    remove: (sessionId) => removeAnySession(base, sessionId),
  };
}
