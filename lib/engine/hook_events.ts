/** The events at which hooks may have a word. */

/** Events that stand before an act: a hook that gives no valid answer in time forbids it. */
export const GATES: ReadonlySet<string> = new Set([
  "PreToolUse",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PermissionRequest",
  "PreModelSwitch",
]);
/** Other events at which somebody heeds a refusal. */
export const HEEDED: ReadonlySet<string> = new Set([
  ...["PostToolUse", "PostToolUseFailure", "PostToolBatch", "Stop", "SubagentStop", "PreCompact", "Elicitation"],
]);
/** Events at which plain text of a hook is meant for the model. */
export const TEXT_IS_CONTEXT: ReadonlySet<string> = new Set([
  "UserPromptSubmit",
  "UserPromptExpansion",
  "SessionStart",
]);

/** Events that hosts may know; not all of them happen here. */
export const HOOK_EVENTS: ReadonlySet<string> = new Set([
  ...GATES,
  ...HEEDED,
  ...["SessionStart", "SessionEnd", "StopFailure", "SubagentStart", "PostCompact", "PostModelSwitch"],
  ...["PermissionDenied", "Notification", "Setup", "TaskCreated", "TaskCompleted", "TodoCreated", "TodoCompleted"],
  ...["TeammateIdle", "ElicitationResult", "ConfigChange", "InstructionsLoaded", "WorktreeCreate", "WorktreeRemove"],
  ...["CwdChanged", "FileChanged", "DirectoryAdded", "MessageDisplay"],
]);
