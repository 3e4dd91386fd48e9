/** The commands that come with the program. */
import type { SlashCommand } from "../slash_command.ts";
import { aboutCommand } from "./about.ts";
import { agentsCommand } from "./agents.ts";
import { authCommand } from "./auth.ts";
import { bugCommand } from "./bug.ts";
import { chatCommand } from "./chat.ts";
import { clearCommand } from "./clear.ts";
import { compressCommand } from "./compress.ts";
import { compressFastCommand } from "./compress_fast.ts";
import { configCommand } from "./config.ts";
import { contextCommand } from "./context.ts";
import { copyCommand } from "./copy.ts";
import { corgiCommand } from "./corgi.ts";
import { diffCommand } from "./diff.ts";
import { directoryCommand } from "./directory.ts";
import { docsCommand } from "./docs.ts";
import { doctorCommand } from "./doctor.ts";
import { editorCommand } from "./editor.ts";
import { effortCommand } from "./effort.ts";
import { exportCommand } from "./export.ts";
import { goalCommand } from "./goal.ts";
import { helpCommand } from "./help.ts";
import { hooksCommand } from "./hooks.ts";
import { initCommand } from "./init.ts";
import { languageCommand } from "./language.ts";
import { mcpCommand } from "./mcp.ts";
import { memoryCommand } from "./memory.ts";
import { modelCommand } from "./model.ts";
import { notHereCommands } from "./not_here.ts";
import { permissionsCommand } from "./permissions.ts";
import { privacyCommand } from "./privacy.ts";
import { quitCommand, quitConfirmCommand } from "./quit.ts";
import { restoreCommand } from "./restore.ts";
import { settingsCommand } from "./settings.ts";
import { statsCommand } from "./stats.ts";
import { statusCommand } from "./status.ts";
import { summaryCommand } from "./summary.ts";
import { tasksCommand } from "./tasks.ts";
import { themeCommand } from "./theme.ts";
import { toolsCommand } from "./tools.ts";

/** Every built-in command. */
export const BUILTIN_COMMANDS: readonly SlashCommand[] = [
  aboutCommand,
  agentsCommand,
  authCommand,
  bugCommand,
  chatCommand,
  clearCommand,
  compressCommand,
  compressFastCommand,
  configCommand,
  contextCommand,
  copyCommand,
  corgiCommand,
  diffCommand,
  directoryCommand,
  docsCommand,
  doctorCommand,
  editorCommand,
  effortCommand,
  exportCommand,
  goalCommand,
  helpCommand,
  hooksCommand,
  initCommand,
  languageCommand,
  mcpCommand,
  memoryCommand,
  modelCommand,
  ...notHereCommands,
  permissionsCommand,
  privacyCommand,
  quitCommand,
  quitConfirmCommand,
  restoreCommand,
  settingsCommand,
  statsCommand,
  statusCommand,
  summaryCommand,
  tasksCommand,
  themeCommand,
  toolsCommand,
];
