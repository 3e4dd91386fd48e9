/** The list of built-in slash commands. A new one is a file in one of the rooms beside this one, and a line here. */
import type { SlashCommand } from "../slash_command.ts";
import { about } from "./info/about.ts";
import { bug } from "./info/bug.ts";
import { context } from "./info/context.ts";
import { corgi } from "./info/corgi.ts";
import { diff } from "./info/diff.ts";
import { docs } from "./info/docs.ts";
import { doctor } from "./info/doctor.ts";
import { help } from "./info/help.ts";
import { stats } from "./info/stats.ts";
import { status } from "./info/status.ts";
import { tools } from "./info/tools.ts";
import { unavailable } from "./info/unavailable.ts";
import { chat } from "./session/chat.ts";
import { clear } from "./session/clear.ts";
import { compress } from "./session/compress.ts";
import { compressFast } from "./session/compress_fast.ts";
import { copy } from "./session/copy.ts";
import { exportConversation } from "./session/export.ts";
import { goal } from "./session/goal.ts";
import { init } from "./session/init.ts";
import { quit } from "./session/quit.ts";
import { quitConfirm } from "./session/quit_confirm.ts";
import { restore } from "./session/restore.ts";
import { submitText } from "./session/submit.ts";
import { summary } from "./session/summary.ts";
import { tasks } from "./session/tasks.ts";
import { agents } from "./settings/agents.ts";
import { config } from "./settings/config.ts";
import { dialogs } from "./settings/dialogs.ts";
import { directory } from "./settings/directory.ts";
import { effort } from "./settings/effort.ts";
import { hooks } from "./settings/hooks.ts";
import { language } from "./settings/language.ts";
import { mcp } from "./settings/mcp.ts";
import { memory } from "./settings/memory.ts";
import { model } from "./settings/model.ts";
import { permissions } from "./settings/permissions.ts";

/** Every built-in command. */
export const BUILTIN_COMMANDS: readonly SlashCommand[] = [
  chat,
  clear,
  compress,
  compressFast,
  copy,
  exportConversation,
  goal,
  init,
  quit,
  quitConfirm,
  restore,
  submitText,
  summary,
  tasks,
  agents,
  config,
  ...dialogs,
  directory,
  effort,
  hooks,
  language,
  mcp,
  memory,
  model,
  permissions,
  about,
  bug,
  context,
  corgi,
  diff,
  docs,
  doctor,
  help,
  stats,
  status,
  tools,
  ...unavailable,
];
