/** The parts of which control requests are put together at random. */

/** Values of every kind, right and wrong. */
export const VALUES = [
  "",
  "a.txt",
  "ext",
  "mcp__ext__add",
  "none",
  0,
  -1,
  1e9,
  true,
  null,
  [],
  ["x"],
  {},
  { a: 1 },
  "\u0000",
];

/** Names of fields that control requests have. */
export const FIELDS = [
  ...[
    "model",
    "mode",
    "effort",
    "settings",
    "servers",
    "server_name",
    "serverName",
    "message",
    "path",
    "uri",
    "query",
  ],
  ...[
    "tool",
    "arguments",
    "check_permissions",
    "timeout_ms",
    "expires_at",
    "directory",
    "title",
    "session_id",
    "hooks",
  ],
  ...["task_id", "message_uuid", "user_message_id", "dry_run", "agents", "sdkMcpServers", "sdkMcpServerManifests"],
  ...["sdkMcpServerConfigs", "jsonSchema", "systemPrompt", "max_thinking_tokens", "enabled", "max_bytes"],
];

/** Kinds of control requests, known and unknown. */
export const SUBTYPES = [
  ...["initialize", "interrupt", "set_model", "set_permission_mode", "set_max_thinking_tokens", "mcp_status"],
  ...["apply_flag_settings", "update_settings", "mcp_message", "mcp_set_servers", "mcp_reconnect", "mcp_toggle"],
  ...["mcp_read_resource", "rewind_files", "read_file", "stop_task", "background_tasks", "get_task_output"],
  ...["get_context_usage", "get_usage", "get_settings", "get_hooks_listing", "list_permission_rules", "mcp_call"],
  ...["rename_session", "cancel_async_message", "file_suggestions", "register_repo_root", "no_such_thing", ""],
  ...["set_mcp_permission_mode_override", "supported_commands", "reload_plugins", "constructor", "__proto__"],
];
