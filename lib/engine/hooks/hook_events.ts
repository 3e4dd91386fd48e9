/** Events before an action: a hook without a valid answer in time prevents it. */
export const GATES: ReadonlySet<string> = new Set([
  "PreToolUse",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PermissionRequest",
  "PreModelSwitch",
]);
/** Other events at which a refusal has an effect. */
export const HEEDED: ReadonlySet<string> = new Set([
  ...["PostToolUse", "PostToolUseFailure", "PostToolBatch", "Stop", "SubagentStop", "PreCompact", "Elicitation"],
]);
/** Events at which plain text from a hook goes to the model. */
export const TEXT_IS_CONTEXT: ReadonlySet<string> = new Set([
  "UserPromptSubmit",
  "UserPromptExpansion",
  "SessionStart",
]);

/** Events that hosts may know; not all of them occur here. */
export const HOOK_EVENTS: ReadonlySet<string> = new Set([
  ...GATES,
  ...HEEDED,
  ...["SessionStart", "SessionEnd", "StopFailure", "SubagentStart", "PostCompact", "PostModelSwitch"],
  ...["PermissionDenied", "Notification", "Setup", "TaskCreated", "TaskCompleted", "TodoCreated", "TodoCompleted"],
  ...["TeammateIdle", "ElicitationResult", "ConfigChange", "InstructionsLoaded", "WorktreeCreate", "WorktreeRemove"],
  ...["CwdChanged", "FileChanged", "DirectoryAdded", "MessageDisplay"],
]);
