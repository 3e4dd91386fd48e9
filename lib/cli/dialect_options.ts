import type { Dialect } from "../model/mod.ts";
import { defined } from "./defined.ts";
import type { Format } from "./finish.ts";
import type { Foundation } from "./foundation.ts";
import { MAX_DEPTH, MAX_INPUT_LINE_BYTES, MAX_LINE_BYTES } from "./limits.ts";
import { randomIds } from "./world.ts";

/** What a dialect is told of a run. */
export function dialectOptions(base: Foundation, format: Exclude<Format, "text">): Parameters<Dialect["open"]>[0] {
  const { flags } = base;
  const extras = defined({
    annotations: flags.annotations,
    inputFormat: flags.inputFormat,
    permissionPromptTool: flags.permissionPromptTool,
    permissionPrompts: flags.permissionPrompts,
    replayUserMessages: flags.replayUserMessages,
    includeHookEvents: flags.includeHookEvents,
    sessionStateEvents: base.env("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS") === "1" ? true : undefined,
  });
  return {
    ids: randomIds,
    format,
    includePartials: flags.includePartialMessages ?? false,
    version: base.version,
    limits: {
      maxInputLineBytes: flags.maxInputLineBytes ?? MAX_INPUT_LINE_BYTES,
      maxOutputLineBytes: flags.maxLineBytes ?? MAX_LINE_BYTES,
      maxDepth: MAX_DEPTH,
    },
    extras,
  };
}
